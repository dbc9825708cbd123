"""Write a stand-in tree of Loong's real shape: its questions, and documents of our own words in the right number and lengths.

Run: python benchmarks/loong_tree.py QUESTIONS FOLDER, with QUESTIONS the official loong.jsonl. FOLDER then holds loong.jsonl and doc/.

A document's length is fitted so that every case comes near its declared ``length`` (cl100k tokens). The texts are drawn from a few
hundred words, seeded; nothing of the official documents is in them.
"""

from __future__ import annotations

import json
import math
import random
import re
import statistics
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_lcbench.documents.encodings import load_encoding

SEED = 20240625
_ROUNDS = 80
_SHORTEST = 60.0
_PARAGRAPHS = 3_000
_ENGLISH = (
    "the of and to in a is that for as with on by from at this an be which are was were has have not or its their more than can "
    "model result method section table figure revenue quarter net cash income operating total company shares period ended balance "
    "sheet liabilities assets interest expense management believes material estimate training attention layer token sequence "
    "evaluation dataset baseline accuracy proposed approach experiment parameter gradient learning language context document "
    "retrieval significantly approximately respectively furthermore however therefore consolidated statements unaudited fiscal "
    "comprehensive stockholders equity depreciation amortization goodwill impairment recognition transformer architecture "
    "hyperparameter optimization convergence generalization robustness benchmark annotation corpus multilingual inference latency"
)
_CHINESE = (
    "公司 本期 上期 营业 收入 利润 净额 现金 流量 资产 负债 合计 股东 权益 投资 活动 产生 经营 报告 "
    "季度 年度 增加 减少 比例 项目 金额 单位 人民币 说明 适用 本院 认为 原告 被告 上诉人 被上诉人 申请 "
    "再审 判决 裁定 依照 规定 第一百 民事 诉讼 合同 纠纷 事实 证据 一审 法院 查明 支付 违约 责任 损失 "
    "赔偿 请求 驳回 维持 原判 审理 执行 行政 机关 复议 决定 处罚 犯罪 有期 徒刑 罚金 被害人 供述 证人 "
    "的 了 在 是 和 与 及 对 由 于 其 该 并 但 因 为 至 以 上 述 有关 系 未 不 应 当 可以 主要 "
    "系因 所致 变动 原因 情况 董事会 监事会 会计 准则 附注"
)
_LEVEL_ANY_YEAR = 4
_YEAR = re.compile(r"(?:19|20)\d\d")

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pool:
    """Paragraphs of one kind, each ending its line, and the tokens of each: such counts simply add."""

    paragraphs: list[str]
    tokens: list[int]


def document_of(row: Row, name: str, reports: Mapping[tuple[str, bool], str]) -> str:
    """Return the path below ``doc`` (for a judgment, its place in legal.json) of a row's document."""
    if row["type"] == "financial":
        return f"financial/{reports[name, row['level'] == _LEVEL_ANY_YEAR]}"
    return f"{row['type']}/{name}"


def report_files(rows: Sequence[Row]) -> dict[tuple[str, bool], str]:
    """Return a file name for every report by (name, asked for at level 4): there the name is a run of parts, else it follows 2024."""
    files: dict[tuple[str, bool], str] = {}
    wanted = {
        (name, row["level"] == _LEVEL_ANY_YEAR, row["language"]) for row in rows if row["type"] == "financial" for name in row["doc"]
    }
    for name, any_year, _ in sorted(wanted):
        if any_year:
            year = _YEAR.search(name)
            files[name, True] = f"{year[0] if year else '2024'}-{name}.txt"
    older = sorted(set(files.values()))
    for name, any_year, language in sorted(wanted):
        if not any_year:
            found = next((file for file in older if f"-2024-{name}-" in f"-{file.removesuffix('.txt')}-"), None)
            title = "2024年一季度报告" if language == "zh" else "Quarterly Report"
            files[name, False] = found or f"2024-{name}-{title}.txt"
    return files


def fitted(cases: Sequence[tuple[float, Sequence[int]]], documents: int) -> list[float]:
    """Return lengths of *documents* documents for which each case's (wanted length, its documents) comes out about right.

    Multiplicative steps (Kaczmarz on the logarithms): each round scales every document by the mean error of its cases.
    """
    lengths = [0.0] * documents
    uses = [0] * documents
    for wanted, members in cases:
        for member in members:
            lengths[member] += wanted / len(members)
            uses[member] += 1
    lengths = [length / max(count, 1) for length, count in zip(lengths, uses, strict=True)]
    for _ in range(_ROUNDS):
        errors, weights = [0.0] * documents, [0.0] * documents
        for wanted, members in cases:
            total = sum(lengths[member] for member in members)
            error = math.log(wanted / total)
            for member in members:
                # A long document can mend a case's error, a short one cannot.
                share = lengths[member] / total
                errors[member] += share * error
                weights[member] += share
        lengths = [
            max(_SHORTEST, length * math.exp(1.5 * error / weight)) if weight else length
            for length, error, weight in zip(lengths, errors, weights, strict=True)
        ]
    return lengths


