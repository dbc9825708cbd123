"""Golds are worked out again from the rendered text alone."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_lcbench.suites.synthetic.choices import ChoicesField
from pytest_lcbench.suites.synthetic.choices.chronicle_words import EVENTS
from pytest_lcbench.suites.synthetic.drafts import Draft
from pytest_lcbench.suites.synthetic.draw import Draw

FIELD = ChoicesField(6)
FILE = re.compile(r"^(?:# =====|### FILE:|<<<|#--------) (\S+)(?: =====| >>>)?\n", re.MULTILINE)
LONG_DATE = r"\d+月\d+日|\d+ (?:January|February|March|April|May|June|July|August|September|October|November|December)"
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def right(draft: Draft) -> str:
    return draft.choices["ABCD".index(draft.gold)]


def text_of(draft: Draft) -> str:
    plan = draft.documents[0]
    return FIELD.write(draft.language, plan.key, plan.tokens).text


def files_of(text: str) -> dict[str, str]:
    parts = FILE.split(text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_python_file_of_a_repository_parses() -> None:
    for number in range(4):
        files = files_of(text_of(FIELD.draft("code_repo_qa", "en", 20_000, Draw("parse", number))))
        assert len(files) > 20
        for path, source in files.items():
            if path.endswith(".py"):
                ast.parse(source, filename=path)


def test_a_repository_returns_what_the_gold_says(tmp_path: Path) -> None:
    run = 0
    for number in range(14):
        draft = FIELD.draft("code_repo_qa", "en", 3000, Draw("run", number))
        call = re.search(r"`(\w+\.\w+)\.(.*?\))`", draft.question)
        assert call is not None
        if not right(draft).isdigit():
            continue
        folder = tmp_path / str(number)
        for path, source in files_of(text_of(draft)).items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(source, encoding="utf-8")
        code = f"import {call[1]}; print({call[1]}.{call[2]})"
        made = subprocess.run(  # noqa: S603 - our own generated package
            [sys.executable, "-B", "-c", code], cwd=folder, capture_output=True, text=True, check=True, timeout=60
        )
        assert made.stdout.strip() == right(draft)
        run += 1
    assert run >= 3


def cells(line: str) -> list[str]:
    if line.startswith("|"):
        return [cell.strip() for cell in line.strip("|").split("|")]
    for mark in (" ; ", "\t", ","):
        if mark in line:
            return [cell.strip() for cell in line.split(mark)]
    return []


def day_of(text: str) -> tuple[int, int]:
    chinese = re.fullmatch(r"(\d+)月(\d+)日", text)
    if chinese:
        return int(chinese[1]), int(chinese[2])
    if dotted := re.fullmatch(r"(\d\d)\.(\d\d)\.", text):
        return int(dotted[2]), int(dotted[1])
    first, second = text.split(" ")
    return (MONTHS.index(first[:3]) + 1, int(second)) if first.isalpha() else (MONTHS.index(second[:3]) + 1, int(first))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_entries_of_a_register_add_up_to_the_gold(language: str) -> None:
    for number in range(12):
        draft = FIELD.draft("table_qa", language, 5000, Draw("sum", number))
        lines = [cells(line) for line in text_of(draft).split("\n")]
        rows = [row for row in lines if len(row) == 6 and row[0].isdigit()]
        threes = [row for row in lines if len(row) == 3]
        twos = [row for row in lines if len(row) == 2 and row[1].isdigit()]
        towns = {town: code for code, town, _ in threes if not code.isdigit()}
        fixes = {voucher: (int(stated), int(read)) for voucher, stated, read in threes if voucher.isdigit()}
        goods = {good: int(size) for good, size in twos}
        code = next(code for town, code in towns.items() if town in draft.question)
        good = max((good for good in goods if good in draft.question), key=len)
        spoken: dict[str, list[int]] = {}
        for line in text_of(draft).split("\n"):
            found = re.search(r"[Vv]oucher (\d{6})|(\d{6})号凭单", line)
            if found and not re.search(r"stands|as booked|不改|无误", line):
                spoken[found[1] or found[2]] = [int(one) for one in re.findall(r"(?<!\d)\d{1,2}(?!\d)", line)]
        changes: dict[tuple[int, int], int] = {}
        for line in text_of(draft).split("\n"):
            date = re.search(LONG_DATE, line)
            if date and good.lower() in line.lower() and re.search(r"[.。]$", line):
                size = re.search(r"\d+", line.replace(date.group(), ""))
                assert size is not None
                changes[day_of(date.group())] = int(size.group())
        assert len(changes) == 2
        total = 0
        for voucher, *rest, _ in rows:
            if code in rest and good in rest:
                when = next(cell for cell in rest if re.search(r"月|\.|[A-Z][a-z]{2} \d|\d [A-Z]", cell) and cell not in {code, good})
                boxes = next(int(cell) for cell in rest if cell.isdigit())
                if voucher in spoken:
                    assert boxes in spoken[voucher]
                    boxes = next(one for one in spoken[voucher] if one != boxes)
                if voucher in fixes:
                    assert fixes[voucher][0] == boxes
                    boxes = fixes[voucher][1]
                total += boxes * max((day, size) for day, size in [((0, 0), goods[good]), *changes.items()] if day_of(when) >= day)[1]
        assert total == int(re.sub(r"\D", "", right(draft)))


def test_the_triples_lead_to_the_gold() -> None:
    for number in range(20):
        draft = FIELD.draft("knowledge_graph_reasoning", "en", 5000, Draw("walk", number))
        triples = set()
        for line in text_of(draft).split("\n")[2:]:
            parts = re.fullmatch(
                r'\((.*); (.*); (.*)\)|<(.*)> <(.*)> <(.*)> \.|\{"s": "(.*)", "p": "(.*)", "o": "(.*)"\}|(.*)\t(.*)\t(.*)', line
            )
            if parts:
                one, link, two = (part.replace("_", " ") for part in parts.groups() if part is not None)
                triples.add((one, link, two))
        names = [one for one, link, two in triples if link == "also called" and two in draft.question]
        assert len(names) == 1
        houses = [two for one, link, two in triples if one == names[0] and link in {"built in", "copied at", "synthesised by"}]
        assert len(houses) == 1
        founding = re.search(r"who set up|gave the means|the founder of", draft.question) is not None
        links = {"established by", "endowed by", "initiated by"} if founding else {"directed by", "governed by", "supervised by"}
        heads = [two for one, link, two in triples if one == houses[0] and link in links]
        assert len(heads) == 1
        bonds = {"apprenticed to", "succeeded", "doctoral student of"}
        senior = re.search(r"who trained that|right before|who advised", draft.question) is not None
        ends = [two if senior else one for one, link, two in triples if link in bonds and heads[0] == (one if senior else two)]
        assert ends == [right(draft)]


def test_the_points_of_a_log_add_up_to_the_gold() -> None:
    for number in range(15):
        draft = FIELD.draft("agent_history_qa", "en", 5000, Draw("log", number))
        text = text_of(draft)
        table = re.search(r"(?m)^own .*(?:\n\w+: .*)+", text)
        assert table is not None
        rules = table[0].split("\n")
        columns = rules[0].partition(": ")[2].split(", ")
        points = {
            (own, other): int(value)
            for line in rules[1:]
            for own, values in [line.split(": ")]
            for other, value in zip(columns, values.split(", "), strict=True)
        }
        umpire = [line for line in text.split("\n") if line.startswith("Umpire")]
        verbs = r"(?:against|met by|meeting|/|while the other plays) (\w+) (?:is worth|earns|counts|of the table reads|gets) ([+-]\d+)"
        changes = [(line, found) for line in umpire if (found := re.search(verbs, line)) and re.search(r"\b[IVX]+\b", line)]
        assert len(changes) == 1
        ((amended, change),) = changes
        other, value = change.groups()
        before = re.search(rf"(\w+) (?:against|met by|meeting|/|while the other plays) {other} ", amended)
        assert before is not None
        own = before[1]
        stage = re.search(r"[a-z]+ [IVX]+", amended)
        assert stage is not None
        me, rival = re.findall(r"\b[A-Z][a-z]+\b", re.sub(r"^\w+|What|Sum|Counting", "", draft.question))[:2]
        fixes = {}
        for line in umpire:
            tag = re.search(r"\b\d{4}\b", line)
            cards = [word for word in re.findall(r"\w+", line) if word in columns]
            if tag is not None and len(cards) == 1:
                who = next(word for word in re.findall(r"[A-Z][a-z]+", line) if word not in {"Umpire", "For"})
                fixes[tag[0]] = (who, cards[0])
        total, later = 0, False
        for line in text.split("\n"):
            later = later or re.sub(r"\W+", " ", line).strip().lower() == stage[0].lower()
            found = re.search(r"(\d{4}).*?(?:\] |: |\) - )", line)
            if found is None or "mpire" in line or me not in line or rival not in line:
                continue
            mover = re.search(r"\d{4}.*?(?:\] |: |\) - )(\w+)", line)
            moves = [word for word in re.findall(r"\w+", line) if word in columns]
            assert mover is not None
            mine, theirs = moves[-2:] if mover[1] == me else moves[-2:][::-1]
            who, card = fixes.get(found[1], ("", ""))
            mine, theirs = (card if who == me else mine), (card if who == rival else theirs)
            total += int(value) if later and (mine, theirs) == (own, other) else points[mine, theirs]
        assert f"{total} point{'s' * (abs(total) != 1)} in all" == right(draft)


def test_the_settings_of_a_guide_give_the_gold() -> None:
    for number in range(20):
        draft = FIELD.draft("user_guide_qa", "en", 4000, Draw("guide", number))
        lines = text_of(draft).split("\n")
        name = max(
            re.findall(r"[a-z]+ (?:interval|delay|hold time|run-on time|pause|lead time|cooling phase|warm-up)", draft.question),
            key=len,
        )
        about = [line for line in lines if re.search(rf"\b{name}\b", line.lower())]
        modes = set(re.findall(r"\b[A-Z]{3,}\b", lines[0]))
        (mode,) = modes & set(re.findall(r"\b[A-Z]{3,}\b", draft.question))
        found = re.search(r"revision ([A-Z])\b", draft.question)
        assert found is not None
        assert len(about) == 4
        value = r"\b([A-Z]{3,})\W{1,3}(\d+)"
        (table,) = [line for line in about if len(re.findall(value, line)) == len(modes)]
        base = dict(re.findall(value, table))
        (errata,) = [line for line in about if "evision" in line or "nameplate" in line]
        if re.search(rf"evision {found[1]}\b", errata):
            base |= dict(re.findall(value, errata))
        rest = [line for line in about if line not in {table, errata}]
        (exception,) = [line for line in rest if modes & set(re.findall(r"\b[A-Z]{3,}\b", line))]
        (general,) = [line for line in rest if line != exception]
        plus = re.search(r"(\d+) minutes", exception if re.search(rf"\b{mode}\b", exception) else general)
        assert plus is not None
        assert f"{int(base[mode]) + int(plus[1])} min in all" == right(draft)


def minutes(text: str) -> list[int]:
    return [int(hour) * 60 + int(minute) for hour, minute in re.findall(r"(\d+)(?::|点)(\d+)", text)]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_keys_and_hours_of_an_inquiry_leave_the_one_in_the_gold(language: str) -> None:
    for number in range(20):
        draft = FIELD.draft("single_document_detective", language, 4000, Draw("who", number))
        lines = text_of(draft).split("\n")
        clock = next(line for line in lines if re.search(r"clock (?:in|of) |的座钟", line) and minutes(line))
        room = re.search(r"clock (?:in|of) (the [\w ]+?)(?:\.| lay| was| had)", clock) or re.search(
            r"(?:^|，)(?:窃贼碰倒了)?(\w+?)的座钟", clock
        )
        assert room is not None
        keys = [
            line
            for line in lines
            if room[1] in line and re.search(r"keys|钥匙", line) and sum(name in line for name in draft.choices) == 2
        ]
        book, change = sorted(
            keys,
            key=lambda line: (
                not re.search(r"signed for|down in the house book as|The house book gives|据钥匙簿|钥匙簿上|照钥匙簿", line)
            ),
        )
        undone = any(re.search(r"handing over|那?两把钥匙的移交", line) for line in lines)
        holders = [name for name in draft.choices if name in (book if undone else change)]
        shown = minutes(clock)[0]
        works = next(line for line in lines if re.search(r"fallen clock|摔坏的", line))
        shift = re.search(r"(\d+)(?: minutes|分钟)", works)
        assert shift is not None
        if not re.search(r"right|校|receipt|收据|perfect|很准|不差", works):
            shown -= int(shift[1]) if re.search(r"fast|ahead|take off|快|减去", works) else -int(shift[1])
        seen = [
            name
            for name in draft.choices
            for line in lines
            if name in line and len(minutes(line)) == 2 and minutes(line)[0] <= shown <= minutes(line)[1]
        ]
        assert [name for name in holders if name not in seen] == [right(draft)]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_years_of_a_chronicle_give_the_order_in_the_gold(language: str) -> None:
    told = {asked: text for text, asked in EVENTS[language]}
    for number in range(20):
        draft = FIELD.draft("single_document_event_ordering", language, 4000, Draw("years", number))
        lines = text_of(draft).split("\n")
        years = {}
        for roman, asked in re.findall(r"\b(I{1,3}|IV) ([^;；.?？]+)", draft.question):
            about = [line for line in lines if told[asked.strip()].lower() in line.lower() or asked.strip().lower() in line.lower()]
            about = [line for line in about if not re.search(r"Some would|claimed|mistaken|为是|不改|来信", line)]
            dated = [re.findall(r"\d{4}", line) for line in about]
            fixes = [found for found in dated if len(found) == 2]
            if fixes:
                (stated,) = [found[0] for found in dated if len(found) == 1]
                years[roman] = int(next(year for year in fixes[0] if year != stated))
            elif any(dated):
                years[roman] = int(next(found for found in dated if found)[0])
            else:
                span = re.search(r"\d+", about[0])
                disaster = re.search(r"flood|great fire|plague|hailstorm|earthquake|famine|大水|大火|瘟疫|雹灾|地震|饥荒", about[0])
                assert span is not None
                assert disaster is not None
                meaning = next(line for line in lines if disaster[0] in line and re.search(r"“|两场", line))
                before = re.search(r"before|still|came|preceded|之前|过了|离|再过|早", about[0])
                year = re.search(r"\d{4}", meaning)
                assert year is not None
                years[roman] = int(year[0]) - int(span[0]) if before else int(year[0]) + int(span[0])
        assert " - ".join(sorted(years, key=years.__getitem__)) == right(draft)
