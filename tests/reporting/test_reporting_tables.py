from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reporting_rows import HOSTILE, RUN, choice, golden, golden_rows, hostile, row

from pytest_lcbench.reporting.columns import fit, straight_table, width_of, wrap
from pytest_lcbench.reporting.markdown import markdown
from pytest_lcbench.reporting.tables import WIDTH, TerminalReport
from pytest_lcbench.statistics.summary import summarise
from pytest_lcbench.untrusted import markdown_cell

# Worked out by hand from reporting_rows.golden_rows. Loong: a 100, b 50, c 25, d missing, so the average is 175 / 3 = 58.33 and the
# bounds are 175 / 4 = 43.75 and 275 / 4 = 68.75. LongBench v2: e 100, f unparsed, g failed, so 100 / 3 = 33.3, compensated
# 150 / 3 = 50.0, tolerant 200 / 3 = 66.7. Six of seven items have points: 85.71 %, rounded down. Of the intervals one is worked out by
# hand in test_statistics_summary; none stands where fewer than two cases have points.
TERMINAL = """\
run          golden
model        gpt-4o, called as openai/gpt-4o
judge        none, open answers are scored by rules
suites       loong feedfacecafe, longbench-v2 0badf00d
settings     fidelity paper, arm full, prompting direct, epochs 1, seed 0, overlength documents,
             prompts 0123456789ab
window       128,000 tokens, from litellm map, counted with cl100k_base (approximate)
coverage     85.7 %, 6/7 items have points, minimum 98.0 % NOT reached
states       scored 5, model_failure 1, infra_error 1, unscored 0
flags        output_cut 1, unparsed 1
evidence     kept 1, cut 1, not told by the source 5
cost         $1.50 (unknown for 5 calls), of which in this session $1.50 (unknown for 4 calls)
tokens       in 2,000 (unknown for 4 calls), out 40 (unknown for 4 calls),
             of which reasoning 0 (unknown for 4 calls)
from store   1 of 7 items
latency      mean 2.7 s, median 2.0 s, 95th percentile 4.0 s, longest 4.0 s

== longbench-v2 ==
overall      accuracy 33.3 ~[1.1, 95.6], compensated 50.0, tolerant 66.7, n 3/3, coverage 100.0 %,
             bounds 33.3..33.3
scored by    choice 2
states       scored 2, model_failure 1, infra_error 0, unscored 0
note         compare models within a length, not one length with another: the mix of tasks differs between
             lengths (LongBench v2's paper)

overall, by difficulty and by length
         accuracy  95 % interval  compensated  tolerant    n  coverage        bounds
-------  --------  -------------  -----------  --------  ---  --------  ------------
overall      33.3   ~[1.1, 95.6]         50.0      66.7  3/3   100.0 %    33.3..33.3
easy        100.0              –        100.0     100.0  1/1   100.0 %  100.0..100.0
hard          0.0   ~[0.0, 98.8]         25.0      50.0  2/2   100.0 %      0.0..0.0
short        50.0   ~[0.2, 99.8]         62.5      50.0  2/2   100.0 %    50.0..50.0
medium          –              –            –         –  0/0         –             –
long          0.0              –         25.0     100.0  1/1   100.0 %      0.0..0.0

by domain (task)
                               accuracy  95 % interval  compensated  tolerant    n  coverage      bounds
-----------------------------  --------  -------------  -----------  --------  ---  --------  ----------
code_repository_understanding      33.3   ~[1.1, 95.6]         50.0      66.7  3/3   100.0 %  33.3..33.3

by subtask
              accuracy  95 % interval  compensated  tolerant    n  coverage      bounds
------------  --------  -------------  -----------  --------  ---  --------  ----------
code_repo_qa      33.3   ~[1.1, 95.6]         50.0      66.7  3/3   100.0 %  33.3..33.3

== loong ==
overall      average 58.33 ~[7.54, 96.01], perfect 0.33 ~[0.01, 0.96], n 3/4, coverage 75.0 %,
             bounds 43.75..68.75
scored by    rules 3
states       scored 3, model_failure 0, infra_error 1, unscored 0
note         rules; not comparable with published
note         coverage under the minimum; not comparable with published

length set by task: average / perfect rate, cases with points, coverage, 95 % intervals of both
        spotlight_locating    comparison             All
----  --------------------  ------------  --------------
set1         100.00 / 1.00  25.00 / 0.00    62.50 / 0.50
               1/1 100.0 %   1/1 100.0 %     2/2 100.0 %
                                          ~[0.40, 99.86]
                                           ~[0.00, 1.00]
set2          50.00 / 0.00             –    50.00 / 0.00
               1/1 100.0 %     0/1 0.0 %      1/2 50.0 %
All           75.00 / 0.50  25.00 / 0.00    58.33 / 0.33
               2/2 100.0 %    1/2 50.0 %      3/4 75.0 %
            ~[1.03, 99.88]                ~[7.54, 96.01]
             ~[0.00, 1.00]                 ~[0.01, 0.96]

by subtask
                    average   95 % interval  perfect  95 % interval    n  coverage        bounds
------------------  -------  --------------  -------  -------------  ---  --------  ------------
spotlight_locating    75.00  ~[1.03, 99.88]     0.50  ~[0.00, 1.00]  2/2   100.0 %  75.00..75.00
range_awareness       25.00               –     0.00              –  1/2    50.0 %  12.50..62.50

by language
    average   95 % interval  perfect  95 % interval    n  coverage        bounds
--  -------  --------------  -------  -------------  ---  --------  ------------
en    62.50  ~[0.40, 99.86]     0.50  ~[0.00, 1.00]  2/2   100.0 %  62.50..62.50
zh    50.00               –     0.00              –  1/2    50.0 %  25.00..75.00

by year
        average   95 % interval  perfect  95 % interval    n  coverage        bounds
------  -------  --------------  -------  -------------  ---  --------  ------------
2024      25.00               –     0.00              –  1/1   100.0 %  25.00..25.00
(none)    75.00  ~[1.03, 99.88]     0.50  ~[0.00, 1.00]  2/3    66.6 %  50.00..83.33

errors
  content_filter 1, e.g. g: filtered
  timeout 1, e.g. range_awareness-set2-zh-d: no answer within 600 s

without points: 1
  loong: range_awareness-set2-zh-d (timeout)

notes
  - averages are over scored and model_failure items; bounds fill what is missing with 0 and with 100
  - intervals are 95 %, each by itself, unadjusted for how many there are; cases that share documents are
    taken as correlated, epochs of a case as one
  - ~ marks the intervals of fewer than 20 cases: they describe, nothing follows from them
  - compensated counts 25 for an unparsed choice or a model failure; tolerant is the tolerant extraction's
    accuracy
  - answers cut by the output limit (output_cut) are scored as they stand
  - token counts are approximate, cl100k_base is not known to be the model's own encoding
  - parameters left out because the provider rejected them, temperature
"""

