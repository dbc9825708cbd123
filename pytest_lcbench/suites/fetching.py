"""``lcbench fetch``: the official data, brought from where its authors publish it. Nothing of it comes with this package."""

from __future__ import annotations

import ast
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

import httpx

from pytest_lcbench.errors import DataError, SettingsError
from pytest_lcbench.suites.downloading import (
    Downloaded,
    FetchError,
    Progress,
    digest_of,
    download,
    is_of_the_disk,
    shown_url,
    writing,
)
from pytest_lcbench.suites.longbench_v2 import LongBenchV2Suite
from pytest_lcbench.suites.loong import LoongSuite
from pytest_lcbench.suites.strict_json import read_bytes
from pytest_lcbench.suites.unpacking import ArchiveError, check_archive, unpack
from pytest_lcbench.untrusted import one_line

RECORD = "fetched.json"
"""Where from and with which checksum each file came; the sources publish none, so later fetches are held to the first."""
PROMPTS = "prompts"
BAD = ".bad"
"""Behind the name of a file that is not what it should be, such as a login page in place of data. Looked at by nobody but the user."""
MIRROR_VARIABLE = "LCBENCH_MIRROR"
HUGGING_FACE_DATASET = "zai-org/LongBench-v2"

_LOONG_SOURCE = "https://raw.githubusercontent.com/MozerWang/Loong/main"
_LONGBENCH_SOURCE = "https://raw.githubusercontent.com/THUDM/LongBench/main"
_LOONG_PROMPT_SCRIPT = "loong_prompt.py"
_QUESTION_PLACE = "$Q$"
SOURCES: dict[str, dict[str, str]] = {
    "loong": {
        "loong.jsonl": f"{_LOONG_SOURCE}/data/loong.jsonl",
        "doc.zip": "https://alibaba-research.oss-cn-beijing.aliyuncs.com/loong/doc.zip",
    },
    "longbench-v2": {"data.json": f"https://huggingface.co/datasets/{HUGGING_FACE_DATASET}/resolve/main/data.json"},
}
"""Files of each suite and where its authors publish them. Below a mirror they lie at ``<mirror>/<suite>/<file>``."""
PROMPT_SOURCES: dict[str, dict[str, str]] = {
    "loong": {_LOONG_PROMPT_SCRIPT: f"{_LOONG_SOURCE}/src/utils/prompt.py"},
    "longbench-v2": {
        f"{name}.txt": f"{_LONGBENCH_SOURCE}/prompts/{name}.txt"
        for name in ("0shot", "0shot_cot", "0shot_cot_ans", "0shot_no_context", "0shot_rag")
    },
}
"""The official prompts; Loong's judge prompt is a text inside a script, and is taken out of it unexecuted, as ``judge.txt``."""


@dataclass(frozen=True, slots=True)
class FetchReport:
    """What a fetch did.

    Args:
        suite: its name.
        folder: where the data is now; ``--lcbench-data`` finds it there by default.
        cases: how many cases the suite has, all read and checked.
        fetched: files brought now, below the folder.
        kept: files that were there already.

    """

    suite: str
    folder: Path
    cases: int
    fetched: tuple[str, ...]
    kept: tuple[str, ...]


def fetch(name: str, target: Path, *, progress: Progress, mirror: str | None = None, prompts: bool = False) -> FetchReport:
    """Bring the suite *name* into the folder *target* and check it.

    Args:
        name: ``loong`` or ``longbench-v2``.
        target: folder for it, made if need be; files already there and whole are kept.
        progress: called as bytes arrive.
        mirror: base URL to take the files from instead (default: the variable ``LCBENCH_MIRROR``).
        prompts: also bring the official prompts, into ``prompts/``.

    Raises ``SettingsError`` for a name or mirror that cannot be, ``FetchError`` when a file cannot be had or is not of its format. Such
    a file is set aside under the name ``FILE.bad``, be it fetched now or there before, and forgotten. Run again, it continues.

    """
    if name not in SOURCES:
        raise SettingsError(f"'{one_line(name, 60)}' cannot be fetched: known are {', '.join(SOURCES)}")
    mirror = mirror or os.environ.get(MIRROR_VARIABLE) or None
    if mirror is not None and not _is_address(mirror):
        raise SettingsError("the mirror is not a URL that begins with http:// or https://: correct --mirror or LCBENCH_MIRROR")
    with writing(target):
        target.mkdir(parents=True, exist_ok=True)
    job = _Job(name, target, mirror, progress, _read_record(target / RECORD))
    with httpx.Client(follow_redirects=True, timeout=httpx.Timeout(60.0, connect=15.0)) as client:
        for file, url in SOURCES[name].items():
            if name == "longbench-v2" and mirror is None:
                job.bring_from_hugging_face(file)
            else:
                job.bring(client, file, url)
        if prompts:
            for file, url in PROMPT_SOURCES[name].items():
                job.bring(client, f"{PROMPTS}/{file}", url)
    if name == "loong":
        job.unpack_documents("doc.zip", "doc")
    if prompts and name == "loong":
        job.take_out_judge_prompt()
    suite = LoongSuite(target) if name == "loong" else LongBenchV2Suite(target)
    return FetchReport(name, target, len(suite.cases()), tuple(job.fetched), tuple(job.kept))


