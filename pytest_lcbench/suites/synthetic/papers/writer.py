"""Writing a paper at a length."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.papers import bibliography, prose_en, prose_zh, skeletons
from pytest_lcbench.suites.synthetic.papers.bibliography import References
from pytest_lcbench.suites.synthetic.papers.findings import Findings, findings_of, sample_of
from pytest_lcbench.suites.synthetic.papers.front import front_matter
from pytest_lcbench.suites.synthetic.papers.grammar import Composer, capitalised
from pytest_lcbench.suites.synthetic.papers.headings import Headings
from pytest_lcbench.suites.synthetic.papers.lines import Line
from pytest_lcbench.suites.synthetic.papers.naming import cited_names_in, extensions_in, names_in
from pytest_lcbench.suites.synthetic.papers.page import Page, tokens_of
from pytest_lcbench.suites.synthetic.papers.remarks import Remarks
from pytest_lcbench.suites.synthetic.papers.slots import slots_of
from pytest_lcbench.suites.synthetic.papers.tables import Tables, hundredths
from pytest_lcbench.suites.synthetic.papers.works import Paper, Work

_NOTE, _TINY, _SHORT = 700, 1_200, 2_400  # tokens below which a paper has few sections
_LATE = 4  # places in time by which a paper may be earlier than one that it came too late for
_NAMING = frozenset(  # parts that name papers
    ("related", "intro", "background", "method", "data", "analysis", "discussion", "conclusion", "limitations", "appendix")
)
_ONCE = frozenset(  # parts that state what the paper did, and say it once
    ("intro", "background", "method", "data", "setup", "discussion", "limitations", "conclusion", "appendix", "about")
)
_GROUPED = 0.7  # of the citations, how many stand with others on the same thing where there are such
_HEADING = 7  # tokens of a heading
_BIBLIOGRAPHY = {True: 0.22, False: 0.27}  # of a paper's tokens, in English or not
_ENTRY = {True: 42, False: 58}  # tokens
_FEW_LISTED = 3  # papers of its line in a list from which it need hold nothing else
_SAMPLED, _LONG, _TOKENS_A_ROW = 10_000, 11_500, 34  # tokens from which items are listed, many are; tokens for one more
_TABLES = (
    ("main", 1_250),
    ("ablation", 1_900),
    ("data", 2_800),
    ("errors", 3_800),
    ("seeds", 5_200),
    ("settings", 7_000),
    ("sweep", 7_900),
    ("groups", 8_800),
    ("sample", _SAMPLED),
)
_BRIEF = 2_100  # tokens below which single works are cited in as few words as groups
_RULES = 8_000  # tokens from which the annotation rules are told
_PLACE_OF_TABLE = {
    "main": "result",
    "ablation": "ablation",
    "data": "data",
    "errors": "analysis",
    "seeds": "appendix",
    "settings": "setup",
    "groups": "appendix",
    "sweep": "analysis",
    "sample": "appendix",
}


@dataclass(frozen=True, slots=True)
class _Text:
    pools: Mapping[str, tuple[str, ...]]
    captions: Mapping[str, tuple[str, ...]]
    wording: skeletons.Wording
    styles: tuple[bibliography.Style, ...]


_TEXTS = {
    "en": _Text(prose_en.POOLS, prose_en.CAPTIONS, skeletons.ENGLISH, bibliography.ENGLISH),
    "zh": _Text(prose_zh.POOLS, prose_zh.CAPTIONS, skeletons.CHINESE, bibliography.CHINESE),
}


def write_paper(line: Line, index: int, tokens: int) -> Written:
    """Write paper *index* of *line* at a length of about *tokens*."""
    return _Writer(line, line.paper(index), tokens).write()


class _Writer:
    def __init__(self, line: Line, paper: Paper, tokens: int) -> None:
        self._line = line
        self._paper = paper
        self._tokens = tokens
        self._english = line.language.code == "en"
        self._text = _TEXTS[line.language.code]
        self._found: Findings = findings_of(line, paper)
        # The look of a paper is its own at every length; the words depend on the length.
        look = line.draw_for("look", paper.index)
        style = look.pick(self._text.styles)
        # Chinese sentences take more tokens, so a paper has room for fewer of them and for fewer sections.
        self._room = tokens * (1.0 if self._english else 0.75)
        many = skeletons.FULL
        for limit, fewer in ((_SHORT, skeletons.SHORT), (_TINY, skeletons.TINY), (_NOTE, skeletons.NOTE)):
            many = fewer if self._room < limit else many
        self._sections = look.pick(many)
        self._noted = look.pick([heading for heading, _ in self._sections if heading not in {"references", "appendix", "thanks"}][-3:])
        self._headings = Headings(look.fork("headings"), self._text.wording, english=self._english)
        self._draw = line.draw_for("words", paper.index, tokens)
        self._labels = {key: look.pick(options) for key, options in self._text.wording.labels.items()}
        self._look = look
        self._queue = self._grouped(self._cited())
        works = [work for _, group in self._queue for work in group]
        self._refs = References(works, paper.work.year, style, english=self._english, alphabetical=look.chance(0.4))
        self._queue.reverse()
        self._mentions = 1 + len(self._queue) // 9
        self._composer = Composer(self._draw, slots_of(line, paper, self._found), capitals=self._english)
        self._page = Page(english=self._english)
        rows = (tokens >= _SAMPLED) * (12 + max(tokens - _LONG, 0) // _TOKENS_A_ROW)
        self._tables = Tables(
            self._found,
            self._labels,
            look.pick(("pipes", "pipes", "spaces", "tabs")),
            sample_of(line, paper, self._found, rows),
            english=self._english,
        )
        self._numbered = 0
        self._usual = 26.0 if self._english else 38.0  # tokens of a sentence, about
        self._left = [name for name, least in _TABLES if tokens >= least]
        self._made_name: tuple[str, str] | None = None
        cited = paper.cited_named[: cited_names_in(tokens)]
        names = self._draw.shuffled([*((at, False) for at in paper.named[: names_in(tokens)]), *((at, True) for at in cited)])
        # What is still to appear can be named by whoever says so only, and that is done in the notes.
        late = [one for one in names if line.year_of(one[0]) > paper.work.year]
        others = [one for one in names if line.year_of(one[0]) <= paper.work.year]
        noted = max((len(names) + 2) // 3 - len(late), 0)
        self._for_notes = [*others[:noted], *late]
        self._names = others[noted:]
        self._earlier_first = look.chance(0.55) or self._sections[0][0] != "intro"
        self._remarks = Remarks(self._found, self._composer, self._text.pools, self._draw, english=self._english)

    def write(self) -> Written:
        """Return the paper."""
        entries = self._refs.entries()
        page = self._page
        self._front()
        listed = self._refs.style.gap.join(text for text, _, _ in entries)
        density = self._refs.style.density * self._line.subfield.density
        fixed = page.tokens + tokens_of(listed, "list", english=self._english) * density + _HEADING * len(self._sections)
        fixed += sum(self._tables.estimate(name) for name in self._left)
        parts = [part for heading, held in self._sections if heading != "references" for part in held]
        to_name = tokens_of("".join(self._line.title_of(at) for at, _ in self._for_notes), "prose", english=self._english)
        to_name += self._usual * len(self._for_notes)
        room = self._tokens - fixed - to_name
        shares = skeletons.shares_of(parts, room, self._usual * len(self._queue) + 60)
        weight = sum(shares.values())
        self._places = {name: part if part in parts else "result" for name, part in _PLACE_OF_TABLE.items()}
        for heading, held in self._sections:
            self._head(heading)
            if heading == "references":
                self._list(entries)
                continue
            noted = heading == self._noted
            for part in held:
                own = shares[part]
                before = page.tokens
                needed = part == held[0] and not noted
                tabled = self._part(part, room * own / weight if own else 0.0, last=part == parts[-1], needed=needed)
                room -= page.tokens - before - tabled
                weight = max(weight - own, 1e-9)
            if heading == "intro" and not self._earlier_first:
                before = page.tokens
                self._tell_earlier()
                room -= page.tokens - before
            if noted:
                before = page.tokens + to_name
                self._notes()
                room -= page.tokens - before
        return page.written()

    def _cited(self) -> list[Work]:
        """Return what this version cites in the order in which it does."""
        paper = self._paper
        room = int(self._tokens * _BIBLIOGRAPHY[self._english] / _ENTRY[self._english])
        inner = [self._line.key_of(at) for at in paper.cites]
        extended = paper.extended[: extensions_in(self._tokens)]
        twins = list(paper.twins[: max(int(self._tokens > _NOTE and not extended), (room - len(inner)) * 2 // 3 - len(extended))])
        outside = max(
            int(len(inner) + len(extended) < _FEW_LISTED - (not self._english)), room - len(inner) - len(twins) - len(extended)
        )
        keys = [*inner, *extended, *twins, *paper.outside[:outside]]
        return [self._line.listed(paper.index, key) for key in self._line.draw_for("order", paper.index).shuffled(keys)]

    def _grouped(self, works: list[Work]) -> list[tuple[tuple[str, str], list[Work]]]:
        """Return *works* in groups that are cited together, each with what its works have in common: a slot of their titles."""
        draw = self._line.draw_for("groups", self._paper.index)
        most = 3 + len(works) // 25
        left = works[::-1]
        groups: list[tuple[tuple[str, str], list[Work]]] = []
        while left:
            work = left.pop()
            kinds = [one for one in work.about if one[0] in "tafcrs"]
            common = draw.pick(kinds) if kinds else ("t", self._line.subfield.tasks[0])
            group = [work]
            if kinds and draw.chance(_GROUPED):
                group += [other for other in reversed(left) if common in other.about][: draw.between(1, most)]
                taken = [other.key for other in group]
                left = [other for other in left if other.key not in taken]
            groups.append((common, group))
        return groups

    # -- parts ---------------------------------------------------------------------------------------------------------------------

    def _front(self) -> None:
        front_matter(self._page, self._paper, self._look, self._labels, english=self._english)
        sentences = [self._say("abstract_method")]
        if self._tokens > _NOTE:
            sentences.insert(0, self._say("abstract_open"))
        if self._tokens > _TINY:
            sentences.insert(1, self._say("abstract_open"))
        number = len(sentences)
        sentences.append(self._remarks.average(own=True))
        if self._tokens > _SHORT:
            sentences += [self._say("abstract_close") for _ in range(self._draw.between(1, 3))]
        self._page.line(self._headings.plain("abstract"))
        space = self._text.wording.space
        before = sum(len(text) + len(space) for text in sentences[:number])
        start = self._page.paragraph(space.join(sentences))
        figure = hundredths(self._found.main.averages[-1])
        at = sentences[number].find(figure)
        self._page.fact("average", start + before + at, start + before + at + len(figure))
        if self._room > _TINY:
            field = self._line.subfield
            some = [field.area, *self._draw.sample((*field.tasks, *field.heads, *field.settings), self._draw.between(2, 5))]
            words = list(dict.fromkeys(some))
            mark, colon = ("; ", ": ") if self._english else ("；", "：")
            self._page.paragraph(f"{self._labels['keywords']}{colon}{mark.join(words)}")
        if self._earlier_first:
            self._tell_earlier()

    def _tell_earlier(self) -> None:
        """Say under what title the paper was circulated before, if it was."""
        title = self._paper.earlier
        if title:
            self._paragraph([self._say("earlier", {"title": title})], [(0, ("earlier", title))])

    def _notes(self) -> None:
        """Name what is left to name: papers that came too late to be cited, others that are not cited, others that are."""
        sentences: list[str] = []
        named: list[tuple[int, tuple[str, str] | None]] = []
        for at, cited in (*self._names, *self._for_notes):
            later = self._line.year_of(at) - self._paper.work.year
            late = not cited and later == 0 and at >= self._paper.index - _LATE and self._draw.chance(0.6)
            sentences.append(self._name(at, "note_late" if later > 0 else "note" if late else "note_any", cited=cited))
            named.append((len(sentences) - 1, self._made_name))
            if self._draw.chance(0.45):
                self._paragraph(sentences, named)
                sentences, named = [], []
        if sentences:
            self._paragraph(sentences, named)
        self._names = []

    def _name(self, at: int, pool: str, *, cited: bool) -> str:
        """Return a sentence that names paper *at* by its whole title, whether or not it is in the list."""
        title = self._line.title_of(at)
        self._made_name = ("named" if cited else "note") + f":{self._line.key_of(at)}", title
        return self._say(pool, {"title": title})

    def _paragraph(self, sentences: Sequence[str], named: Sequence[tuple[int, tuple[str, str] | None]]) -> None:
        """Write *sentences*, noting the titles in some of them, given by their places."""
        space = self._text.wording.space
        start = self._page.paragraph(space.join(sentences))
        for place, name in named:
            if name is not None:
                fact, title = name
                before = sum(len(text) + len(space) for text in sentences[:place])
                first = start + before + sentences[place].index(title)
                self._page.fact(fact, first, first + len(title))

    def _head(self, heading: str) -> None:
        self._page.line(self._headings.next(heading, numbered=heading not in {"references", "thanks", "appendix"}))

    def _part(self, part: str, budget: float, *, last: bool, needed: bool) -> float:
        """Write one part, of which there is at least a sentence where it is *needed*.

        Returns how many tokens its tables took, which were reckoned with before.
        """
        tabled = 0.0
        here = [name for name in self._left if self._places[name] == part]
        if last:
            here = list(self._left)
        self._left = [name for name in self._left if name not in here]
        if part == "thanks":
            self._page.paragraph(self._composer.expand(self._labels["thanks"]))
            return 0
        if part == "contribution":
            self._contributions()
            return 0
        if part == "appendix" and self._tokens >= _RULES:
            self._rules()
        for name in here[:1]:
            tabled += self._table(name)
        makers: dict[str, Callable[[], str]] = {
            "related": self._related,
            "result": self._remarks.result,
            "ablation": self._remarks.ablated,
            "rate": self._remarks.rate,
            "data": self._remarks.about_data,
            "analysis": self._remarks.analysed,
            "appendix": self._detail,
        }
        # The rest of the citations is enough of related work.
        if budget > self._usual / 2 or (needed and part != "related"):
            make = makers.get(part, lambda: self._say(part, rounds=1 if part in _ONCE else None))
            make = self._naming(make) if part in _NAMING else make
            self._fill(self._opening(make) if part == "intro" else make, budget)
        if part == "related":
            self._cite_rest()
        for name in here[1:]:
            tabled += self._table(name)
        return tabled

    def _naming(self, make: Callable[[], str]) -> Callable[[], str]:
        """Return what gives sentences of *make*, and now and then, not first, one that names a paper."""
        begun = False

        def made() -> str:
            nonlocal begun
            begun, first = True, not begun
            if self._names and not first and self._draw.chance(0.18):
                at, cited = self._names.pop()
                return self._name(at, "named", cited=cited)
            return make()

        return made

    def _opening(self, make: Callable[[], str]) -> Callable[[], str]:
        """Return what gives a sentence that can open an introduction, then sentences of *make*."""
        opened = False

        def made() -> str:
            nonlocal opened
            if opened:
                return make() or self._say("intro_open", rounds=1)
            opened = True
            return self._say("intro_open", rounds=1)

        return made

    def _fill(self, make: Callable[[], str], budget: float) -> None:
        """Write paragraphs of what *make* gives until *budget* tokens are used."""
        page = self._page
        end = page.tokens + budget
        while True:
            wanted = self._draw.between(3, 7)
            sentences: list[str] = []
            named: list[tuple[int, tuple[str, str] | None]] = []
            used = page.tokens
            # A sentence once made is kept, for it may cite; and no part is empty.
            while len(sentences) < wanted:
                self._made_name = None
                text = make()
                if not text:
                    end = 0.0
                    break
                sentences.append(text)
                named.append((len(sentences) - 1, self._made_name))
                size = tokens_of(sentences[-1], "prose", english=self._english)
                used += size
                self._usual += (size - self._usual) / 8
                if used + self._usual / 2 >= end:
                    break
            if sentences:
                self._paragraph(sentences, named)
            if page.tokens + self._usual / 2 >= end:
                break

    def _say(self, pool: str, local: Mapping[str, str] | None = None, rounds: int | None = None) -> str:
        return self._composer.sentence(self._text.pools[pool], local, rounds)

    def _contributions(self) -> None:
        count = self._draw.between(2, 4)
        lead = self._labels["lead"]
        items = [self._composer.expand(text) for text in self._draw.sample(self._text.pools["contribution"], count)]
        ends = ((";", "."), ("；", "。"))[not self._english]
        items = [item.rstrip(";；") + (ends[0] if at < count - 1 else ends[1]) for at, item in enumerate(items)]
        marks = self._draw.pick((("- ",) * 4, ("(1) ", "(2) ", "(3) ", "(4) "), ("* ",) * 4))
        self._page.paragraph("\n".join((lead, *(mark + item for mark, item in zip(marks, items, strict=False)))))

    def _rules(self) -> None:
        """List some rules of annotation."""
        rules = [self._say("rule", rounds=1) for _ in range(self._draw.between(5, 8))]
        if not self._english:
            rules[-1] = rules[-1].rstrip("；") + "。"
        numbered = [f"({at}) {rule}" if self._english else f"（{at}）{rule}" for at, rule in enumerate(rules, start=1)]
        self._page.paragraph("\n".join((self._labels["rules"], *numbered)))

    def _related(self) -> str:
        if self._mentions and (not self._queue or self._draw.chance(0.12)):
            self._mentions -= 1
            return self._mention()
        if not self._queue:
            return ""
        (kind, value), group = self._queue.pop()
        return self._cite(kind, value, group)

    def _cite(self, kind: str, value: str, group: list[Work]) -> str:
        if len(group) == 1 and (self._tokens >= _BRIEF or self._draw.chance(0.2)):
            name = self._refs.by_name(group[0])
            return self._say("cite_one", {"cite": name, "citeg": name, "topic": group[0].topic})
        return self._say(f"many_{kind}", {"group": self._refs.in_brackets(group), "x": value})

    def _cite_rest(self) -> None:
        sentences = []
        while self._queue:
            (kind, value), group = self._queue.pop()
            sentences.append(self._cite(kind, value, group))
        for first in range(0, len(sentences), 6):
            self._page.paragraph(self._text.wording.space.join(sentences[first : first + 6]))

    def _mention(self) -> str:
        named = [self._line.methods[at] for at in self._paper.mentions] or list(self._line.methods[-4:])
        return self._say("mention", {"x": self._draw.pick(named)}, 1)

    def _detail(self) -> str:
        kind = self._draw.pick(("appendix", "appendix", "appendix", "data", "setup", "method"))
        if self._draw.chance(0.4):
            return self._remarks.analysed()
        return (self._remarks.about_data() if kind == "data" else self._say(kind, rounds=1)) or self._remarks.analysed()

    def _table(self, name: str) -> float:
        self._numbered += 1
        if self._room >= _SHORT and self._draw.chance(0.7):
            self._page.paragraph(self._say("see", {"n": str(self._numbered), "what": self._labels[f"see {name}"]}))
        before = self._page.tokens
        caption = self._composer.expand(self._draw.pick(self._text.captions[name]), {"d": self._found.data_sets[0].name})
        caption = capitalised(caption)
        if name == "groups":
            caption += ". " + self._labels["equal"] if self._english else "。" + self._labels["equal"]
        number = f"{self._labels['table']} {self._numbered}" if self._english else f"{self._labels['table']}{self._numbered}"
        self._page.line(f"{number}: {caption}" if self._english else f"{number}  {caption}", gap=False)
        self._page.table(self._tables.render(name))
        return self._page.tokens - before

    def _list(self, entries: Sequence[tuple[str, int, int]]) -> None:
        """Write the reference list, noting where each title stands."""
        page = self._page
        first = page.position
        gap = self._refs.style.gap
        for (text, start, end), work in zip(entries, self._refs.works, strict=True):
            at = page.raw(text + gap, "list")
            page.fact(f"ref:{work.key}", at + start, at + end)
        page.fact("references", first, page.position - len(gap))
        if gap == "\n":
            page.raw("\n", "list")
