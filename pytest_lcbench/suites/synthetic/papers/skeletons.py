"""In what order papers have their parts, and what they call them."""

# ruff: noqa: E501 - a skeleton reads best on one line

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Section = tuple[str, tuple[str, ...]]
"""What a section is called (a key of the headings) and what it holds, in order."""


def _skeleton(text: str) -> tuple[Section, ...]:
    sections = []
    for part in text.split():
        heading, _, parts = part.partition(":")
        sections.append((heading, tuple(parts.split("+")) if parts else (heading,)))
    return tuple(sections)


FULL: tuple[tuple[Section, ...], ...] = tuple(
    _skeleton(text)
    for text in (
        (
            "intro:intro+contribution related background method experiments:data+setup+result+ablation analysis discussion limitations"
            " conclusion references appendix"
        ),
        (
            "intro related:related+background method data:data experiments:setup+result result:ablation+analysis discussion:discussion+limitations"
            " references appendix"
        ),
        (
            "intro background:background+related method:method+setup data result:result+ablation+rate discussion:analysis+discussion"
            " limitations conclusion thanks appendix references"
        ),
        "intro:intro+related method data:data+setup result ablation analysis:rate+analysis discussion conclusion limitations references appendix",
        (
            "intro:intro+contribution related data method experiments:setup+result+ablation+rate discussion:analysis+discussion"
            " conclusion:conclusion+limitations thanks references"
        ),
        (
            "intro background data:data+related method setup result:result+rate+ablation discussion:discussion+analysis limitations"
            " conclusion references appendix"
        ),
        (
            "intro:intro+background related method experiments:data+setup result analysis:analysis+ablation limitations discussion conclusion"
            " thanks references appendix"
        ),
        (
            "intro related:background+related method:method+data+setup result:result+analysis+rate discussion limitations:limitations+conclusion"
            " appendix references"
        ),
        (
            "intro:intro+contribution+related background:background+data method experiments:setup+result+rate ablation discussion:discussion+limitations"
            " conclusion references appendix"
        ),
        (
            "intro data related:related+background method:method+setup experiments:result+ablation analysis:analysis+rate discussion conclusion"
            " limitations thanks appendix references"
        ),
    )
)
SHORT: tuple[tuple[Section, ...], ...] = tuple(
    _skeleton(text)
    for text in (
        "intro:intro+related method:method+setup result:result+analysis conclusion references",
        "intro related:related+background method:method+data result discussion:discussion+limitations references",
        "intro:intro+related data method:method+setup result:result+ablation conclusion:conclusion+limitations references",
        "intro:intro+background+related method:method+setup experiments:result discussion references",
        "intro related method:method+setup+data result:result+discussion conclusion references",
    )
)
TINY: tuple[tuple[Section, ...], ...] = tuple(
    _skeleton(text)
    for text in (
        "intro:intro+related method result references",
        "intro related method:method+setup result references",
        "intro:intro+related method result conclusion references",
    )
)
NOTE: tuple[tuple[Section, ...], ...] = tuple(
    _skeleton(text) for text in ("intro:related result references", "related result references")
)
WEIGHTS: Mapping[str, float] = {
    "intro": 1.3,
    "contribution": 0.3,
    "related": 1.3,
    "background": 0.7,
    "method": 1.9,
    "data": 0.9,
    "setup": 0.8,
    "result": 1.2,
    "ablation": 0.5,
    "rate": 0.4,
    "analysis": 1.5,
    "discussion": 1.2,
    "limitations": 0.6,
    "conclusion": 0.4,
    "appendix": 1.5,
    "thanks": 0.0,
}
"""Shares of the prose."""


_MOST: Mapping[str, int] = {
    "intro": 560,
    "contribution": 160,
    "background": 260,
    "method": 560,
    "data": 230,
    "setup": 190,
    "discussion": 330,
    "limitations": 210,
    "conclusion": 110,
}
"""Tokens of a part beyond which it would have to repeat itself."""


