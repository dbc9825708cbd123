"""What the texts must not do: correct what stands nowhere, say a followed relation twice, number two rounds alike."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from pytest_lcbench.suites.synthetic.choices import ChoicesField, inquiries, newspapers
from pytest_lcbench.suites.synthetic.choices.cast import cast
from pytest_lcbench.suites.synthetic.choices.languages import _NOUNS, _plural
from pytest_lcbench.suites.synthetic.choices.text import plural
from pytest_lcbench.suites.synthetic.draw import Draw

WORLDS = (11, 111, 113, 114)
VARIED = (
    "single_document_detective",
    "multi_document_news",
    "code_repo_qa",
    "dialogue_history_qa",
    "agent_history_qa",
    "new_language_translation",
    "user_guide_qa",
    "table_qa",
    "knowledge_graph_reasoning",
)


DAY = re.compile(r"(\d+)月(\d+)日|(\d+)\.(\d+)\.|([A-Z][a-z]{2}) (\d+)|(\d+) ([A-Z][a-z]{2})")


def cells_of(line: str) -> list[str]:
    """Return the cells of a row that begins with a voucher's number; none of another line."""
    row = line.removeprefix("| ").removesuffix(" |") if line.startswith("|") else line
    cells = [cell.strip() for cell in re.split(r" \| | ; |[,\t]", row)]
    return cells if re.fullmatch(r"\d{6}", cells[0]) else []


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("world", WORLDS)
def test_every_voucher_that_is_corrected_stands_on_a_sheet_too(world: int, language: str) -> None:
    field = ChoicesField(world)
    for number in range(40):
        text = field.write(language, f"registers.{number}", 2500).text
        booked: set[str] = set()
        corrected: list[str] = []
        for line in text.split("\n"):
            cells = cells_of(line)
            said = re.search(r"[Vv]oucher (\d{6})|(\d{6})号凭单", line)
            if len(cells) == 6:
                assert cells[0] not in booked
                booked.add(cells[0])
            elif len(cells) == 3:
                corrected.append(cells[0])
            elif said:
                corrected.append(said[1] or said[2])
                assert corrected[-1] in booked  # a remark is of an entry above it
        assert corrected
        assert set(corrected) <= booked
        assert len(set(corrected)) == len(corrected)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_entries_of_a_register_stand_in_the_order_of_their_days(language: str) -> None:
    # Entries that are asked about have fixed days; out of order among the others they would be seen at once.
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()  # noqa: SIM905 - a list of words
    for world in WORLDS:
        for number in range(20):
            text = ChoicesField(world).write(language, f"registers.{number}", 3000).text
            days = []
            for row in text.split("\n"):
                cells = cells_of(row)
                if len(cells) == 6:
                    found = next(found for cell in cells if (found := DAY.fullmatch(cell)))
                    one, two, three, four, five, six, seven, eight = found.groups()
                    named = five or eight
                    month = int(one or four or months.index(named) + 1)
                    days.append((month, int(two or three or six or seven)))
            assert len(days) > 30
            assert days == sorted(days)


def test_things_of_a_graph_are_not_told_apart_by_their_marks() -> None:
    for world in WORLDS:
        written = ChoicesField(world).write("en", "graphs.3", 4000)
        marks = re.findall(r"[ _]([A-Z])(\d+)(?=[^\w]|\t|>)", written.text)
        asked = [re.search(r"[ _]([A-Z])(\d+)", written.text[slice(*written.facts[f"made{at}"][0])]) for at in range(4)]
        assert all(found is not None for found in asked)
        assert {len(digits) for _, digits in marks} == {4, 5}
        assert len({letter for letter, _ in marks}) > 10


