from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from html_reading import Found, read_html
from hypothesis import given
from hypothesis import strategies as st
from reporting_rows import HOSTILE, RUN, choice, golden, golden_rows, hostile, row

from pytest_lcbench.errors import DataError
from pytest_lcbench.reporting.html import DETAILS, Verdict, saved_questions, write_html
from pytest_lcbench.reporting.html.elements import script_json
from pytest_lcbench.reporting.markdown import markdown
from pytest_lcbench.reporting.run_settings import questions
from pytest_lcbench.running.row import DocumentRow, ResultRow
from pytest_lcbench.running.run import Run
from pytest_lcbench.statistics.cells import CellInterval
from pytest_lcbench.statistics.summary import Summary, summarise


def read(folder: Path) -> Found:
    return read_html((folder / "report.html").read_text(encoding="utf-8"))


def listed(folder: Path) -> dict[str, Any]:
    """Return the data that the page's script works on."""
    found: dict[str, Any] = json.loads(read(folder).raw["script"][0])
    return found


def details(folder: Path) -> list[dict[str, Any]]:
    """Return the details of all cases, as the page would read them."""
    where = listed(folder)["folder"]
    parts: list[dict[str, Any]] = []
    for number, file in enumerate(sorted((folder / where).iterdir())):
        assert file.name == f"{number:04d}.js"
        script = file.read_text(encoding="utf-8")
        call = re.fullmatch(r'lcbenchDetails\("([0-9a-f]{16})",(\d+),(".*")\);\n', script)
        assert call is not None
        assert (call[1], int(call[2])) == (Path(where).name, number)
        parts += json.loads(json.loads(call[3]))
    return parts


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def plain(markup: str) -> str:
    return html.unescape(markup.replace("\\", "")).strip()


def test_a_page_stands_beside_its_details(tmp_path: Path) -> None:
    assert write_html(tmp_path / "reports" / "golden", golden_rows(), golden()) == tmp_path / "reports" / "golden" / "report.html"
    (folder,) = (tmp_path / "reports" / "golden" / DETAILS).iterdir()
    assert sorted(contents(tmp_path / "reports" / "golden")) == ["report.html", f"report_data/{folder.name}/0000.js"]


def test_pages_are_the_same_bytes_whatever_the_order_of_the_rows(tmp_path: Path) -> None:
    write_html(tmp_path / "a", golden_rows(), golden())
    write_html(tmp_path / "b", golden_rows()[::-1], golden())
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_every_row_of_every_table_is_in_the_page_to_the_digit(tmp_path: Path) -> None:
    write_html(tmp_path, golden_rows(), golden())
    there = read(tmp_path).rows
    lines = [line for line in markdown(golden()).splitlines() if line.startswith("|") and not line.startswith("| :---")]
    assert len(lines) > 20
    for line in lines:
        assert [plain(cell) for cell in re.split(r"(?<!\\) \| ", line.strip("| ") if line[2] != " " else line[1:].strip("|"))] in [
            [cell.strip() for cell in row] for row in there
        ]


def test_every_fact_above_the_tables_is_in_the_page(tmp_path: Path) -> None:
    write_html(tmp_path, golden_rows(), golden())
    there = read(tmp_path).facts
    facts = [found.groups() for line in markdown(golden()).splitlines() if (found := re.fullmatch(r"- \*\*(.+?)\*\*: (.*)", line))]
    assert len(facts) > 15
    assert [fact for fact in facts if (fact[0], plain(fact[1])) not in there] == []


def test_only_the_pages_own_script_and_style_are_admitted(tmp_path: Path) -> None:
    write_html(tmp_path, golden_rows(), golden())
    found = read(tmp_path)
    (policy,) = (tag["content"] for name, tag in found.tags if tag.get("http-equiv") == "Content-Security-Policy")
    script, style = (
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (found.raw["script"][1], found.raw["style"][0])
    )
    assert policy == (
        f"default-src 'none'; script-src 'sha256-{script}' 'strict-dynamic'; style-src 'sha256-{style}'; "
        "base-uri 'none'; form-action 'none'"
    )
    # It stands before everything that it is to govern.
    assert [name for name, _ in found.tags[:4]] == ["html", "head", "meta", "meta"]


