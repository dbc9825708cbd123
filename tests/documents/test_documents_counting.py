"""Counting tokens and finding cuts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_lcbench.documents import counting, encodings
from pytest_lcbench.documents.counting import TokenCounter, encoding_for
from pytest_lcbench.documents.document import content_hash
from pytest_lcbench.errors import SettingsError

CL100K = TokenCounter("cl100k_base")
O200K = TokenCounter("o200k_base")
ENGLISH = "The agent reads a ledger, finds 1,234,567.89 in it and isn't surprised.\n\n"
CHINESE = "公司第一季度报告未经审计。营业收入较上一报告期变化26.27%，《判决文书3》\n"


def plain_count(text: str, encoding: str = "cl100k_base") -> int:
    return len(encodings.load_encoding(encoding).encode(text, disallowed_special=()))


@pytest.mark.parametrize("counter", [CL100K, O200K], ids=["cl100k", "o200k"])
@pytest.mark.parametrize("text", ["", "a", ENGLISH, CHINESE, ENGLISH * 50 + CHINESE * 50, "👩‍👩‍👧 e\u0301 \u0000"])
def test_a_count_is_tiktokens(counter: TokenCounter, text: str) -> None:
    assert counter.count(text) == plain_count(text, counter.encoding)


def test_spellings_of_special_tokens_are_plain_text() -> None:
    assert CL100K.count("<|endoftext|>") == 7


def test_lone_and_paired_surrogates_are_counted() -> None:
    text = "a\ud800b\ud83d\ude00c"
    assert CL100K.count(text) == CL100K.count("a\ufffdb\ufffd\ufffdc")
    assert CL100K.head_offset(text, 100) == len(text)


@pytest.mark.parametrize("text", [ENGLISH * 50 + CHINESE * 50, "<|endoftext|> \ud83d\ude00"])
def test_a_tiktoken_without_the_quick_way_counts_the_same(text: str) -> None:
    slow = TokenCounter("cl100k_base")
    slow._loaded()
    slow._buffer = None
    assert slow.count(text) == CL100K.count(text)


def test_a_megabyte_of_spaces_is_counted() -> None:
    assert 7_000 < O200K.count(" " * 1_000_000) < 9_000


def test_a_long_text_in_pieces_has_the_count_of_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ENGLISH + CHINESE) * 60
    expected = {name: plain_count(text, name) for name in ("cl100k_base", "o200k_base")}
    monkeypatch.setattr(counting, "_STEP", 150)
    assert len(list(counting._pieces(text))) > 30
    assert {name: TokenCounter(name).count(text) for name in expected} == expected


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300), st.integers(5, 50))
def test_pieces_cover_any_text_in_order(text: str, size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "PIECE_CHARACTERS", size)
        patch.setattr(counting, "_STEP", size // 2)
        pieces = list(counting._pieces(text))
    assert "".join(text[start:stop] for start, stop in pieces) == text
    assert all(0 < stop - start <= size for start, stop in pieces)


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from("ab 1\n\t/.,'。中文é\u0301👩\u200d"), max_size=80), st.sampled_from([CL100K, O200K]))
def test_counts_add_up_at_the_places_called_safe(text: str, counter: TokenCounter) -> None:
    for found in counting._SAFE.finditer(text):
        cut = found.start()
        assert counter.count(text[:cut]) + counter.count(text[cut:]) == counter.count(text)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=120), st.integers(-1, 60), st.sampled_from([CL100K, O200K]))
def test_a_head_never_exceeds_its_tokens(text: str, tokens: int, counter: TokenCounter) -> None:
    offset = counter.head_offset(text, tokens)
    assert 0 <= offset <= len(text)
    assert counter.count(text[:offset]) <= max(tokens, 0)
    assert offset == len(text) or counter.count(text) > tokens


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=120), st.integers(-1, 60), st.sampled_from([CL100K, O200K]))
def test_a_tail_never_exceeds_its_tokens(text: str, tokens: int, counter: TokenCounter) -> None:
    offset = counter.tail_offset(text, tokens)
    assert 0 <= offset <= len(text)
    assert counter.count(text[offset:]) <= max(tokens, 0)
    assert offset == 0 or counter.count(text) > tokens


def test_a_cut_keeps_nearly_all_the_tokens_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "_STEP", 500)
    counter = TokenCounter("cl100k_base")
    text = (ENGLISH + CHINESE) * 40
    assert counter.count(text[: counter.head_offset(text, 1000)]) >= 998
    assert counter.count(text[counter.tail_offset(text, 1000) :]) >= 998


def test_a_cut_inside_a_character_falls_before_it() -> None:
    text = "𠜎𠜱𠝹𠱓"  # several tokens each
    cuts = [CL100K.head_offset(text, tokens) for tokens in range(CL100K.count(text))]
    assert cuts == sorted(cuts)
    assert cuts[1] == 0
    assert set(cuts) == {0, 1, 2, 3}


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from("ab 1\n\t/.,。中文é👩"), max_size=60), st.text(st.sampled_from("ab 1\n\t/.,。中文é👩"), max_size=60))
def test_a_joint_makes_counts_add_up(left: str, right: str) -> None:
    assert CL100K.count(left + right) == CL100K.count(left) + CL100K.count(right) + CL100K.joint(left, right)


def test_a_number_is_remembered_by_the_next_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = content_hash(ENGLISH)
    with TokenCounter("cl100k_base", tmp_path / "new" / "counts.sqlite") as first:
        numbers = (first.count(ENGLISH, key), first.head_offset(ENGLISH, 7, key), first.tail_offset(ENGLISH, 7, key))
    monkeypatch.setattr(counting, "load_encoding", lambda _name: pytest.fail("encoded again"))
    with TokenCounter("cl100k_base", tmp_path / "new" / "counts.sqlite") as second:
        assert numbers == (second.count(ENGLISH, key), second.head_offset(ENGLISH, 7, key), second.tail_offset(ENGLISH, 7, key))


def test_encodings_do_not_share_numbers(tmp_path: Path) -> None:
    key = content_hash(CHINESE)
    with TokenCounter("cl100k_base", tmp_path / "c") as first, TokenCounter("o200k_base", tmp_path / "c") as second:
        assert first.count(CHINESE, key) != second.count(CHINESE, key)


def test_a_text_without_a_hash_is_remembered_by_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with TokenCounter("cl100k_base", tmp_path / "c") as counter:
        counted = [counter.count(text) for text in ("short", ENGLISH * 100)]

    def unwanted(name: str) -> None:
        pytest.fail(f"{name} was loaded though everything is remembered")

    monkeypatch.setattr("pytest_lcbench.documents.counting.load_encoding", unwanted)
    with TokenCounter("cl100k_base", tmp_path / "c") as later:
        assert [later.count(text) for text in ("short", ENGLISH * 100)] == counted


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "_MEMORY_ENTRIES", 10)
    counter = TokenCounter("cl100k_base")
    for index in range(50):
        counter.count(f"text {index}")
    assert len(counter._memory) == 10


@pytest.mark.parametrize(
    ("route", "expected"),
    [
        ("gpt-4o", ("o200k_base", True)),
        ("azure/gpt-4o-mini-2024-07-18", ("o200k_base", True)),
        ("openrouter/openai/gpt-4.1-nano", ("o200k_base", True)),
        ("gpt-4.5-preview", ("o200k_base", True)),
        ("gpt-5.1", ("o200k_base", True)),
        ("o1-preview", ("o200k_base", True)),
        ("o3", ("o200k_base", True)),
        ("openai/o4-mini", ("o200k_base", True)),
        ("chatgpt-4o-latest", ("o200k_base", True)),
        ("ft:gpt-4o:org::id", ("o200k_base", True)),
        ("bedrock/openai.gpt-oss-120b-1:0", ("o200k_base", True)),
        ("gpt-4", ("cl100k_base", True)),
        ("gpt-4-turbo-2024-04-09", ("cl100k_base", True)),
        ("gpt-3.5-turbo", ("cl100k_base", True)),
        ("text-embedding-3-small", ("cl100k_base", True)),
        ("anthropic/claude-3-5-sonnet-20241022", ("cl100k_base", False)),
        ("lcbench/lexical", ("cl100k_base", False)),
        ("ollama/gpt-4all", ("cl100k_base", False)),
        ("", ("cl100k_base", False)),
    ],
)
def test_a_models_encoding_is_known_by_its_name(route: str, expected: tuple[str, bool]) -> None:
    assert encoding_for(route) == expected


@pytest.mark.parametrize("before", [None, "/nowhere"])
def test_loading_leaves_the_environment_as_it_was(monkeypatch: pytest.MonkeyPatch, before: str | None) -> None:
    if before is None:
        monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    else:
        monkeypatch.setenv("TIKTOKEN_CACHE_DIR", before)
    encodings.load_encoding("cl100k_base")
    assert os.environ.get("TIKTOKEN_CACHE_DIR") == before


def test_a_missing_encoding_file_is_one_line_with_a_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(encodings, "_bundled", lambda: None)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    with pytest.raises(SettingsError, match="install litellm") as caught:
        TokenCounter("p50k_base").count("a")
    assert str(caught.value).isprintable()


def test_the_users_own_tiktoken_folder_serves_where_litellm_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    bundled = encodings._bundled()
    monkeypatch.setattr(encodings, "_bundled", lambda: None)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(bundled))
    assert encodings.load_encoding("cl100k_base").name == "cl100k_base"


def test_an_unknown_encoding_lists_the_known_ones() -> None:
    with pytest.raises(SettingsError, match="cl100k_base"):
        TokenCounter("klingon\n_base").count("a")


def test_counting_never_imports_litellm_and_imports_tiktoken_late() -> None:
    script = (
        "import sys\n"
        "from pytest_lcbench.documents.counting import TokenCounter\n"
        "assert 'tiktoken' not in sys.modules\n"
        "assert TokenCounter('o200k_base').count('two words') == 2\n"
        "assert 'litellm' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)  # noqa: S603 - our own script


@pytest.mark.parametrize("counter", [CL100K, O200K], ids=["cl100k", "o200k"])
def test_real_documents_are_counted_as_tiktoken_counts_them(shared_data: Path, counter: TokenCounter) -> None:
    files = sorted((shared_data / "loong" / "doc").glob("*/*"))[::3]
    assert len(files) > 10
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert counter.count(text) == plain_count(text, counter.encoding), file.name


@pytest.mark.parametrize("tokens", [1, 500, 1000, 2500])
def test_a_cut_is_the_same_whether_or_not_the_text_was_counted_before(tokens: int) -> None:
    text = (ENGLISH + CHINESE) * 80
    fresh, counted = TokenCounter("cl100k_base"), TokenCounter("cl100k_base")
    assert counted.count(text, "key") > 2500
    assert fresh.head_offset(text, tokens, "key") == counted.head_offset(text, tokens, "key")
    assert fresh.tail_offset(text, tokens, "key") == counted.tail_offset(text, tokens, "key")


def test_the_part_found_by_a_cut_is_counted_already(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ENGLISH + CHINESE) * 80
    counter = TokenCounter("cl100k_base")
    offset = counter.head_offset(text, 1000, "key")
    expected = plain_count(text[:offset])
    monkeypatch.setattr(counting, "_encodable", lambda _piece: pytest.fail("encoded again"))
    assert counter.count(text[:offset], counting.part_key("key", 0, offset)) == expected
