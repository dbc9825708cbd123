"""Cases written to a folder and read back, in each of the three forms."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from synthetic_fields import make_fake

from pytest_lcbench.documents.counting import TokenCounter
from pytest_lcbench.documents.document import Document
from pytest_lcbench.errors import SettingsError
from pytest_lcbench.scoring.rules import score_rules
from pytest_lcbench.suites.case import AnswerKind, Case, Suite
from pytest_lcbench.suites.longbench_v2 import LongBenchV2Suite
from pytest_lcbench.suites.loong import LoongSuite
from pytest_lcbench.suites.native import NativeSuite
from pytest_lcbench.suites.registry import load_suite
from pytest_lcbench.suites.synthetic.export import MARK, Format, export
from pytest_lcbench.suites.synthetic.layouts import LoongLayout
from pytest_lcbench.suites.synthetic.legal.causes import causes
from pytest_lcbench.suites.synthetic.plan import read_lengths
from pytest_lcbench.suites.synthetic.suite import SyntheticSuite

COUNTER = TokenCounter("cl100k_base")


Check = Callable[[Case, Sequence[Document]], list[str]]


def fake(lengths: str = "2K-3K", worlds: Sequence[int] = (0,), check: Check | None = None) -> SyntheticSuite:
    return SyntheticSuite(worlds, read_lengths(lengths), make=make_fake, check=check)


def open_ended(suite: Suite) -> dict[str, Case]:
    return {case.id: case for case in suite.cases() if case.answer_kind is not AnswerKind.CHOICE}


def choices(suite: Suite) -> dict[str, Case]:
    return {case.id: case for case in suite.cases() if case.answer_kind is AnswerKind.CHOICE}


def place_of(case: Case) -> tuple[Any, ...]:
    return (case.task, case.subtask, case.domain, case.gold, case.answer_kind, case.choices)


def points(case: Case, others: Sequence[Case]) -> list[float]:
    """The points of a few answers: the gold in two forms, equal answers, nothing, and the golds of other cases."""
    answers = [case.gold, *case.rules.get("equal", []), *(other.gold for other in others)]
    texts = [answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False) for answer in answers]
    return [score_rules(case, text).points for text in ("", *texts, f"The answer is {texts[0]}.")]


def test_the_native_form_gives_the_same_cases_and_documents(tmp_path: Path) -> None:
    suite = fake("2K-3K,set1", (0, 3))
    built = export(suite, tmp_path / "out", Format.NATIVE, counter=COUNTER)
    loaded = NativeSuite(tmp_path / "out")
    assert (built.cases, built.left_out, loaded.name) == (len(suite.cases()), 0, "synthetic")
    assert loaded.defaults == suite.defaults
    for case, again in zip(suite.cases(), loaded.cases(), strict=True):
        for name in Case.__dataclass_fields__:
            if name not in {"place", "declared_tokens"}:
                assert getattr(again, name) == getattr(case, name), name
        assert loaded.documents(again) == suite.documents(case)
        tokens = sum(COUNTER.count(document.header + document.text) for document in suite.documents(case))
        assert again.declared_tokens == tokens
    assert built.tokens == sum(case.declared_tokens or 0 for case in loaded.cases())


def test_no_name_of_a_written_judgment_tells_its_kind(tmp_path: Path) -> None:
    suite = SyntheticSuite((0, 1), read_lengths("2K-3K"), fields=["legal"])
    asked = [case for case in suite.cases() if case.subtask in {"case_classification", "solitaire", "spotlight_locating"}]
    export(suite, tmp_path / "out", Format.NATIVE, cases=asked, counter=COUNTER)
    kinds = {*causes("en"), *causes("zh")}
    rows = (tmp_path / "out" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    named = [document["file"] for row in rows for document in json.loads(row)["documents"]]
    files = [path.relative_to(tmp_path / "out" / "documents").as_posix() for path in tmp_path.rglob("*.txt")]
    assert len(named) > 10
    assert sorted({*named}) == sorted(files)
    assert not [name for name in named if any(kind in name for kind in kinds)]


def test_the_folder_stands_in_for_the_generated_suite(tmp_path: Path) -> None:
    export(fake(), tmp_path / "out", Format.NATIVE, counter=COUNTER)
    assert isinstance(load_suite("synthetic", tmp_path / "out"), NativeSuite)


def test_loongs_layout_gives_the_same_subtasks_golds_kinds_and_scores(tmp_path: Path) -> None:
    suite = fake("2K-3K,set1", (0, 1))
    wanted = open_ended(suite)
    built = export(suite, tmp_path, Format.LOONG, counter=COUNTER)
    loaded = {case.id: case for case in LoongSuite(tmp_path).cases()}
    assert (built.cases, built.left_out) == (len(wanted), len(choices(suite)))
    assert list(loaded) == list(wanted)
    cases = list(wanted.values())
    for at, (case_id, case) in enumerate(wanted.items()):
        again = loaded[case_id]
        assert place_of(again) == place_of(case)
        assert (again.language, again.question, again.instruction) == (case.language, case.question, case.instruction)
        assert [reference.title for reference in again.documents] == [reference.title for reference in case.documents]
        others = [other for other in cases[at + 1 :] + cases[:at] if other.subtask == case.subtask][:3]
        assert points(again, others) == points(case, others)
        assert points(case, others)[1] == 100.0


def test_loongs_layout_shows_the_same_texts_under_the_headers_of_its_loader(tmp_path: Path) -> None:
    suite = fake()
    export(suite, tmp_path, Format.LOONG, counter=COUNTER)
    loaded = LoongSuite(tmp_path)
    for case in loaded.cases():
        before = suite.documents(open_ended(suite)[case.id])
        for number, (document, was) in enumerate(zip(loaded.documents(case), before, strict=True), 1):
            header = {"financial": was.header, "legal": f"《判决文书{number}》\n", "paper": was.header[1:].replace("》", "")}[
                case.domain
            ]
            assert (document.header, document.notes) == (header, ())
            assert document.text == was.text


def test_loongs_files_are_found_by_the_official_search(tmp_path: Path) -> None:
    export(fake(), tmp_path, Format.LOONG, counter=COUNTER)
    for line in (tmp_path / "loong.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["type"] == "financial":
            for name in row["doc"]:
                assert len(list((tmp_path / "doc" / "financial").glob(f"*2024-{name}*.txt"))) == 1


def loong_document(tmp_path: Path, domain: str, documents: list[Document]) -> list[Document]:
    """Write one case over *documents* in Loong's layout and return them as its loader shows them."""
    subtask = "citation_chain" if domain == "paper" else "sequential_enumeration"
    case = next(case for case in open_ended(fake()).values() if (case.domain, case.subtask) == (domain, subtask))
    layout = LoongLayout(tmp_path)
    layout.add(case, documents, 10)
    layout.finish()
    layout.close()
    loaded = LoongSuite(tmp_path)
    return loaded.documents(loaded.cases()[0])


