"""One large file over HTTP: resumed where it was cut, renamed into place only when it is whole."""

from __future__ import annotations

import errno
import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

import httpx

from pytest_lcbench.errors import LcbenchError
from pytest_lcbench.untrusted import one_line

Progress = Callable[[str, int, int | None], None]
"""Called with the file's name, the bytes there are, and how many there will be (``None``: not said)."""

_CHUNK = 1 << 20
_ATTEMPTS = 4
_PAUSES = (1.0, 3.0, 9.0)
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_FORBIDDEN = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_BUSY = frozenset({408, 425, 429, 500, 502, 503, 504})


class FetchError(LcbenchError):
    """A file that could not be fetched: one line with what to do about it."""


@dataclass(frozen=True, slots=True)
class Downloaded:
    """A file as it arrived: its length in bytes and SHA-256 (hex)."""

    size: int
    sha256: str


def download(client: httpx.Client, url: str, path: Path, progress: Progress) -> Downloaded:
    """Download *url* to *path* through ``PATH.part``, which stays when the transfer is cut and is continued by the next call.

    It is continued only when the server still has the same version of the file (``If-Range``), else begun anew. Raises
    ``FetchError``.
    """
    part, version = _part_of(path), _version_of(path)
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    for attempt in range(_ATTEMPTS):
        last = attempt == _ATTEMPTS - 1
        try:
            if _transfer(client, url, path, progress):
                break
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.UnsupportedProtocol, httpx.ProxyError) as fault:
            if last or attempt == 0:  # no use in waiting where nothing was ever reached
                raise FetchError(_unreachable(url, path, fault)) from None
        except (httpx.HTTPError, httpx.InvalidURL) as fault:
            if last or isinstance(fault, httpx.InvalidURL):
                raise FetchError(_cut(url, path, part, fault)) from None
        if last:
            raise FetchError(_cut(url, path, part, None))
        time.sleep(_PAUSES[min(attempt, len(_PAUSES) - 1)])
    with writing(path):
        found = digest_of(part)
        part.replace(path)
        version.unlink(missing_ok=True)
    return found


def digest_of(path: Path) -> Downloaded:
    """Return length and SHA-256 of *path*."""
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
            size += len(chunk)
    return Downloaded(size, digest.hexdigest())


def shown_url(url: str) -> str:
    """Return *url* for a message or record: without user, password and query, which may be keys."""
    parts = urlsplit(url)
    host = (parts.hostname or "") + (f":{parts.port}" if parts.port else "")
    return one_line(f"{parts.scheme}://{host}{parts.path}", 300)


def is_of_the_disk(fault: BaseException) -> bool:
    """Whether *fault* is about space or permissions here rather than about the network."""
    return isinstance(fault, OSError) and fault.errno in _FULL | _FORBIDDEN


class writing:  # noqa: N801 - reads as a clause: "with writing(path):"
    """Turns a fault of the disk below it into one line that says what to do; what was fetched so far stays."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, fault: BaseException | None, trace: object) -> None:
        if not isinstance(fault, OSError):
            return
        shown = one_line(str(self._path), 300)
        if fault.errno in _FULL:
            raise FetchError(
                f"the disk is full while writing {shown}: free some space (or fetch to another folder) and run the same command "
                "again; what has arrived is kept and continued"
            ) from None
        if fault.errno in _FORBIDDEN:
            raise FetchError(f"{shown} may not be written: correct the permissions of its folder or fetch to another one") from None
        raise FetchError(f"{shown} cannot be written ({one_line(fault.strerror or str(fault), 80)})") from None


def _transfer(client: httpx.Client, url: str, path: Path, progress: Progress) -> bool:
    """Make one request and write what it brings; return whether the file is whole now, or may be asked for again (false)."""
    part, version = _part_of(path), _version_of(path)
    have = part.stat().st_size if part.exists() else 0
    validator = _validator_of(version, url) if have else None
    headers = {"Accept-Encoding": "identity"}  # a compressed body cannot be continued at a byte of the file
    if validator:
        headers |= {"Range": f"bytes={have}-", "If-Range": validator}
    with client.stream("GET", url, headers=headers) as response:
        if response.status_code in _BUSY:
            return False
        if response.status_code == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE and validator:
            part.unlink(missing_ok=True)  # there is more of it than the file has: begun anew
            return False
        if response.status_code not in (httpx.codes.OK, httpx.codes.PARTIAL_CONTENT):
            raise FetchError(_refused(url, path, response.status_code))
        resumed = response.status_code == httpx.codes.PARTIAL_CONTENT
        if resumed and not response.headers.get("Content-Range", "").startswith(f"bytes {have}-"):
            part.unlink(missing_ok=True)
            return False
        begin = have if resumed else 0
        total = _total(response, begin)
        with writing(part):
            if not resumed:
                version.write_text(json.dumps({"url": shown_url(url), "validator": _validator(response)}), encoding="utf-8")
            file = part.open("ab" if resumed else "wb")
        with file:
            done = begin
            progress(path.name, done, total)
            for chunk in response.iter_bytes(_CHUNK):
                with writing(part):
                    _write(file, chunk)
                done += len(chunk)
                progress(path.name, done, total)
            with writing(part):
                file.flush()
        return total is None or done == total


def _part_of(path: Path) -> Path:
    return path.with_name(path.name + ".part")


def _version_of(path: Path) -> Path:
    """Return where the version is noted of which ``PATH.part`` is a part."""
    return path.with_name(path.name + ".part.json")


def _write(file: IO[bytes], chunk: bytes) -> None:
    file.write(chunk)


def _total(response: httpx.Response, begin: int) -> int | None:
    length = response.headers.get("Content-Length", "")
    if not length.isdecimal() or response.headers.get("Content-Encoding", "identity") != "identity":
        return None
    return begin + int(length)


def _validator(response: httpx.Response) -> str | None:
    """Return what ``If-Range`` can name this version by: a strong entity tag, else its date."""
    if response.headers.get("Content-Encoding", "identity") != "identity":
        return None
    tag: str = response.headers.get("ETag", "")
    if tag and not tag.startswith("W/"):
        return tag
    date: str | None = response.headers.get("Last-Modified")
    return date


def _validator_of(version: Path, url: str) -> str | None:
    try:
        held: Any = json.loads(version.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # without it the file is begun anew
        return None
    if not isinstance(held, dict) or held.get("url") != shown_url(url):
        return None
    validator = held.get("validator")
    return validator if isinstance(validator, str) and validator.isascii() and validator.isprintable() else None


def _unreachable(url: str, path: Path, fault: Exception) -> str:
    host = urlsplit(shown_url(url)).netloc
    return (
        f"{host} cannot be reached ({one_line(str(fault), 80)}): connect to the network or give --mirror=URL; or download "
        f"{shown_url(url)} by hand, put it at {one_line(str(path), 300)}, and run the same command again"
    )


def _cut(url: str, path: Path, part: Path, fault: Exception | None) -> str:
    why = "the server is busy or ends too early" if fault is None else one_line(str(fault), 80) or type(fault).__name__
    size = part.stat().st_size if part.exists() else 0
    return (
        f"{shown_url(url)} was cut off after {size:,} bytes ({why}): run the same command again, which continues there; "
        f"or download it by hand and put it at {one_line(str(path), 300)}"
    )


def _refused(url: str, path: Path, status: int) -> str:
    return (
        f"{shown_url(url)} is refused (HTTP {status}): give --mirror=URL, or put the file at {one_line(str(path), 300)} by hand "
        "and run the same command again"
    )