MARKDOWN = r"""# Long-context benchmark

- **run**: golden
- **model**: gpt-4o, called as openai/gpt-4o
- **judge**: none, open answers are scored by rules
- **suites**: loong feedfacecafe, longbench-v2 0badf00d
- **settings**: fidelity paper, arm full, prompting direct, epochs 1, seed 0, overlength documents, prompts 0123456789ab
- **window**: 128,000 tokens, from litellm map, counted with cl100k\_base \(approximate\)
- **coverage**: 85.7 %, 6/7 items have points, minimum 98.0 % NOT reached
- **states**: scored 5, model\_failure 1, infra\_error 1, unscored 0
- **flags**: output\_cut 1, unparsed 1
- **evidence**: kept 1, cut 1, not told by the source 5
- **cost**: $1.50 \(unknown for 5 calls\), of which in this session $1.50 \(unknown for 4 calls\)
- **tokens**: in 2,000 \(unknown for 4 calls\), out 40 \(unknown for 4 calls\), of which reasoning 0 \(unknown for 4 calls\)
- **from store**: 1 of 7 items
- **latency**: mean 2.7 s, median 2.0 s, 95th percentile 4.0 s, longest 4.0 s

## longbench-v2

- **overall**: accuracy 33.3 \~\[1.1, 95.6\], compensated 50.0, tolerant 66.7, n 3/3, coverage 100.0 %, bounds 33.3..33.3
- **scored by**: choice 2
- **states**: scored 2, model\_failure 1, infra\_error 0, unscored 0
- **note**: compare models within a length, not one length with another&#58; the mix of tasks differs between lengths \(LongBench v2's paper\)

### overall, by difficulty and by length

|  | accuracy | 95 % interval | compensated | tolerant | n | coverage | bounds |
| :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| overall | 33.3 | \~[1.1, 95.6] | 50.0 | 66.7 | 3/3 | 100.0 % | 33.3..33.3 |
| easy | 100.0 | – | 100.0 | 100.0 | 1/1 | 100.0 % | 100.0..100.0 |
| hard | 0.0 | \~[0.0, 98.8] | 25.0 | 50.0 | 2/2 | 100.0 % | 0.0..0.0 |
| short | 50.0 | \~[0.2, 99.8] | 62.5 | 50.0 | 2/2 | 100.0 % | 50.0..50.0 |
| medium | – | – | – | – | 0/0 | – | – |
| long | 0.0 | – | 25.0 | 100.0 | 1/1 | 100.0 % | 0.0..0.0 |

### by domain \(task\)

|  | accuracy | 95 % interval | compensated | tolerant | n | coverage | bounds |
| :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| code\_repository\_understanding | 33.3 | \~[1.1, 95.6] | 50.0 | 66.7 | 3/3 | 100.0 % | 33.3..33.3 |

### by subtask

|  | accuracy | 95 % interval | compensated | tolerant | n | coverage | bounds |
| :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| code\_repo\_qa | 33.3 | \~[1.1, 95.6] | 50.0 | 66.7 | 3/3 | 100.0 % | 33.3..33.3 |

## loong

- **overall**: average 58.33 \~\[7.54, 96.01\], perfect 0.33 \~\[0.01, 0.96\], n 3/4, coverage 75.0 %, bounds 43.75..68.75
- **scored by**: rules 3
- **states**: scored 3, model\_failure 0, infra\_error 1, unscored 0
- **note**: rules; not comparable with published
- **note**: coverage under the minimum; not comparable with published

### length set by task&#58; average / perfect rate, cases with points, coverage, 95 % intervals of both

|  | spotlight\_locating | comparison | All |
| :--- | ---: | ---: | ---: |
| set1 | 100.00 / 1.00; 1/1 100.0 % | 25.00 / 0.00; 1/1 100.0 % | 62.50 / 0.50; 2/2 100.0 %; \~[0.40, 99.86]; \~[0.00, 1.00] |
| set2 | 50.00 / 0.00; 1/1 100.0 % | –; 0/1 0.0 % | 50.00 / 0.00; 1/2 50.0 % |
| All | 75.00 / 0.50; 2/2 100.0 %; \~[1.03, 99.88]; \~[0.00, 1.00] | 25.00 / 0.00; 1/2 50.0 % | 58.33 / 0.33; 3/4 75.0 %; \~[7.54, 96.01]; \~[0.01, 0.96] |

### by subtask

|  | average | 95 % interval | perfect | 95 % interval | n | coverage | bounds |
| :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| spotlight\_locating | 75.00 | \~[1.03, 99.88] | 0.50 | \~[0.00, 1.00] | 2/2 | 100.0 % | 75.00..75.00 |
| range\_awareness | 25.00 | – | 0.00 | – | 1/2 | 50.0 % | 12.50..62.50 |

### by language

|  | average | 95 % interval | perfect | 95 % interval | n | coverage | bounds |
| :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| en | 62.50 | \~[0.40, 99.86] | 0.50 | \~[0.00, 1.00] | 2/2 | 100.0 % | 62.50..62.50 |
| zh | 50.00 | – | 0.00 | – | 1/2 | 50.0 % | 25.00..75.00 |

### by year

|  | average | 95 % interval | perfect | 95 % interval | n | coverage | bounds |
| :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| 2024 | 25.00 | – | 0.00 | – | 1/1 | 100.0 % | 25.00..25.00 |
| \(none\) | 75.00 | \~[1.03, 99.88] | 0.50 | \~[0.00, 1.00] | 2/3 | 66.6 % | 50.00..83.33 |

## Errors

| class | count | example | message |
| :--- | :--- | :--- | :--- |
| content\_filter | 1 | g | filtered |
| timeout | 1 | range\_awareness-set2-zh-d | no answer within 600 s |

## Without points: 1

- loong&#58; range\_awareness-set2-zh-d \(timeout\)

## Notes

- averages are over scored and model\_failure items; bounds fill what is missing with 0 and with 100
- intervals are 95 %, each by itself, unadjusted for how many there are; cases that share documents are taken as correlated, epochs of a case as one
- \~ marks the intervals of fewer than 20 cases&#58; they describe, nothing follows from them
- compensated counts 25 for an unparsed choice or a model failure; tolerant is the tolerant extraction's accuracy
- answers cut by the output limit \(output\_cut\) are scored as they stand
- token counts are approximate, cl100k\_base is not known to be the model's own encoding
- parameters left out because the provider rejected them, temperature
"""  # noqa: E501 - a list item or a table row of Markdown is one line


