"""A gate's policy as text: expressions such as ``avg >= 50``, ``avg drop < 8 @ set4`` and ``error = 0.05``."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.statistics.measures import Measure, Slice
from pytest_lcbench.statistics.policy import Criterion, Floor, NonInferiority, Policy
from pytest_lcbench.statistics.slice_names import SliceNames
from pytest_lcbench.untrusted import one_line

CRITERIA = "criteria"
CASES = "cases"
SETTINGS = ("error", "minimum_coverage", "maximum_judge_failure")
"""What a policy sets beside its criteria and ``cases``."""
FORMS = "avg >= 50, perfect_rate >= 0.2 @ set3, accuracy >= 40 @ hard, avg drop < 5, avg drop < 8 @ set4"
_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?"
_CRITERION = re.compile(
    rf"(?P<measure>\w+)\s*(?:(?P<floor>>=)|(?P<drop>\s(?:drop)\s*<))\s*(?P<limit>{_NUMBER})\s*(?:@\s*(?P<slice>.*\S)\s*)?", re.ASCII
)
_SETTING = re.compile(r"(?P<name>\w+)\s*=\s*(?P<value>[^=<>]+)", re.ASCII)
_SHOWN = 120


class Cases(StrEnum):
    """Which items a gate is over. What is not among them decides nothing, and the report says how much that is."""

    CANDIDATE = "candidate"
    """Every item of the run; a sample is compared with a baseline over everything."""
    EITHER = "either"
    """Every item of either run."""
    BOTH = "both"
    """The items that stand in both runs, with points or without."""
    ANSWERED = "answered"
    """The items for which the run (and its baseline, where criteria compare) got an answer. Missing ones are left out, not filled."""

    @property
    def meant(self) -> str:
        """The items in words."""
        return {
            Cases.CANDIDATE: "this run's items",
            Cases.EITHER: "the items of either run",
            Cases.BOTH: "the items of both runs",
            Cases.ANSWERED: "the answered items",
        }[self]


@dataclass(frozen=True, slots=True)
class GatePolicy:
    """A policy as it was read: what is demanded, and over which items."""

    policy: Policy
    cases: Cases = Cases.CANDIDATE


def read_expressions(text: str, names: SliceNames) -> GatePolicy:
    """Read expressions separated by ``;`` or line breaks.

    Raises ``SettingsError`` naming the expression and what is valid.
    """
    criteria: list[str] = []
    values: dict[str, Any] = {}
    for part in re.split(r"[;\n\r]", text):
        expression = part.strip()
        setting = _SETTING.fullmatch(expression)
        if setting is not None:
            if setting["name"] in values:
                raise SettingsError(f"'{_shown(expression)}': {setting['name']} is set twice")
            values[setting["name"]] = _value(setting["value"].strip().strip("\"'"))
        elif expression:
            criteria.append(expression)
    if CRITERIA in values:
        raise SettingsError(f"'{CRITERIA}' belongs in a policy file; here its expressions stand alone, e.g. {FORMS}")
    if not criteria:
        raise SettingsError(f"demands nothing; write one or more demands, such as {FORMS}")
    return read_table({CRITERIA: criteria, **values}, names)


def read_table(table: Mapping[str, Any], names: SliceNames) -> GatePolicy:
    """Read a policy from the keys of a TOML table: ``criteria`` (a list of expressions), ``cases`` and the numbers.

    Raises ``SettingsError`` naming the key or expression and what is valid.
    """
    valid = (CRITERIA, CASES, *SETTINGS)
    for key in table:
        if key not in valid:
            raise SettingsError(f"'{_shown(str(key))}' is no setting of a gate; there are {', '.join(valid)}")
    expressions = table.get(CRITERIA, [])
    if not isinstance(expressions, list) or not all(isinstance(one, str) for one in expressions):
        raise SettingsError(f'{CRITERIA} is a list of expressions, e.g. {CRITERIA} = ["avg >= 50", "avg drop < 5"]')
    numbers = {key: _number(key, table[key]) for key in SETTINGS if key in table}
    return GatePolicy(Policy(tuple(read_criteria(expressions, names)), **numbers), _cases(table.get(CASES, Cases.CANDIDATE)))


def read_criteria(expressions: Iterable[str], names: SliceNames) -> list[Criterion]:
    """Read demands. Raises ``SettingsError``, as :func:`read_criterion`."""
    return [read_criterion(one, names) for one in expressions]


def read_criterion(expression: str, names: SliceNames) -> Criterion:
    """Read one demand.

    Raises ``SettingsError`` for what is none, for a measure, limit or slice that is not there.
    """
    found = _CRITERION.fullmatch(expression.strip())
    if found is None:
        raise SettingsError(f"'{_shown(expression)}' is no demand of a gate; such are {FORMS}")
    if found["measure"] not in {measure.value for measure in Measure}:
        measures = ", ".join(measure.value for measure in Measure)
        raise SettingsError(f"'{_shown(expression)}': no measure '{_shown(found['measure'])}'; there are {measures}")
    measure = Measure(found["measure"])
    try:
        some = Slice() if found["slice"] is None else names.read(found["slice"])
        limit = float(found["limit"])
        return Floor(measure, limit, some) if found["floor"] else NonInferiority(measure, limit, some)
    except SettingsError as error:
        raise SettingsError(f"'{_shown(expression)}': {error}") from None


def policy_text(read: GatePolicy) -> str:
    """Return the policy as expressions; :func:`read_expressions` makes the same of them."""
    policy = read.policy
    parts = [_criterion_text(one) for one in policy.criteria]
    parts += [f"{name} = {getattr(policy, name)!r}" for name in SETTINGS]
    return "; ".join([*parts, f"{CASES} = {read.cases}"])


def _criterion_text(one: Criterion) -> str:
    limit, words = (one.at_least, ">=") if isinstance(one, Floor) else (one.margin, "drop <")
    where = " & ".join(f"{name}={label}" for name, label in one.slice.where)
    return f"{one.measure.value} {words} {limit!r}{' @ ' + where if where else ''}"


def _value(text: str) -> float | str:
    """Return what an expression sets: a number where it is one."""
    try:
        return float(text)
    except ValueError:
        return text


def _number(key: str, value: Any) -> float:
    try:
        number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
    except OverflowError:
        number = math.nan
    if math.isnan(number):
        # A text of a file that looks like a number is shown as the text that it is.
        shown = f'"{_shown(value)}"' if isinstance(value, str) and isinstance(_value(value), float) else _shown(str(value))
        raise SettingsError(f"{key} = {shown}: not a number; e.g. error = 0.05, minimum_coverage = 0.98")
    return number


def _cases(value: Any) -> Cases:
    if not isinstance(value, str) or value not in set(Cases):
        raise SettingsError(f"{CASES} = {_shown(str(value))}: say one of {', '.join(Cases)}")
    return Cases(value)


def _shown(text: str) -> str:
    return one_line(text, _SHOWN)