def test_a_title_that_no_file_can_have_is_spelt_so_that_it_can(tmp_path: Path) -> None:
    titles = ["North-East/West: *Coal* [A] plc", "../..", "x" * 400, "北" * 200]
    documents = [Document(f"financial/en/{at}.txt", f"《{title}》\n", f"text {at}", "h") for at, title in enumerate(titles)]
    shown = loong_document(tmp_path, "financial", documents)
    assert [document.text for document in shown] == [document.text for document in documents]
    assert shown[0].header == "《North\u2010East West Coal A plc》\n"
    assert all(path.parent == tmp_path / "doc" / "financial" for path in tmp_path.rglob("*.txt"))


def test_a_judgment_that_is_called_otherwise_begins_with_its_title(tmp_path: Path) -> None:
    documents = [Document("legal/en/a.txt", "《Judgment 1》\n", "one", "h"), Document("legal/en/b.txt", "《判决文书2》\n", "two", "h")]
    shown = loong_document(tmp_path, "legal", documents)
    assert [document.header + document.text for document in shown] == ["《判决文书1》\n《Judgment 1》\none", "《判决文书2》\ntwo"]


def test_one_judgment_under_two_titles_is_two_entries(tmp_path: Path) -> None:
    documents = [Document("legal/en/a.txt", f"《Judgment {number}》\n", "one", "h") for number in (1, 2)]
    shown = loong_document(tmp_path, "legal", documents)
    assert [document.text for document in shown] == ["《Judgment 1》\none", "《Judgment 2》\none"]


def test_a_paper_that_does_not_begin_with_its_title_gets_it_as_a_heading(tmp_path: Path) -> None:
    lamps = Document("papers/en/a.txt", "《On Lamps》\n", "Abstract\n", "h")
    documents = [lamps, Document("papers/en/b.txt", "《On Ink》\n", "# On Ink\n", "h")]
    shown = loong_document(tmp_path, "paper", documents)
    assert [(document.header, document.text) for document in shown] == [
        ("On Lamps\n", "# On Lamps\n\nAbstract\n"),
        ("On Ink\n", "# On Ink\n"),
    ]


def test_the_set_of_a_range_in_loongs_layout_follows_the_tokens(tmp_path: Path) -> None:
    export(fake("2K-3K,60K-90K"), tmp_path, Format.LOONG, counter=COUNTER)
    loaded = LoongSuite(tmp_path).cases()
    assert {(case.length_set, (case.declared_tokens or 0) > 50_000) for case in loaded} == {("set1", False), ("set2", True)}


