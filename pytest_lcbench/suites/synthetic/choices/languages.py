"""``new_language_translation``: a grammar, a dictionary and examples of an invented language, and a sentence to translate."""

# ruff: noqa: E501, SIM905 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.kind import Asked, SingleKind
from pytest_lcbench.suites.synthetic.choices.text import Page, Plant, compose, places, plural
from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw

# None has a plural like its singular: a question would not tell how many are meant.
_NOUNS = tuple(
    "fox river stone baker lamp child bridge goat letter net drum field boat needle wolf candle shepherd basket mirror oven bird rope well daughter "
    "ladder heron song plough hunter door bell garden cloud knife widow saddle market tree horse kettle smith cradle island blanket bee potter wheel "
    "gate thief coat miller owl hill spoon sister road apple weaver fence crow guest jar brother flute".split()
)
_VERBS = {
    "see": "saw", "find": "found", "carry": "carried", "sell": "sold", "fear": "feared", "wash": "washed", "follow": "followed", "bring": "brought", "hide": "hid", "paint": "painted",
    "break": "broke", "praise": "praised", "hear": "heard", "keep": "kept", "lose": "lost", "buy": "bought", "guard": "guarded", "leave": "left", "mend": "mended", "touch": "touched",
}  # fmt: skip
_PLURALS = {"child": "children", "wolf": "wolves", "thief": "thieves", "knife": "knives"}
_ORDERS = ("SOV", "VSO", "OVS", "SVO", "VOS")
_ORDER_WORDS = {"S": "the one who acts", "O": "the one acted upon", "V": "the verb"}
_FOCI = 3
_EXAMPLE_NOUNS = 34
_EXAMPLE_VERBS = 14


@dataclass(frozen=True, slots=True)
class _Word:
    form: str
    group: int


@dataclass(frozen=True, slots=True)
class _Language:
    name: str
    order: str
    nouns: dict[str, _Word]
    verbs: dict[str, _Word]
    plurals: tuple[str, str]
    endings: tuple[tuple[str, str], tuple[str, str]]  # by group of verbs: affirmative past, negative past
    negation: str
    negation_first: bool
    irregular: tuple[str, ...]
    style: int

    def clause(
        self, subject: str, verb: str, thing: str, *, many: bool, negative: bool, class_right: bool = True, ending_right: bool = True
    ) -> str:
        """Return a sentence in the past; *many* puts the subject in the plural."""
        noun = self.nouns[subject]
        group = 1 - noun.group if (subject in self.irregular) == class_right else noun.group
        action = self.verbs[verb]
        ending = self.endings[action.group][negative if ending_right else not negative]
        acting = action.form + ending
        if negative:
            acting = f"{self.negation} {acting}" if self.negation_first else f"{acting} {self.negation}"
        parts = {"S": noun.form + (self.plurals[group] if many else ""), "O": self.nouns[thing].form, "V": acting}
        return " ".join(parts[part] for part in self.order)


def _plural(noun: str) -> str:
    return _PLURALS.get(noun) or plural(noun)


def _english(subject: str, verb: str, thing: str, *, many: bool, negative: bool) -> str:
    acting = f"did not {verb}" if negative else _VERBS[verb]
    return f"The {_plural(subject) if many else subject} {acting} the {thing}."


