"""Unpacking an archive that came from the network, into one folder and nowhere else."""

from __future__ import annotations

import shutil
import stat
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from pytest_lcbench.suites.downloading import FetchError, writing
from pytest_lcbench.suites.paths import leads_out
from pytest_lcbench.untrusted import one_line


class ArchiveError(FetchError):
    """The archive itself is at fault, not the disk it is unpacked to."""


MAX_BYTES = 4 * 1024**3
MAX_FILES = 100_000
MAX_RATIO = 200
"""Times its packed size that an archive may grow; Loong's documents grow about fourfold."""
_FREE_BYTES = 64 * 1024**2
"""An archive that unpacks to less than this may have any ratio."""
_UTF8_FLAG = 0x800
_ENCRYPTED_FLAG = 0x1
_CHUNK = 1 << 20


def unpack(archive: Path, folder: Path, *, top: str) -> int:
    """Unpack *archive* as *folder*, whole or not at all; return the number of files.

    Members lie below *top* in the archive, or at its root. *folder* must not exist yet. Links, names that lead out, and archives
    that would grow beyond all measure are refused before anything is written. Raises ``ArchiveError``, or ``FetchError`` for a fault
    of the disk.
    """
    shown = one_line(str(archive), 300)
    beside = folder.with_name(f".{folder.name}.part")
    try:
        with zipfile.ZipFile(archive) as packed, writing(folder):
            members = _members(packed, archive, top)
            shutil.rmtree(beside, ignore_errors=True)
            for place, member in members.items():
                _extract(packed, member, beside / place)
            beside.replace(folder)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as fault:
        raise ArchiveError(f"{shown} is damaged ({one_line(str(fault), 80)})") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return len(members)


def check_archive(archive: Path, *, top: str) -> None:
    """Raise ``ArchiveError`` unless *archive* can be opened and lists what may be unpacked; its contents are not read."""
    try:
        with zipfile.ZipFile(archive) as packed:
            _members(packed, archive, top)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, ValueError) as fault:
        raise ArchiveError(f"{one_line(str(archive), 300)} is damaged ({one_line(str(fault), 80)})") from None


def _members(packed: zipfile.ZipFile, archive: Path, top: str) -> dict[PurePosixPath, zipfile.ZipInfo]:
    """Return the files to write, by their place below the folder. Raises ``ArchiveError``."""
    shown = one_line(str(archive), 300)
    infos = [info for info in packed.infolist() if not info.is_dir()]
    total = sum(info.file_size for info in infos)
    limit = min(MAX_BYTES, max(_FREE_BYTES, MAX_RATIO * archive.stat().st_size))
    if len(infos) > MAX_FILES or total > limit:
        raise ArchiveError(f"{shown} would unpack to {len(infos):,} files of {total:,} bytes: that is not Loong's")
    members: dict[PurePosixPath, zipfile.ZipInfo] = {}
    for info in infos:
        name = _name(info)
        if leads_out(name) or stat.S_ISLNK(info.external_attr >> 16) or info.flag_bits & _ENCRYPTED_FLAG:
            raise ArchiveError(f"{shown} holds '{one_line(name, 80)}', a link, locked file or path that leads out: it is not safe")
        parts = PurePosixPath(name).parts
        if not parts or "__MACOSX" in parts or parts[-1].startswith("."):
            continue
        members[PurePosixPath(*(parts[1:] if parts[0] == top and len(parts) > 1 else parts))] = info
    if not members:
        raise ArchiveError(f"{shown} is empty")
    return members


def _name(info: zipfile.ZipInfo) -> str:
    """Return the member's name; archives of Chinese names often lack the flag that says they are UTF-8 (or are GBK)."""
    if not info.flag_bits & _UTF8_FLAG:
        for encoding in ("utf-8", "gb18030"):
            try:
                return info.filename.encode("cp437").decode(encoding)
            except UnicodeError:
                continue
    return info.filename


def _extract(packed: zipfile.ZipFile, member: zipfile.ZipInfo, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with packed.open(member) as source, path.open("wb") as file:
        # No more than the member declares comes out of it; the sum of those is what was checked.
        shutil.copyfileobj(source, file, _CHUNK)