@dataclass(slots=True)
class _Job:
    suite: str
    target: Path
    mirror: str | None
    progress: Progress
    record: dict[str, dict[str, Any]]
    fetched: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

    def bring(self, client: httpx.Client, file: str, url: str) -> None:
        """See that *file* is there and whole."""
        if self._is_there(file):
            return
        source = url if self.mirror is None else f"{self.mirror.rstrip('/')}/{self.suite}/{file}"
        self._accept(file, download(client, source, self.target / file, self.progress), shown_url(source))

    def bring_from_hugging_face(self, file: str) -> None:
        """See that *file* is there and whole; the hub's own client brings it and continues what was cut."""
        if self._is_there(file):
            return
        # Its client warns twice for each of its retries; what came of them is told in our one line.
        os.environ.setdefault("HF_HUB_VERBOSITY", "error")
        try:
            import huggingface_hub  # noqa: PLC0415 - an optional dependency, and slow to import
            from huggingface_hub.errors import HfHubHTTPError  # noqa: PLC0415
        except ImportError:
            raise FetchError(
                "fetching LongBench v2 needs huggingface_hub: pip install 'pytest-lcbench[fetch]', or give --mirror=URL; "
                + self._by_hand(file)
            ) from None
        self.progress(file, 0, None)
        with writing(self.target / file):
            try:
                huggingface_hub.hf_hub_download(HUGGING_FACE_DATASET, file, repo_type="dataset", local_dir=self.target)
            except (HfHubHTTPError, httpx.HTTPError, OSError, ValueError) as fault:  # older hubs speak by requests: OSError too
                if is_of_the_disk(fault):
                    raise
                raise FetchError(
                    f"{HUGGING_FACE_DATASET} cannot be fetched from the Hugging Face hub ({one_line(str(fault), 120)}): "
                    "run the same command again when connected, or give --mirror=URL; " + self._by_hand(file)
                ) from None
            found = digest_of(self.target / file)
        self.progress(file, found.size, found.size)
        self._accept(file, found, shown_url(SOURCES[self.suite][file]))

    def _by_hand(self, file: str) -> str:
        url, place = shown_url(SOURCES[self.suite][file]), one_line(str(self.target / file), 300)
        return f"or download {url} by hand, put it at {place}, and run the same command again"

    def unpack_documents(self, archive: str, folder: str) -> None:
        """Unpack *archive* as *folder* unless that was done; a folder that is not of our making is left alone."""
        checksum = self.record[archive]["sha256"]
        if (self.target / folder).exists():
            made = self.record.get(folder)
            if made is not None and made.get("from") != checksum:
                raise FetchError(
                    f"{one_line(str(self.target / folder), 300)} was unpacked from another {archive}: "
                    "move that folder away and run the same command again"
                )
            self.kept.append(folder)
            return
        try:
            files = unpack(self.target / archive, self.target / folder, top=folder)
        except ArchiveError as fault:
            self._set_aside(archive, str(fault))
        self.record[folder] = {"from": checksum, "files": files}
        self._write_record()
        self.fetched.append(folder)

    def take_out_judge_prompt(self) -> None:
        """Write the judge prompt that stands in Loong's script to ``prompts/judge.txt``."""
        script = self.target / PROMPTS / _LOONG_PROMPT_SCRIPT
        text = _judge_prompt(script)  # checked when it came
        with writing(script):
            (self.target / PROMPTS / "judge.txt").write_text(text, encoding="utf-8")

    def _is_there(self, file: str) -> bool:
        path = self.target / file
        if not path.exists():
            return False
        with writing(path):
            found = digest_of(path)
        known = self.record.get(file)
        if known is not None and known.get("sha256") != found.sha256:
            raise FetchError(
                f"{one_line(str(path), 300)} is not what was first fetched (its SHA-256 differs from {RECORD}): "
                f"delete it to fetch it again, or delete {RECORD} to accept it"
            )
        self._check(file)
        if known is None:  # put there by hand, or left by a fetch that was ended before it was checked
            self._note(file, found, "by hand")
        self.kept.append(file)
        return True

    def _accept(self, file: str, found: Downloaded, source: str) -> None:
        known = self.record.get(file)
        if known is not None and known.get("sha256") != found.sha256:
            path = self.target / file
            path.unlink()
            raise FetchError(
                f"{source} is not what was first fetched (its SHA-256 differs from {RECORD}), so it was not kept: "
                f"run the same command again, or delete {one_line(str(self.target / RECORD), 300)} to accept a new version"
            )
        self._check(file)
        self._note(file, found, source)
        self.fetched.append(file)

    def _check(self, file: str) -> None:
        """See that *file* is of its format, or set it aside. Raises ``FetchError``."""
        try:
            _check_format(self.suite, file, self.target / file)
        except (DataError, ArchiveError) as fault:
            self._set_aside(file, str(fault))

    def _set_aside(self, file: str, why: str) -> NoReturn:
        """Rename *file*, forget its checksum, and say so. Raises ``FetchError``."""
        path = self.target / file
        aside = path.with_name(path.name + BAD)
        with writing(aside):
            path.replace(aside)
        if self.record.pop(file, None) is not None:
            self._write_record()
        raise FetchError(
            f"{one_line(why, 400)}. It was set aside as {one_line(aside.name, 80)}: run the same command again to fetch it anew "
            "(a page in place of the data often means a login or a proxy: then give --mirror=URL)"
        )

    def _note(self, file: str, found: Downloaded, source: str) -> None:
        self.record[file] = {"sha256": found.sha256, "bytes": found.size, "source": source}
        self._write_record()

    def _write_record(self) -> None:
        path = self.target / RECORD
        part = path.with_name(RECORD + ".part")
        with writing(path):
            part.write_text(json.dumps(self.record, indent=1) + "\n", encoding="utf-8")
            part.replace(path)


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # brackets that do not close, a port beyond the last
        return False


