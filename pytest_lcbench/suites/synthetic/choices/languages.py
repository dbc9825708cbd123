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
_ANIMALS = "fox goat wolf heron horse bee owl crow bird hare duck lizard sparrow".split()
_PEOPLE = (
    "baker child shepherd daughter hunter widow smith potter thief miller sister weaver guest brother sailor queen rider doctor beggar scribe nurse merchant piper monk tailor mason"
).split()
_SMALL = "stone lamp letter net drum boat needle candle basket mirror rope ladder plough bell knife saddle kettle cradle blanket wheel coat spoon apple jar flute door".split()
_LARGE = "river bridge field oven well garden market tree island gate hill road fence cloud song".split()
_SORTS = {"animals": _ANIMALS, "people": _PEOPLE, "small": _SMALL, "large": _LARGE}
_NOUNS = (*_ANIMALS, *_PEOPLE, *_SMALL, *_LARGE)
_VERBS = {
    "see": "saw", "find": "found", "carry": "carried", "sell": "sold", "fear": "feared", "wash": "washed", "follow": "followed", "bring": "brought", "hide": "hid", "paint": "painted",
    "break": "broke", "praise": "praised", "hear": "heard", "keep": "kept", "lose": "lost", "buy": "bought", "guard": "guarded", "leave": "left", "mend": "mended", "touch": "touched",
}  # fmt: skip
_HUMAN = frozenset(("sell", "wash", "paint", "praise", "keep", "buy", "mend"))
"""What animals do not do."""
_HANDLED = frozenset(("carry", "bring", "hide", "break", "keep", "lose", "sell", "buy", "wash", "paint", "mend"))
"""What is done to small things only."""
_SOUNDING = frozenset(("bell", "drum", "flute", "song", "river", "door", "gate", "wheel", "kettle", *_ANIMALS, *_PEOPLE))
_MOVING = frozenset(("song", "river", "road", *_ANIMALS, *_PEOPLE))
_FEARED = frozenset(("song", "river", "hill", "knife", "bell", "well", "cloud", *_ANIMALS, *_PEOPLE))
_FITTING = {"hear": _SOUNDING, "follow": _MOVING, "fear": _FEARED}
"""What some things are done to; the rest are done to anything, or to small things."""
_PLURALS = {"child": "children", "wolf": "wolves", "thief": "thieves", "knife": "knives"}
_ORDERS = ("SOV", "VSO", "OVS", "SVO", "VOS")
_ORDER_WORDS = {"S": "the one who acts", "O": "the one acted upon", "V": "the verb"}
_MODIFIERS = (
    "river night salt copper market winter hill water straw iron paper field summer house river-bank forest glass church harbour garden clay mountain rain snow wool marsh sand kitchen toy morning lake oak temple grass feast "
    "travel wedding school stable"
).split()
_EXAMPLES = {"animals": 6, "people": 13, "small": 14, "large": 9}
"""How many nouns of each sort the examples use; the rest stand in the dictionary only."""
_EXAMPLE_VERBS = 13
_TITLES = ("A handbook of {}", "{}: grammar, words and sentences", "Notes towards a description of {}", "How {} is spoken")
_INTROS = (
    "Notes on {}, as taken down in the valley. Grammar, words and example sentences stand mixed, as they were heard.\n\n",
    "This is what we know of {}. Rules, dictionary and examples were not sorted; the sheets are printed in the order of the days.\n\n",
    "Field book, {}. Whatever the speakers told us is written down as it came: a word, a sentence, now and then a rule.\n\n",
    "The speakers of {} are few. The pages below mix their words, their sentences and what we made of the grammar.\n\n",
)
_RULES: dict[str, tuple[str, ...]] = {
    "order": (
        "Order. A plain sentence puts {x}, then {y}, then {z}. There are no articles.", "Order of words: {x}, {y}, {z}. Articles are unknown.", "One says {x} first, {y} second and {z} last. No articles.",
        "A sentence begins with {x}, goes on with {y} and ends with {z}. Nothing stands for our articles.",
    ),
    "plural": (
        "Number. A noun of the first class takes -{one} for more than one, of the second class -{two}. The dictionary gives the class.", "More than one is shown by -{one} on nouns of the first class and by -{two} on those of the second; the class stands in the dictionary.",
        "Plural: class 1 adds -{one}, class 2 adds -{two}. The figure beside a noun is its class.", "To speak of several, add -{one} (first class) or -{two} (second class) to the noun.",
    ),
    "irregular": (
        "Crossed nouns. In number, and only there, these go with the class that the dictionary does not give: {listed}.", "Beware of these nouns, whose plural is that of the other class although all else about them is regular: {listed}.",
        "Against their class, as far as the plural goes: {listed}.", "The old people form the plural of these with the ending of the other class, and so does everybody: {listed}.",
    ),
    "endings": (
        "Past. Verbs of group a take -{a0}, of group b -{b0}. In a denial the ending is another: -{a1} for a, -{b1} for b.", "What is past: -{a0} for group a, -{b0} for group b. If it did not happen, -{a1} for a and -{b1} for b.",
        "Verbs carry -{a0} (group a) or -{b0} (group b) in the past; denied, they carry -{a1} (a) or -{b1} (b) instead.", "Endings of the past. Group a: -{a0}, when denied -{a1}. Group b: -{b0}, when denied -{b1}.",
    ),
    "negation": (
        "Denial. The word {no} stands right {side} the verb.", "Not: the word {no}, directly {side} the verb.", "To deny a thing one says {no} immediately {side} the verb.", "The little word {no} means not; its place is {side} the verb, with nothing between.",
    ),
}  # fmt: skip


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

    def used(self, *, examples: bool) -> dict[str, list[str]]:
        """Return the nouns by sort, and the verbs, of the examples or those that only the dictionary has."""
        words: dict[str, list[str]] = {}
        for sort, of_sort in _SORTS.items():
            own = [noun for noun in self.nouns if noun in of_sort]
            words[sort] = own[: _EXAMPLES[sort]] if examples else own[_EXAMPLES[sort] :]
        verbs = list(self.verbs)
        words["verbs"] = verbs[:_EXAMPLE_VERBS] if examples else verbs[_EXAMPLE_VERBS:]
        return words

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


