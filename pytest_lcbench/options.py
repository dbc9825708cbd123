"""The ``--lcbench-*`` options and their ini keys: one table, read once into a typed object."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest

from pytest_lcbench.running.request import (
    DEFAULT_MODEL,
    DEFAULT_TIMEOUT_S,
    FOLDER_NAMES,
    PYPROJECT,
    RunRequest,
    is_folder_name,
    is_inline_policy,
    shard_of,
)

SYNTHETIC = "synthetic"
"""The default suite; its cases are generated, and some options are about that."""
MOST_EPOCHS = 1_000
"""Epochs of one case beyond which an option is a slip of the keyboard."""
SWITCHES = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option: ``--lcbench-<name>`` and ini key ``lcbench_<name with _>``."""

    name: str
    help: str
    metavar: str = ""
    repeatable: bool = False
    choices: tuple[str, ...] = ()
    switch: bool = False

    @property
    def flag(self) -> str:
        """The command-line form."""
        return f"--lcbench-{self.name}"

    @property
    def dest(self) -> str:
        """The ini key, and the attribute on ``config.option``."""
        return "lcbench_" + self.name.replace("-", "_")


SPECS: tuple[OptionSpec, ...] = (
    OptionSpec("suite", "comma list of suites: synthetic (default), loong, longbench-v2, or your own", "NAMES"),
    OptionSpec("data", "question file or folder of a suite; repeatable as SUITE=PATH", "[SUITE=]PATH", repeatable=True),
    OptionSpec("sample", "run N cases of each suite, stratified by subtask and length set", "N"),
    OptionSpec("shard", "run part I of N of the selected cases, stratified; put the parts together with lcbench merge", "I/N"),
    OptionSpec("seed", "seed of document order and sampling (default 0)", "N"),
    OptionSpec("world", "synthetic: the worlds its cases are drawn from, as 7, 0-9 or 1,4 (default 0); each has about 100", "WORLDS"),
    OptionSpec("lengths", "synthetic: only these length sets, or ranges of tokens such as 8K-16K,500K-1M in place of them", "LENGTHS"),
    OptionSpec(
        "model", f"model to evaluate, as litellm or our alias table names it (default {DEFAULT_MODEL}, no key, no network)", "MODEL"
    ),
    OptionSpec("model-args", "further call arguments as a JSON object; never keys: those come from the environment", "JSON"),
    OptionSpec("api-base", "base URL of an OpenAI-compatible server; serves the judge too unless it has its own", "URL"),
    OptionSpec("window", "input window in tokens, over what is known of the model", "TOKENS"),
    OptionSpec("max-output", "tokens of visible answer, over the suite's own limit", "TOKENS"),
    OptionSpec("reasoning-budget", "tokens added for the hidden reasoning of reasoning models", "TOKENS"),
    OptionSpec("prompts", "folder with prompt templates (ours or official ones) to use in place of the built-in ones", "DIR"),
    OptionSpec("judge", "model that scores the answers of open questions; without it, deterministic rules do", "MODEL"),
    OptionSpec("judge-args", "as --lcbench-model-args, for the judge", "JSON"),
    OptionSpec("judge-api-base", "as --lcbench-api-base, for the judge", "URL"),
    OptionSpec("judge-prompt", "judge template file (ours or the official one) to use in place of the built-in one", "FILE"),
    OptionSpec("overlength", "what to do with documents that do not fit the window", choices=("documents", "middle", "skip", "error")),
    OptionSpec(
        "order", "document order: as the suite says, as given, or shuffled (seeded by case)", choices=("suite", "given", "shuffled")
    ),
    OptionSpec("epochs", "ask every case N times (default 1)", "N"),
    OptionSpec("fidelity", "follow the papers (default) or the released code, faults included", choices=("paper", "official-code")),
    OptionSpec(
        "concurrency", "cases in flight over the whole run, at most N (default: as many as the server takes, found by trying)", "N"
    ),
    OptionSpec("rpm", "requests per minute, over all workers, for each model called", "N"),
    OptionSpec("tpm", "input tokens per minute, reserved before sending, over all workers, for each model called", "N"),
    OptionSpec("max-cost", "USD that this session may spend, calls in flight included; then a clean stop", "USD"),
    OptionSpec("estimate", "show cases, tokens, calls and cost of the run, and make no call", switch=True),
    OptionSpec("timeout", f"seconds for one call (default {DEFAULT_TIMEOUT_S:.0f})", "SECONDS"),
    OptionSpec("reports", "folder for reports and the answer store (default <rootdir>/reports)", "DIR"),
    OptionSpec("run", "name of the run; default: a short hash of settings and selected cases", "NAME"),
    OptionSpec("fresh", "ask everything anew, or go on with doing so; older answers stay, the newest count from now on", switch=True),
    OptionSpec("rejudge", "have every answer judged anew, or go on with doing so, without asking the model again", switch=True),
    OptionSpec("pass-score", "scores under N are failures; without it a low score is data", "N"),
    OptionSpec("baseline", "run to compare this one with, case by case: its id in the reports folder, or its folder", "RUN"),
    OptionSpec(
        "gate",
        "policy whose verdict alone decides the exit code: a TOML file, pyproject, or expressions such as 'avg drop < 5; avg >= 50'",
        "POLICY",
    ),
    OptionSpec("gate-early", "run the cases in a seeded, stratified order and stop once the gate's verdict is certain", switch=True),
)
_BY_NAME = {spec.name: spec for spec in SPECS}


