"""Second thoughts: what a response adds after a complete answer that corrects, withdraws, doubts or hedges it.

Used by every kind. A scorer that has found a complete answer passes what follows it::

    outcome = reconsidered(outcome, text[end_of_answer:], about=names_one_of_the_answer)

A later *complete* answer is no second thought on the former: scorers read the last one, and so pass what follows that.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from pytest_lcbench.scoring.rules.outcome import DOUBTED, FULL, Outcome
from pytest_lcbench.scoring.rules.text import doubts

_LONGEST: Final = 20_000
# Words that announce a correction of what was just said.
_HEAD: Final = re.compile(
    r"\b(?:correction|corrigend\w+|errat(?:a|um)|scratch that|strike that|my mistake|my (?:bad|error))\b"
    r"|\bon (?:second thoughts?|reflection|(?:a )?(?:closer|second) (?:look|inspection|reading)"
    r"|re-?(?:reading|checking|consideration))\b"
    r"|\b(?:after|upon) (?:re-?(?:reading|checking|consider(?:ing|ation)|view(?:ing)?)|double-checking|checking again)\b"
    r"|\b(?:let me|I (?:must|should|need to|have to|want to)) (?:correct|revise|reconsider|retract|withdraw|amend|fix)\b"
    r"|\bI (?:made|see|notice|found) an? (?:mistake|error|slip)\b|\bI (?:was|am) (?:wrong|mistaken)\b"
    r"|\bI (?:misread|mis-?stated|mis-?labell?ed|mis-?classified|mixed up|confused|swapped|overlooked|retract|withdraw)\b"
    r"|\btake (?:that|it|this|the above) back\b"
    r"|(?:^|[.!?\n])\s*(?:oops|wait|hold on|hmm+|sorry)\b"
    r"|\b(?:above|previous|earlier|first|that) (?:answer|list|order|classification|grouping|mapping|figure|one)? ?(?:is|was) "
    r"(?:wrong|incorrect|not (?:right|correct)|mistaken|in error)\b"
    r"|更正|订正|勘误|纠正(?:一下|如下)|(?:重新|再次|仔细)(?:核对|检查|核查|审视|考虑|查看|阅读)"
    r"|我?(?:刚才|之前|前面)?(?:弄错|搞错|看错|写错|算错|说错|搞混)"
    r"|(?:上述|以上|前述|上面|刚才|之前)的?(?:答案|回答|结果|分类|顺序|数字|内容)?(?:有误|不对|错了|不正确|是错)|抱歉|等等[,，]|收回",
    re.IGNORECASE,
)
_CONFIRMS: Final = re.compile(
    r"\b(?:confirm\w*|stands?|unchanged|no (?:correction|change|mistake|error)s?|verified"
    r"|(?<!not )(?:is|are|was|were|remains?|all|looks?|still) (?:all )?(?:right|correct|consistent|accurate|the same))\b"
    r"|无误|确认|(?<!不)(?<!不是)正确|无需更正|没有错|不变|一致",
    re.IGNORECASE,
)
_CONTRAST: Final = re.compile(
    r"\b(?:however|but|actually|in fact|instead|rather|really|strictly speaking|in truth|although|though)\b|,\s?not\b"
    r"|但|不过|然而|其实|实际上|事实上|严格来说|更应|而不是|而非",
    re.IGNORECASE,
)
# Something is put elsewhere, made another, or struck out.
_MOVES: Final = re.compile(
    r"\b(?:should|ought to|must|needs? to) (?:\w+ly |rather |instead |in fact |perhaps )?(?:not )?"
    r"(?:be (?!noted|mentioned|read|borne|pointed|stressed|emphasi|clear|understood|kept in)|have been "
    r"|go |belong|move|come|appear|swap|count)"
    r"|\b(?:does|do|did)(?:n't| not) (?:\w+ly )?(?:belong|qualify|count|fit|meet|match|fall)"
    r"|\b(?:is|are|was|were)(?:n't| not) (?:\w+ly )?(?:a|an|one of|among|in|part|cited|the|listed)\b"
    r"|\b(?:is|are|was|were|belongs?) (?:actually|really|in fact|rather|instead)\b"
    r"|\b(?:actually|really|in fact) (?:is|are|was|belongs?|falls?|cites?)\b"
    r"|\b(?:fits?|belongs?|goes) better\b|\bbetter (?:placed|classified|put)\b"
    r"|(?:更?应该?当?|需要?|要|须|宜)(?:予以?|被|当)?(?:是|为|归|属|排除|剔除|去掉|删|移"
    r"|改|对应|列|放|划|算|换|互换|调整|在)"
    r"|(?:其实|实际上?|事实上|严格来说)(?:应)?(?:是|属于|为|归|并?不)|不(?:应|该|属于|符合|满足|算|能算)|予以排除|更(?:适合|符合|接近)|(?<!不)改为|归错|放错",
    re.IGNORECASE,
)
_HEDGES: Final = re.compile(
    r"\b(?:could|might|may|can) (?:also|equally|just as well|well|instead|alternatively) "
    r"(?:be|belong|go|qualify|count|fall|apply|match|fit|stand|have been)\b"
    r"|\b(?:can(?:not|'t| not)|could(?:n't| not)) (?:\w+ly )?(?:be (?:\w+ly )?(?:ruled out|excluded)|rule out|exclude)\b"
    r"|\b(?:either|both) (?:answers?|of them|readings?|one)? ?(?:could|may|might|can|would be) (?:be )?(?:right|correct"
    r"|accept\w+|defend\w+|valid|count\w*|true)"
    r"|\b(?:perhaps|possibly|maybe|probably) (?:it |they )?(?:is|are|also|should|belongs?|instead)\b"
    r"|\barguably\b|\bit is (?:unclear|debatable)\b"
    r"|\b(?:might|may|could) (?:well )?be (?:wrong|mistaken|incorrect|inaccurate|in error|the other way)\b"
    r"|\bnot (?:\w+ly |100 ?% )?(?:sure|certain|confident)\b"
    r"|也(?:有)?可能(?:是|为|属|应|在)|也许|或许(?:是|为|应)|(?:不能|无法|难以|不可)(?:完全)?排除|(?:均|都|皆)可(?:以|能)?"
    r"(?:视|算|作|成立|接受|是|为|对)"
    r"|也(?:可以?|能)(?:归|视|算|认|划|看|作)|似乎(?:更|也|应|是)"
    r"|存疑|有待(?:确认|核实|商榷)|不(?:太|完全|十分|能)?(?:确定|肯定)|可能(?:有误|不准|不对|不正确|是错)"
    r"|没有把握|把握不大",
    re.IGNORECASE,
)
# What the answer left out anyway.
_OTHERS: Final = re.compile(
    r"\b(?:the )?(?:others|other \w+s|remaining \w+s|rest)\b"
    r"|(?:其他|其它|其余)的?(?:公司|企业|判决|文书|论文|文件|各|几|均|都|[一二两三四五六七八九十\d])",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?<=[。!?！？;；\n])|(?<=\.)\s")


def withdrawn(after: str, about: Callable[[str], bool] | None = None) -> bool:
    """Whether *after*, what follows a complete answer, corrects it or takes a part of it back.

    ``Correction: X should be …``, ``on reflection, X is no …``, ``但X其实属于…``, ``更正：…``. A mere explanation (``X is high, so it
    should be in the first group``), an announced check that confirms, and a note on units are no withdrawal.

    Args:
        after: cleaned text (:func:`~pytest_lcbench.scoring.rules.text.clean`).
        about: tells whether a sentence speaks of something that the answer claimed; without it every sentence does. A sentence
            that only strikes out what the answer never held (``but Crow should be left out``) withdraws nothing.

    """
    after = after[:_LONGEST]
    head = _HEAD.search(after)
    moved = [
        sentence
        for sentence in _SENTENCE.split(after)
        if _MOVES.search(sentence)
        and not _OTHERS.search(sentence)
        and (about is None or about(sentence))
        and (head is not None or _CONTRAST.search(sentence))
    ]
    if moved:
        return True
    return head is not None and not _CONFIRMS.search(after, head.start()) and (about is None or about(after[head.start() :]))


def announced(after: str) -> bool:
    """Whether *after* announces a correction (``wait, …``, ``on reflection``, ``更正``) and confirms nothing from there on."""
    after = after[:_LONGEST]
    head = _HEAD.search(after)
    return head is not None and not _CONFIRMS.search(after, head.start())


def hedged(text: str) -> bool:
    """Whether *text* leaves room for another answer: ``could also be``, ``cannot be ruled out``, ``两者均可``, ``也可能是``."""
    return _HEDGES.search(text[:_LONGEST]) is not None


def second_thoughts(after: str, about: Callable[[str], bool] | None = None) -> str:
    """Tell in a few words how *after* weakens the complete answer before it; empty when it does not."""
    if not after.strip():
        return ""
    if withdrawn(after, about):
        return "the response then takes a part of it back"
    if hedged(after):
        return "the response then hedges"
    return "the response doubts it" if doubts(after) else ""


def reconsidered(outcome: Outcome, after: str, about: Callable[[str], bool] | None = None) -> Outcome:
    """Return *outcome* with full points lowered to :data:`DOUBTED` when *after* weakens the answer; any other as it is."""
    if outcome.points < FULL or not (why := second_thoughts(after, about)):
        return outcome
    return Outcome(DOUBTED, outcome.answer, f"{outcome.evidence}; {why}", outcome.flags)