def test_the_options_of_a_graph_are_of_two_houses() -> None:
    # Else the words of the question for head and bond would lead to the answer without thing and house.
    heads = ("established_by", "directed_by", "endowed_by", "governed_by", "initiated_by", "supervised_by")
    for number in range(12):
        field = ChoicesField(113)
        draft = field.draft("knowledge_graph_reasoning", "en", 3000, Draw("houses", number))
        text = field.write("en", draft.documents[0].key, draft.documents[0].tokens).text.replace("_", " ")
        rows = [re.split(r'; |\t|> <|", "[po]": "', line.strip('(<>{}") .')) for line in text.split("\n")[1:]]
        rows = [[part.removeprefix('s": "') for part in row] for row in rows if len(row) == 3]
        led = {row[2]: row[0] for row in rows if row[1].replace(" ", "_") in heads}
        bound = [row for row in rows if row[1] in {"apprenticed to", "succeeded", "doctoral student of"}]
        houses = [
            {led[other] for one, _, two in bound for mine, other in ((one, two), (two, one)) if mine == option and other in led}
            for option in draft.choices
        ]
        assert sorted(sum(other == house for other in houses) for house in houses) == [2, 2, 2, 2]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_in_an_inquiry_no_room_has_two_pairs_of_keys_and_nobody_is_in_two_places(language: str) -> None:
    rooms = (
        r"(?:keys to |keys open |What the house book said of )(the \w+ \w+)|(?:据钥匙簿，|写明，|开|领了)(\w{2,4}?)的(?:两把|一把)?钥匙"
    )
    hours = r"(\d+)(?::|点)(\d+)"
    for world in WORLDS[:2]:
        for number in range(6):
            text = ChoicesField(world).write(language, f"inquiries.{number}", 20_000).text
            held: dict[str, str] = {}
            seen: dict[str, list[tuple[int, int]]] = {}
            for line in text.split("\n"):
                if found := re.search(rooms, line):
                    if re.search(r"\bsigned|down in|book gives|据钥匙簿|钥匙簿上|照钥匙簿", line):
                        assert held.setdefault(found[1] or found[2], line) == line
                elif len(times := re.findall(hours, line)) == 2 and not re.search("lit at|had locked|照例|挂好灯笼", line):
                    who = re.search(r"([A-Z][a-z]+)(?= (?:was|had been|before|in |on |by |at )|:)", line) or re.search(
                        r"看见(\w{3})在|^(\w{3})从|始终见(\w{3})在|同(\w{3})说话|车夫替(\w{3})作证", line
                    )
                    assert who is not None, line
                    name = next(part for part in who.groups() if part)
                    first, last = (60 * int(hour) + int(minute) for hour, minute in times)
                    assert all(last < other[0] or other[1] < first for other in seen.get(name, []))
                    seen.setdefault(name, []).append((first, last))
            assert held
            assert len(seen) > 8


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("kind", ["chronicles", "inquiries", "newspapers"])
def test_a_person_of_a_town_has_one_trade_and_no_heading_stands_alone(kind: str, language: str) -> None:
    trades = cast(language, ["X"] * 60, Draw("trades"))["crafter"]
    words = "|".join(sorted({crafter.replace("X", "").replace(" the ", "") for crafter in trades}))
    for number in range(6):
        text = ChoicesField(114).write(language, f"{kind}.{number}" + (".3" if kind == "newspapers" else ""), 6000).text
        had: dict[str, set[str]] = {}
        for found in re.finditer(rf"([A-Z][a-z]+) the ({words})\b" if language == "en" else rf"({words})(\w{{3}})", text):
            name, trade = found.groups() if language == "en" else found.groups()[::-1]
            had.setdefault(name, set()).add(trade)
        assert had or kind == "inquiries"
        assert language == "zh" or all(len(trades) == 1 for trades in had.values())
        assert not re.search(
            r"\n(?:\[[^\]\n]+\]|\* [^*\n]+ \*|Leaf \d+|Chapter \d+|卷\d+|第\d+章)\n*(?:\n[\[*]|$|\n(?:Leaf|Chapter|卷|第\d))", text
        )


def test_no_word_is_doubled_and_articles_fit() -> None:
    for kind in ("chronicles", "inquiries", "newspapers"):
        for number in range(8):
            text = ChoicesField(11).write("en", f"{kind}.{number}" + (".5" if kind == "newspapers" else ""), 9000).text
            assert re.findall(r"\b(\w+) \1\b(?<!had had)", text) == []
            assert re.findall(r"\b[Aa] [aeio]\w+|\ban? (?:used|one)\b|[.?!;,][.;,]|\bthe the\b| ,", text) == []


def test_the_number_of_a_noun_is_seen_in_english() -> None:
    assert [noun for noun in _NOUNS if _plural(noun) == noun] == []


@pytest.mark.parametrize("world", WORLDS)
def test_a_relation_that_a_question_follows_is_said_once(world: int) -> None:
    field = ChoicesField(world)
    heads = ("established_by", "directed_by", "endowed_by", "governed_by", "initiated_by", "supervised_by")
    for number in range(8):
        written = field.write("en", f"graphs.{number}", 30_000)
        triples = [re.split('; |\t|> <|", "[po]": "', line) for line in written.text.split("\n")[1:]]
        said = Counter((row[0].strip('(<{"s: '), row[1].replace(" ", "_")) for row in triples if len(row) == 3)
        checked = 0
        for at in range(4):
            for head in range(2):
                ((first, last),) = written.facts[f"head{at}{head}"]
                row = re.split('; |\t|> <|", "[po]": "', written.text[first:last])
                key = (row[0].strip('(<{"s: '), row[1].replace(" ", "_"))
                assert key[1] in heads
                assert said[key] == 1
                checked += 1
        assert checked == 8


@pytest.mark.parametrize("world", [10, 225, 339, 396, 1035])
def test_the_evidence_of_an_inventory_shows_every_class(world: int) -> None:
    field = ChoicesField(world)
    for number in range(60):
        written = field.write("en", f"many_shot.{number}", 2000)
        shown = {written.text[first:last].rpartition(" => ")[2] for first, last in written.facts["shot"]}
        assert len(shown) == 4


