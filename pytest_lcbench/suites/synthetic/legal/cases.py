"""The cases: which judgments are shown, what is asked of them, and the answer, computed from the facts."""

from __future__ import annotations

import datetime as dt
import json
import math
from collections.abc import Callable, Sequence
from typing import Any

from pytest_lcbench.suites.case import AnswerKind
from pytest_lcbench.suites.synthetic.drafts import DocumentPlan, Draft
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.legal.facts import Lawsuit
from pytest_lcbench.suites.synthetic.legal.grammar import expand
from pytest_lcbench.suites.synthetic.legal.picking import Picker, close
from pytest_lcbench.suites.synthetic.legal.rendering import court_of, long_day
from pytest_lcbench.suites.synthetic.legal.sizes import plan_sizes
from pytest_lcbench.suites.synthetic.legal.wording import wording

SUBTASKS = ("spotlight_locating", "sequential_enumeration", "range_awareness", "case_classification", "link_the_links", "solitaire")
_ORDERS = 40  # orders tried for one that gives nothing away
_MOST_UP, _MOST_DOWN = 0.6, 0.75  # of those ranked, that may be shown in their order, and in the opposite one
_FEW = 3
_MONEY_FACTS = ("cause", "award")
_WHOLE = 100  # per cent
_TENS = 10  # amounts of orders are multiples of it