def lines_of(summary: object = None, **options: object) -> list[str]:
    return TerminalReport(summary or golden(), **options).lines()  # type: ignore[arg-type]


def test_the_terminal_report_reads_as_worked_out_by_hand() -> None:
    assert "\n".join(lines_of()) + "\n" == TERMINAL


def test_the_markdown_report_reads_as_worked_out_by_hand() -> None:
    assert markdown(golden()) == MARKDOWN


def test_terminal_and_markdown_show_the_same_figures() -> None:
    def figures_in(text: str) -> list[str]:
        return re.findall(r"\d+\.\d+(?:\.\.\d+\.\d+)?", text)

    assert sorted(figures_in("\n".join(lines_of()))) == sorted(figures_in(markdown(golden())))


def test_reports_do_not_depend_on_the_order_of_the_rows() -> None:
    backwards = summarise(golden_rows()[::-1], RUN)
    assert lines_of(backwards) == lines_of()
    assert markdown(backwards) == markdown(golden())


def test_a_full_loong_grid_fits_the_width() -> None:
    tasks = ["spotlight_locating", "comparison", "clustering", "chain_of_reasoning"]
    rows = [
        row(f"{task}{length}{number}", 100.0, task=task, subtask=task, length_set=f"set{length}")
        for task in tasks
        for length in range(1, 5)
        for number in range(100)
    ]
    lines = lines_of(summarise(rows, RUN))
    assert max(map(width_of, lines)) <= WIDTH
    header = next(line for line in lines if "chain_of_reasoning" in line)
    assert header.split() == [*tasks, "All"]


