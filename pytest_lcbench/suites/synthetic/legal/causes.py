"""Causes of action: what tells each from its neighbours, as data in one small notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

_FOILS = {
    ("en", "civil"): ("Breach of confidence", "Guarantee", "Defamation", "Salvage", "Commission on an agency"),
    ("en", "criminal"): ("Receiving", "Forgery", "Blackmail"),
    ("en", "administrative"): ("Revocation of a licence", "Closure of premises", "Public assessment"),
    ("zh", "civil"): ("保证合同纠纷", "居间合同纠纷", "相邻关系纠纷", "赠与合同纠纷", "合伙合同纠纷"),
    ("zh", "criminal"): ("挪用资金罪", "侵占罪", "敲诈勒索罪"),
    ("zh", "administrative"): ("行政许可", "行政裁决", "行政征收"),
    ("zh", "execution"): ("变更执行主体异议", "执行管辖异议", "债务人清偿异议"),
}
_HEAD = re.compile(r"(.+) (\d+) (\d+)(?:( judged)? by (.+))?")
_AFTER_HEAD = re.compile(r" (?:of|before|after|from|at|on|fixing|asking|in) ")


@dataclass(frozen=True, slots=True)
class Cause:
    """A cause of action, an offence, or a kind of administrative act, in one language.

    Evidence, heads and pleas are those of a pool that it shares with its neighbours, so that they tell nothing: what happened and the
    reasons of the court decide.

    Args:
        key: in document keys, of the letters a-z.
        label: as a question offers it.
        kind: ``civil``, ``criminal``, ``administrative`` or ``execution``.
        sides: what claimant and defendant are, each ``p`` (person), ``c`` (company) or ``o`` (office).
        near: keys of the causes that a hasty reader would take it for.
        objects: what the dispute is about; one is drawn.
        things: details for evidence and testimony, of the pool, that were there soon after the matter began.
        late: likewise, made for the inquiry or the lawsuit: nobody handles them before.
        heads: heads of claim (criminal: counts) of the pool, each a template with least and greatest amount, what can
            prove it, and whether it is judged in one sum, and not added up from entries.
        story: what happened, one template a step.
        tale: what happened in another lawsuit of the kind, likewise.
        claim: what a claimant makes of such matters, of the pool.
        defence: what the other side says, of the pool.
        reason: why the court sees it so and not as the neighbour does; never with the own label.
        fault: whether the loss is shared by fault.

    """

    key: str
    label: str
    kind: str
    sides: str
    near: tuple[str, ...]
    objects: tuple[str, ...]
    things: tuple[str, ...]
    late: tuple[str, ...]
    heads: tuple[tuple[str, int, int, tuple[str, ...], bool], ...]
    story: tuple[str, ...]
    tale: tuple[str, ...]
    claim: tuple[str, ...]
    defence: tuple[str, ...]
    reason: tuple[str, ...]
    fault: bool


@cache
def causes(language: str) -> dict[str, Cause]:
    """Return the causes of *language* by key."""
    # Taken apart when first asked for, so that an inert plugin pays nothing.
    if language == "zh":
        from pytest_lcbench.suites.synthetic.legal.zh_causes import CAUSES, POOLS  # noqa: PLC0415 - as above
    else:
        from pytest_lcbench.suites.synthetic.legal.en_causes import CAUSES, POOLS  # noqa: PLC0415 - as above
    pools = {}
    for block in POOLS.strip().split("\n\n"):
        name, *lines = block.split("\n")
        pools[name] = _held(lines)
    return {cause.key: cause for cause in (_cause(block, pools) for block in CAUSES.strip().split("\n\n"))}


@cache
def beside(language: str, key: str) -> tuple[str, ...]:
    """Return the keys of the causes that are taken for cause *key*, or it for them, in the catalogue's order."""
    known = causes(language)
    return tuple(other for other, cause in known.items() if other in known[key].near or key in cause.near)


def foils(language: str, kind: str) -> tuple[str, ...]:
    """Return names of further matters of a *kind* that parties speak of, and that no judgment is about."""
    return _FOILS[language, kind]


def _held(lines: list[str]) -> dict[str, list[str]]:
    """Return what *lines* say under each name."""
    held: dict[str, list[str]] = {}
    for line in lines:
        name, _, text = line.partition(": ")
        held.setdefault(name, []).append(text)
    return held


def _cause(block: str, pools: dict[str, dict[str, list[str]]]) -> Cause:
    first, *lines = block.strip().split("\n")
    key, label, kind, pool, sides, near = (part.strip() for part in first.split(";"))
    held = pools[pool] | _held(lines)
    return Cause(
        key=key,
        label=label,
        kind=kind,
        sides=sides.removesuffix("f"),
        near=tuple(near.split()),
        objects=_listed(held["objects"][0]),
        things=tuple(map(_definite, _listed(held["things"][0]))),
        late=tuple(map(_definite, _listed(held["late"][0]))),
        heads=tuple(map(_head, _listed(held["heads"][0]))),
        story=tuple(held["story"]),
        tale=tuple(held["tale"]),
        claim=tuple(held["claim"]),
        defence=tuple(held["defence"]),
        reason=tuple(held["reason"]),
        fault=sides.endswith("f"),
    )


def _head(entry: str) -> tuple[str, int, int, tuple[str, ...], bool]:
    """Take apart ``label least greatest [judged] by paper, paper``; a matter in which no sum is awarded has no papers."""
    found = _HEAD.fullmatch(entry)
    if found is None:
        raise ValueError(f"a head of claim needs a label and two amounts: {entry!r}")
    label, low, high, judged, proofs = found.groups(default="")
    return label, int(low), int(high), tuple(_definite(proof) for proof in proofs.split(", ") if proof), bool(judged)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(entry.strip() for entry in text.split(" / "))


def _definite(thing: str) -> str:
    """Return an English *thing* with its article and in the singular, so that it fits every sentence; a Chinese one as it is."""
    if not thing[0].isascii() or thing.startswith("the "):
        return thing
    if thing.startswith(("a ", "an ")):
        return "the " + thing.split(" ", 1)[1]
    head = _AFTER_HEAD.split(thing, maxsplit=1)[0]
    return ("the file of " if head.endswith("s") else "the ") + thing
