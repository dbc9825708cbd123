"""The two benchmarks' question files become the items that the papers count, and no document is touched for it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from acceptance_project import Bench

LOONG_SUBTASKS = {
    "spotlight_locating": 250,
    "extremum_acquisition": 143,
    "sequential_enumeration": 87,
    "range_awareness": 70,
    "report_integration": 250,
    "citation_reference": 270,
    "case_classification": 121,
    "temporal_analysis": 100,
    "citation_chain": 130,
    "link_the_links": 113,
    "solitaire": 66,
}
LONGBENCH_SUBTASKS = {
    "code_repo_qa": 50,
    "multi_document_academic": 50,
    "single_document_academic": 44,
    "user_guide_qa": 40,
    "single_document_literary": 30,
    "multi_document_governmental": 23,
    "multi_document_news": 23,
    "single_document_financial": 22,
    "single_document_detective": 22,
    "many_shot_learning": 21,
    "new_language_translation": 20,
    "single_document_event_ordering": 20,
    "agent_history_qa": 20,
    "single_document_legal": 19,
    "dialogue_history_qa": 19,
    "table_qa": 18,
    "single_document_governmental": 18,
    "multi_document_financial": 15,
    "knowledge_graph_reasoning": 15,
    "multi_document_legal": 14,
}

_watched: list[str] | None = None


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if _watched is not None and event in {"open", "os.listdir", "os.scandir"}:
        _watched.append(str(arguments[0]))


sys.addaudithook(_watch)


@contextmanager
def watching() -> Iterator[list[str]]:
    """Note every file opened and every folder listed, by whatever means."""
    global _watched  # noqa: PLW0603 - an audit hook stays for the life of the process, so it is switched
    _watched = []
    try:
        yield _watched
    finally:
        _watched = None


@pytest.fixture
def loong(shared_data: Path) -> tuple[str, str]:
    return "--lcbench-suite=loong", f"--lcbench-data={shared_data / 'loong'}"


def test_loong_has_its_1600_items_with_the_papers_counts(bench: Bench, loong: tuple[str, str]) -> None:
    names = bench.names(*loong)
    assert len(names) == len(set(names)) == 1_600
    parts = [name.split("-") for name in names]
    assert Counter(part[0] for part in parts) == LOONG_SUBTASKS
    assert Counter(part[1] for part in parts) == {"set1": 323, "set2": 564, "set3": 481, "set4": 232}
    assert Counter(part[2] for part in parts) == {"en": 695, "zh": 905}
    assert Counter(part[3] for part in parts) == {"financial": 700, "legal": 500, "paper": 400}
    assert all(name.isascii() for name in names)


@pytest.mark.parametrize(
    ("option", "selection", "count"),
    [
        ("-k", "citation_chain", 130),
        ("-k", "citation_chain and set1", 33),
        ("-m", "zh and set4", 130),
        ("-m", "clustering", 641),
        ("-m", "chain_of_reasoning and not (citation_chain or en)", 229),
    ],
)
def test_words_of_the_taxonomy_select_items(bench: Bench, loong: tuple[str, str], option: str, selection: str, count: int) -> None:
    assert len(bench.names(*loong, option, selection)) == count


def test_collecting_loong_opens_no_document_and_writes_nothing(bench: Bench, shared_data: Path, loong: tuple[str, str]) -> None:
    before = {path for path in bench.everything_written() if "__pycache__" not in path.parts}
    with watching() as touched:
        assert len(bench.names(*loong)) == 1_600
    assert any(name.endswith("loong.jsonl") for name in touched), "the watch sees what is opened"
    documents = str(shared_data / "loong" / "doc")
    assert [name for name in touched if name.startswith(documents)] == []
    assert {path for path in bench.everything_written() if "__pycache__" not in path.parts} == before


def test_loong_is_collected_without_any_document_there(bench: Bench, shared_data: Path) -> None:
    folder = bench.path / "only-questions"
    (folder / "doc").mkdir(parents=True)
    (folder / "loong.jsonl").symlink_to(shared_data / "loong" / "loong.jsonl")
    assert len(bench.names("--lcbench-suite=loong", f"--lcbench-data={folder}")) == 1_600


def test_longbench_has_its_503_items_and_20_subtasks(bench: Bench, shared_data: Path) -> None:
    questions = shared_data / "longbench-v2" / "questions_503_no_context.jsonl"
    names = bench.names("--lcbench-suite=longbench-v2", f"--lcbench-data={questions}")
    assert len(names) == len(set(names)) == 503
    parts = [name.split("-") for name in names]
    assert Counter(part[0] for part in parts) == LONGBENCH_SUBTASKS
    assert Counter(part[1] for part in parts) == {"short": 180, "medium": 215, "long": 108}
    assert sum("-easy-" in name for name in names) == 192
    assert sum("-hard-" in name for name in names) == 311