@lru_cache(maxsize=64)
def _language(world: int, number: int) -> _Language:
    draw = Draw("choices", world, "languages", number)
    words: list[str] = []
    taken = set()
    while len(words) < len(_NOUNS) + len(_VERBS):
        word = names.nonce(draw, draw.between(2, 3))
        if word not in taken:
            taken.add(word)
            words.append(word)
    english = [*draw.shuffled(_NOUNS), *draw.shuffled(tuple(_VERBS))]
    all_words = {gloss: _Word(form, draw.below(2)) for gloss, form in zip(english, words, strict=True)}
    nouns = {gloss: word for gloss, word in all_words.items() if gloss in _NOUNS}
    verbs = {gloss: word for gloss, word in all_words.items() if gloss in _VERBS}
    suffixes: list[str] = []
    while len(suffixes) < 6:  # noqa: PLR2004 - two plurals, four endings
        suffix = draw.pick("aeiou") + draw.pick(("k", "m", "sh", "t", "r", "v", "lt", "ng"))
        if suffix not in suffixes:
            suffixes.append(suffix)
    focal = list(nouns)[_EXAMPLE_NOUNS:]
    irregular = draw.sample(focal, len(focal) // 2)
    return _Language(
        names.place(draw)[:-1].rstrip("aeiou") + draw.pick(("ic", "ese", "an", "ish")), draw.pick(_ORDERS), nouns, verbs, (suffixes[0], suffixes[1]),
        ((suffixes[2], suffixes[3]), (suffixes[4], suffixes[5])), names.nonce(draw, 1), draw.chance(0.5), tuple(irregular), draw.below(3),
    )  # fmt: skip


class Languages(SingleKind):
    """Handbooks of invented languages."""

    name = "languages"
    domain = "long_in_context_learning"
    sample = 96_000  # the dictionary stands in every handbook, so that a short one tells little about a long one

    def title(self, language: str, number: int) -> str:  # noqa: ARG002 - there is one language of handbooks
        """Return the handbook's title."""
        return f"A handbook of {_language(self._world, number).name}"

    def ask(self, language: str, number: int, draw: Draw) -> Asked:  # noqa: ARG002 - there is one language of handbooks
        """Ask for a translation; the traps are a noun's declension and the verb's ending under negation."""
        tongue = _language(self._world, number)
        nouns, verbs = list(tongue.nouns)[_EXAMPLE_NOUNS:], list(tongue.verbs)[_EXAMPLE_VERBS:]
        subject, thing = draw.sample(nouns, 2)
        verb, negative = draw.pick(verbs), draw.chance(0.6)
        answers = [
            tongue.clause(subject, verb, thing, many=True, negative=negative, class_right=a, ending_right=b)
            for a, b in ((True, True), (False, True), (True, False), (False, False))
        ]
        english = _english(subject, verb, thing, many=True, negative=negative)
        question = draw.pick((
            'How does one say "{text}" in {name}?', 'Which sentence is the right {name} for "{text}"?', 'Put into {name}: "{text}"',
        )).format(text=english, name=tongue.name)  # fmt: skip
        facts = ("order", "plural", "irregular", "endings", "negation", f"noun.{subject}", f"noun.{thing}", f"verb.{verb}")
        return Asked(question, (answers[0], answers[1], answers[2], answers[3]), facts, hard=negative)

    def render(self, language: str, number: int, length: int, draw: Draw) -> Written:
        """Write grammar, dictionary and examples in turns."""
        tongue = _language(self._world, number)
        fixed = self.entity(language, number).fork("places")
        page = Page()
        page.add(
            f"Notes on {tongue.name}, as taken down in the valley. Grammar, words and example sentences stand mixed, as they were heard.\n\n"
        )
        compose(page, _plants(tongue, fixed), _Notes(tongue, draw).next, max(length - page.length, 1))
        return page.written()


def _plants(tongue: _Language, draw: Draw) -> list[Plant]:
    one, two = tongue.plurals
    (a0, a1), (b0, b1) = tongue.endings
    order = ", then ".join(_ORDER_WORDS[part] for part in tongue.order)
    side = "before" if tongue.negation_first else "after"
    listed = ", ".join(f"{tongue.nouns[noun].form}" for noun in tongue.irregular)
    rules = [
        (f"Order. A plain sentence puts {order}. There are no articles.\n", "order"),
        (
            f"Number. A noun of the first class takes -{one} for more than one, of the second class -{two}. The dictionary gives the class.\n",
            "plural",
        ),
        (
            f"Crossed nouns. In number, and only there, these go with the class that the dictionary does not give: {listed}.\n",
            "irregular",
        ),
        (
            f"Past. Verbs of group a take -{a0}, of group b -{b0}. In a denial the ending is another: -{a1} for a, -{b1} for b.\n",
            "endings",
        ),
        (f"Denial. The word {tongue.negation} stands right {side} the verb.\n", "negation"),
    ]
    spots = draw.shuffled(places(draw, len(rules)))
    plants = [Plant(spot, f"\n{text}\n", (fact,)) for spot, (text, fact) in zip(spots, rules, strict=True)]
    for gloss, word in tongue.nouns.items():
        plants.append(Plant(0.97 * draw.share(), _entry(tongue.style, word.form, str(word.group + 1), gloss), (f"noun.{gloss}",)))
    for gloss, word in tongue.verbs.items():
        plants.append(Plant(0.97 * draw.share(), _entry(tongue.style, word.form, "ab"[word.group], f"to {gloss}"), (f"verb.{gloss}",)))
    return plants


def _entry(style: int, form: str, group: str, gloss: str) -> str:
    return (f"{form} ({group}) {gloss}\n", f"{form}, {group}: {gloss}\n", f"* {form} [{group}] = {gloss}\n")[style]


class _Notes:
    """Examples and words that no question is about."""

    def __init__(self, tongue: _Language, draw: Draw) -> None:
        self._tongue, self._draw = tongue, draw
        self._nouns = list(tongue.nouns)[:_EXAMPLE_NOUNS]
        self._verbs = list(tongue.verbs)[:_EXAMPLE_VERBS]
        self._taken = {word.form for word in (*tongue.nouns.values(), *tongue.verbs.values())}
        self._pairs: set[tuple[str, str]] = set()

    def next(self) -> str:
        """Return an example, or a compound of two nouns."""
        draw, tongue = self._draw, self._tongue
        if draw.chance(0.4):
            pair = (draw.pick(_NOUNS), draw.pick(_NOUNS))
            form = names.nonce(draw, draw.between(2, 4))
            if form not in self._taken and pair not in self._pairs and pair[0] != pair[1]:
                self._taken.add(form)
                self._pairs.add(pair)
                return _entry(tongue.style, form, str(draw.between(1, 2)), f"{pair[0]}-{pair[1]}")
        subject, thing = draw.sample(self._nouns, 2)
        verb, many, negative = draw.pick(self._verbs), draw.chance(0.5), draw.chance(0.4)
        own = tongue.clause(subject, verb, thing, many=many, negative=negative)
        english = _english(subject, verb, thing, many=many, negative=negative)
        return (f'{own}. "{english}"\n', f"{own} -- {english}\n", f"Heard: {own}. Meaning: {english}\n")[tongue.style]
