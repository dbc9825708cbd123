"""The documentation is true: options, links, counts, examples of scores, the native example and its schema."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import cases_page
import pytest
import yaml  # type: ignore[import-untyped]  # its stubs are a package of their own
from docs_pages import DOCS, PAGES, ROOT, Block, blocks_of, files_of
from synthetic_fields import make_fake

from pytest_lcbench.documents.document import DocumentRef
from pytest_lcbench.options import SPECS, OptionSpec
from pytest_lcbench.scoring.choice import score_choice, tolerant_points
from pytest_lcbench.scoring.rules import score_rules
from pytest_lcbench.suites import fetching, native_format
from pytest_lcbench.suites.case import AnswerKind, Case
from pytest_lcbench.suites.items import item_ids
from pytest_lcbench.suites.longbench_v2 import SUBTASKS, LongBenchV2Suite
from pytest_lcbench.suites.loong import LoongSuite
from pytest_lcbench.suites.native import NativeSuite
from pytest_lcbench.suites.synthetic.plan import read_lengths, read_worlds
from pytest_lcbench.suites.synthetic.suite import SyntheticSuite

EVERY_BLOCK = [(page, block) for page in PAGES for block in blocks_of(page)]
TWO_COMMANDS = (
    "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/pytest",
    "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/pytest tests -n 2",
)


def _of(*languages: str) -> list[object]:
    return [pytest.param(block, id=f"{page.name}-line-{block.line}") for page, block in EVERY_BLOCK if block.language in languages]


def _named(text: str) -> set[str]:
    return set(re.findall(r"--lcbench-[a-z][a-z-]*[a-z]", text))


def _rows(page: str, marker: str) -> list[list[str]]:
    """The cells of the table that follows *marker*, without its head."""
    after = (DOCS / page).read_text(encoding="utf-8").split(marker)[1].lstrip("\n").split("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in after.splitlines()[2:] if line.startswith("|")]


def _code(cell: str) -> str:
    return cell.strip().strip("`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_option_that_a_page_names_exists(page: Path) -> None:
    unknown = _named(page.read_text(encoding="utf-8")) - {spec.flag for spec in SPECS}
    assert not unknown


def test_every_option_stands_in_the_table_with_its_help_and_value() -> None:
    rows = {_code(row[0]): (row[1], row[2]) for row in _rows("options.md", "by tests/docs -->\n")}
    wanted = {spec.flag: (_value(spec), spec.help) for spec in SPECS}
    assert rows == wanted


def _value(spec: OptionSpec) -> str:
    if spec.switch:
        return "(switch)"
    return " / ".join(f"`{choice}`" for choice in spec.choices) or f"`{spec.metavar}`"


def test_every_ini_key_that_a_page_names_exists() -> None:
    named = {key for page in PAGES for key in re.findall(r"`(lcbench_[a-z_]+)`", page.read_text(encoding="utf-8"))}
    fixtures = {"lcbench_case", "lcbench_context", "lcbench_response", "lcbench_score"}
    assert named - fixtures <= {spec.dest for spec in SPECS}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_relative_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", _prose(page)):
        if target.startswith(("http://", "https://")):
            continue
        file, _, anchor = target.partition("#")
        place = (page.parent / file).resolve() if file else page
        assert place.is_file(), target
        if anchor:
            assert anchor in _anchors(place), target


def test_every_page_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in sorted(DOCS.glob("*.md")) if f"(docs/{page.name})" not in readme] == []


def test_the_readme_is_short_and_keeps_its_two_commands() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 150
    assert set(TWO_COMMANDS) <= set(lines)


@pytest.mark.parametrize("block", _of("python"))
def test_python_blocks_compile(block: Block) -> None:
    compile(block.text, "block", "exec")


@pytest.mark.parametrize("block", _of("toml"))
def test_toml_blocks_parse(block: Block) -> None:
    assert tomllib.loads(block.text)


@pytest.mark.parametrize("block", _of("yaml"))
def test_yaml_blocks_parse(block: Block) -> None:
    assert yaml.safe_load(block.text)


@pytest.mark.parametrize("block", _of("json", "jsonl"))
def test_json_blocks_parse(block: Block) -> None:
    for text in block.text.splitlines() if block.language == "jsonl" else [block.text]:
        assert json.loads(text)


def test_every_block_says_its_language() -> None:
    assert [f"{page.name} line {block.line}" for page, block in EVERY_BLOCK if not block.language] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_mark_stands_right_before_a_block(page: Path) -> None:
    assert page.read_text(encoding="utf-8").count("<!-- tested") == sum(block.tested for block in blocks_of(page))


def test_the_native_example_loads_and_shows_every_kind_of_answer(tmp_path: Path) -> None:
    for name, text in files_of(DOCS / "suites.md").items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    suite = NativeSuite(tmp_path / "contracts")
    cases = suite.cases()
    assert {case.answer_kind for case in cases} == set(AnswerKind)
    shown = {field for line in (tmp_path / "contracts" / "cases.jsonl").read_text().splitlines() for field in json.loads(line)}
    assert shown == set(native_format.NativeCase.model_fields)
    for case in cases:
        assert len(suite.documents(case)) == len(case.documents)
    rent = next(case for case in cases if case.id == "rent")
    lease, loan = suite.documents(rent)
    assert [lease.text[start:end] for start, end in lease.passages] == ["4,200 in 2024"]
    assert loan.passages == ()


def test_the_field_table_names_every_field_of_the_native_format() -> None:
    rows = _rows("suites.md", "--lcbench-data=contracts\n```\n")
    named = {name for row in rows for name in re.findall(r"`([a-z_]+)`", row[0])}
    assert named == set(native_format.NativeCase.model_fields)


def test_the_page_of_cases_is_what_the_generator_draws() -> None:
    assert cases_page.PAGE.read_text(encoding="utf-8") == cases_page.page()


def test_the_page_of_cases_says_of_every_subtask_what_it_measures() -> None:
    drawn = {case.subtask for case in SyntheticSuite(tuple(cases_page.WORLDS), read_lengths(cases_page.LENGTHS)).cases()}
    assert drawn == set(cases_page.MEASURES)


def test_the_schema_file_is_current() -> None:
    assert (DOCS / "native-format.schema.json").read_text(encoding="utf-8") == native_format.schema_text()


def test_the_generated_suite_has_as_many_cases_as_the_page_says() -> None:
    cases = SyntheticSuite(make=make_fake).cases()
    assert f"| `synthetic` (default) | {len(cases)} a world, generated |" in (DOCS / "suites.md").read_text(encoding="utf-8")


def test_the_length_sets_of_the_generated_suite_are_those_of_the_page() -> None:
    rows = {_code(row[0]): row[1] for row in _rows("synthetic.md", "## Lengths\n")}
    assert rows == {length.word: f"{length.low // 1000}K–{length.high // 1000}K" for length in read_lengths(None)}


def test_the_values_of_world_and_lengths_that_the_page_names_are_taken() -> None:
    text = (DOCS / "synthetic.md").read_text(encoding="utf-8")
    assert all(read_worlds(value) for value in re.findall(r"--(?:lcbench-)?world[= ]([^\s`]+)", text))
    assert all(read_lengths(value) for value in re.findall(r"--(?:lcbench-)?lengths[= ]([^\s`]+)", text))


def test_loongs_table_is_that_of_the_official_file(shared_data: Path) -> None:
    cases = LoongSuite(shared_data / "loong").cases()
    for row in _rows("suites.md", "up to 335,708.\n"):
        subtask = _code(row[1])
        found = [case for case in cases if case.subtask == subtask]
        sets = " / ".join(str(sum(case.length_set == f"set{number}" for case in found)) for number in (1, 2, 3, 4))
        assert (row[2], row[3]) == (str(len(found)), sets), subtask
        assert {case.answer_kind.value for case in found} == set(re.findall(r"`([a-z]+)`", row[5])), subtask
        domains = re.findall(r"([a-z]+)(?: (\d+))?", row[4])
        for domain, count in domains:
            assert sum(case.domain == domain for case in found) == int(count or len(found)), subtask
    assert f"{sum(case.shuffle for case in cases):,} of Loong's rows" in (DOCS / "contexts.md").read_text(encoding="utf-8")


def test_longbench_v2s_table_is_that_of_the_official_file(shared_data: Path) -> None:
    cases = LongBenchV2Suite(shared_data / "longbench-v2" / "questions_503_no_context.jsonl").cases()
    told: dict[str, int] = {}
    for row in _rows("suites.md", "are the same word.\n"):
        task = _code(row[0])
        assert int(row[1]) == sum(case.task == task for case in cases)
        stem = task.removesuffix("_qa")
        for name, count in re.findall(r"`([a-z_]+)` (\d+)", row[2]):
            told[f"{stem}{name}" if name.startswith("_") else name] = int(count)
    assert told == {subtask: sum(case.subtask == subtask for case in cases) for _, subtask in SUBTASKS.values()}


def test_the_item_name_of_the_pages_is_one_of_loongs(shared_data: Path) -> None:
    names = set(item_ids(LoongSuite(shared_data / "loong").cases()))
    shown = re.findall(r"`test_loong\[([^\]`]+)\]`", (DOCS / "suites.md").read_text(encoding="utf-8"))
    assert shown
    assert set(shown) <= names


def test_the_files_to_fetch_by_hand_are_those_the_command_looks_for() -> None:
    text = (DOCS / "suites.md").read_text(encoding="utf-8")
    for suite, files in fetching.SOURCES.items():
        for file in files:
            assert f"`URL/{suite}/{file}`" in text
    assert fetching.MIRROR_VARIABLE in text
    assert fetching.RECORD in text


CHOICES = _rows("scoring.md", "choices: each row is run by tests/docs -->\n")
RULES = _rows("scoring.md", "gold and answers are JSON -->\n")


@pytest.mark.parametrize("row", RULES, ids=[_code(row[0]) for row in RULES])
def test_the_rules_give_the_points_that_the_table_says(row: list[str]) -> None:
    kind, gold, perfect, part, wrong = map(_code, row)
    case = Case(
        suite="docs",
        id=kind,
        task="docs",
        subtask="docs",
        length_set="short",
        language="en",
        domain="docs",
        question="What is the trend from 2022 to 2023?" if kind == "trend" else "Which?",
        instruction="",
        gold=json.loads(gold),
        answer_kind=AnswerKind(kind),
        documents=(DocumentRef("one.txt"),),
    )
    points = [score_rules(case, json.loads(answer)).points for answer in (perfect, part, wrong)]
    assert points[0] == 100.0
    assert 0.0 < points[1] < 100.0
    assert points[2] == 0.0


@pytest.mark.parametrize("row", CHOICES, ids=[_code(row[0]) for row in CHOICES])
def test_the_extractions_give_the_points_that_the_table_says(row: list[str]) -> None:
    answer, official, tolerant = map(_code, row)
    case = Case(
        suite="docs",
        id="choice",
        task="docs",
        subtask="docs",
        length_set="short",
        language="en",
        domain="docs",
        question="Which?",
        instruction="",
        gold="B",
        answer_kind=AnswerKind.CHOICE,
        documents=(DocumentRef("one.txt"),),
        choices=("one thing", "another thing", "a third thing", "none of these"),
    )
    score = score_choice(case, answer)
    assert score.points == float(official.partition(",")[0])
    assert ("unparsed" in score.flags) == ("unparsed" in official)
    assert tolerant_points(case, answer) == float(tolerant)


def test_the_rules_table_has_every_kind_but_choice() -> None:
    assert {_code(row[0]) for row in RULES} == set(AnswerKind) - {AnswerKind.CHOICE}


def _prose(page: Path) -> str:
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def _anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", _prose(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