class Drafter:
    """Drafts one case.

    Args:
        world: whose lawsuits.
        subtask: one of :data:`SUBTASKS`.
        language: ``en`` or ``zh``.
        tokens: of all documents.
        draw: decides.

    """

    def __init__(self, world: int, subtask: str, language: str, tokens: int, draw: Draw) -> None:
        self.subtask, self.language, self.draw = subtask, language, draw
        self.picker = Picker(world, language, draw)
        self.words = wording(language)
        # Each given cause belongs to one judgment, so there are no more judgments than causes.
        most = len(self.picker.causes) - 1 if subtask == "solitaire" else 60
        self.sizes = plan_sizes(tokens, draw, most=most)
        self.count = len(self.sizes)

    def draft(self) -> Draft:
        """Return the case. Raises ``SettingsError`` when the world has no such case."""
        makers: dict[str, Callable[[], Draft]] = {
            "spotlight_locating": self._spotlight,
            "sequential_enumeration": self._sequence,
            "range_awareness": self._range,
            "case_classification": self._groups,
            "link_the_links": self._links,
            "solitaire": self._solitaire,
        }
        return makers[self.subtask]()

    # What every subtask needs.

    def _say(self, name: str, **slots: str) -> str:
        return expand(self.words[name], slots, self.draw)

    def _title(self, at: int) -> str:
        return f"判决文书{at + 1}" if self.language == "zh" else f"Judgment {at + 1}"

    def _name(self, at: int) -> str:
        return f"《{self._title(at)}》" if self.language == "zh" else self._title(at)

    def _money(self, amount: int) -> str:
        return f"{amount:,}"

    def _draft(
        self,
        suits: Sequence[Lawsuit],
        facts: Sequence[tuple[str, ...]],
        question: str,
        gold: Any,
        kind: AnswerKind,
        *,
        opened: bool = False,
        value: bool = False,
        hard: bool = True,
    ) -> Draft:
        documents = tuple(
            DocumentPlan(suit.key + ("-open" if opened else ""), size, self._title(at), tuple(facts[at]))
            for at, (suit, size) in enumerate(zip(suits, self.sizes, strict=True))
        )
        return Draft(
            subtask=self.subtask,
            language=self.language,
            domain="legal",
            question=question,
            instruction=self._say("value instruction" if value else "instruction"),
            gold=gold,
            answer_kind=kind,
            documents=documents,
            difficulty="hard" if hard else "easy",
        )

    def _keys(self, *kinds: str) -> list[str]:
        return [cause.key for cause in self.picker.kinds(*kinds)]

    def _rivals(self, cause: str, keys: Sequence[str], count: int, wanted: Callable[[Lawsuit], bool] | None = None) -> list[Lawsuit]:
        """Take *count* lawsuits of other causes, most of which somebody takes for *cause*."""
        others = [key for key in keys if key != cause]
        near = [key for key in others if cause in self.picker.causes[key].near]
        rivals = []
        for _ in range(count):
            if near and self.draw.chance(0.65):
                rivals.append(self.picker.take(near, wanted, lambda suit: suit.near.key == cause))
            else:
                rivals.append(self.picker.take(others, wanted))
        return rivals

    # One subtask each.

    def _spotlight(self) -> Draft:
        way = self.draw.pick(("cause", "cause", "amount", "value amount", "value date", "value court"))
        if way == "cause":
            cause = self.draw.pick(
                [
                    cause
                    for cause in self.picker.causes.values()
                    if any(cause.key in other.near for other in self.picker.causes.values())
                ]
            )
            target = self.picker.take([cause.key])
            suits = [target, *self._rivals(cause.key, list(self.picker.causes), self.count - 1)]
            question = self._say("cause", label=cause.label)
            key = "cause"
        else:
            keys = self._keys("civil")
            target = self.picker.take(keys, paid)
            suits = [target]
            for _ in range(self.count - 1):
                suits.append(
                    self.picker.take(
                        keys if self.draw.chance(0.8) else list(self.picker.causes),
                        lambda suit: (
                            apart(suit.item, target.item) and court_of(suit) != court_of(target) and not states(suit, target.award)
                        ),
                    )
                )
            key = {"amount": "award", "value amount": "award", "value date": "date", "value court": "court"}[way]
            question = self._say(
                way,
                amount=_rounded(target.award, 10_000 if self.language == "zh" else 1_000),
                item=target.item,
                judge=target.judges[0],
                P=target.claimant.short,
                D=target.defendant.short,
            )
        suits = self.draw.shuffled(suits)
        at = suits.index(target)
        facts = [(key,) if suit is target else () for suit in suits]
        if way in ("cause", "amount"):
            return self._draft(suits, facts, question, self._name(at), AnswerKind.NAMES, hard=way == "cause")
        answer = {
            "value amount": str(target.award),
            "value date": long_day(target.decided, self.language),
            "value court": court_of(target),
        }[way]
        return self._draft(suits, facts, question, answer, AnswerKind.VALUE, value=True, hard=False)

    def _sequence(self) -> Draft:
        count = self.count
        way = self.draw.pick(("amount", "amount", "date", "term"))
        held = min(count, max(2, round(count * (0.25 + 0.3 * self.draw.share()))))
        options = self.picker.kinds("criminal" if way == "term" else "civil")
        cause = self.draw.pick([cause for cause in options if any(cause.key in other.near for other in options)])
        facts = ("cause", {"amount": "award", "date": "date", "term": "months"}[way])
        wanted = paid if way == "amount" else None
        listed = [self.picker.take([cause.key], wanted) for _ in range(held)]
        others = self._rivals(cause.key, [option.key for option in options], count - held, wanted)
        measure: dict[str, Callable[[Lawsuit], int]] = {
            "amount": lambda suit: suit.award,
            "date": lambda suit: suit.decided.toordinal(),
            "term": lambda suit: suit.months,
        }
        falling = self.draw.chance(0.5)
        order = ("late" if falling else "early") if way == "date" else "down" if falling else "up"
        ranked = sorted(listed, key=measure[way], reverse=falling)
        suits = self._against([*listed, *others], ranked)
        gold = [self._name(suits.index(suit)) for suit in ranked]
        question = self._say(f"sequence {way}", label=cause.label, order=self.words[order])
        return self._draft(suits, [facts] * count, question, gold, AnswerKind.ORDERED)

    def _against(self, suits: Sequence[Lawsuit], ranked: Sequence[Lawsuit]) -> list[Lawsuit]:
        """Return *suits* in an order in which *ranked* are shown neither nearly as ranked nor nearly the other way round."""
        most_up, most_down = math.ceil(_MOST_UP * len(ranked)), math.ceil(_MOST_DOWN * len(ranked))
        for _ in range(_ORDERS):
            order = self.draw.shuffled(suits)
            places = [order.index(suit) for suit in ranked]
            # Of two or three an order that gives nothing away does not exist: any will do.
            if len(ranked) <= _FEW or (_longest_rise(places) <= most_up and _longest_rise(places[::-1]) <= most_down):
                break
        return order

    def _range(self) -> Draft:
        way = self.draw.pick(("amount", "date", "cause"))
        count = self.count
        held = max(1, round(count * (0.15 + 0.2 * self.draw.share())))
        if way == "cause":
            options = list(self.picker.causes.values())
            cause = self.draw.pick([cause for cause in options if any(cause.key in other.near for other in options)])
            chosen = [self.picker.take([cause.key]) for _ in range(held)]
            suits = self.draw.shuffled([*chosen, *self._rivals(cause.key, self._keys(cause.kind), count - held)])
            question = self._say("range cause", label=cause.label)
            facts: tuple[str, ...] = ("cause",)
        elif way == "amount":
            keys = self._keys("civil")
            suits = [self.picker.take(keys, paid) for _ in range(count)]
            over = self.draw.chance(0.6)
            ranked = sorted(suits, key=lambda suit: suit.award, reverse=over)
            chosen = ranked[:held]
            limit = _round_between(ranked[held - 1].award, ranked[held].award)
            question = self._say("range amount", side=self.words["above" if over else "under"], amount=self._money(limit))
            facts = ("award",)
        else:
            suits = [self.picker.take(list(self.picker.causes)) for _ in range(count)]
            ranked = sorted(suits, key=lambda suit: suit.decided)
            first = self.draw.below(count - held + 1)
            chosen = ranked[first : first + held]
            low = ranked[first - 1].decided if first else chosen[0].decided - dt.timedelta(days=200)
            high = ranked[first + held].decided if first + held < count else chosen[-1].decided + dt.timedelta(days=200)
            begin = chosen[0].decided - (chosen[0].decided - low) // 3
            end = chosen[-1].decided + (high - chosen[-1].decided) // 3
            question = self._say("range date", first=long_day(begin, self.language), last=long_day(end, self.language))
            facts = ("date",)
        gold = [self._name(at) for at, suit in enumerate(suits) if suit in chosen]
        return self._draft(suits, [facts] * count, question, gold, AnswerKind.NAMES)

    def _labels(self, most: int) -> list[str]:
        """Return up to *most* cause keys, drawn so that neighbours come together."""
        keys = [self.draw.pick(list(self.picker.causes))]
        while len(keys) < most:
            beside = [near for key in keys for near in self.picker.causes[key].near if near not in keys]
            free = [key for key in self.picker.causes if key not in keys]
            if not free:
                break
            keys.append(self.draw.pick(beside) if beside and self.draw.chance(0.75) else self.draw.pick(free))
        return keys

    def _groups(self) -> Draft:
        count = self.count
        offered = self._labels(self.draw.between(3, 5 if count < 9 else 8))  # noqa: PLR2004 - more judgments, more kinds
        empty = self.draw.chance(0.4)
        used = offered[:-1] if empty else offered
        weights = [self.draw.pick((1, 1, 2, 4)) for _ in used]
        drawn: list[str] = list(used[:count])
        spread = [key for key, weight in zip(used, weights, strict=True) for _ in range(weight)]
        while len(drawn) < count:
            drawn.append(self.draw.pick(spread))
        suits = [self.picker.take([key], None, lambda suit: suit.near.key in offered) for key in self.draw.shuffled(drawn)]
        shown = self.draw.shuffled(offered)
        labels = [self.picker.causes[key].label for key in shown]
        gold: dict[str, list[str]] = {label: [] for label in labels}
        for at, suit in enumerate(suits):
            gold[suit.cause.label].append(self._name(at))
        quoted = "、".join(f"‘{label}’" for label in labels) if self.language == "zh" else ", ".join(f"'{label}'" for label in labels)
        letters = [self._name(0).replace("1", letter) for letter in "ab"]
        example = json.dumps(dict.fromkeys(labels, letters), ensure_ascii=False)
        return self._draft(suits, [("cause",)] * count, self._say("groups", labels=quoted, example=example), gold, AnswerKind.GROUPS)

    def _links(self) -> Draft:
        count = self.count
        suits: list[Lawsuit] = []
        single = self.draw.chance(0.5)
        for at in range(count):
            if at == 0 and count > 2 and single:  # noqa: PLR2004 - two judgments keep their figures
                suits.append(self.picker.take(self._keys("civil"), lambda suit: suit.outcome == "dismissed"))
            elif at == 1 and count > 3 and self.draw.chance(0.5):  # noqa: PLR2004 - as above
                suits.append(self.picker.take(self._keys("administrative"), lambda suit: suit.outcome == "allowed"))
            elif self.draw.chance(0.12):
                suits.append(self.picker.take(self._keys("criminal"), lambda suit: not states(suit, suit.award)))
            else:
                suits.append(self.picker.take(self._keys("civil"), lambda suit: paid(suit) and not states(suit, suit.award)))
        suits = self.draw.shuffled(suits)
        verdicts = [(self._verdict(suit), at) for at, suit in enumerate(suits)]
        amounts = [suit.award for suit in suits]
        forms: dict[str, list[Lawsuit]] = {}
        for suit in suits:
            if suit.award and suit.cause.kind in ("civil", "criminal"):
                forms.setdefault(self._form(suit), []).append(suit)
        # At least one for every form of order that is due, so that no form tells its judgment; then some more.
        models = [self.draw.pick(alike) for alike in forms.values()]
        summed = [suit for alike in forms.values() for suit in alike]
        models += [self.draw.pick(summed) for _ in range(self.draw.below(1 + count // 3))]
        for suit in models:
            amount = self._wrong(suit, amounts)
            amounts.append(amount)
            verdicts.append((self._say(self._form(suit), amount=self._money(amount)), -1))
        verdicts = self.draw.shuffled(verdicts)
        label = "判决结果{}" if self.language == "zh" else "Verdict {}"
        offered = {label.format(place + 1): text for place, (text, _) in enumerate(verdicts)}
        owner = {at: label.format(place + 1) for place, (_, at) in enumerate(verdicts)}
        gold = {self._name(at): owner[at] for at in range(count)}
        example = json.dumps(
            {self._name(0).replace("1", "a"): label.format("x"), self._name(0).replace("1", "b"): label.format("y")}, ensure_ascii=False
        )
        facts = [
            ("outcome",)
            if suit.outcome == "dismissed" or suit.cause.kind in ("administrative", "execution")
            else tuple(f"head.{at}" for at in range(len(suit.heads)) if suit.heads[at].allowed)
            + (("share",) if suit.share < _WHOLE else ())
            + (("paid",) if suit.paid else ())
            for suit in suits
        ]
        question = self._say("links", verdicts=json.dumps(offered, ensure_ascii=False), example=example)
        return self._draft(suits, facts, question, gold, AnswerKind.PAIRS, opened=True)

    def _verdict(self, suit: Lawsuit) -> str:
        if suit.cause.kind == "administrative":
            return self._say("verdict quashed")
        if suit.outcome == "dismissed":
            return self._say("verdict dismissed")
        return self._say(self._form(suit), amount=self._money(suit.award))

    def _form(self, suit: Lawsuit) -> str:
        """Return the name of the template of an order to pay."""
        kind = "criminal" if suit.cause.kind == "criminal" else suit.instance
        return {"criminal": "verdict criminal", "appeal": "verdict appeal", "first": "verdict"}[kind]

    def _wrong(self, suit: Lawsuit, amounts: Sequence[int]) -> int:
        """Return an amount unlike *amounts* that is taken for the award of *suit*: if possible what leaving out a step gives."""
        steps = (
            suit.claimed,
            suit.allowed,
            suit.below or suit.allowed,
            suit.allowed * suit.share // _WHOLE,
            suit.award + 2 * suit.paid,
        )
        for step in self.draw.shuffled(steps):
            if step and not any(close(step, amount) for amount in amounts):
                return step
        wrong, reach = suit.award, 1.0
        while any(close(wrong, amount) for amount in amounts):
            # Further away each time, so that a free amount is found.
            reach += 0.1
            wrong = max(_TENS, int(suit.award * (0.5 + reach * self.draw.share())) // _TENS * _TENS)
        return wrong

    def _solitaire(self) -> Draft:
        keys = self._labels(self.count)
        suits = [self.picker.take([key], None, lambda suit: suit.near.key in keys) for key in keys]
        order = self._against(suits, suits)
        given = self._against(suits, order)
        gold = {suit.cause.label: self._name(order.index(suit)) for suit in given}
        labels = json.dumps(list(gold), ensure_ascii=False)
        names = [self._name(0).replace("1", letter) for letter in "ab"]
        example = json.dumps(dict(zip(list("XY"), names, strict=True)), ensure_ascii=False)
        return self._draft(
            order, [("cause",)] * self.count, self._say("solitaire", labels=labels, example=example), gold, AnswerKind.PAIRS
        )


def apart(one: str, other: str) -> bool:
    """Whether neither text holds the other."""
    return one not in other and other not in one


def paid(suit: Lawsuit) -> bool:
    """Whether the court of a civil case awards something."""
    return suit.cause.kind == "civil" and suit.award > 0


def states(suit: Lawsuit, amount: int) -> bool:
    """Whether the judgment states *amount* before its disposition."""
    told = [suit.claimed, suit.paid, suit.below]
    return amount in told or any(amount in (head.claimed, head.allowed) for head in suit.heads)


def _rounded(amount: int, unit: int) -> str:
    """Return *amount* in *unit*, a power of ten, rounded to three digits: less than the distance of two amounts in a case."""
    step = 10 ** max(len(str(amount)) - 3, 0)
    whole, rest = divmod((amount + step // 2) // step * step, unit)
    return f"{whole}.{rest:0{len(str(unit)) - 1}d}".rstrip("0").rstrip(".")


def _longest_rise(places: Sequence[int]) -> int:
    """Return the length of the longest rising subsequence."""
    runs: list[int] = []
    for at, place in enumerate(places):
        runs.append(1 + max((runs[before] for before in range(at) if places[before] < place), default=0))
    return max(runs, default=0)


def _round_between(one: int, other: int) -> int:
    """Return a figure between two, as round as it can be."""
    low, high = sorted((one, other))
    low, high = low + (high - low) // 4, high - (high - low) // 4
    for step in (1_000_000, 500_000, 100_000, 50_000, 10_000, 5_000, 1_000, 500, 100, 10):
        if low < high // step * step < high:
            return high // step * step
    return (low + high) // 2
