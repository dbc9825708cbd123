"""``table_qa``: long registers with a table of sites, box sizes that change in the year, and corrections of single entries."""

# ruff: noqa: SIM905 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.kind import Asked, SingleKind
from pytest_lcbench.suites.synthetic.choices.register_themes import THEMES, Theme
from pytest_lcbench.suites.synthetic.choices.text import Grammar, Page, Plant, compose, places
from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw

_FOCI = 3
_EASY = 6
"""Entries and corrections that add up to an easy case."""
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
            "The audit compared vouchers with the sheets. What it found stands here; the sheets themselves were left as they are.",
            "Mistakes of the pen are not struck out on the sheets. They are listed here and count as listed.",
        ),
        "change": (
            "Notice: from {date} on, {new} {unit} of {good} go into one {box}.",
            "By order of the board a {box} of {good} is filled with {new} {unit} from {date} onwards.",
            "{Good}: new {box}s hold {new} {unit} each; the old ones were withdrawn on the eve of {date}.",
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
        "fix_note": ("核查以凭单为准，发现的差错列于本表，原页不作涂改。", "笔误不在原页划改，一律以本表所列为准。"),
        "change": (
            "通知：自{date}起，{good}每{box}改装{new}{unit}。",
            "经社里议定，{date}（含当日）以后{good}一{box}按{new}{unit}计。",
            "{good}换用新{box}，每{box}{new}{unit}，旧{box}于{date}前一日停用。",
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
    old: int
    new: int
    day: int  # first day of the new size

    def total(self, *, corrected: bool, changed: bool) -> int:
        """Add the entries up, with or without corrections and the change of size."""
        amount = 0
        for row in self.rows:
            size = self.new if changed and int(_DAYS * row.at) >= self.day else self.old
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


@lru_cache(maxsize=64)
def _register(world: int, language: str, number: int) -> _Register:
    draw = Draw("choices", world, "registers", language, number)
    theme = draw.pick(THEMES[language])
    towns = names.several(draw, names.places_of(language), draw.between(9, 14))
    goods = draw.sample(theme.goods, draw.between(6, 8))
    letters = draw.pick(("ABCDEFGHKLMNPRST", "PQRSTUVWXYZABCDE", "KLMNPRSTVWXYZABC"))
    codes = [f"{letters[at]}{draw.between(2, 9)}" for at in range(len(towns))]
    draw_codes = draw.shuffled(codes)
    sizes = [draw.between(11, 48) for _ in goods]
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
        middle = draw.between(1, len(at) - 1)
        day = (int(_DAYS * at[middle - 1]) + int(_DAYS * at[middle])) // 2 + 1
        old = sizes[good]
        new = old + draw.pick((-1, 1)) * draw.between(2, 6)
        foci.append(_Focus(site, good, tuple(rows), old, new, day))
    return _Register(
        theme=theme, place=towns[0], year=draw.between(1871, 1958), goods=tuple(goods), sizes=tuple(sizes), towns=tuple(towns),
        codes=tuple(draw_codes), heads=tuple(names.several(draw, names.people_of(language), len(towns))), foci=tuple(foci),
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

    def ask(self, language: str, number: int, draw: Draw) -> Asked:
        """Ask for a year's intake; the traps are the corrections and the change of size."""
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
        self._doubted: tuple[int, tuple[int, int, int]] | None = None
        slots = {"person": register.heads, "place": register.towns, "good": register.goods, "count": [str(n) for n in range(2, 30)]}
        self._say: Callable[[str], str] = Grammar({"note": theme.notes}).speaker(draw, slots)

    def _text(self, name: str) -> str:
        return self._draw.pick(self._words[name]).format_map(self._named)

    def _cells(self, name: str) -> tuple[str, ...]:
        return tuple(cell.format_map(self._named) for cell in self._words[name])

    def write(self, length: int) -> Written:
        page = self._page
        tables = [self._sites, self._boxes]
        for table in self._draw.shuffled(tables):
            table()
        room = max(length - page.length - 60, 0)
        fixes = max(room // 22, 120)
        self._open_sheet()
        self._begin, self._room = page.length, max(room - fixes, 1)
        compose(page, self._plants(), self._line, self._room)
        self._corrections(fixes)
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

    def _open_sheet(self) -> None:
        self._sheets += 1
        self._rows = self._draw.between(18, 42)
        title = self._words["sheet"][self._style].format(n=self._sheets)
        self._page.add(f"{title}\n{self._sheet.head(self._ordered(self._cells('columns')))}")

    def _ordered(self, cells: tuple[str, ...]) -> tuple[str, ...]:
        return (cells[0], *[cells[at] for at in self._order], cells[5])

    def _row(self, day: int, voucher: int, site: int, good: int, boxes: int) -> str:
        register = self._register
        date = _date(self._language, self._style, day)
        remark = self._draw.pick(register.theme.remarks)
        return self._sheet.row(self._ordered((str(voucher), date, register.codes[site], register.goods[good], str(boxes), remark)))

    def _line(self) -> str:
        """Return an entry that no question is about; now and then the end of a sheet and the head of the next."""
        draw, register = self._draw, self._register
        self._settle()
        if self._rows == 0:
            self._page.add(f"{self._say('note')}\n\n")
            self._open_sheet()
        self._rows -= 1
        site, good = draw.below(len(register.towns)), draw.below(len(register.goods))
        while (site, good) in self._focal:
            good = draw.below(len(register.goods))
        voucher = _voucher(draw, self._taken)
        boxes = draw.between(8, 70)
        if draw.chance(0.04):
            self._doubted = (self._page.length, (voucher, boxes, boxes + draw.pick((-1, 1)) * draw.between(2, 7)))
        day = min(int(_DAYS * (self._page.length - self._begin) / self._room), _DAYS)
        return self._row(day, voucher, site, good, boxes)

    def _settle(self) -> None:
        """Keep the correction of the last entry if that entry was taken: the end of a document refuses what is too long."""
        if self._doubted is not None and self._page.length > self._doubted[0]:
            self._fixes.append(self._doubted[1])
        self._doubted = None

    def _plants(self) -> list[Plant]:
        register, draw = self._register, self._draw.fork("plants")
        plants = []
        for at, focus in enumerate(register.foci):
            plants += [
                Plant(row.at, self._row(int(_DAYS * row.at), row.voucher, focus.site, focus.good, row.stated), (f"row{at}",))
                for row in focus.rows
            ]
            good = register.goods[focus.good]
            date = _long_date(self._language, focus.day)
            values = self._named | {"good": good, "Good": good.capitalize(), "new": str(focus.new), "date": date}
            text = draw.pick(self._words["change"]).format_map(values)
            plants.append(Plant(0.1 + 0.85 * draw.share(), f"{text}\n", (f"change{at}",)))
        return plants

    def _corrections(self, room: int) -> None:
        self._settle()
        page = self._page
        page.add("\n" + self._text("fixes_title") + "\n" + self._text("fix_note") + "\n" + self._sheet.head(self._cells("fixes")))
        lines: list[tuple[str, tuple[str, ...]]] = []
        for at, focus in enumerate(self._register.foci):
            lines += [
                (self._sheet.row((str(row.voucher), str(row.stated), str(row.boxes))), (f"fix{at}",))
                for row in focus.rows
                if row.boxes != row.stated
            ]
        length = sum(len(line) for line, _ in lines)
        for voucher, stated, boxes in self._draw.shuffled(self._fixes):
            if length >= room:
                break
            line = self._sheet.row((str(voucher), str(stated), str(boxes)))
            length += len(line)
            lines.append((line, ()))
        for line, facts in self._draw.shuffled(lines):
            page.add(line, *facts)
