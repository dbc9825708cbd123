"""``table_qa``: long registers with a table of sites, box sizes that change in the year, and corrections of single entries."""

# ruff: noqa: SIM905 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.kind import Asked, SingleKind
from pytest_lcbench.suites.synthetic.choices.register_themes import THEMES, Theme
from pytest_lcbench.suites.synthetic.choices.text import Grammar, Page, Plant, compose, places
from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw

_FOCI = 3
_EASY = 6
"""Entries and corrections that add up to an easy case."""
_LAST = 4
"""Entries that may still be offered where another sheet found no room."""
_DAYS = 364
_MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MONTH_NAMES = "January February March April May June July August September October November December".split()

_WORDS = {
    "en": {
        "columns": ("voucher", "date", "{site}", "goods", "{box}s", "remark"),
        "sites": ("code", "{site} at", "in charge"),
        "boxes": ("goods", "{unit} in a {box}"),
        "fixes": ("voucher", "for", "read"),
        "sites_title": ("{Site}s and their codes", "List of {site}s", "Codes used for the {site}s"),
        "boxes_title": (
            "Content of a {box} at the beginning of the year",
            "What a {box} holds (as of 1 January)",
            "Measures on New Year's Day",
        ),
        "fixes_title": ("Errors found at the audit", "Corrections", "Entries to be read differently"),
        "sheet": ("Sheet {n}", "Entries, part {n}", "Ledger page {n}"),
        "fix_note": (
            "The audit compared vouchers with the sheets. What it found beyond the remarks between the sheets stands here.",
            "Mistakes of the pen are not struck out on the sheets. Those not yet put right above are listed here and count as listed.",
        ),
        "change": (
            "Notice: from {date} on, {new} {unit} of {good} go into one {box}.",
            "By order of the board a {box} of {good} is filled with {new} {unit} from {date} onwards.",
            "{Good}: new {box}s hold {new} {unit} each; the old ones were withdrawn on the eve of {date}.",
            "As of {date} a {box} of {good} counts as {new} {unit}.",
            "The measure of {good} is altered: {new} {unit} to the {box}, with effect from {date}.",
            "Whoever delivers {good} on or after {date} packs {new} {unit} in a {box}.",
            "With the first delivery of {date} the {box} of {good} goes over to {new} {unit}.",
        ),
        "declined": (
            "The {site} at {place} asked for {box}s of {new} {unit} for {good}. The board would not have it.",
            "A proposal to put {new} {unit} of {good} into a {box} was read and laid aside.",
            "{person} tried {box}s of {new} {unit} for {good} at {place}. The trial was given up and none of it was booked.",
            "Rumour at {place} has it that {good} will be packed {new} {unit} to the {box}. The office knows nothing of it.",
        ),
        "slip": (
            "Voucher {v} above: the {site} wrote {w} and meant {n}. So it is said in the paper itself.",
            "To be read differently: voucher {v} with {n} in place of {w}.",
            "{person} compared the paper of voucher {v} and found {n} on it where this book has {w}.",
            "The carter of voucher {v} delivered {n} and was paid for no more. The {w} on the sheet is a slip.",
            "Two clerks disagreed on voucher {v}. It was counted again: {n} are there and {w} is struck out.",
        ),
        "upheld": (
            "The {site} doubted the {w} of voucher {v} and wished to read {n}. The paper says {w}, so the entry stands.",
            "Voucher {v} was questioned and recounted. It is {w} as booked.",
        ),
        "question": (
            "By weight or measure, how much {good} arrived at {place} over the whole year, in {unit}?",
            "Adding up the whole year, what quantity of {good} was received at {place} (in {unit})?",
            "What did the intake of {good} at {place} come to for the year, put in {unit}?",
        ),
    },
    "zh": {
        "columns": ("凭单号", "日期", "{site}", "品名", "{box}数", "备注"),
        "sites": ("代号", "{site}所在地", "负责人"),
        "boxes": ("品名", "每{box}（{unit}）"),
        "fixes": ("凭单号", "原记", "应为"),
        "sites_title": ("{site}及代号", "{site}一览", "各{site}代号表"),
        "boxes_title": ("年初每{box}装量", "各品每{box}含量（1月1日起）", "年初计量标准"),
        "fixes_title": ("核查更正", "勘误", "应改读的各笔"),
        "sheet": ("第{n}页", "明细之{n}", "流水（{n}）"),
        "fix_note": (
            "核查以凭单为准，前面未曾说明的差错列于本表，原页不作涂改。",
            "笔误不在原页划改；各页之间未曾更正的，以本表所列为准。",
        ),
        "change": (
            "通知：自{date}起，{good}每{box}改装{new}{unit}。",
            "经合议，{date}（含当日）以后{good}一{box}按{new}{unit}计。",
            "{good}换用新{box}，每{box}{new}{unit}，旧{box}于{date}前一日停用。",
            "{date}起到货的{good}，一律{new}{unit}装一{box}。",
            "{good}装量有变，{date}开始每{box}作{new}{unit}算。",
            "兹定{good}以{new}{unit}为一{box}，{date}当天生效。",
        ),
        "declined": (
            "{place}请求将{good}每{box}改为{new}{unit}，未获准。",
            "有人提议{good}按{new}{unit}一{box}计，议而未决，暂不施行。",
            "{person}在{place}试用过{new}{unit}装的{good}，试后作罢，未曾入账。",
            "外间传{good}要改成{new}{unit}一{box}，查无此事。",
        ),
        "slip": (
            "前列{v}号凭单，原票为{n}，此处误抄作{w}。",
            "{v}号凭单应读作{n}，所记{w}作废。",
            "{person}查对{v}号凭单底票，实为{n}而非{w}。",
            "{v}号凭单经重点，共{n}，原写{w}有误。",
        ),
        "upheld": (
            "有人疑{v}号凭单的{w}应作{n}，核对底票后仍为{w}，不改。",
            "{v}号凭单经复点，{w}无误。",
        ),
        "question": (
            "全年{place}共收入{good}多少{unit}？",
            "{place}一年里收到的{good}折合多少{unit}？",
            "按{unit}计，{place}全年的{good}收入量合计是多少？",
        ),
    },
}


