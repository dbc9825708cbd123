"""Names of cases in a test run, the words they are selected by, and a sample that keeps a suite's proportions."""

from __future__ import annotations

import hashlib
import keyword
import re
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites.case import Case

_ID_LENGTH = 8
"""Characters of a case id in its item name, unless two names would be the same."""
_FOREIGN = re.compile(r"[^A-Za-z0-9_.+-]")
_NO_WORD = re.compile(r"[^0-9A-Za-z_]")
# Marks that pytest and its plugins act upon: a task called "skip" must not skip its cases.
_ACTED_UPON = frozenset(
    {
        "asyncio",
        "anyio",
        "filterwarnings",
        "flaky",
        "lcbench",
        "parametrize",
        "skip",
        "skipif",
        "timeout",
        "trylast",
        "tryfirst",
        "usefixtures",
        "xdist_group",
        "xfail",
    }
)


def item_ids(cases: Sequence[Case]) -> list[str]:
    """Return one name per case, e.g. ``citation_chain-set3-en-paper-835a4005``, in the same order.

    Subtask, length set, language, domain (left out where it only repeats the task), difficulty if any, and the first eight
    characters of the case id; more of it where two names would be the same. Only letters, digits and ``_ . + -``. Give it the whole
    suite: names then do not depend on which cases are run.
    """
    heads = [_head(case) for case in cases]
    ids = [_safe_id(case.id) for case in cases]
    groups: dict[str, list[int]] = defaultdict(list)
    for place, (head, safe) in enumerate(zip(heads, ids, strict=True)):
        groups[f"{head}-{_short(safe)}"].append(place)
    names = [""] * len(cases)
    for name, places in groups.items():
        if len(places) == 1:
            names[places[0]] = name
            continue
        length = _telling_length([ids[place] for place in places])
        for place in places:
            names[place] = f"{heads[place]}-{ids[place][:length]}"
    return _numbered(names)


def marker_names(case: Case) -> tuple[str, ...]:
    """Return the words by which ``-m`` selects *case*: subtask, task, length set, language, domain, difficulty and suite.

    Each is a valid identifier and none is a mark that pytest or a plugin acts upon (those get a ``_`` behind).
    """
    words = (case.subtask, case.task, case.length_set, case.language, case.domain, case.difficulty, case.suite)
    return tuple(dict.fromkeys(_word(word) for word in words if word))


def select_sample(cases: Sequence[Case], n: int, seed: int) -> list[Case]:
    """Return *n* of *cases* in their order, from each subtask and length set in proportion (largest remainder).

    Which ones depends on *seed* and the case ids alone, so every machine and every worker draws the same. All of them when there
    are no more than *n*. Raises ``SettingsError`` when *n* is below 1.
    """
    if n < 1:
        raise SettingsError(f"a sample of {n} cases cannot be run: --lcbench-sample takes a number from 1")
    if n >= len(cases):
        return list(cases)
    strata: dict[tuple[str, str], list[int]] = defaultdict(list)
    for place, case in enumerate(cases):
        strata[case.subtask, case.length_set].append(place)
    quota = {stratum: Fraction(n * len(places), len(cases)) for stratum, places in strata.items()}
    share = {stratum: int(part) for stratum, part in quota.items()}
    # Equal remainders are common (many strata of one size): the seed breaks them, or the first ones would always win.
    by_remainder = sorted(strata, key=lambda stratum: (share[stratum] - quota[stratum], _draw(seed, *stratum)))
    for stratum in by_remainder[: n - sum(share.values())]:
        share[stratum] += 1
    chosen: set[int] = set()
    for stratum, places in strata.items():
        drawn = sorted(places, key=lambda place: (_draw(seed, cases[place].suite, cases[place].id), place))
        chosen.update(drawn[: share[stratum]])
    return [case for place, case in enumerate(cases) if place in chosen]


def select_shard(cases: Sequence[Case], index: int, count: int, seed: int) -> list[Case]:
    """Return part *index* (from 1) of *count* of *cases*, in their order.

    The parts are disjoint and together whole; their sizes differ by at most one case, and so do their cases of any suite, subtask and
    length set. Which cases go together depends on *seed*, the ids and the selection alone, so every machine divides alike. Raises
    ``SettingsError`` when there is no such part, or fewer cases than parts.
    """
    if not 1 <= index <= count:
        raise SettingsError(f"shard {index}/{count}: there are shards 1 to {max(count, 1)}")
    if count > len(cases):
        raise SettingsError(f"shard {index}/{count}: {len(cases)} cases are selected, which make at most {len(cases)} shards")

    def place(number: int) -> tuple[str, str, str, bytes, int]:
        case = cases[number]
        return case.suite, case.subtask, case.length_set, _draw(seed, "shard", case.suite, case.id), number

    # Dealt like cards, one stratum after the other.
    dealt = sorted(range(len(cases)), key=place)
    mine = set(dealt[index - 1 :: count])
    return [case for number, case in enumerate(cases) if number in mine]


def selection_hash(cases: Sequence[Case]) -> str:
    """Return a hash of which cases are selected, whatever their order."""
    names = sorted(f"{case.suite}\0{case.id}" for case in cases)
    return hashlib.sha256("\n".join(names).encode("utf-8", "surrogatepass")).hexdigest()


def _draw(seed: int, *parts: str) -> bytes:
    return hashlib.sha256("\0".join((str(seed), *parts)).encode("utf-8", "surrogatepass")).digest()


def _head(case: Case) -> str:
    domain = "" if case.domain == case.task else case.domain
    words = (case.subtask, case.length_set, case.language, domain, case.difficulty)
    return "-".join(_FOREIGN.sub("_", word) for word in words if word)


def _safe_id(case_id: str) -> str:
    """Return *case_id* where it is ASCII of the allowed kind, else a digest: the letters lost might be all that told two apart."""
    if case_id and not _FOREIGN.search(case_id):
        return case_id
    return hashlib.sha256(case_id.encode("utf-8", "surrogatepass")).hexdigest()


def _short(safe_id: str) -> str:
    head = safe_id[:_ID_LENGTH]
    return head.rstrip("-.+") or head


def _telling_length(ids: list[str]) -> int:
    """Return how many characters tell *ids* apart: one more than any two have in common, as neighbours in sorted order show."""
    ordered = sorted(ids)
    longest = max(map(len, ids))
    common = max((_common(left, right) for left, right in pairwise(ordered)), default=0)
    return min(longest, max(_ID_LENGTH, common + 1))


def _common(left: str, right: str) -> int:
    for place, (one, other) in enumerate(zip(left, right, strict=False)):
        if one != other:
            return place
    return min(len(left), len(right))


def _numbered(names: list[str]) -> list[str]:
    """Return *names* with ``.2``, ``.3`` … behind those that still occur again."""
    taken = set(names)
    seen: set[str] = set()
    result = []
    for name in names:
        number, unique = 1, name
        while unique in seen or (number > 1 and unique in taken):
            number += 1
            unique = f"{name}.{number}"
        seen.add(unique)
        result.append(unique)
    return result


def _word(word: str) -> str:
    safe = _NO_WORD.sub("_", word)
    if safe[0].isdigit():
        safe = "_" + safe
    if safe in _ACTED_UPON or keyword.iskeyword(safe):
        safe += "_"
    return safe