def test_a_grid_too_wide_is_continued_below_with_every_column_once() -> None:
    tasks = [f"a_rather_long_task_{number:02d}" for number in range(12)]
    rows = [row(task, float(number), task=task) for number, task in enumerate(tasks)]
    lines = lines_of(summarise(rows, RUN))
    assert max(map(width_of, lines)) <= WIDTH
    shown = [word for line in lines for word in line.split() if word in tasks]
    # In the grid only: the table by subtask has no tasks.
    assert shown == tasks


def test_the_first_twenty_missing_items_are_named_and_the_rest_counted() -> None:
    summary = summarise([row(f"c{number:02d}", None) for number in range(25)], RUN)
    for text in ("\n".join(lines_of(summary)), markdown(summary)):
        assert "c19 " in text
        assert "c20 " not in text
        assert "and 5 more" in text


def test_exactly_twenty_missing_items_leave_no_more() -> None:
    summary = summarise([row(f"c{number:02d}", None) for number in range(20)], RUN)
    assert "more" not in "\n".join(lines_of(summary))


def test_long_labels_are_broken_where_their_parts_end() -> None:
    long = "long_dialogue_history_understanding"
    rows = [choice(f"c{number}", float(100 * (number % 2)), task=long) for number in range(503)]
    lines = lines_of(summarise(rows, RUN))
    assert max(map(width_of, lines)) <= WIDTH
    (place,) = [place for place, line in enumerate(lines) if line.startswith("long_dialogue_history_ ")]
    assert lines[place + 1] == "understanding"


@given(st.text(), st.integers(2, 40), st.sampled_from(["utf-8", "ascii"]))
def test_a_wrapped_label_is_one_or_two_lines_within_the_width(text: str, width: int, encoding: str) -> None:
    lines = wrap(text, width, encoding).split("\n")
    assert len(lines) <= 2
    assert all(width_of(line) <= width for line in lines)
    whole = fit(text, 1000, encoding)
    if width_of(whole) <= width:
        assert lines == [whole]


