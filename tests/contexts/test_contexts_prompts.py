"""Templates and filling them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.contexts.official import official_window
from pytest_lcbench.contexts.prompts import PromptSet, fill, load_prompts, template_for
from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites.case import AnswerKind, Case

OFFICIAL_SHAPE = "Read.\n$DOC$\nAsk: $Q$\n(A) $C_A$ (B) $C_B$ (C) $C_C$ (D) $C_D$"


def a_case(kind: AnswerKind, template: str = "") -> Case:
    return Case("s", "c", "t", "t", "set1", "en", "paper", "Q?", "I.", "A", kind, (), template=template)


def test_filling_replaces_every_known_placeholder() -> None:
    assert fill("{docs}|{question}|{question}", {"docs": "D", "question": "Q"}) == "D|Q|Q"


def test_inserted_text_is_never_looked_at_again() -> None:
    values = {"docs": "{question} \\1 \\g<0> %s {0}", "question": "{docs}"}
    assert fill("{docs}/{question}", values) == "{question} \\1 \\g<0> %s {0}/{docs}"


def test_unknown_braces_stay() -> None:
    assert fill("{} {{docs}} {json: 1} {other} {docs", {"docs": "D"}) == "{} {D} {json: 1} {other} {docs"


@given(st.text(), st.text())
def test_any_text_is_inserted_unchanged(docs: str, question: str) -> None:
    assert fill("<{docs}>{question}!", {"docs": docs, "question": question}) == f"<{docs}>{question}!"


def test_our_wording_asks_for_the_form_that_extraction_reads() -> None:
    assert "The correct answer is (X)" in PromptSet().choice
    assert PromptSet().source == "built in"


def test_the_hash_follows_every_text() -> None:
    hashes = {PromptSet().hash, PromptSet(choice="other").hash, PromptSet(open="other").hash}
    assert len(hashes) == 3
    assert PromptSet(source="elsewhere").hash == PromptSet().hash


def test_a_cases_own_template_comes_first() -> None:
    prompts = PromptSet(choice="C", open="O")
    assert template_for(a_case(AnswerKind.CHOICE, "own {docs}"), prompts) == "own {docs}"
    assert template_for(a_case(AnswerKind.CHOICE), prompts) == "C"
    assert template_for(a_case(AnswerKind.GROUPS), prompts) == "O"


def test_our_own_files_are_loaded(tmp_path: Path) -> None:
    (tmp_path / "open.txt").write_text("{docs} then {question}", encoding="utf-8-sig")
    prompts = load_prompts(tmp_path)
    assert prompts.open == "{docs} then {question}"
    assert prompts.choice == PromptSet().choice
    assert prompts.source == str(tmp_path)


def test_the_official_file_is_understood(tmp_path: Path) -> None:
    (tmp_path / "0shot.txt").write_text(OFFICIAL_SHAPE, encoding="utf-8")
    values = {"docs": "D", "question": "$C_A$", "choice_a": "a", "choice_b": "b", "choice_c": "c", "choice_d": "d"}
    assert fill(load_prompts(tmp_path).choice, values) == "Read.\nD\nAsk: $C_A$\n(A) a (B) b (C) c (D) d"


def test_our_choice_file_comes_before_the_official_one(tmp_path: Path) -> None:
    (tmp_path / "0shot.txt").write_text(OFFICIAL_SHAPE, encoding="utf-8")
    ours = "{docs}{question}{choice_a}{choice_b}{choice_c}{choice_d}"
    (tmp_path / "choice.txt").write_text(ours, encoding="utf-8")
    assert load_prompts(tmp_path).choice == ours


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("open.txt", b"{question}", "{docs}"),
        ("open.txt", b"{docs}", "{question}"),
        ("open.txt", b"", "{docs}, {question}"),
        ("open.txt", b"{docs}{docs}{question}", "more than once"),
        ("choice.txt", b"{docs}{question}{choice_a}{choice_b}{choice_c}", "{choice_d}"),
        ("0shot.txt", b"$Q$ $C_A$ $C_B$ $C_C$ $C_D$", "$DOC$"),
        ("open.txt", b"\xff{docs}{question}", "not UTF-8"),
    ],
)
def test_a_template_that_cannot_serve_is_one_line(tmp_path: Path, name: str, text: bytes, named: str) -> None:
    (tmp_path / name).write_bytes(text)
    with pytest.raises(SettingsError) as caught:
        load_prompts(tmp_path)
    assert named in str(caught.value)
    assert name in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_missing_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="is not there"):
        load_prompts(tmp_path / "absent\n")


def test_a_folder_without_templates_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"none of choice\.txt"):
        load_prompts(tmp_path)


def test_a_folder_in_place_of_a_template_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "open.txt").mkdir()
    with pytest.raises(SettingsError, match="cannot be read"):
        load_prompts(tmp_path)


@pytest.mark.parametrize(
    ("suite", "model", "expected"),
    [
        ("loong", "claude-3-5-sonnet", (128_000, "cl100k_base")),
        ("longbench-v2", "gpt-4o", (120_000, "o200k_base")),
        ("longbench-v2", "anthropic/Claude-3-5-sonnet-20241022", (200_000, "o200k_base")),
    ],
)
def test_the_official_windows_are_those_of_the_scripts(suite: str, model: str, expected: tuple[int, str]) -> None:
    assert official_window(suite, model) == expected


def test_a_suite_without_a_script_has_no_official_window() -> None:
    with pytest.raises(SettingsError, match="synthetic"):
        official_window("synthetic", "gpt-4o")