def add_options(parser: pytest.Parser) -> None:
    """Register every option and its ini key."""
    group = parser.getgroup("lcbench", "long-context benchmarks")
    for spec in SPECS:
        kwargs: dict[str, Any] = {"dest": spec.dest, "default": None, "help": spec.help}
        if spec.repeatable:
            kwargs["action"] = "append"
        if spec.switch:
            kwargs |= {"action": "store_const", "const": "true"}
        if spec.choices:
            # Not argparse's own choices: its message shows a usage page; ours is one line (see read_options).
            kwargs["metavar"] = "|".join(spec.choices)
        elif spec.metavar:
            kwargs["metavar"] = spec.metavar
        group.addoption(spec.flag, **kwargs)
        kind: Literal["linelist", "string"] = "linelist" if spec.repeatable else "string"
        parser.addini(spec.dest, spec.help, type=kind)


def given_on_command_line(config: pytest.Config) -> bool:
    """Whether the user typed any ``--lcbench-*`` option."""
    return any(getattr(config.option, spec.dest, None) is not None for spec in SPECS)


def asks_anew(config: pytest.Config) -> bool:
    """Whether anything is to be asked anew, by option or ini key. Raises ``pytest.UsageError`` for a value that is no switch."""
    reader = _Reader(config)
    return reader.switch("fresh") or reader.switch("rejudge")


def reports_folder(config: pytest.Config) -> Path:
    """Return the folder of reports and store, absolute. Raises ``pytest.UsageError`` for a value that holds a key."""
    return _Reader(config).path("reports") or config.rootpath / "reports"


def read_options(config: pytest.Config) -> RunRequest:
    """Read options over ini keys over defaults.

    Raises:
        pytest.UsageError: one line that names the option, the value and what is valid.

    """
    reader = _Reader(config)
    suites = tuple(dict.fromkeys(name.strip() for name in (reader.text("suite") or SYNTHETIC).split(",") if name.strip()))
    if not suites:
        raise pytest.UsageError("--lcbench-suite: no suite named")
    data = reader.data(suites)
    model_args = reader.json_object("model-args")
    api_base = reader.text("api-base")
    judge = reader.text("judge")
    return RunRequest(
        suites=suites,
        data=data,
        sample=reader.integer("sample", minimum=1),
        shard=reader.shard(),
        seed=reader.integer("seed") or 0,
        world=reader.generated("world", suites, data),
        lengths=reader.generated("lengths", suites, data),
        model=reader.text("model") or DEFAULT_MODEL,
        model_args=model_args,
        api_base=api_base,
        window=reader.integer("window", minimum=1),
        max_output=reader.integer("max-output", minimum=1),
        reasoning_budget=reader.integer("reasoning-budget", minimum=0),
        prompts=reader.path("prompts"),
        judge=judge,
        judge_args=reader.json_object("judge-args") if reader.text("judge-args") is not None else model_args,
        judge_api_base=reader.text("judge-api-base") or api_base,
        judge_prompt=reader.path("judge-prompt"),
        overlength=reader.choice("overlength"),
        order=reader.choice("order") or "suite",
        epochs=reader.integer("epochs", minimum=1, maximum=MOST_EPOCHS) or 1,
        fidelity=reader.choice("fidelity") or "paper",
        concurrency=reader.integer("concurrency", minimum=1),
        timeout=reader.number("timeout", minimum=0.001) or DEFAULT_TIMEOUT_S,
        reports=reports_folder(config),
        run=reader.run_name(),
        pass_score=reader.number("pass-score", minimum=0.0, maximum=100.0),
        rpm=reader.integer("rpm", minimum=1),
        tpm=reader.integer("tpm", minimum=1),
        max_cost=reader.number("max-cost", minimum=0.0),
        estimate=reader.switch("estimate"),
        baseline=reader.baseline(),
        gate=reader.gate(),
        gate_early=reader.switch("gate-early"),
        fresh=reader.switch("fresh"),
        rejudge=reader.switch("rejudge"),
        model_overrides=_model_overrides(config),
    )


