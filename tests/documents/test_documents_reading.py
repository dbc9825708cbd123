"""Reading documents below one folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.documents.document import content_hash
from pytest_lcbench.documents.reading import FileTexts, _decode
from pytest_lcbench.errors import DocumentError


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "doc"
    folder.mkdir()
    (folder / "a.md").write_text("# Title\n正文\n", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("outside", encoding="utf-8")
    return folder


def test_a_text_comes_with_the_hash_of_its_content(root: Path) -> None:
    assert FileTexts(root).read(Path("a.md")) == ("# Title\n正文\n", content_hash("# Title\n正文\n"))


def test_an_absolute_path_inside_the_root_is_read(root: Path) -> None:
    assert FileTexts(root).read(root / "a.md")[0].startswith("# Title")


def test_a_relative_root_works(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root.parent)
    assert FileTexts(Path("doc")).read("a.md")[0].startswith("# Title")


@pytest.mark.parametrize("name", ["../secret.txt", "x/../../secret.txt", "/etc/hostname"])
def test_a_path_that_leads_outside_is_refused(root: Path, name: str) -> None:
    with pytest.raises(DocumentError, match="leads outside"):
        FileTexts(root).read(name)


def test_a_link_to_outside_is_refused(root: Path) -> None:
    (root / "link.md").symlink_to(root.parent / "secret.txt")
    with pytest.raises(DocumentError, match="leads outside"):
        FileTexts(root).read("link.md")


def test_a_link_inside_the_root_is_followed(root: Path) -> None:
    (root / "link.md").symlink_to(root / "a.md")
    assert FileTexts(root).read("link.md")[0].startswith("# Title")


def test_a_root_that_is_itself_a_link_works(root: Path) -> None:
    (root.parent / "other").symlink_to(root)
    assert FileTexts(root.parent / "other").read("a.md")[0].startswith("# Title")


def test_a_loop_of_links_is_one_line(root: Path) -> None:
    (root / "loop.md").symlink_to(root / "loop.md")
    with pytest.raises(DocumentError, match=r"loop\.md"):
        FileTexts(root).read("loop.md")


@pytest.mark.parametrize("name", ["absent.md", "a\0b", "\ud800.md", "n" * 5000, ".", "a.md/b"])
def test_a_name_that_cannot_be_a_file_is_one_printable_line(root: Path, name: str) -> None:
    with pytest.raises(DocumentError) as caught:
        FileTexts(root).read(name)
    assert str(caught.value).isprintable()
    assert "document '" in str(caught.value)


def test_a_pipe_is_refused_instead_of_read_for_ever(root: Path) -> None:
    os.mkfifo(root / "pipe")
    with pytest.raises(DocumentError, match="not a regular file"):
        FileTexts(root).read("pipe")


def test_a_byte_order_mark_is_no_part_of_the_text(root: Path) -> None:
    (root / "b.txt").write_bytes(b"\xef\xbb\xbftext")
    assert FileTexts(root).read("b.txt")[0] == "text"


def test_undecodable_bytes_are_replaced_and_noted(root: Path) -> None:
    (root / "b.txt").write_bytes(b"a\xffb")
    texts = FileTexts(root)
    assert texts.read("b.txt")[0] == "a\ufffdb"
    assert texts.notes("b.txt") == ("undecodable_bytes",)
    assert texts.notes("a.md") == ()


def test_line_ends_are_those_of_text_mode(root: Path) -> None:
    (root / "b.txt").write_bytes(b"a\r\nb\rc\n")
    assert FileTexts(root).read("b.txt")[0] == (root / "b.txt").read_text(encoding="utf-8")


def test_a_changed_file_is_read_again(root: Path) -> None:
    texts = FileTexts(root)
    texts.read("a.md")
    (root / "a.md").write_text("changed", encoding="utf-8")
    assert texts.read("a.md") == ("changed", content_hash("changed"))


def test_a_second_read_returns_the_text_at_hand(root: Path) -> None:
    texts = FileTexts(root)
    assert texts.read("a.md")[0] is texts.read("a.md")[0]


def test_texts_at_hand_stay_under_their_bound(root: Path) -> None:
    for index in range(10):
        (root / f"{index}.txt").write_text("x" * 1000, encoding="utf-8")
    texts = FileTexts(root, kept_bytes=3500)
    first = texts.read("0.txt")
    for index in range(10):
        texts.read(f"{index}.txt")
    assert texts._size <= 3500
    assert len(texts._texts) == 3
    assert texts.read("0.txt") == first


def test_a_text_larger_than_the_bound_is_read_all_the_same(root: Path) -> None:
    (root / "big.txt").write_text("x" * 5000, encoding="utf-8")
    texts = FileTexts(root, kept_bytes=3500)
    assert len(texts.read("big.txt")[0]) == 5000
    assert texts._size == 0


def test_a_file_is_hashed_once(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = FileTexts(root, kept_bytes=0)
    before = texts.read("a.md")
    monkeypatch.setattr("pytest_lcbench.documents.reading.content_hash", lambda _text: pytest.fail("hashed again"))
    assert texts.read("a.md") == before


@given(st.binary())
def test_any_bytes_are_a_text(data: bytes) -> None:
    text, notes = _decode(data)
    assert "\r" not in text
    assert bool(notes) == (data.decode("utf-8-sig", "ignore") != data.decode("utf-8-sig", "replace"))