def test_an_interval_stands_beside_its_figure_and_descriptive_ones_are_marked() -> None:
    few, many = ([row(f"c{number}", 50.0 * (number % 3)) for number in range(n)] for n in (19, 20))
    assert any(re.match(r"overall +average \d+\.\d\d ~\[", line) for line in lines_of(summarise(few, RUN)))
    lines = lines_of(summarise(many, RUN))
    assert any(re.match(r"overall +average \d+\.\d\d \[", line) for line in lines)
    assert "~" not in "\n".join(lines)


def test_an_average_over_nothing_is_a_dash() -> None:
    lines = lines_of(summarise([row("a", None)], RUN))
    assert "overall      average –, perfect –, n 0/1, coverage 0.0 %, bounds 0.00..100.00" in lines


def test_a_run_without_rows_still_has_a_report() -> None:
    summary = summarise([], RUN)
    assert any(line.startswith("coverage     –, 0/0 items have points") for line in lines_of(summary))
    assert markdown(summary).startswith("# ")


def test_a_terminal_without_dashes_gets_ascii() -> None:
    summary = summarise([row("a", None, groups={"日期": "二〇二四"}), row("b", 1.0, item="x" * 200)], RUN)
    lines = lines_of(summary, encoding="ascii")
    assert all(line.isascii() for line in lines)
    assert max(map(len, lines)) <= WIDTH
    assert "overall      average 1.00, perfect 0.00, n 1/2, coverage 50.0 %, bounds 0.50..50.50" in lines
    assert "by \\u65e5\\u671f" in lines


def test_wide_labels_do_not_bend_a_table() -> None:
    table = straight_table(["", "n"], [["二〇二四", "1"], ["older", "22"]])
    assert {width_of(line) for line in table[1:]} == {width_of(table[1])}
    assert table[2].startswith("二〇二四")


def test_hostile_text_reaches_the_terminal_as_plain_lines() -> None:
    lines = lines_of(hostile())
    hidden = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert not [char for line in lines for char in line if unicodedata.category(char) in hidden]
    assert max(map(width_of, lines)) <= WIDTH
    assert any("red" in line for line in lines)


def test_hostile_text_adds_no_markup_to_the_markdown() -> None:
    text = markdown(hostile())
    assert "<" not in text
    assert "www." not in text
    assert "://" not in text
    assert "\x1b" not in text
    # No heading but ours, and every table row has as many cells as its header.
    headings = {line.lstrip("#").strip().split()[0] for line in text.splitlines() if line.startswith("#")}
    assert headings <= {"Long-context", "length", "by", "overall,", "Errors", "Without", "Notes", markdown_cell(HOSTILE).split()[0]}
    for block in text.split("\n\n"):
        if block.startswith("|"):
            assert len({len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}) == 1


def test_markdown_survives_text_that_utf8_cannot_hold() -> None:
    assert markdown(hostile()).encode("utf-8")


@given(st.text(), st.integers(1, 60), st.sampled_from(["utf-8", "ascii", "cp1252", "gbk"]))
def test_fitted_text_is_one_printable_line_within_its_width(text: str, width: int, encoding: str) -> None:
    fitted = fit(text, width, encoding)
    assert width_of(fitted) <= width
    assert len(fitted.splitlines()) <= 1
    fitted.replace("…", "").encode(encoding)


@settings(deadline=None)
@given(st.lists(st.tuples(st.text(max_size=8), st.sampled_from(["1.00", "–", "2\n3"])), min_size=1, max_size=5))
def test_every_label_of_a_table_is_in_it(entries: list[tuple[str, str]]) -> None:
    rows = [(fit(label, 20), figure) for label, figure in entries]
    text = "\n".join(straight_table(["", "x"], rows))
    for label, _ in rows:
        assert label in text


@pytest.mark.parametrize("width", [0, 100, 200])
def test_a_report_keeps_within_the_width_it_is_given(width: int) -> None:
    assert max(map(width_of, lines_of(hostile(), width=width))) <= max(width, 100)