@dataclass(frozen=True, slots=True)
class _Row:
    at: float
    voucher: int
    boxes: int
    stated: int  # what the sheet says; differs from boxes where corrected


@dataclass(frozen=True, slots=True)
class _Focus:
    """A pair of site and goods that may be asked about, with every entry of it."""

    site: int
    good: int
    rows: tuple[_Row, ...]
    sizes: tuple[int, int, int]  # at first, after the first change, after the second
    days: tuple[int, int]  # first day of the second size and of the third
    noted: tuple[bool, ...]  # of each row, whether it is corrected between the sheets and not at the end

    def total(self, *, corrected: bool, changed: bool) -> int:
        """Add the entries up, with or without corrections and the second change of size."""
        amount = 0
        for row in self.rows:
            day = int(_DAYS * row.at)
            size = self.sizes[(day >= self.days[0]) + (changed and day >= self.days[1])]
            amount += size * (row.boxes if corrected else row.stated)
        return amount


@dataclass(frozen=True, slots=True)
class _Register:
    theme: Theme
    place: str
    year: int
    goods: tuple[str, ...]
    sizes: tuple[int, ...]
    towns: tuple[str, ...]
    codes: tuple[str, ...]
    heads: tuple[str, ...]
    foci: tuple[_Focus, ...]


def _voucher(draw: Draw, taken: set[int]) -> int:
    """Draw a voucher's number that is not in *taken*, and add it there."""
    voucher = draw.between(100_000, 999_999)
    while voucher in taken:
        voucher = draw.between(100_000, 999_999)
    taken.add(voucher)
    return voucher


def _three_sizes(draw: Draw, old: int) -> tuple[int, int, int]:
    """Return *old* and two other sizes that follow it."""
    steps = draw.sample([step for step in range(-7, 8) if abs(step) > 1], 2)
    return old, old + steps[0], old + steps[1]


