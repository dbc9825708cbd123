"""From a suite's name and a path to the suite, and where its data is when no path is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

import platformdirs

from pytest_lcbench.errors import DataError, SettingsError
from pytest_lcbench.suites.case import Suite
from pytest_lcbench.suites.longbench_v2 import LongBenchV2Suite
from pytest_lcbench.suites.loong import DOCUMENTS, QUESTIONS, LoongSuite
from pytest_lcbench.untrusted import one_line

SYNTHETIC, LOONG, LONGBENCH_V2 = "synthetic", "loong", "longbench-v2"
BUILT_IN = (SYNTHETIC, LOONG, LONGBENCH_V2)
_CARD = "card.json"
_NO_SUITES: Mapping[str, Callable[[Path | None], Suite]] = MappingProxyType({})


def data_folder(suite: str) -> Path:
    """Return the folder where ``lcbench fetch`` puts *suite* and where it is looked for: ``<user data dir>/lcbench/<suite>``."""
    return Path(platformdirs.user_data_dir("lcbench", appauthor=False)) / suite


def known_suites(extra: Mapping[str, Callable[[Path | None], Suite]] = _NO_SUITES) -> tuple[str, ...]:
    """Return the names that need no path: built in, added by hooks, and the user's own in the data folder."""
    try:
        own = sorted(folder.name for folder in data_folder("").iterdir() if (folder / _CARD).is_file())
    except OSError:  # no such folder yet, or one that may not be listed: none of the user's own are known by name
        own = []
    return tuple(dict.fromkeys((*BUILT_IN, *sorted(extra), *own)))


def load_suite(
    name: str,
    data: Path | None = None,
    extra: Mapping[str, Callable[[Path | None], Suite]] = _NO_SUITES,
    *,
    world: str | None = None,
    lengths: str | None = None,
) -> Suite:
    """Return the suite *name* over *data*, or from its place in the user's data folder.

    Args:
        name: ``synthetic``, ``loong``, ``longbench-v2``, a name in *extra*, or the name on the card of a native folder.
        data: file or folder; ``None`` for the generated cases of ``synthetic``, or the user's data folder.
        extra: suites that hooks add, by name: what makes each from a path.
        world: of ``synthetic`` without *data*, as ``--lcbench-world`` takes it.
        lengths: the same, as ``--lcbench-lengths`` takes it.

    Returns:
        The suite; its question file is read when its cases are asked for.

    Raises ``SettingsError`` when there is no such suite or no data, ``DataError`` when the card of a native folder is wrong.

    """
    clash = sorted(set(extra) & set(BUILT_IN))
    if clash:
        raise SettingsError(f"a plugin adds a suite called '{clash[0]}', which is built in: give it another name")
    try:
        if data is not None and not data.exists():
            raise SettingsError(f"--lcbench-data: {one_line(str(data))} is not there: give an existing file or folder, or leave it out")
        if name not in extra:
            if name == SYNTHETIC and data is None:
                return _generated(world, lengths)
            return _built_in_or_native(name, data, extra)
    except OSError as fault:  # a folder that may not be entered, a name too long
        place = one_line(str(data or data_folder("")))
        raise SettingsError(f"suite '{one_line(name, 60)}': {place} cannot be looked into ({fault.strerror or fault})") from None
    return extra[name](data)


def _built_in_or_native(name: str, data: Path | None, extra: Mapping[str, Callable[[Path | None], Suite]]) -> Suite:
    if name in (LOONG, LONGBENCH_V2):
        return _official(name, data)
    if data is None:
        data = data_folder(name)
        if not _is_plain(name) or not (data / _CARD).is_file():
            raise SettingsError(_unknown(name, extra))
    return _native(name, data)


def _generated(world: str | None, lengths: str | None) -> Suite:
    # What writes its cases is not needed by runs of the other suites.
    from pytest_lcbench.suites.synthetic.suite import SyntheticSuite  # noqa: PLC0415

    return SyntheticSuite.asked(world, lengths)


def _official(name: str, data: Path | None) -> Suite:
    wanted = QUESTIONS if name == LOONG else "data.json"
    found = data or data_folder(name)
    if data is None and not (found / wanted).is_file():
        raise SettingsError(
            f"suite '{name}' is not on this machine (looked in {one_line(str(found))}): "
            f"run 'lcbench fetch {name}', or give --lcbench-data=PATH"
        )
    if found.is_dir() and (found / _CARD).is_file() and not (found / wanted).is_file():
        return _native(name, found)
    if name == LONGBENCH_V2:
        suite = LongBenchV2Suite(found)
        if found.is_dir() and not suite.questions.is_file():
            raise SettingsError(f"--lcbench-data: {one_line(str(found))} holds no data.json: give the folder or file of LongBench v2")
        return suite
    loong = LoongSuite(found)
    if not loong.questions.is_file():
        raise SettingsError(f"--lcbench-data: {one_line(str(found))} holds no {QUESTIONS}: give Loong's folder or its question file")
    if not loong.document_root.is_dir():
        raise SettingsError(
            f"Loong's documents are missing: {one_line(str(loong.questions))} has no folder {DOCUMENTS}/ beside it; "
            "run 'lcbench fetch loong', or unpack its doc.zip there"
        )
    return loong


def _native(name: str, data: Path) -> Suite:
    # pydantic takes a while to import; runs of the two benchmarks do without.
    from pytest_lcbench.suites.native import NativeSuite  # noqa: PLC0415

    folder = data if data.is_dir() else data.parent
    if not (folder / _CARD).is_file():
        raise SettingsError(
            f"suite '{one_line(name, 60)}': {one_line(str(folder))} holds no {_CARD}: "
            "a suite of one's own is a folder with cases.jsonl, documents/ and card.json"
        )
    suite = NativeSuite(data)
    if suite.name != name:
        raise SettingsError(
            f"suite '{one_line(name, 60)}' was asked for, but {one_line(str(folder / _CARD))} is the card of '{suite.name}': "
            f"use --lcbench-suite={suite.name}"
        )
    if not suite.questions.is_file():
        raise DataError("is not there: the card stands alone", path=suite.questions)
    return suite


def _is_plain(name: str) -> bool:
    """Whether *name* is one folder name, so that looking it up stays within the data folder."""
    return bool(name) and name not in (".", "..") and not set(name) & set("/\\:\0")


def _unknown(name: str, extra: Mapping[str, Callable[[Path | None], Suite]]) -> str:
    known = ", ".join(map(one_line, known_suites(extra)))
    shown = one_line(name, 60)
    return f"no suite is called '{shown}': known are {known}; a suite of your own needs --lcbench-data={shown}=PATH"