def pool(words: Sequence[str], joiner: str, stop: str, generator: random.Random) -> Pool:
    """Return paragraphs made of *words* and figures."""
    paragraphs = []
    for _ in range(_PARAGRAPHS):
        chosen = generator.choices(words, k=generator.randint(12, 90))
        for place in range(generator.randint(3, 9), len(chosen), generator.randint(6, 14)):
            chosen[place] = f"{generator.uniform(1, 99_999):,.2f}" if generator.random() < 0.4 else chosen[place] + stop  # noqa: PLR2004 - two figures in five places
        paragraphs.append(joiner.join(chosen) + stop.strip() + "\n")
    encoder = load_encoding("cl100k_base")
    return Pool(paragraphs, [len(encoder.encode(paragraph)) for paragraph in paragraphs])


def english_pool(generator: random.Random) -> Pool:
    """Return paragraphs of English words."""
    return pool(_ENGLISH.split(), " ", ". ", generator)


def text_of(tokens: float, kind: Pool, generator: random.Random) -> str:
    """Return a text of about *tokens* tokens."""
    chosen: list[str] = []
    left = tokens
    while left > 0:
        index = generator.randrange(len(kind.paragraphs))
        chosen.append(kind.paragraphs[index])
        left -= kind.tokens[index]
    # The last paragraph is cut in proportion, which is near enough.
    last = chosen.pop()
    index_tokens = kind.tokens[index]
    return "".join(chosen) + last[: max(1, round(len(last) * (index_tokens + left) / index_tokens))]


def write_tree(questions: Path, folder: Path) -> dict[str, float]:
    """Write the tree and return what it holds."""
    rows: list[Row] = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines()]
    reports = report_files(rows)
    places: dict[str, int] = {}
    languages: list[str] = []
    cases = []
    encoder = load_encoding("cl100k_base")
    for row in rows:
        members = []
        for name in row["doc"]:
            path = document_of(row, name, reports)
            if path not in places:
                places[path] = len(places)
                languages.append(row["language"])
            members.append(places[path])
        frame = len(encoder.encode(f"{row['prompt_template']}{row['instruction']}{row['question']}", disallowed_special=()))
        cases.append((float(max(row["length"] - frame, len(members) * _SHORTEST)), members))
    lengths = fitted(cases, len(places))

    generator = random.Random(SEED)  # noqa: S311 - texts that can be made again
    pools = {"en": english_pool(generator), "zh": pool(_CHINESE.split(), "", "，", generator)}
    root = folder / "doc"
    for kind in ("financial", "paper", "legal"):
        (root / kind).mkdir(parents=True, exist_ok=True)
    judgments = {}
    for path, index in places.items():
        text = text_of(lengths[index], pools[languages[index]], generator)
        kind, _, name = path.partition("/")
        if kind == "legal":
            judgments[name] = {"content": text, "result": f"判决结果如下：{text[:40]}"}
        elif kind == "paper":
            (root / kind / name).write_text(f"# Stand-in {index}\n\n{text}", encoding="utf-8")
        else:
            (root / kind / name).write_text(text, encoding="utf-8")
    (root / "legal" / "legal.json").write_text(json.dumps(judgments, ensure_ascii=False), encoding="utf-8")
    (folder / "loong.jsonl").write_bytes(questions.read_bytes())
    ratios = sorted(sum(lengths[member] for member in members) / wanted for wanted, members in cases)
    return {
        "cases": len(rows),
        "documents": len(places),
        "uses": sum(len(members) for _, members in cases),
        "distinct_tokens": sum(lengths),
        "tokens": sum(sum(lengths[member] for member in members) for _, members in cases),
        "median_error": statistics.median(abs(ratio - 1) for ratio in ratios),
        "p95_error": sorted(abs(ratio - 1) for ratio in ratios)[int(0.95 * len(ratios))],
    }


def main() -> None:
    """Write it and say what it holds."""
    for name, value in write_tree(Path(sys.argv[1]), Path(sys.argv[2])).items():
        print(f"{name}: {value:,.3f}" if value < 1 else f"{name}: {value:,.0f}")


if __name__ == "__main__":
    main()