@pytest.mark.parametrize("summary", [golden(), hostile()], ids=["golden", "hostile"])
def test_nothing_in_the_page_loads_links_out_or_handles_events_inline(summary: Summary, tmp_path: Path) -> None:
    rows = [row(HOSTILE, 1.0, response_text=HOSTILE, item=HOSTILE, error_message=HOSTILE)]
    verdict = Verdict(HOSTILE, HOSTILE, (HOSTILE,), (HOSTILE, HOSTILE), ((HOSTILE, HOSTILE),))
    write_html(tmp_path, rows, summary, questions={("loong", HOSTILE): HOSTILE}, verdicts=[verdict])
    for tag, attributes in read(tmp_path).tags:
        assert tag not in {"img", "link", "iframe", "object", "base", "b"}
        assert not {name for name in attributes if name.startswith("on") or name in {"src", "style", "srcset"}}
        assert attributes.get("href", "#").startswith("#")


def test_hidden_characters_of_hostile_texts_are_visible_in_the_files(tmp_path: Path) -> None:
    rows = [row("a", 1.0, response_text=f"one\r\ntwo\u2028three{HOSTILE}", gold={"__proto__": HOSTILE})]
    write_html(tmp_path, rows, hostile())
    for content in contents(tmp_path).values():
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]", content.decode("utf-8"))
    (answer,) = (text for name, text, _ in details(tmp_path)[0]["texts"] if name == "Answer")
    assert answer.startswith("one\ntwo\nthree\\x1b[31mred\\x07 | <img src=x onerror=alert(1)>")