def _full_name(draw: Draw, language: str) -> str:
    """Return the whole name of somebody in charge."""
    return names.person_zh(draw) if language == "zh" else f"{names.person(draw)} {names.family(draw)}"


@lru_cache(maxsize=64)
def _register(world: int, language: str, number: int) -> _Register:
    draw = Draw("choices", world, "registers", language, number)
    theme = draw.pick(THEMES[language])
    towns = names.several(draw, names.places_of(language), draw.between(9, 14))
    goods = draw.sample(theme.goods, draw.between(6, 8))
    letters = draw.pick(("ABCDEFGHKLMNPRST", "PQRSTUVWXYZABCDE", "KLMNPRSTVWXYZABC"))
    codes = [f"{letters[at]}{draw.between(2, 9)}" for at in range(len(towns))]
    draw_codes = draw.shuffled(codes)
    sizes = [draw.between(14, 48) for _ in goods]
    foci = []
    vouchers: set[int] = set()
    sites, chosen = draw.sample(range(1, len(towns)), _FOCI), draw.sample(range(len(goods)), _FOCI)
    for site, good in zip(sites, chosen, strict=True):
        at = places(draw, draw.between(4, 6))
        wrong = draw.sample(range(len(at)), draw.between(1, 2))
        rows: list[_Row] = []
        lower = draw.chance(0.5)
        for row, share in enumerate(at):
            boxes = draw.between(14, 60)
            shift = draw.between(3, 12)
            voucher = _voucher(draw, vouchers)
            rows.append(_Row(share, voucher, boxes, boxes + (shift if lower else -shift) * (row in wrong)))
        first, second = sorted(draw.sample(range(1, len(at)), 2))
        days = [(int(_DAYS * at[middle - 1]) + int(_DAYS * at[middle])) // 2 + 1 for middle in (first, second)]
        old, mid, new = _three_sizes(draw, sizes[good])
        noted = tuple(draw.chance(0.4) for _ in rows)
        foci.append(_Focus(site, good, tuple(rows), (old, mid, new), (days[0], days[1]), noted))
    return _Register(
        theme=theme, place=towns[0], year=draw.between(1871, 1958), goods=tuple(goods), sizes=tuple(sizes), towns=tuple(towns),
        codes=tuple(draw_codes), heads=tuple(names.several(draw, partial(_full_name, language=language), len(towns))), foci=tuple(foci),
    )  # fmt: skip


def _date(language: str, style: int, day: int) -> str:
    month = 0
    day = min(day, _DAYS)
    while day >= _MONTHS[month]:
        day -= _MONTHS[month]
        month += 1
    if language == "zh":
        return f"{month + 1}月{day + 1}日"
    return (f"{day + 1} {_MONTH_NAMES[month][:3]}", f"{day + 1:02}.{month + 1:02}.", f"{_MONTH_NAMES[month][:3]} {day + 1}")[style]


def _long_date(language: str, day: int) -> str:
    if language == "zh":
        return _date(language, 0, day)
    short, _, month = _date("en", 0, day).partition(" ")
    return f"{short} {next(name for name in _MONTH_NAMES if name.startswith(month))}"


def _style(world: int, number: int) -> int:
    return Draw("choices", world, "registers", number, "sheet").below(4)


class _Sheet:
    """A way of writing tables."""

    def __init__(self, style: int) -> None:
        self._style = style

    def row(self, cells: tuple[str, ...]) -> str:
        if self._style == 0:
            return "| " + " | ".join(cells) + " |\n"
        return ("", ",", "\t", " ; ")[self._style].join(cells) + "\n"

    def head(self, cells: tuple[str, ...]) -> str:
        return self.row(cells) + ("|" + "---|" * len(cells) + "\n" if self._style == 0 else "")


class Registers(SingleKind):
    """Registers of goods received."""

    name = "registers"
    domain = "long_structured_data_understanding"
    sample = 48_000  # tables of sites and measures weigh in a short sample and not in a long register
    languages = ("en", "zh")

    def title(self, language: str, number: int) -> str:
        """Return the register's title."""
        register = _register(self._world, language, number)
        joint = ", " if language == "en" else "："
        return register.theme.title.format(place=register.place) + joint + str(register.year) + ("" if language == "en" else "年")

    def register(self, number: int) -> str:
        """Return how the tables of the document *number* are written."""
        return f"registers.{_style(self._world, number)}"

    def sample_of(self, language: str, tokens: int) -> int:
        """As for other kinds, but that rows have more characters to a token than Chinese sentences."""
        return min(tokens * 5 // 4, self.sample) if language == "zh" else super().sample_of(language, tokens) * 4 // 5

    def ask(self, language: str, number: int, draw: Draw) -> Asked:
        """Ask for a year's intake; the traps are the corrections and the later of two changes of size."""
        register = _register(self._world, language, number)
        at = draw.below(_FOCI)
        focus = register.foci[at]
        amounts = [focus.total(corrected=a, changed=b) for a, b in ((True, True), (False, True), (True, False), (False, False))]
        shown = [f"{amount:,} {register.theme.unit}" if language == "en" else f"{amount}{register.theme.unit}" for amount in amounts]
        question = draw.pick(_WORDS[language]["question"]).format(
            good=register.goods[focus.good], place=register.towns[focus.site], unit=register.theme.unit
        )
        facts = (f"site{at}", f"size{at}", f"change{at}", f"fix{at}", f"row{at}")
        steps = len(focus.rows) + sum(row.boxes != row.stated for row in focus.rows)
        return Asked(question, (shown[0], shown[1], shown[2], shown[3]), facts, hard=steps > _EASY)

    def render(self, language: str, number: int, length: int, draw: Draw) -> Written:
        """Write sites and sizes first, then the sheets with notices among them, then the corrections."""
        register = _register(self._world, language, number)
        fixed = self.entity(language, number).fork("style")
        return _Writing(register, language, draw, fixed, _style(self._world, number)).write(length)


@dataclass(frozen=True, slots=True)
class _Offered:
    """The last entry given to the page: the page's length before it, whether it begins a sheet, its correction if it is a slip."""

    length: int
    opens: bool
    doubted: tuple[int, int, int] | None


class _Writing:
    """One register being written."""

    def __init__(self, register: _Register, language: str, draw: Draw, fixed: Draw, sheet: int) -> None:
        self._register, self._language, self._draw = register, language, draw
        self._sheet = _Sheet(sheet)
        self._style = fixed.below(3)
        self._order = fixed.shuffled(range(1, 5))
        theme = register.theme
        self._named = {"site": theme.site, "Site": theme.site.capitalize(), "box": theme.box, "unit": theme.unit}
        self._words = _WORDS[language]
        self._page = Page()
        self._rows = self._sheets = 0
        self._taken = {row.voucher for focus in register.foci for row in focus.rows}
        self._focal = {(focus.site, focus.good) for focus in register.foci}
        self._fixes: list[tuple[int, int, int]] = []
        self._offered: _Offered | None = None
        self._begin = self._planted = 0
        self._spare = 1
        self._due: list[Plant] = []
        slots = {"person": register.heads, "place": register.towns, "good": register.goods, "count": [str(n) for n in range(2, 30)]}
        self._say: Callable[[str], str] = Grammar({"note": theme.notes}).speaker(draw, slots)
        self._decks: dict[str, list[str]] = {}

    def _text(self, name: str, **values: str) -> str:
        """Return a text of *name*; none comes again before all have come."""
        deck = self._decks.get(name) or self._draw.shuffled(self._words[name])
        self._decks[name] = deck[:-1]
        return deck[-1].format_map(self._named | values)

    def _cells(self, name: str) -> tuple[str, ...]:
        return tuple(cell.format_map(self._named) for cell in self._words[name])

    def write(self, length: int) -> Written:
        page = self._page
        tables = [self._sites, self._boxes]
        for table in self._draw.shuffled(tables):
            table()
        page.add(self._head())
        corrections = "\n" + self._text("fixes_title") + "\n" + self._text("fix_note") + "\n" + self._sheet.head(self._cells("fixes"))
        focal = self._focal_fixes()
        room = max(length - page.length - len(corrections) - sum(len(line) for line, _ in focal), 0)
        fixes = room // 75  # of twenty entries one is doubted, and every third of those is put right between the sheets
        self._sheets = 1
        self._rows = self._draw.between(18, 42)
        room = max(room - fixes, 1)
        plants = self._plants()
        self._begin, self._spare = page.length, max(room - sum(len(plant.text) for plant in plants), 1)
        self._due = sorted(plants, key=lambda plant: plant.at, reverse=True)
        compose(page, plants, self._line, room)
        self._corrections(corrections, focal, 2 * fixes)
        return page.written()

    def _sites(self) -> None:
        register, page = self._register, self._page
        page.add(self._text("sites_title") + "\n" + self._sheet.head(self._cells("sites")))
        focal = {focus.site: at for at, focus in enumerate(register.foci)}
        for site in self._draw.shuffled(range(len(register.towns))):
            line = self._sheet.row((register.codes[site], register.towns[site], register.heads[site]))
            page.add(line, *([f"site{focal[site]}"] if site in focal else []))
        page.add("\n")

    def _boxes(self) -> None:
        register, page = self._register, self._page
        page.add(self._text("boxes_title") + "\n" + self._sheet.head(self._cells("boxes")))
        focal = {focus.good: at for at, focus in enumerate(register.foci)}
        for good in self._draw.shuffled(range(len(register.goods))):
            line = self._sheet.row((register.goods[good], str(register.sizes[good])))
            page.add(line, *([f"size{focal[good]}"] if good in focal else []))
        page.add("\n")

    def _head(self) -> str:
        title = self._words["sheet"][self._style].format(n=self._sheets + 1)
        return f"{title}\n{self._sheet.head(self._ordered(self._cells('columns')))}"

    def _ordered(self, cells: tuple[str, ...]) -> tuple[str, ...]:
        return (cells[0], *[cells[at] for at in self._order], cells[5])

    def _row(self, day: int, voucher: int, site: int, good: int, boxes: int) -> str:
        register = self._register
        date = _date(self._language, self._style, day)
        remark = self._draw.pick(register.theme.remarks)
        return self._sheet.row(self._ordered((str(voucher), date, register.codes[site], register.goods[good], str(boxes), remark)))

    def _line(self) -> str:
        """Return an entry that no question is about; before it now and then a remark, or the end of a sheet and the next one's head."""
        draw, register = self._draw, self._register
        self._settle()
        before, opens = "", self._rows <= 0
        if opens:
            before = f"{self._say('note')}\n\n{self._head()}"
        elif self._fixes and draw.chance(0.02):
            before = self._remark()
        site, good = draw.below(len(register.towns)), draw.below(len(register.goods))
        while (site, good) in self._focal:
            good = draw.below(len(register.goods))
        voucher = _voucher(draw, self._taken)
        boxes = draw.between(8, 70)
        doubted = None
        if draw.chance(0.05):
            doubted = (voucher, boxes, boxes + draw.pick((-1, 1)) * draw.between(2, 7))
        self._offered = _Offered(self._page.length, opens, doubted)
        return before + self._row(self._day(), voucher, site, good, boxes)

    def _remark(self) -> str:
        """Return the correction of an entry above, taken from those that the end would bring; or a doubt about one, set aside."""
        voucher, stated, boxes = self._fixes.pop()
        person = self._draw.pick(self._register.heads)
        name = "slip" if self._draw.chance(0.7) else "upheld"
        return self._text(name, v=str(voucher), w=str(stated), n=str(boxes), person=person) + "\n"

    def _day(self) -> int:
        """Return the day that the book has come to: never before the last entry, whether it is asked about or not."""
        done = self._page.length - self._begin - self._planted
        while self._due and done - len(self._due[-1].text) >= self._spare * self._due[-1].at:
            done -= len(self._due[-1].text)
            self._planted += len(self._due.pop().text)
        latest = int(_DAYS * self._due[-1].at) if self._due else _DAYS
        return min(int(_DAYS * done / self._spare), latest)

    def _settle(self) -> None:
        """Count the last entry if it was taken: the end of a document refuses what is too long."""
        offered = self._offered
        if offered is not None and self._page.length > offered.length:
            if offered.opens:
                self._sheets += 1
                self._rows = self._draw.between(18, 42)
            self._rows -= 1
            if offered.doubted is not None:
                self._fixes.append(offered.doubted)
        elif offered is not None and offered.opens:
            self._rows = _LAST  # no room for another sheet
        self._offered = None

    def _plants(self) -> list[Plant]:
        register, draw = self._register, self._draw.fork("plants")
        plants = []
        for at, focus in enumerate(register.foci):
            for row, noted in zip(focus.rows, focus.noted, strict=True):
                text = self._row(int(_DAYS * row.at), row.voucher, focus.site, focus.good, row.stated)
                plants.append(Plant(row.at, text, (f"row{at}",)))
                if noted and row.boxes != row.stated:
                    values = {"v": str(row.voucher), "w": str(row.stated), "n": str(row.boxes), "person": draw.pick(register.heads)}
                    share = row.at + (0.99 - row.at) * (0.05 + 0.9 * draw.share())
                    plants.append(Plant(share, self._text("slip", **values) + "\n", (f"fix{at}",)))
            for day, new in zip(focus.days, focus.sizes[1:], strict=True):
                plants.append(self._notice(0.1 + 0.85 * draw.share(), focus.good, day, new, f"change{at}"))
        asked = {focus.good for focus in register.foci}
        for good in (good for good in range(len(register.goods)) if good not in asked):
            days = sorted(draw.sample(range(30, 340), draw.below(3)))
            for day, new in zip(days, _three_sizes(draw, register.sizes[good])[1:], strict=False):
                plants.append(self._notice(0.1 + 0.85 * draw.share(), good, day, new))
        for good in draw.sample(range(len(register.goods)), draw.between(1, 3)):
            values = {"good": register.goods[good], "new": str(_three_sizes(draw, register.sizes[good])[1])}
            values |= {"place": draw.pick(register.towns), "person": draw.pick(register.heads)}
            plants.append(Plant(0.05 + 0.9 * draw.share(), self._text("declined", **values) + "\n"))
        return plants

    def _notice(self, at: float, good: int, day: int, new: int, *facts: str) -> Plant:
        name, date = self._register.goods[good], _long_date(self._language, day)
        text = self._text("change", good=name, Good=name.capitalize(), new=str(new), date=date)
        return Plant(at, f"{text}\n", facts)

    def _focal_fixes(self) -> list[tuple[str, tuple[str, ...]]]:
        """Return the corrections at the end that an answer rests on, with their facts."""
        return [
            (self._sheet.row((str(row.voucher), str(row.stated), str(row.boxes))), (f"fix{at}",))
            for at, focus in enumerate(self._register.foci)
            for row, noted in zip(focus.rows, focus.noted, strict=True)
            if row.boxes != row.stated and not noted
        ]

    def _corrections(self, head: str, lines: list[tuple[str, tuple[str, ...]]], room: int) -> None:
        """Add the corrections: *lines* and as many others as find *room*."""
        self._settle()
        length = 0
        for voucher, stated, boxes in self._draw.shuffled(self._fixes):
            line = self._sheet.row((str(voucher), str(stated), str(boxes)))
            length += len(line)
            if length > room:
                break
            lines.append((line, ()))
        if not lines:
            return
        self._page.add(head)
        for line, facts in self._draw.shuffled(lines):
            self._page.add(line, *facts)