class _Reader:
    """Looks an option up on the command line, then in the ini file, and checks its form."""

    def __init__(self, config: pytest.Config) -> None:
        from pytest_lcbench.models.redaction import looks_secret  # noqa: PLC0415 - kept out of the inert import

        self._config = config
        self._looks_secret = looks_secret

    def _raw(self, name: str) -> tuple[Any, bool]:
        """Return the value and whether it was typed (an ini path is relative to the ini file, a typed one to the cwd)."""
        spec = _BY_NAME[name]
        typed = getattr(self._config.option, spec.dest, None)
        if typed is not None:
            return typed, True
        return self._config.getini(spec.dest) or None, False

    def text(self, name: str) -> str | None:
        value, _ = self._raw(name)
        if value is None:
            return None
        text = str(value).strip()
        if not text:
            raise pytest.UsageError(f"{_BY_NAME[name].flag}: empty value")
        self.refuse_secret(name, text)
        return text

    def refuse_secret(self, name: str, text: str) -> None:
        """Refuse a value that holds a key: it would be shown, and written into reports."""
        found = self._looks_secret(text, os.environ)
        if found is not None:
            whose = f"the value of {found}" if found in os.environ else found
            raise pytest.UsageError(f"{_BY_NAME[name].flag}: holds {whose}: keys are read from the environment only")

    def choice(self, name: str) -> str | None:
        text = self.text(name)
        choices = _BY_NAME[name].choices
        if text is not None and text not in choices:
            raise pytest.UsageError(f"{_BY_NAME[name].flag}={_shown(text)}: choose one of {', '.join(choices)}")
        return text

    def switch(self, name: str) -> bool:
        text = (self.text(name) or "false").lower()
        if text not in SWITCHES:
            raise pytest.UsageError(f"{_BY_NAME[name].dest}={_shown(text)}: say true or false")
        return SWITCHES[text]

    def number(self, name: str, *, minimum: float | None = None, maximum: float | None = None) -> float | None:
        text = self.text(name)
        if text is None:
            return None
        flag = _BY_NAME[name].flag
        try:
            value = float(text)
        except ValueError:
            raise pytest.UsageError(f"{flag}={_shown(text)}: not a number") from None
        # A NaN fails both comparisons, so they are written to be true for valid values only.
        if not ((minimum is None or value >= minimum) and (maximum is None or value <= maximum) and abs(value) < float("inf")):
            bounds = " and ".join(
                part
                for part in ("" if minimum is None else f"at least {minimum:g}", "" if maximum is None else f"at most {maximum:g}")
                if part
            )
            raise pytest.UsageError(f"{flag}={_shown(text)}: must be {bounds or 'a finite number'}")
        return value

    def integer(self, name: str, *, minimum: int | None = None, maximum: int | None = None) -> int | None:
        text = self.text(name)
        if text is None:
            return None
        flag = _BY_NAME[name].flag
        try:
            value = int(text.replace("_", "").replace(",", ""))
        except ValueError:
            raise pytest.UsageError(f"{flag}={_shown(text)}: not a whole number") from None
        if minimum is not None and value < minimum:
            raise pytest.UsageError(f"{flag}={_shown(text)}: must be at least {minimum}")
        if maximum is not None and value > maximum:
            raise pytest.UsageError(f"{flag}={_shown(text)}: must be at most {maximum}")
        return value

    def shard(self) -> tuple[int, int] | None:
        text = self.text("shard")
        if text is None:
            return None
        index, slash, count = (part.strip() for part in text.partition("/"))
        if not (slash and all(part.isascii() and part.isdigit() and len(part) < 7 for part in (index, count))):  # noqa: PLR2004
            raise pytest.UsageError(f"--lcbench-shard={_shown(text)}: say which part of how many, such as 2/4")
        if not 1 <= int(index) <= int(count):
            raise pytest.UsageError(f"--lcbench-shard={_shown(text)}: the first number must be 1 to the second")
        return None if int(count) == 1 else (int(index), int(count))

    def path(self, name: str) -> Path | None:
        value, typed = self._raw(name)
        if value is None:
            return None
        self.refuse_secret(name, str(value))
        return self._resolve(str(value), typed=typed)

    def _resolve(self, value: str, *, typed: bool) -> Path:
        # Workers run elsewhere than the controller was started, so a typed path is made absolute where the user stood.
        base = self._config.invocation_params.dir if typed or self._config.inipath is None else self._config.inipath.parent
        return (base / Path(value).expanduser()).resolve()

    def json_object(self, name: str) -> dict[str, Any]:
        text = self.text(name)
        if text is None:
            return {}
        flag = _BY_NAME[name].flag
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            # The value may hold something secret that was put there by mistake: it is not shown.
            raise pytest.UsageError(f"{flag}: not a JSON object ({_shown(str(error))})") from None
        if not isinstance(value, dict):
            raise pytest.UsageError(f'{flag}: must be a JSON object such as {{"top_p": 0.9}}')
        return value

    def data(self, suites: tuple[str, ...]) -> dict[str, Path]:
        value, typed = self._raw("data")
        found: dict[str, Path] = {}
        for entry in value or ():
            self.refuse_secret("data", str(entry))
            name, equals, path = str(entry).partition("=")
            if not equals or name not in suites:
                if equals and not typed and not self._resolve(str(entry), typed=False).exists():
                    continue  # the project's setting for a suite that is not run this time
                if equals and not self._resolve(str(entry), typed=typed).exists():
                    raise pytest.UsageError(
                        f"--lcbench-data={_shown(str(entry))}: suite '{_shown(name)}' is not among the selected: {', '.join(suites)}"
                    )
                if len(suites) > 1:
                    raise pytest.UsageError(
                        f"--lcbench-data={_shown(str(entry))}: say which suite it is for, as SUITE=PATH ({', '.join(suites)})"
                    )
                name, path = suites[0], str(entry)
            if not path:
                raise pytest.UsageError(f"--lcbench-data={_shown(str(entry))}: no path after '='")
            if name in found:
                raise pytest.UsageError(f"--lcbench-data: given twice for suite '{_shown(name)}'")
            found[name] = self._resolve(path, typed=typed)
        return found

    def generated(self, name: str, suites: tuple[str, ...], data: dict[str, Path]) -> str | None:
        """Return an option of the generated cases. Typed where there are none it is a mistake; a setting of the project then rests."""
        text = self.text(name)
        if SYNTHETIC in suites and SYNTHETIC not in data:
            return text
        _, typed = self._raw(name)
        if text is None or not typed:
            return None
        flag = _BY_NAME[name].flag
        if SYNTHETIC not in suites:
            raise pytest.UsageError(f"{flag}: is for the suite {SYNTHETIC}, which is not among the selected: {', '.join(suites)}")
        raise pytest.UsageError(f"{flag}: the cases of --lcbench-data={SYNTHETIC}=PATH are read as they are; leave out one of the two")

    def run_name(self) -> str | None:
        name = self.text("run")
        if name is None:
            return None
        if not is_folder_name(name):
            raise pytest.UsageError(f"--lcbench-run={_shown(name)}: a run name becomes a folder in the reports folder: {FOLDER_NAMES}")
        shard = shard_of(name)
        if shard is not None and self.shard() is None:
            whole, index, count = shard
            raise pytest.UsageError(
                f"--lcbench-run={_shown(name)}: is what a shard's run is called; give --lcbench-run={_shown(whole)} "
                f"--lcbench-shard={index}/{count}, or another name"
            )
        return name

    def baseline(self) -> str | None:
        """Return a run's id as it is, a path made absolute."""
        value, typed = self._raw("baseline")
        name = self.text("baseline")
        if name is None or is_folder_name(name):
            return name
        return str(self._resolve(str(value).strip(), typed=typed))

    def gate(self) -> str | None:
        """Return a gate's policy: expressions as they are, a file's path made absolute."""
        value, typed = self._raw("gate")
        source = self.text("gate")
        if source is None or is_inline_policy(source):
            return source
        if source == PYPROJECT:
            return str(self._config.rootpath / "pyproject.toml")
        return str(self._resolve(str(value).strip(), typed=typed))


def _model_overrides(config: pytest.Config) -> dict[str, dict[str, object]]:
    """Return ``[tool.lcbench.models."NAME"]`` tables of the project's pyproject.toml."""
    path = config.rootpath / "pyproject.toml"
    if not path.is_file():
        return {}
    import tomllib  # noqa: PLC0415 - a project that does not use the plugin does not pay for it

    try:
        table = tomllib.loads(path.read_text(encoding="utf-8")).get("tool", {}).get("lcbench", {}).get("models", {})
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise pytest.UsageError(f"{path.name}: cannot be read: {_shown(str(error))}") from None
    if not isinstance(table, dict) or not all(isinstance(value, dict) for value in table.values()):
        raise pytest.UsageError(f'{path.name}: [tool.lcbench.models] must hold tables such as [tool.lcbench.models."my-model"]')
    return table


def _shown(text: str) -> str:
    from pytest_lcbench.untrusted import one_line  # noqa: PLC0415 - kept out of the inert import

    return one_line(text, 120)