@given(st.recursive(st.text(st.characters(exclude_categories=[])), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_data_in_a_script_never_ends_it_and_reads_back(value: Any) -> None:
    text = script_json(value)
    assert not set(text) & set("<>&\u2028\u2029")
    text.encode("utf-8")
    assert json.loads(text) == json.loads(json.dumps(value))


def test_a_case_tells_everything_that_its_row_holds(tmp_path: Path) -> None:
    documents = (
        DocumentRow(hash="ab" * 32, name="文 1.txt", tokens=12_000, kept=12_000),
        DocumentRow(hash="cd" * 32, name="two", tokens=None, kept=None),
        DocumentRow(hash="ef" * 32, name="three", tokens=5, kept=0),
    )
    told = {
        "response_text": "long answer",
        "answer": "short",
        "judge_text": "[[40]]",
        "score_evidence": "rating 40",
        "gold": ["x", "y"],
    }
    more = {
        "flags": ("output_cut",),
        "cost": 0.25,
        "latency_s": 1.25,
        "error_class": "late",
        "error_message": "too",
        "documents": documents,
    }
    write_html(tmp_path, [row("a", 40.0, **told, **more)], golden(), questions={("loong", "a"): "Which one?"})
    (found,) = details(tmp_path)
    assert found["texts"] == [
        ["Question", "Which one?", "text"],
        ["Gold answer", '[\n  "x",\n  "y"\n]', "text"],
        ["Answer, as extracted", "short", "text"],
        ["Answer", "long answer", "text"],
        ["Judge's words", "[[40]]", "text"],
        ["Evidence for the score", "rating 40", "text"],
        ["Error", "late: too", "error"],
    ]
    assert found["documents"] == [
        ["文 1.txt", "ab" * 32, "12,000", "12,000"],
        ["two", "cd" * 32, "–", "–"],
        ["three", "ef" * 32, "5", "left out"],
    ]
    facts = dict(found["facts"])
    wanted = {"points": "40.00", "flags": "output_cut", "cost": "$0.2500", "latency": "1.2 s", "case": "a", "length set": "set1"}
    assert {name: facts[name] for name in wanted} == wanted


def test_a_report_without_questions_says_where_they_are(tmp_path: Path) -> None:
    write_html(tmp_path, [row("a", 40.0, response_text="said")], golden())
    assert details(tmp_path)[0]["texts"][0] == [
        "Question",
        "The question stands in the suite's files; this report was made without them.",
        "note",
    ]
    assert listed(tmp_path)["columns"]["preview"] == ["said"]


def test_points_are_those_the_averages_count_and_unknown_ones_are_none(tmp_path: Path) -> None:
    rows = [row("a", 0.125), row("b", None), choice("c", 100.0), row("d", None, state="model_failure")]
    write_html(tmp_path, rows, summarise(rows, RUN))
    data = listed(tmp_path)
    shown = dict(zip(data["columns"]["item"], zip(data["columns"]["points"], data["columns"]["points_text"], strict=True), strict=True))
    assert shown == {"a": (0.125, "0.12"), "b": (None, "–"), "c": (100.0, "100.0"), "d": (0.0, "0.00")}
    assert data["labels"]["state"] == ["scored", "model_failure", "infra_error"]


def test_labels_to_filter_by_stand_in_the_order_of_the_tables(tmp_path: Path) -> None:
    rows = [row(str(number), 1.0, length_set=name) for number, name in enumerate(["set10", "long", "set2", "", "short"])]
    write_html(tmp_path, rows, summarise(rows, RUN))
    assert listed(tmp_path)["labels"]["set"] == ["set2", "short", "long", "set10", "(none)"]


def test_intervals_are_drawn_and_written_where_the_summary_has_them(tmp_path: Path) -> None:
    summary = golden()
    section = next(section for section in summary.sections if section.grid is not None)
    assert section.grid is not None
    interval = CellInterval(low=12.345, high=98.765, descriptive=True)
    cells = tuple(tuple(cell.model_copy(update={"average_interval": interval}) for cell in line) for line in section.grid.cells)
    changed = section.model_copy(update={"grid": section.grid.model_copy(update={"cells": cells})})
    write_html(tmp_path, golden_rows(), summary.model_copy(update={"sections": (changed,)}))
    found = read(tmp_path)
    assert "62.50 ~[12.35, 98.77]" in found.text
    assert [tag["x1"] + " " + tag["x2"] for _, tag in found.tags if tag.get("class") == "whisker weak"] == ["12.35% 98.77%"] * 2
    assert "dashed where the cases are too few" in found.text


def test_charts_show_scores_by_length_for_open_answers_and_choices(tmp_path: Path) -> None:
    write_html(tmp_path, golden_rows(), golden())
    text = read(tmp_path).text
    assert "average points, 0 to 100; set1: 62.50 ~[0.40, 99.86]; set2: 50.00" in text
    assert "accuracy in percent, 0 to 100; short: 50.0 ~[0.2, 99.8]; medium: –; long: 0.0" in text


def test_the_page_has_its_sections_in_order(tmp_path: Path) -> None:
    write_html(tmp_path, golden_rows(), golden(), verdicts=[Verdict("Gate", "pass")])
    names = [tag["id"] for name, tag in read(tmp_path).tags if name == "section" and "id" in tag]
    assert names == ["verdict-0", "outcome", "section-0", "section-1", "spending", "errors", "missing", "notes", "cases"]


def test_a_question_of_choices_comes_with_its_options() -> None:
    case = SimpleNamespace(id="c", question="Which?", choices=("one", "two", "three", "four"))
    open_case = SimpleNamespace(id="o", question="What?", choices=())
    run = cast("Run", SimpleNamespace(cases={"longbench-v2": [case], "loong": [open_case]}))
    assert questions(run) == {("longbench-v2", "c"): "Which?\nA. one\nB. two\nC. three\nD. four", ("loong", "o"): "What?"}


def test_verdicts_stand_before_the_tables(tmp_path: Path) -> None:
    verdict = Verdict("Gate", "regression at set3", ("drop < 5: no",), ("slice", "drop"), (("set3", "9.10"),))
    write_html(tmp_path, golden_rows(), golden(), verdicts=[verdict])
    found = read(tmp_path)
    assert found.text.index("regression at set3") < found.text.index("items have points")
    assert [tag["class"] for name, tag in found.tags if name == "p" and "verdict" in tag.get("class", "")] == ["verdict bad"]
    assert ["set3", "9.10"] in found.rows


def test_many_cases_and_long_texts_are_parted_into_files(tmp_path: Path) -> None:
    rows = [row(f"{number:02d}", 1.0, response_text="x" * (1_000_000 if number == 3 else 10)) for number in range(60)]
    write_html(tmp_path, rows, golden())
    data = listed(tmp_path)
    assert data["first"] == [0, 3, 4, 29, 54]
    assert [part["facts"] for part in details(tmp_path)][3][0] == ["state", "scored"]
    assert len(details(tmp_path)) == 60


def test_details_of_an_older_page_are_removed_and_nothing_that_is_not_ours(tmp_path: Path) -> None:
    write_html(tmp_path, [row("a", 1.0)], golden())
    old = listed(tmp_path)["folder"]
    (tmp_path / DETAILS / "mine").mkdir()
    (tmp_path / DETAILS / ".0123456789abcdef.0123456789abcdef.tmp").mkdir()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept").write_text("")
    (tmp_path / DETAILS / ("0" * 16)).symlink_to(elsewhere)
    write_html(tmp_path, [row("b", 1.0)], golden())
    new = Path(listed(tmp_path)["folder"]).name
    assert not (tmp_path / old).exists()
    assert sorted(entry.name for entry in (tmp_path / DETAILS).iterdir()) == sorted(["0" * 16, new, "mine"])
    assert (elsewhere / "kept").exists()


def test_an_interrupted_writing_leaves_the_old_page_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_html(tmp_path, golden_rows(), golden())
    before = contents(tmp_path)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("pytest_lcbench.reporting.files.os.fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write_html(tmp_path, [row("z", 1.0)], golden())
    assert before.items() <= contents(tmp_path).items()
    write_html(tmp_path, golden_rows(), golden())
    assert contents(tmp_path) == before


@pytest.mark.parametrize("damage", ["changed", "missing", "file"])
def test_damaged_details_are_made_again(damage: str, tmp_path: Path) -> None:
    write_html(tmp_path, golden_rows(), golden())
    before = contents(tmp_path)
    folder = tmp_path / listed(tmp_path)["folder"]
    if damage == "changed":
        (folder / "0000.js").write_text("")
    else:
        (folder / "0000.js").unlink()
    if damage == "file":
        folder.rmdir()
        folder.write_text("")
    write_html(tmp_path, golden_rows(), golden())
    assert contents(tmp_path) == before


def test_a_page_made_again_with_the_questions_of_the_page_is_the_same(tmp_path: Path) -> None:
    rows = golden_rows()
    hidden = "\x1b\u202e\u200b" * 40 + "?"
    write_html(tmp_path, rows, golden(), questions={(one.suite, one.case_id): hidden * (1 + k % 40) for k, one in enumerate(rows)})
    before = contents(tmp_path)
    write_html(tmp_path, rows, golden(), questions=saved_questions(tmp_path))
    assert contents(tmp_path) == before


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / DETAILS).write_text("")
    with pytest.raises(DataError, match=r"report.html: the report cannot be written: File exists"):
        write_html(tmp_path, golden_rows(), golden())


def test_a_run_without_cases_has_a_page(tmp_path: Path) -> None:
    nothing: list[ResultRow] = []
    write_html(tmp_path, nothing, summarise(nothing, RUN))
    assert listed(tmp_path)["columns"]["item"] == []
