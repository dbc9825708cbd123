"""Whether two runs were made alike: what stands between them, one setting at a time, in words that a refusal can use.

Merging shards asks for all of it, a comparison of two models leaves the model out (``ignoring=OF_THE_MODEL``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pytest_lcbench.statistics.run_info import RunInfo
from pytest_lcbench.untrusted import one_line

UNKNOWN = "unknown"
NONE = "none"
_SHOWN = 80
_HASH_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Difference:
    """A setting in which two runs differ. ``str()`` is one printable line.

    Args:
        field: its name, one of :data:`FIELDS`.
        what: the same in words, e.g. ``judge prompt``.
        first: the first run's value, printable and short.
        second: the second run's.

    """

    field: str
    what: str
    first: str
    second: str

    def __str__(self) -> str:
        """Return ``what: first, second`` for a message."""
        return f"{self.what}: {self.first} and {self.second}"


def differences(first: RunInfo, second: RunInfo, *, ignoring: Iterable[str] = ()) -> list[Difference]:
    """Return in what *first* and *second* differ, in the order of :data:`FIELDS`; empty when they were made alike.

    What one run knows and the other does not (an imported run does not know its prompts) is a difference: it is shown as
    ``unknown``. Names of suites are compared as a set; the data of those that both have by fingerprint.

    Args:
        first: a run's settings.
        second: another's.
        ignoring: names out of :data:`FIELDS` that may differ. Raises ``ValueError`` for another name, which would ignore nothing.

    """
    left_out = frozenset(ignoring)
    if not left_out <= _SHOW.keys():
        raise ValueError(f"no such settings: {', '.join(sorted(left_out - _SHOW.keys()))}; there are {', '.join(FIELDS)}")
    found = []
    for field, (what, value, show) in _SHOW.items():
        if field in left_out:
            continue
        one, other = value(first, second), value(second, first)
        if one != other:
            found.append(Difference(field, what, show(one), show(other)))
    return found


def _of_both(run: RunInfo, other: RunInfo) -> tuple[tuple[str, str], ...]:
    """Return name and fingerprint of the suites of *run* whose data is another in *other*."""
    theirs = {suite.name: suite.fingerprint for suite in other.suites}
    return tuple(
        sorted(
            (suite.name, suite.fingerprint) for suite in run.suites if theirs.get(suite.name, suite.fingerprint) != suite.fingerprint
        )
    )


_Value = Callable[[RunInfo, RunInfo], object]
"""Of a run beside another."""
_Show = Callable[[object], str]


def _text(value: object) -> str:
    return one_line(str(value), _SHOWN) if value not in ("", None) else UNKNOWN


def _or_none(value: object) -> str:
    return NONE if value is None else _text(value)


def _hash(value: object) -> str:
    return _text(value)[:_HASH_SHOWN] if value else UNKNOWN


def _server(value: object) -> str:
    return "the provider's own" if value is None else _hash(value)


def _tokens(value: object) -> str:
    return f"{value:,} tokens" if isinstance(value, int) else UNKNOWN


def _limit(value: object) -> str:
    return f"{value:,} tokens" if isinstance(value, int) else "the suite's own"


def _budget(value: object) -> str:
    return f"{value:,} tokens" if isinstance(value, int) else NONE


def _names(value: object) -> str:
    names = value if isinstance(value, tuple) else ()
    return one_line(", ".join(str(name) for name in names), _SHOWN) or NONE


def _data(value: object) -> str:
    pairs = value if isinstance(value, tuple) else ()
    return ", ".join(f"{one_line(name, 40)} {_hash(fingerprint)}" for name, fingerprint in pairs) or NONE


_SHOW: Mapping[str, tuple[str, _Value, _Show]] = MappingProxyType(
    {
        "suites": ("suites", lambda run, _: tuple(sorted({suite.name for suite in run.suites})), _names),
        "data": ("question file", _of_both, _data),
        "model": ("model", lambda run, _: run.model, _text),
        "route": ("what is called for the model", lambda run, _: run.route, _text),
        "server": ("server of the model", lambda run, _: run.server, _server),
        "encoding": ("encoding that tokens are counted with", lambda run, _: run.encoding, _text),
        "arguments": ("model arguments", lambda run, _: run.arguments, _text),
        "window": ("window", lambda run, _: run.window, _tokens),
        "overlength": ("overlength policy", lambda run, _: run.overlength, _text),
        "order": ("document order", lambda run, _: run.order, _text),
        "fidelity": ("fidelity", lambda run, _: run.fidelity, _text),
        "seed": ("seed", lambda run, _: run.seed, _text),
        "arm": ("arm", lambda run, _: run.arm, _text),
        "prompting": ("prompting", lambda run, _: run.prompting, _text),
        "epochs": ("epochs", lambda run, _: run.epochs, _text),
        "prompts": ("wording of the prompts", lambda run, _: run.prompts_hash, _hash),
        "max_output": ("limit of the answer", lambda run, _: run.max_output, _limit),
        "reasoning_budget": ("reasoning budget", lambda run, _: run.reasoning_budget, _budget),
        "judge": ("judge", lambda run, _: run.judge, _or_none),
        "judge_server": ("server of the judge", lambda run, _: run.judge_server, _server),
        "judge_prompt": ("wording of the judge prompt", lambda run, _: run.judge_prompt_hash, _hash),
        "judge_arguments": ("judge arguments", lambda run, _: run.judge_arguments, _text),
        "version": ("version of pytest-lcbench", lambda run, _: run.version, _text),
    }
)

FIELDS: tuple[str, ...] = tuple(_SHOW)
"""What is compared."""
OF_THE_MODEL = frozenset({"model", "route", "server", "encoding", "arguments", "reasoning_budget"})
"""What belongs to a model and differs between two of them by nature."""
NOT_COMPARED = frozenset(
    {
        *("run_id", "shard", "missing_shards", "selected", "gaps", "made_by", "parts"),  # which run it is, and which part
        *("judge_prompt_source", "prompts_source"),  # paths; the hashes decide
        *("window_source", "window_set", "encoding_exact"),  # where the figures come from; the figures decide
        *(
            "data_notes",
            "dropped_parameters",
            "skipped",
            "not_needed",
            "not_needed_items",
            "unfinished",
            "answered",
            "kept",
        ),  # met on the way
        "minimum_coverage",  # decides no score
    }
)
"""Fields of :class:`RunInfo` that stand for no setting of their own."""