def test_longbench_v2s_form_gives_the_same_subtasks_golds_and_options(tmp_path: Path) -> None:
    suite = fake("short,medium,2K-3K", (0, 1))
    wanted = choices(suite)
    built = export(suite, tmp_path, Format.LONGBENCH_V2, counter=COUNTER)
    loaded = LongBenchV2Suite(tmp_path)
    assert (built.cases, built.left_out) == (len(wanted), len(open_ended(suite)))
    assert [case.id for case in loaded.cases()] == list(wanted)
    for case in loaded.cases():
        was = wanted[case.id]
        assert place_of(case) == place_of(was)
        assert (case.question, case.difficulty) == (was.question, was.difficulty)
        assert case.length_set == ("short" if was.length_set.startswith("len_") else was.length_set)
        assert loaded.documents(case)[0].text == suite.documents(was)[0].text
    assert all(isinstance(row, dict) for row in json.loads((tmp_path / "data.json").read_text(encoding="utf-8")))


def test_a_build_replaces_an_earlier_one_and_leaves_other_files_alone(tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(fake(), out, Format.NATIVE, counter=COUNTER)
    (out / "documents" / "notes-of-mine.txt").write_text("mine")
    export(fake(), out, Format.LOONG, counter=COUNTER)
    files = {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()}
    assert files == {*json.loads((out / MARK).read_text())["files"], MARK, "documents/notes-of-mine.txt"}
    assert not (out / "documents" / "financial").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_the_same_build_gives_the_same_bytes(tmp_path: Path) -> None:
    for form in Format:
        one, two = (tmp_path / f"{form}-{at}" for at in (1, 2))
        for folder in (one, two):
            export(fake(), folder, form, counter=COUNTER)
        files = sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file())
        assert files == sorted(path.relative_to(two) for path in two.rglob("*") if path.is_file())
        assert all((one / file).read_bytes() == (two / file).read_bytes() for file in files)


@pytest.mark.parametrize("what", ["other files", "a damaged mark", "a mark of something else", "a file"])
def test_a_folder_that_is_no_build_is_refused_and_kept(tmp_path: Path, what: str) -> None:
    out = tmp_path / "out"
    if what == "a file":
        out.write_text("mine")
    else:
        out.mkdir()
        content = {
            "other files": ("thesis.txt", "mine"),
            "a damaged mark": (MARK, "{"),
            "a mark of something else": (MARK, '{"files": 3}'),
        }
        name, text = content[what]
        (out / name).write_text(text)
    before = {path: path.read_text() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(SettingsError, match="out") as caught:
        export(fake(), out, Format.NATIVE, counter=COUNTER)
    assert str(caught.value).isprintable()
    assert {path: path.read_text() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_mark_cannot_have_files_outside_removed(tmp_path: Path) -> None:
    out, outside = tmp_path / "out", tmp_path / "thesis.txt"
    out.mkdir()
    outside.write_text("mine")
    (out / "link").symlink_to(outside)
    (out / MARK).write_text(json.dumps({"files": ["../thesis.txt", str(outside), "link", "", "a\0b", 3, "."]}))
    export(fake(), out, Format.NATIVE, counter=COUNTER)
    assert outside.read_text() == "mine"


def test_a_case_that_its_documents_do_not_bear_out_is_left_out_and_named(tmp_path: Path) -> None:
    seen: list[str] = []

    def check(case: Case, documents: Sequence[Document]) -> list[str]:
        seen.append(case.id)
        assert len(documents) == len(case.documents)
        return ["document 2 changes nothing"] if len(seen) == 5 else []

    built = export(fake(check=check), tmp_path / "out", Format.NATIVE, counter=COUNTER)
    assert len(built.refused) == 1
    assert f"left out: case '{seen[4]}' is refused, for document 2 changes nothing" in built.line
    assert built.cases == len(seen) - 1 == len(fake().cases()) - 1
    assert seen[4] not in {case.id for case in NativeSuite(tmp_path / "out").cases()}


def test_a_build_that_fails_leaves_the_earlier_one_as_it_was(tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(fake(), out, Format.NATIVE, counter=COUNTER)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    with pytest.raises(SettingsError, match=r"no case has a place in this format, \d+ were refused"):
        export(fake(check=lambda _case, _documents: ["no"]), out, Format.LOONG, counter=COUNTER)
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before


def test_a_form_that_no_case_fits_is_said(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no case has a place in this format"):
        export(fake("set1"), tmp_path / "out", Format.LONGBENCH_V2, counter=COUNTER)
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file" / "out", Path("a\0b")):
        with pytest.raises(SettingsError) as caught:
            export(fake(), folder, Format.NATIVE, counter=COUNTER)
        assert str(caught.value).isprintable()


def test_some_of_the_cases_can_be_written(tmp_path: Path) -> None:
    suite = fake()
    export(suite, tmp_path, Format.NATIVE, cases=suite.cases()[3:5], counter=COUNTER)
    assert [case.id for case in NativeSuite(tmp_path).cases()] == [case.id for case in suite.cases()[3:5]]
    shutil.rmtree(tmp_path / "documents")