def shares_of(parts: Sequence[str], room: float, related: float) -> dict[str, float]:
    """Return how many tokens of *room* each of *parts* is to have; what a part may not have goes to the others.

    Related work has no more to say than the *related* tokens that its citations take.
    """
    most = {**_MOST, "related": related}
    shares = {part: max(room, 1.0) * WEIGHTS[part] / sum(WEIGHTS[one] for one in parts) for part in parts}
    for _ in parts:
        over = {part: share for part, share in shares.items() if part in most and share > most[part]}
        free = {part: share for part, share in shares.items() if part not in over and share < most.get(part, room)}
        if not over or not free:
            break
        spare = sum(share - most[part] for part, share in over.items())
        shares |= {part: float(most[part]) for part in over}
        total = sum(free.values())
        shares |= {part: share + spare * share / total for part, share in free.items()}
    return shares


@dataclass(frozen=True, slots=True)
class Wording:
    """What a language calls the parts of a paper.

    Args:
        headings: variants by key.
        labels: words of tables and front matter.
        space: what stands between sentences.
        list_end: what ends all but the last item of a list of contributions.

    """

    headings: Mapping[str, tuple[str, ...]]
    labels: Mapping[str, tuple[str, ...]]
    space: str


ENGLISH = Wording(
    headings={
        "abstract": ("Abstract", "Summary"),
        "intro": ("Introduction", "Motivation", "Introduction and Overview"),
        "related": ("Related Work", "Previous Work", "Background and Related Work", "Earlier Approaches"),
        "background": ("Preliminaries", "Background", "Problem Statement", "Setting"),
        "method": ("Method", "Approach", "The Proposed System", "Model", "Our Approach"),
        "data": ("Data", "Data Sets", "Materials", "Data and Annotation"),
        "setup": ("Experimental Setup", "Set-up", "Training and Evaluation"),
        "experiments": ("Experiments", "Evaluation", "Experimental Study"),
        "result": ("Results", "Findings", "Results and Comparison", "Main Results"),
        "ablation": ("Ablation", "What Each Part Contributes", "Ablation Study"),
        "analysis": ("Analysis", "Error Analysis", "A Look at the Errors", "Further Analysis"),
        "discussion": ("Discussion", "General Discussion", "What the Results Mean"),
        "limitations": ("Limitations", "Limitations and Risks", "Threats to Validity"),
        "conclusion": ("Conclusion", "Conclusions", "Conclusion and Outlook", "Summary and Outlook"),
        "thanks": ("Acknowledgements", "Acknowledgments"),
        "references": ("References", "Bibliography", "Works Cited", "Literature", "References Cited"),
        "appendix": ("Appendix", "Supplementary Material", "Appendix: Details", "Additional Details"),
    },
    labels={
        "keywords": ("Keywords", "Key words", "Index terms"),
        "method": ("Method", "System", "Model"),
        "average": ("Average", "Mean", "Avg."),
        "part": ("Left out", "Without", "Removed part"),
        "whole": ("nothing (full system)", "— (all parts)", "none"),
        "cause": ("Cause", "Source of error"),
        "other": ("all others", "other causes", "remaining causes"),
        "sum": ("Total", "Sum"),
        "data": ("Data set", "Set", "Corpus"),
        "size": ("Items", "Size"),
        "source": ("Source", "Origin"),
        "run": ("Run", "Seed"),
        "group": ("Origin", "Group"),
        "setting": ("Setting", "Parameter"),
        "value": ("Value", "Chosen"),
        "table": ("Table",),
        "epochs": ("Epochs",),
        "batch": ("Batch size",),
        "lr": ("Learning rate",),
        "width": ("Width",),
        "layers": ("Layers",),
        "window": ("Window",),
        "memory": ("Memory entries",),
        "weight": ("Loss weight",),
        "seeds": ("Runs",),
        "equal": ("The groups are of equal size.", "All groups have the same number of items."),
        "lead": ("Our contributions are:", "We contribute", "This paper offers", "In short, we give"),
        "see main": ("the results of all systems", "how the systems compare"),
        "see ablation": ("what each part is worth", "the effect of leaving parts out"),
        "see data": ("the data sets", "size and origin of the data"),
        "see errors": ("the errors by cause", "where the errors come from"),
        "see seeds": ("the single runs", "the figures of each run"),
        "see settings": ("all settings", "the values of the settings"),
        "see sweep": ("the effect of the window", "how the window matters"),
        "see sample": ("some of the errors", "a sample of misread items"),
        "item": ("Item", "No."),
        "own": ("Score", "Output"),
        "read": ("Cause", "Read as"),
        "rules": ("The annotation rules, in short:", "Rules that the readers were given:", "From the annotation guide:"),
        "see groups": ("the figures by origin", "the figures of each group"),
        "thanks": (
            "We thank the staff of {src} and the anonymous reviewers.",
            "This work was supported by {inst} and by {src}. The views are ours.",
            "The authors are grateful to {src} for access, and to colleagues at {inst} for comments.",
        ),
        "page": ("{venue}, {year}", "Published in {venue} ({year})", "{year} · {venue}", "To cite this paper: {venue}, {year}"),
    },
    space=" ",
)
CHINESE = Wording(
    headings={
        "abstract": ("摘要", "摘  要", "内容提要"),
        "intro": ("引言", "绪论", "问题的提出", "研究背景"),
        "related": ("相关工作", "研究现状", "相关研究", "文献回顾"),
        "background": ("问题定义", "预备知识", "任务描述", "基本概念"),
        "method": ("方法", "模型设计", "本文方法", "技术路线", "算法描述"),
        "data": ("数据", "数据集", "资料与标注", "实验数据"),
        "setup": ("实验设置", "训练与评价", "参数设置"),
        "experiments": ("实验", "实验与结果", "实验研究"),
        "result": ("结果", "实验结果", "结果与对比", "主要结果"),
        "ablation": ("消融实验", "各部分的作用", "模块分析"),
        "analysis": ("误差分析", "结果分析", "进一步分析"),
        "discussion": ("讨论", "综合讨论", "结果讨论"),
        "limitations": ("局限性", "不足之处", "局限与风险"),
        "conclusion": ("结论", "结语", "总结与展望", "结束语"),
        "thanks": ("致谢", "致  谢"),
        "references": ("参考文献", "引用文献", "参考文献（References）", "参考书目"),
        "appendix": ("附录", "补充材料", "附录：实验细节"),
    },
    labels={
        "keywords": ("关键词", "关键字"),
        "method": ("方法", "模型", "系统"),
        "average": ("平均", "均值", "平均值"),
        "part": ("去除部分", "去掉的模块", "缺省项"),
        "whole": ("无（完整模型）", "—（全部保留）", "不去除"),
        "cause": ("误差来源", "原因", "错误类型"),
        "other": ("其他", "其余原因", "其他来源"),
        "sum": ("合计", "总计"),
        "data": ("数据集", "名称"),
        "size": ("数量", "规模"),
        "source": ("来源", "出处"),
        "run": ("轮次", "随机种子"),
        "group": ("来源类别", "分组"),
        "setting": ("参数", "设置项"),
        "value": ("取值", "数值"),
        "table": ("表",),
        "epochs": ("训练轮数",),
        "batch": ("批大小",),
        "lr": ("学习率",),
        "width": ("隐层维数",),
        "layers": ("层数",),
        "window": ("窗口长度",),
        "memory": ("记忆容量",),
        "weight": ("损失权重",),
        "seeds": ("重复次数",),
        "equal": ("各组样本数相同。", "分组大小一致。"),
        "lead": ("本文的主要贡献如下：", "主要工作包括：", "概括起来，本文："),
        "see main": ("各方法的结果", "各系统的对比"),
        "see ablation": ("各部分的作用", "逐一去除各部分的结果"),
        "see data": ("所用数据", "数据的规模与来源"),
        "see errors": ("错误的来源", "各类错误的比例"),
        "see seeds": ("逐次运行的结果", "各次运行的数字"),
        "see settings": ("参数取值", "全部设置"),
        "see sweep": ("窗口长度的影响", "不同窗口长度的结果"),
        "see sample": ("部分错误样本", "若干误判的样本"),
        "item": ("编号", "样本"),
        "own": ("得分", "输出"),
        "read": ("原因", "判读"),
        "rules": ("标注规则摘录如下：", "标注者须遵守以下几条：", "标注手册要点："),
        "see groups": ("分组结果", "各来源的结果"),
        "thanks": (
            "感谢{src}提供资料，感谢审稿人的意见。",
            "本研究得到{inst}资助，{src}为资料采集提供了便利，谨此致谢。",
            "作者感谢{inst}同事的讨论以及{src}的支持，文中疏漏由作者负责。",
        ),
        "page": ("{venue}，{year}年", "（{venue} {year}年刊出）", "{year}年  {venue}", "本文引用信息：{venue}，{year}"),
    },
    space="",
)
