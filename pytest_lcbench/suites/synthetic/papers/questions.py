"""What is asked, in several wordings."""

# ruff: noqa: E501 - a wording reads best on one line

from __future__ import annotations

from collections.abc import Mapping

REFERENCES, CITATIONS = "References", "Citations"
"""The labels of a citation_reference answer."""

REFERENCE_QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "en": (
        'Take the paper "{title}". Which of the other papers shown does it cite (References), and which of them cite it (Citations)?',
        (
            'Sort out the citation links of "{title}" with the other papers above: what it cites goes under "References", what cites it under'
            ' "Citations", everything else nowhere.'
        ),
        (
            'How is "{title}" linked with the other papers by citation? List the ones in its bibliography (References) and the ones whose'
            " bibliography names it (Citations)."
        ),
    ),
    "zh": (
        "请看论文《{title}》。所给的其他论文中，它引用了哪些（References）？又有哪些引用了它（Citations）？",
        "请理清论文《{title}》与其他各篇之间的引用关系：被它引用的列入“References”，引用它的列入“Citations”，无关的不列。",
        "以《{title}》为中心：上面其余论文里，哪些出现在它的参考文献中（References），哪些的参考文献中出现了它（Citations）？",
    ),
}
REFERENCE_INSTRUCTIONS: Mapping[str, tuple[str, ...]] = {
    "en": (
        (
            "Go by the reference lists only: a paper cites another when its list holds the other, under its title (a list may leave out the subtitle)"
            " or under an earlier title that the other gives for itself. A title or method named in the text, or a listed work of a similar title, does not count. Leave out papers that have no such link. Answer as JSON, titles as they"
            ' are printed: {"References": ["title", ...], "Citations": ["title", ...]}; a list may be empty.'
        ),
        (
            "Only the papers above matter, and only what their bibliographies list; what the running text mentions does not count, and a work with almost the same title is another work. A paper listed without its subtitle,"
            " or under the title that it says it had before, is listed all the same."
            ' Reply with one JSON object {"References": ["title", ...], "Citations": ["title", ...]}, copying titles exactly; give an empty list'
            " where there is none. Not every paper belongs to either list."
        ),
    ),
    "zh": (
        (
            "只以各篇的参考文献表为准：表中列有另一篇才算引用，省去副标题、或以该篇自述的旧题列出的也算；正文提到某篇标题或某种方法、或列有标题相近的其他文献，都不算。没有引用关系的论文不要列入。"
            '请用JSON作答，标题照原文抄写：{"References": ["标题", ...], "Citations": ["标题", ...]}，没有的给出空列表。'
        ),
        (
            "仅考虑上面给出的论文及其参考文献表，正文中的提及不算；标题只差几个字的文献是另一篇文献；省去副标题，或用该篇自己说明的旧题列出的，仍是同一篇。并非每篇论文都属于其中一类。"
            '请给出一个JSON对象：{"References": ["标题", ...], "Citations": ["标题", ...]}，标题须与原文完全一致，某一类没有时写空列表。'
        ),
    ),
}
FIRST_CITES_NONE, LAST_CITES_NONE = "forward", "backward"
"""Directions of a chain."""

CHAIN_QUESTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        FIRST_CITES_NONE: (
            (
                "What is the longest citation chain among the papers above? Begin with the paper that cites none of the others; each next paper"
                " must cite the one right before it."
            ),
            (
                "Build the longest linear citation chain that the papers above allow, from the paper that builds on none of them to the latest:"
                " every paper after the first lists its predecessor in its bibliography."
            ),
        ),
        LAST_CITES_NONE: (
            (
                "What is the longest citation chain among the papers above, told backwards? Begin with the paper at its end; each paper"
                " must cite the one that follows it in your list, and the last cites none of the others."
            ),
            (
                "Trace the longest linear citation chain among the papers above from its newest paper back to its root: every paper in the list"
                " cites the next one, down to a paper that cites none of those shown."
            ),
        ),
    },
    "zh": {
        FIRST_CITES_NONE: (
            "上面这些论文之间最长的引用链是哪一条？链首是不引用其他各篇的论文，其后每一篇都引用紧挨在它前面的那一篇。",
            "请在所给论文中找出最长的一条线性引文链，由源头排到末端：源头不引用其余任何一篇，之后各篇的参考文献中都列有其前一篇。",
        ),
        LAST_CITES_NONE: (
            "请倒着给出上面论文之间最长的引用链：从链的末端写起，每一篇都引用列表中紧跟其后的那一篇，最后一篇不引用其他各篇。",
            "请在所给论文中追溯最长的一条线性引文链，由最新的一篇回溯到源头：列表中每一篇的参考文献都列有下一篇，直到一篇不引用其余论文为止。",
        ),
    },
}
CHAIN_INSTRUCTIONS: Mapping[str, tuple[str, ...]] = {
    "en": (
        (
            "Judge by the reference lists alone and by the papers shown alone; a title mentioned in the running text does not count, and a similar title is not the same title. A list may name a paper"
            " without its subtitle, or by an earlier title that the paper itself states. Not every paper is part of"
            ' the chain. Answer with a JSON list of titles, exactly as printed and in the order asked for: ["title", "title", ...].'
        ),
        (
            "A link counts only if the paper stands in the other's bibliography: by its title, with or without subtitle, or by a former title"
            " of which the paper itself tells. There is one longest chain; branches and shorter"
            ' chains are left out. Give the titles as they are printed, in the order asked for, as a JSON list: ["title", ...].'
        ),
    ),
    "zh": (
        (
            "只看所给论文和它们的参考文献表，正文提及不算引用；标题相近并不是同一篇，但省去副标题、或以该篇自述的旧题列出的算同一篇。并非所有论文都在链上。请按要求的顺序用JSON列表给出标题，与原文完全一致："
            '["标题", "标题", ...]。'
        ),
        (
            "参考文献表中列有对方才算一环（可省去副标题，也可能用对方自己说明的旧题），仅在正文提到的不算。最长的链只有一条，旁支和较短的链不要写入。请按所要求的顺序，以JSON列表照抄标题："
            '["标题", ...]。'
        ),
    ),
}
