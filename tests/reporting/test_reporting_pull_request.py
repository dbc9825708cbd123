"""The short report for a pull request or a step summary."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from reporting_rows import HOSTILE, RUN, golden, hostile, row

from pytest_lcbench.errors import DataError
from pytest_lcbench.reporting.pull_request import COMMENT_LIMIT, STEP_SUMMARY_LIMIT, pull_request
from pytest_lcbench.reporting.verdicts import VERDICTS, Verdict, save_verdicts, saved_verdicts
from pytest_lcbench.statistics.summary import summarise

GATE = Verdict(
    "gate against nightly",
    "regression",
    ("the average dropped by 6.1, more than 5",),
    ("slice", "drop"),
    (("set3", "6.10 [5.20, 7.01]"),),
)


def test_the_verdict_stands_first() -> None:
    lines = pull_request(golden(), [GATE]).splitlines()
    assert lines[0] == "## lcbench: regression"
    assert lines[2] == "### gate against nightly: regression"
    assert lines[4] == "- the average dropped by 6.1, more than 5"
    assert "| set3 | 6.10 \\[5.20, 7.01\\] |" in lines


def test_without_a_verdict_the_coverage_stands_first() -> None:
    assert pull_request(golden()).startswith("## lcbench: coverage 85.7 %, minimum 98.0 % NOT reached\n")


def test_every_section_has_a_line_with_its_interval_and_the_tables_are_folded() -> None:
    text = pull_request(golden())
    before, folded = text.split("<details>")
    assert "| longbench-v2 | 33.3 | \\~[1.1, 95.6] |" in before
    assert "| loong | 58.33 | \\~[7.54, 96.01] |" in before
    assert "rules; not comparable with published" in before
    assert "by subtask" not in before
    assert folded.count("### by subtask") == 2
    assert folded.endswith("\n\n</details>\n")


@pytest.mark.parametrize("limit", [5_000, 20_000, COMMENT_LIMIT, STEP_SUMMARY_LIMIT])
def test_it_keeps_within_its_limit_and_says_when_it_was_cut(limit: int) -> None:
    rows = [row(f"c{number}", 50.0, groups={f"group {number % 40}": f"文 {number}"}) for number in range(2_000)]
    text = pull_request(summarise(rows, RUN), [GATE], limit=limit)
    assert len(text.encode()) <= limit
    assert text.startswith("## lcbench: regression\n")
    assert text.count("<details>") == text.count("</details>")
    assert ("Cut here" in text) == (limit < STEP_SUMMARY_LIMIT)


def test_a_verdict_without_end_is_cut_too() -> None:
    endless = Verdict("x" * 10_000, "y" * 10_000, tuple("z" * 5_000 for _ in range(200)))
    for limit in (5_000, COMMENT_LIMIT):
        text = pull_request(golden(), [endless] * 200, limit=limit)
        assert len(text.encode()) <= limit
        assert text.startswith("## lcbench: yyy")
        assert "Cut here" in text


def test_a_limit_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="no room"):
        pull_request(golden(), limit=4_999)


def test_hostile_text_adds_no_markup() -> None:
    verdict = Verdict(HOSTILE, HOSTILE, (HOSTILE,), (HOSTILE, HOSTILE), ((HOSTILE, HOSTILE),))
    text = pull_request(hostile(), [verdict])
    ours = {"<details>", "</details>", "<summary>", "</summary>"}
    assert set(re.findall(r"<[^>]*>", text)) <= ours
    assert "www." not in text
    assert "://" not in text
    assert "\x1b" not in text
    assert text.encode("utf-8")
    for block in text.split("\n\n"):
        if block.startswith("|"):
            assert len({len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}) == 1


def test_verdicts_are_kept_with_the_run(tmp_path: Path) -> None:
    assert saved_verdicts(tmp_path) == ()
    verdicts = (GATE, Verdict(HOSTILE))
    save_verdicts(tmp_path, verdicts)
    assert saved_verdicts(tmp_path) == verdicts
    save_verdicts(tmp_path, [GATE])
    assert saved_verdicts(tmp_path) == (GATE,)


def test_saving_no_verdict_removes_that_of_an_earlier_session(tmp_path: Path) -> None:
    save_verdicts(tmp_path, [GATE])
    save_verdicts(tmp_path, [])
    assert list(tmp_path.iterdir()) == []
    save_verdicts(tmp_path, [])


@pytest.mark.parametrize("text", ["", "{", "{}", '[{"title": 1}]', "[" * 100_000])
def test_damaged_verdicts_are_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / VERDICTS).write_text(text)
    with pytest.raises(DataError, match="holds no verdicts") as caught:
        saved_verdicts(tmp_path)
    assert "\n" not in str(caught.value)