class _Sentences:
    """Draws who does what to what: animals do not trade, and nobody carries a hill."""

    def __init__(self, words: dict[str, list[str]]) -> None:
        self._words = words
        everything = [*words["animals"], *words["people"], *words["small"], *words["large"]]
        self._things = {
            verb: words["small"]
            if verb in _HANDLED
            else [thing for thing in everything if verb not in _FITTING or thing in _FITTING[verb]]
            for verb in words["verbs"]
        }

    def draw(self, draw: Draw) -> tuple[str, str, str]:
        """Return the one who acts, the verb and the one acted upon."""
        verb = draw.pick(self._words["verbs"])
        subject = draw.pick(self._words["people" if verb in _HUMAN or draw.chance(0.6) else "animals"])
        thing = draw.pick(self._things[verb])
        while thing == subject:
            thing = draw.pick(self._things[verb])
        return subject, verb, thing


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
    irregular: list[str] = []
    for sort, of_sort in _SORTS.items():
        own = [noun for noun in nouns if noun in of_sort][_EXAMPLES[sort] :]
        irregular += draw.sample(own, len(own) // 2)
    irregular = draw.shuffled(irregular)
    return _Language(
        names.place(draw)[:-1].rstrip("aeiou") + draw.pick(("ic", "ese", "an", "ish")), draw.pick(_ORDERS), nouns, verbs, (suffixes[0], suffixes[1]),
        ((suffixes[2], suffixes[3]), (suffixes[4], suffixes[5])), names.nonce(draw, 1), draw.chance(0.5), tuple(irregular), draw.below(5),
    )  # fmt: skip


class Languages(SingleKind):
    """Handbooks of invented languages."""

    name = "languages"
    domain = "long_in_context_learning"
    sample = 96_000  # the dictionary stands in every handbook, so that a short one tells little about a long one

    def title(self, language: str, number: int) -> str:  # noqa: ARG002 - there is one language of handbooks
        """Return the handbook's title."""
        return _TITLES[number % len(_TITLES)].format(_language(self._world, number).name)

    def ask(self, language: str, number: int, draw: Draw) -> Asked:  # noqa: ARG002 - there is one language of handbooks
        """Ask for a translation; the traps are a noun's declension and the verb's ending under negation."""
        tongue = _language(self._world, number)
        subject, verb, thing = _Sentences(tongue.used(examples=False)).draw(draw)
        negative = draw.chance(0.6)
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
        page.add(fixed.pick(_INTROS).format(tongue.name))
        compose(page, _plants(tongue, fixed), _Notes(tongue, draw).next, max(length - page.length, 1))
        return page.written()


def _plants(tongue: _Language, draw: Draw) -> list[Plant]:
    one, two = tongue.plurals
    (a0, a1), (b0, b1) = tongue.endings
    x, y, z = (_ORDER_WORDS[part] for part in tongue.order)
    side = "before" if tongue.negation_first else "after"
    listed = ", ".join(tongue.nouns[noun].form for noun in tongue.irregular)
    words = {"one": one, "two": two, "a0": a0, "a1": a1, "b0": b0, "b1": b1, "x": x, "y": y, "z": z, "no": tongue.negation, "side": side, "listed": listed}  # fmt: skip
    rules = [(f"{draw.pick(texts)}\n".format(**words), fact) for fact, texts in _RULES.items()]
    spots = draw.shuffled(places(draw, len(rules)))
    plants = [Plant(spot, f"\n{text}\n", (fact,)) for spot, (text, fact) in zip(spots, rules, strict=True)]
    for gloss, word in tongue.nouns.items():
        plants.append(Plant(0.97 * draw.share(), _entry(tongue.style, word.form, str(word.group + 1), gloss), (f"noun.{gloss}",)))
    for gloss, word in tongue.verbs.items():
        plants.append(Plant(0.97 * draw.share(), _entry(tongue.style, word.form, "ab"[word.group], f"to {gloss}"), (f"verb.{gloss}",)))
    return plants


def _entry(style: int, form: str, group: str, gloss: str) -> str:
    return (
        f"{form} ({group}) {gloss}\n", f"{form}, {group}: {gloss}\n", f"* {form} [{group}] = {gloss}\n", f"{form} - {gloss} ({group})\n", f"{gloss} : {form} /{group}\n",
    )[style]  # fmt: skip


class _Notes:
    """Examples and words that no question is about."""

    def __init__(self, tongue: _Language, draw: Draw) -> None:
        self._tongue, self._draw = tongue, draw
        self._sentences = _Sentences(tongue.used(examples=True))
        self._taken = {word.form for word in (*tongue.nouns.values(), *tongue.verbs.values())}
        self._pairs: set[tuple[str, str]] = set()

    def next(self) -> str:
        """Return an example, or a compound of two nouns."""
        draw, tongue = self._draw, self._tongue
        if draw.chance(0.4):
            pair = (draw.pick(_MODIFIERS), draw.pick(_NOUNS))
            form = names.nonce(draw, draw.between(2, 4))
            if form not in self._taken and pair not in self._pairs and pair[0] != pair[1]:
                self._taken.add(form)
                self._pairs.add(pair)
                return _entry(tongue.style, form, str(draw.between(1, 2)), f"{pair[0]}-{pair[1]}")
        subject, verb, thing = self._sentences.draw(draw)
        many, negative = draw.chance(0.5), draw.chance(0.4)
        own = tongue.clause(subject, verb, thing, many=many, negative=negative)
        english = _english(subject, verb, thing, many=many, negative=negative)
        return (
            f'{own}. "{english}"\n', f"{own} -- {english}\n", f"Heard: {own}. Meaning: {english}\n", f"{own}. ({english})\n", f"{english} = {own}.\n",
        )[tongue.style]  # fmt: skip