@pytest.mark.parametrize("tokens", [9000, 60_000, 400_000])
def test_no_two_rounds_of_a_log_have_one_number(tokens: int) -> None:
    field = ChoicesField(104)
    for number in range(6 if tokens < 100_000 else 1):
        text = field.write("en", f"games.{number}", tokens).text
        numbers = re.findall(r"^(?:\[[a-z]+ |[A-Z][a-z]+ no\. |no\. )(\d+)(?= \||\ at | \()", text, re.MULTILINE)
        assert len(numbers) > 20
        assert len(set(numbers)) == len(numbers)


def test_questions_begin_in_upper_case_and_their_plurals_are_english() -> None:
    for world in WORLDS:
        field = ChoicesField(world)
        for subtask in ("agent_history_qa", "knowledge_graph_reasoning", "table_qa", "dialogue_history_qa"):
            for number in range(20):
                question = field.draft(subtask, "en", 5000, Draw("question", number)).question
                assert not question[0].islower()
                assert not re.search(r"\b[a-z]+(?:ch|sh|x)s\b", question)


@pytest.mark.parametrize(
    ("noun", "many"), [("watch", "watches"), ("box", "boxes"), ("berry", "berries"), ("day", "days"), ("key", "keys")]
)
def test_the_plural_of_a_regular_noun(noun: str, many: str) -> None:
    assert plural(noun) == many


@pytest.mark.parametrize("subtask", ["code_repo_qa", "dialogue_history_qa"])
def test_sentences_begin_in_upper_case_and_plurals_are_english(subtask: str) -> None:
    field = ChoicesField(114)
    for number in range(6):
        draft = field.draft(subtask, "en", 12_000, Draw("sentences", number))
        text = "".join(field.write("en", plan.key, plan.tokens).text for plan in draft.documents)
        assert re.findall(r"\w+(?:ch|sh|x)s\b|\b[a-z]+[.!?] the\b|\w+eed\b(?<!feed)(?<!seed)(?<!need)(?<!indeed)(?<!reed)", text) == []


@pytest.mark.parametrize("subtask", VARIED)
def test_easy_and_hard_cases_are_found_side_by_side(subtask: str) -> None:
    field = ChoicesField(0)
    told = Counter(field.draft(subtask, "en", 12_000, Draw("difficulty", number)).difficulty for number in range(60))
    assert set(told) == {"easy", "hard"}
    assert min(told.values()) >= 5


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_number_that_another_paper_corrects_is_not_stood_by_in_its_own(language: str) -> None:
    stands = re.compile(r"number of \w+ holds|total stands|assures us|总数不变|数目不变")
    yields = re.compile(r"takes the place of ours|ours does not|goes before it|本报之数作废|应从其数|以更正为准")
    corrected = elsewhere = 0
    for world in WORLDS:
        for number in range(3):
            event = newspapers._event(world, language, number)
            targets = {district.mends for district in event.districts}
            for at, district in enumerate(event.districts):
                text = ChoicesField(world).write(language, f"newspapers.{number}.{at}", 600).text
                assert stands.search(text) is None
                if at in targets:
                    assert len(yields.findall(text)) == 1
                    assert district.shift == 0
                    corrected += 1
                else:
                    elsewhere += yields.search(text) is not None
    assert corrected > 100
    assert elsewhere > corrected // 3  # the words do not tell which papers are corrected


@pytest.mark.parametrize("language", ["en", "zh"])
def test_where_two_digits_are_said_to_be_exchanged_they_are(language: str) -> None:
    said = re.compile(
        r"[Tt]wo digits (?:were exchanged|stand)[^\n]*?(\d+)(?:, by the sheet|\.)|(?:写颠倒了|数字颠倒)[^\n]*?应[为作](\d+)"
    )
    times = 0
    for world in range(11, 26):
        for number in range(2):
            event = newspapers._event(world, language, number)
            for at, district in enumerate(event.districts):
                if district.mends < 0:
                    continue
                found = said.search(ChoicesField(world).write(language, f"newspapers.{number}.{at}", 500).text)
                if found is not None:
                    right, printed = found[1] or found[2], str(event.districts[district.mends].printed)
                    unlike = [(one, other) for one, other in zip(printed, right, strict=True) if one != other]
                    assert len(unlike) == 2
                    assert unlike[0] == unlike[1][::-1]
                    times += 1
    assert times > 20


@pytest.mark.parametrize("language", ["en", "zh"])
def test_that_keys_were_not_handed_over_is_said_of_a_room(language: str) -> None:
    told = re.compile(r"[^\n]*(?:handing over|移交)[^\n]*")
    times = 0
    for world in range(11, 31):
        for number in range(4):
            inquiry = inquiries._inquiry(world, language, number)
            for line in told.findall(ChoicesField(world).write(language, f"inquiries.{number}", 3_000).text):
                assert inquiry.room in line
                times += 1
    assert times > 20


def test_stages_of_games_are_named_in_the_plural() -> None:
    stages = set()
    for world in range(11, 31):
        for number in range(3):
            text = ChoicesField(world).write("en", f"games.{number}", 3_000).text
            assert not re.search(r"[a-z](?:ch|sh|x|s)s\b(?<!ss)", text)
            stages |= set(re.findall(r"\b(?:8|eight|\d+) ([a-z]+s)\b", text))
    assert "marches" in stages
