"""What preparing Loong's 1,600 contexts costs (assembly, counting, overlength at 128K), beside the plainest loop.

Run: python benchmarks/preparation.py TREE [rounds], with TREE written by loong_tree.py

Three commands take turns, each a process of its own, whose whole CPU time (start-up too) and peak resident memory are taken:
ours with nothing remembered, ours with counts remembered on disk, and a loop that reads each document once, counts it once, joins
the prompts and hashes them, without a package, a check or a bound on memory.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import statistics
import sys
import tempfile
from array import array
from pathlib import Path

from loong_tree import document_of, report_files
from processes import Took, environment, load, took

WINDOW = 128_000
RESERVE = 1_024


def ours(tree: Path) -> None:
    """Prepare every context through the package, as a run does."""
    from pytest_lcbench.contexts.assembly import build_context  # noqa: PLC0415 - what only one of the three imports
    from pytest_lcbench.contexts.context import ContextPlan, Overlength  # noqa: PLC0415
    from pytest_lcbench.contexts.prompts import PromptSet  # noqa: PLC0415
    from pytest_lcbench.documents.counting import TokenCounter  # noqa: PLC0415
    from pytest_lcbench.documents.remembered import counts_file  # noqa: PLC0415 - as above
    from pytest_lcbench.suites.loong import LoongSuite  # noqa: PLC0415

    suite = LoongSuite(tree)
    plan = ContextPlan(window=WINDOW, reserve=RESERVE, encoding="cl100k_base", overlength=Overlength.DOCUMENTS)
    prompts = PromptSet()
    cut = tokens = 0
    with TokenCounter(plan.encoding, counts_file()) as counter:
        for case in suite.cases():
            context = build_context(case, suite.documents(case), plan, counter, prompts)
            cut += context.cut
            tokens += context.prompt_tokens or 0
    print(f"cut {cut}\ntokens {tokens}")


def reference(tree: Path) -> None:
    """Prepare every context as plainly as possible."""
    from pytest_lcbench.documents.encodings import load_encoding  # noqa: PLC0415 - finds the file offline, and no more

    encoder = load_encoding("cl100k_base")
    rows = [json.loads(line) for line in (tree / "loong.jsonl").read_text(encoding="utf-8").splitlines()]
    reports = report_files(rows)
    judgments = json.loads((tree / "doc" / "legal" / "legal.json").read_text(encoding="utf-8"))
    texts: dict[str, str] = {}
    ids: dict[str, array[int]] = {}
    cut = tokens = 0
    for row in rows:
        frame = row["prompt_template"].replace("{instruction}", row["instruction"]).replace("{question}", row["question"])
        left = WINDOW - RESERVE - len(encoder.encode(frame, disallowed_special=()))
        tokens += WINDOW - RESERVE - left
        shown = []
        for name in row["doc"]:
            path = document_of(row, name, reports)
            if path not in texts:
                legal = row["type"] == "legal"
                texts[path] = judgments[name]["content"] if legal else (tree / "doc" / path).read_text(encoding="utf-8")
                ids[path] = array("I", encoder.encode(texts[path], disallowed_special=()))
            if len(ids[path]) > left:
                shown.append(encoder.decode(ids[path][:left].tolist()))
                tokens += left
                cut += 1
                break
            shown.append(texts[path])
            left -= len(ids[path])
            tokens += len(ids[path])
        hashlib.sha256(frame.replace("{docs}", "\n\n".join(shown)).encode()).hexdigest()
    print(f"cut {cut}\ntokens {tokens}")


def main() -> None:
    """Let the three take turns."""
    if sys.argv[1] in {"ours", "reference"}:
        {"ours": ours, "reference": reference}[sys.argv[1]](Path(sys.argv[2]))
        return
    tree = Path(sys.argv[1]).resolve()
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3  # noqa: PLR2004 - an optional second argument
    found: dict[str, list[Took]] = {"cold": [], "remembered": [], "reference": []}
    print(load())
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder, "cache")
        env = environment(XDG_CACHE_HOME=str(cache))
        for _ in range(rounds):
            shutil.rmtree(cache, ignore_errors=True)
            for name, which in (("cold", "ours"), ("remembered", "ours"), ("reference", "reference")):
                one = took([sys.executable, __file__, which, str(tree)], Path(folder), env)
                assert one.code == 0, one.output
                found[name].append(one)
    for name, runs in found.items():
        cpu = statistics.median(run.cpu for run in runs)
        wall = statistics.median(run.seconds for run in runs)
        print(
            f"{name}: CPU {cpu:.2f} s, wall {wall:.2f} s, peak {max(run.peak_mb for run in runs):.0f} MB, "
            f"{runs[0].figures['cut']:.0f} cut, {runs[0].figures['tokens']:,.0f} tokens"
        )
    ratios = [ours.cpu / plain.cpu for ours, plain in zip(found["cold"], found["reference"], strict=True)]
    print(f"cold / reference: {statistics.median(ratios):.2f} (median of {rounds} pairs; at most 1.3 wanted)")
    print(load())


if __name__ == "__main__":
    main()
