"""What ``report.html`` costs: writing it for 1,600 cases, and opening it in headless Chromium.

Run: python benchmarks/html_report.py [cases] [rounds]

Cases have a question, an answer and a judge's words of about 1 KB each and ten documents, half of them in Chinese. Opening is
measured from the start of the navigation, by the page's own clock: first paint, then the list usable (filtered, sorted, on the
screen); the load event, and a case opened, by the clock of this process, protocol included.
"""

from __future__ import annotations

import hashlib
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from processes import load

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "helpers")]

from headless_chromium import Browser, find_chromium  # noqa: E402 - of the tests
from reporting_rows import RUN, row  # noqa: E402 - of the tests

from pytest_lcbench.reporting.html import write_html  # noqa: E402 - of this tree
from pytest_lcbench.running.row import DocumentRow, ResultRow  # noqa: E402 - of this tree
from pytest_lcbench.statistics.summary import summarise  # noqa: E402 - of this tree

WORDS = ("The company reported a net profit of 12.5 million. ", "该公司报告的净利润为一千二百五十万元。")


def cases(count: int) -> list[ResultRow]:
    """Draw cases, the same at every call."""
    drawn = random.Random(1)  # noqa: S311 - a benchmark
    rows = []
    for number in range(count):
        told = WORDS[number % 2] * (20 if number % 2 == 0 else 50)
        names = [hashlib.sha256(f"{number} {place}".encode()).hexdigest() for place in range(10)]
        rows.append(
            row(
                f"{number:05d}",
                float(drawn.randrange(101)),
                length_set=f"set{number % 4 + 1}",
                language=("en", "zh")[number % 2],
                task=f"task{number % 5}",
                subtask=f"subtask{number % 11}",
                response_text=told,
                judge_text=told,
                gold={"answer": [told[:100]]},
                cost=drawn.random(),
                latency_s=10 * drawn.random(),
                documents=tuple(DocumentRow(hash=name, name=f"report-{name[:6]}.txt", tokens=9_000, kept=9_000) for name in names),
            )
        )
    return rows


def main() -> None:
    """Write and open."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_600
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5  # noqa: PLR2004 - an optional second argument
    print(load())
    rows = cases(count)
    summary = summarise(rows, RUN)
    asked = {(found.suite, found.case_id): found.response_text or "" for found in rows}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        written = []
        for number in range(rounds):
            began = time.perf_counter()
            page = write_html(folder / str(number), rows, summary, questions=asked)
            written.append(time.perf_counter() - began)
        size = sum(file.stat().st_size for file in page.parent.rglob("*") if file.is_file())
        print(
            f"{count} cases: written in {_spread(written)}; page {page.stat().st_size / 1e6:.1f} MB, with details {size / 1e6:.1f} MB"
        )
        command = find_chromium()
        assert command is not None, "no Chromium is installed"
        paint, usable, loaded, opened = [], [], [], []
        with Browser(command, folder / "profile") as browser:
            for _ in range(rounds):
                tab = browser.open(page.as_uri())
                tab.wait("performance.getEntriesByName('first-contentful-paint').length > 0")
                paint.append(tab.run("performance.getEntriesByName('first-contentful-paint')[0].startTime") / 1000)
                usable.append(tab.run("performance.getEntriesByName('list-usable')[0].startTime") / 1000)
                loaded.append(tab.loaded_s)
                began = time.perf_counter()
                tab.run("document.querySelector('#case-rows .open').click()")
                tab.wait("document.querySelector('.detail pre') !== null")
                opened.append(time.perf_counter() - began)
                tab.close()
        print(f"first paint {_spread(paint)}; list usable {_spread(usable)}")
        print(f"load event {_spread(loaded)}; a case opened {_spread(opened)}")


def _spread(seconds: list[float]) -> str:
    return f"{statistics.median(seconds):.2f} s (at most {max(seconds):.2f})"


if __name__ == "__main__":
    main()