def _read_record(path: Path) -> dict[str, dict[str, Any]]:
    try:
        held = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        raise FetchError(f"{one_line(str(path), 300)} is damaged: delete it and run the same command again") from None
    if not isinstance(held, dict) or not all(isinstance(entry, dict) for entry in held.values()):
        raise FetchError(f"{one_line(str(path), 300)} is damaged: delete it and run the same command again")
    return held


def _check_format(suite: str, file: str, path: Path) -> None:
    """Raise ``DataError`` or ``ArchiveError`` unless what lies at *path* is of the format of the suite's *file*."""
    if path.suffix == ".zip":
        check_archive(path, top=path.stem)
    elif path.name == _LOONG_PROMPT_SCRIPT:
        _judge_prompt(path)
    elif file.startswith(f"{PROMPTS}/"):
        _check_prompt(path)
    elif suite == "loong":
        LoongSuite(path).cases()
    else:
        # The scan is remembered beside the file; whoever reads the suite next does not scan again.
        LongBenchV2Suite(path).cases()


def _check_prompt(path: Path) -> None:
    """Raise ``DataError`` unless *path* holds a prompt of LongBench's, which all have a place for the question."""
    data = read_bytes(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DataError("is not UTF-8 text and so no prompt", path=path) from None
    if _QUESTION_PLACE not in text:
        raise DataError(f"is no prompt of LongBench v2: it has no {_QUESTION_PLACE}", path=path)


def _judge_prompt(script: Path) -> str:
    """Return the longest text in *script* that leaves room for question, gold and prediction; the script is parsed, never run."""
    try:
        tree = ast.parse(read_bytes(script))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise DataError("is not the Python script that holds Loong's judge prompt", path=script) from None
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    prompts = [text for text in texts if text.count("{}") == 3]  # noqa: PLR2004 - question, gold answer, prediction
    if not prompts:
        raise DataError("no longer holds Loong's judge prompt: give one with --lcbench-judge-prompt=FILE", path=script)
    return max(prompts, key=len)
