"""Kind ``names``: a set of names in any order, or a count of them (extremum acquisition, range awareness)."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from pytest_lcbench.scoring.rules.golds import as_structure, asks_count, gold_names, known_names
from pytest_lcbench.scoring.rules.mentions import Mention, find_mentions, listed_extras, looks_like_a_name, masked
from pytest_lcbench.scoring.rules.names import Directory, is_judgment, name_key, numbers_as_judgments, spell_judgments
from pytest_lcbench.scoring.rules.numbers import Figure, chinese_number, english_number, equal, find_figures, off_by_unit
from pytest_lcbench.scoring.rules.outcome import DOUBTED, FULL, LEAST_PARTIAL, Outcome, f1_points, nothing, partial, some
from pytest_lcbench.scoring.rules.periods import find_periods
from pytest_lcbench.scoring.rules.strangers import strangers
from pytest_lcbench.scoring.rules.structures import find_structures, texts, unwrap
from pytest_lcbench.scoring.rules.text import Sentences, clean, concluding_part, declines, denied, doubts, stated_part
from pytest_lcbench.scoring.rules.withdrawals import announced, reconsidered
from pytest_lcbench.suites.case import Case

_SUPERLATIVE: Final = (
    r"\b(?:highest|lowest|largest|smallest|most|least|greatest|biggest|maximum"
    r"|minimum|top|first|leads|tops|median)\b|最高|最低|最大|最小|最多|最少|居首|第一|中位"
)
_AFTER_CLAIM: Final = re.compile(
    r"^[\s*\"'》)]*(?:\([^()]*\))?\W{0,4}(?:is the (?:one|answer|company)\b|(?:has"
    r"|had|have|is|was|are|reported|reports|recorded|shows?|holds?|posted|leads"
    r"|tops|的|是|为|以|在|拥有|,)?"
    r"[^.;。；\n]{0,60}?(?:" + _SUPERLATIVE + r"))",
    re.IGNORECASE,
)
_BEFORE_CLAIM: Final = re.compile(
    r"(?:(?:" + _SUPERLATIVE + r")[^.;。；\n]{0,90}?(?:\b(?:is|are|was|were|by|to|belongs to)\b|是|为|:|=|-)"
    r"|(?:公司|答案)(?:名称)?(?:应该?)?(?:是|为|:)|\b(?:answer|company) (?:is|was|would be"
    r"|should be)\b)"
    r"[\s*\"'《:(\[]*(?:the company\s|likely\s|probably\s|possibly\s|therefore\s|either\s|可能是?|应该是|应为|公司)*[\s*\"']*$",
    re.IGNORECASE,
)
_ASIDE: Final = re.compile(
    r"(?:\bfollowed by|\bcompared (?:to|with)|\bcompar\w+|\bversus|\bvs\.?|\bthan\b"
    r"|\bwhile\b|\bwhereas\b|\bahead of|\bsecond\b|\babove\b|\bexceed\w*|\bsurpass\w*"
    r"|\bamong\b|\bnext\b"
    r"|超过|高于|低于|其次|相比|次之|第二|比|而(?!是)|领先|大于|小于|优于)[^.;。；\n]{0,60}$",
    re.IGNORECASE,
)
_JOINT: Final = re.compile(
    r"(?=.*(?:[,、;/&和与及或]|\b(?:and|or)\b|还有))(?:[\s,、*\"'《》;/\\]|\band\b|\bor\b"
    r"|&|和|与|及|以及|或者?|还有)*(?:possibly|perhaps|maybe|可能是?)?[\s*]*",
    re.IGNORECASE,
)
_NOBODY: Final = re.compile(
    r"\bnone\b|\bno (?:such )?compan(?:y|ies)\b|\bno (?:judge?ments?|one)\b|\bzero\b"
    r"|\bn/?a\b|没有(?:公司|任何|符合|一家)?|均?不存在|无(?:公司|符合|此类)|^\s*无\W*$|\[\s*\]",
    re.IGNORECASE,
)


def score_names(case: Case, gold: Any, text: str) -> Outcome:
    """Compare the names (or the count) that *text* claims with *gold*: F1 over names; every wrong name costs."""
    counted = count_of(case.question, gold)
    text = clean(text)
    if counted is not None:
        return _score_count(case, counted, text)
    documents = known_names(case)
    names = gold_names(gold, documents)
    outcome = compare_names(names, documents, text)
    if outcome.points == FULL and len(names) == 1 and isinstance(gold, str):
        outcome = _with_figure(clean(gold), text, names + documents, outcome)
    return outcome


def compare_names(names: list[str], documents: list[str], text: str) -> Outcome:
    """Compare the names claimed in a cleaned *text* with *names*; *documents* are further names it might wrongly claim."""
    directory = Directory([*names, *documents], len(names))
    legal = bool(names) and all(is_judgment(name) for name in names)
    if legal:
        text = spell_judgments(text)
    elif unknown := strangers(text, directory):
        directory = Directory([*names, *documents, *unknown], len(names))
        strangers(text, directory)  # other spellings of known names are learnt anew
    wanted = set(directory.of_input[: len(names)])
    single = len(wanted) == 1 and not legal
    claimed, extras, after = _claimed(text, directory, single=single, legal=legal)
    if not names:
        empty = not claimed and not extras and _NOBODY.search(text) is not None
        return Outcome(FULL, "none", "none, as the gold says") if empty else nothing("names where the gold has none")
    if not claimed and not extras:
        if _NOBODY.search(text) and not declines(text):
            return Outcome(0.0, "none", "says that there is none")
        if declines(text):
            return nothing("declines to answer")
        return _cut_or_counted(names, text)
    right = claimed & wanted
    wrong = [directory.names[index] for index in sorted(claimed - wanted)] + extras
    if len(wanted) == 1 and len(right) + len(wrong) >= (_TOO_MANY + 1 if _EITHER_OR.search(text) else _TOO_MANY):
        shown = some([directory.names[i] for i in sorted(claimed)] + extras, 50)
        return Outcome(0.0, shown, f"names {len(right) + len(wrong)} where one was asked, without a choice")
    points = f1_points(len(right), len(wanted), len(right) + len(wrong))
    if points == FULL and doubts(masked(text, find_mentions(text, directory))):
        points = DOUBTED
    evidence = f"{len(right)} of {len(wanted)} names right"
    if missing := [directory.names[index] for index in sorted(wanted - claimed)]:
        evidence += f"; missing: {some(missing)}"
    if wrong:
        evidence += f"; extra: {some(wrong)}"
    if points == DOUBTED:
        evidence += "; the response doubts it"
    outcome = Outcome(points, some([directory.names[i] for i in sorted(claimed)] + extras, 50), evidence)
    return reconsidered(outcome, after, _about(directory, claimed))


def _cut_or_counted(names: list[str], text: str) -> Outcome:
    """Give little for a response cut inside a gold name, or for only the number of names where the names were asked."""
    tail = re.split(r"[\n\"'*:,;、]", text.rstrip(" \n\t\"'*"))[-1]
    key = name_key(tail)
    cut = [
        name
        for name in names
        if len(key) >= _ENOUGH_OF_A_NAME and name_key(name).startswith(key) and len(key) * 2 > len(name_key(name))
    ]
    if len(cut) == 1:
        return Outcome(partial(_CUT / len(names)), tail.strip(), "cut off inside the right name")
    counts = {count for count, _ in _count_claims(text)}
    if len(names) > 1 and counts == {len(names)}:
        return Outcome(LEAST_PARTIAL, str(len(names)), "the number of names is right; the names were asked")
    return nothing("no name of the gold answer found")


_ENOUGH_OF_A_NAME: Final = 5
_CUT: Final = 0.4
_TOO_MANY: Final = 3
_EITHER_OR: Final = re.compile(r"\bor\b|\beither\b|或|还是|可能", re.IGNORECASE)


def _about(directory: Directory, claimed: set[int]) -> Callable[[str], bool]:
    """Tell of a sentence whether it speaks of a claimed name, or of none in particular."""

    def about(sentence: str) -> bool:
        mentions = find_mentions(sentence, directory)
        return not mentions or any(m.index in claimed for m in mentions)

    return about


def _claimed(text: str, directory: Directory, *, single: bool, legal: bool) -> tuple[set[int], list[str], str]:
    """Return the indices claimed, the unknown names claimed, and what is said after the claim."""
    lists = [found for found in find_structures(text) if found.complete]
    for found in reversed(lists):
        items = texts(unwrap(found.value))
        if legal:
            items = [spell_judgments(item) for item in items]
            items = [part for item in items for part in re.split(r"[、,;]\s*", item)]
        hits = [directory.find(item) for item in items]
        if any(hit is not None for hit in hits):
            # In a plain list every entry is meant as a name; in a mapping some are words of the format.
            inside = unwrap(found.value)
            plain = isinstance(inside, list) and all(isinstance(item, str) for item in inside)
            extras = [
                item
                for item, hit in zip(items, hits, strict=True)
                if hit is None and (looks_like_a_name(item) or (plain and _is_listed_name(item)))
            ]
            after = text[found.end :]
            if single and announced(after):
                corrected = [m for m in find_mentions(after, directory) if not m.denied]
                if corrected:
                    return {corrected[-1].index}, [], after[corrected[-1].end :]
            return {hit for hit in hits if hit is not None}, extras, after
    region = stated_part(text)
    if region is not None and not _names_anything(region, directory, legal=legal):
        region = None
    body = text if region is None else region
    mentions = find_mentions(body, directory)
    if not mentions and legal:
        bare = numbers_as_judgments(re.sub(r"\n\s*\d{1,2}[.)]\s(?=\D)", "\n", body)) if len(body) < 400 else ""  # noqa: PLR2004 - a bare list is short
        if bare and not re.search(r"[一-鿿]{12}|[A-Za-z]{4,}\s[A-Za-z]{3,}\s[A-Za-z]{3,}", body):
            body = bare
            mentions = find_mentions(body, directory)
    if not mentions and len(body) < 80 and (whole := directory.find(body)) is not None:  # noqa: PLR2004 - a name and no more
        return {whole}, [], ""
    asserted = [mention for mention in mentions if not mention.denied]
    if not single:
        asserted = [m for m, rest in zip(asserted, _of_the_rest(body, asserted), strict=True) if not rest]
    extras = _unknown_judgments(body, mentions) if legal else listed_extras(body, mentions)
    if region is None:
        concluded = concluding_part(body)
        if concluded is not None and not _ADDS.match(concluded):
            offset = len(body) - len(concluded)
            later = [mention for mention in asserted if mention.start >= offset]
            if later:
                asserted = later
                tail_mentions = find_mentions(concluded, directory)
                extras = _unknown_judgments(concluded, tail_mentions) if legal else listed_extras(concluded, tail_mentions)
    if single:
        asserted = [m for m in asserted if not _BESIDE.search(body[max(0, m.start - 60) : m.start])]
        asserted = _named_as_the_one(body, asserted)
        extras = [extra for extra in extras if _stands_with(body, extra, asserted)]
    else:
        asserted = [m for m in asserted if not (_COMPARED.search(body[max(0, m.start - 40) : m.start]))] or asserted
    firsts: dict[int, int] = {}
    for mention in asserted:
        firsts.setdefault(mention.index, mention.end)
    # One name is claimed where it first stands; several, where the last of them has been named.
    said = (min if single else max)(firsts.values(), default=0)
    after = body[said:] if region is None else text[text.rfind(region) + said :] if body is region else ""
    return set(firsts), extras, after


_THE_REST: Final = re.compile(
    r"\W*(?:其余|其他|其它|剩余|剩下|\b(?:the|all) (?:others?|remaining|rest)\b|\b(?:others|remaining)\b)(?P<said>.*)",
    re.IGNORECASE | re.DOTALL,
)
# "其余公司：A、B" goes on with the list, "其余符合条件的还有A" too.
_OF_THE_SAME: Final = re.compile(
    r"[^:,.。]{0,12}:|.*?(?:也|还|亦|同样|符合|满足|属于|\b(?:also|too|meet|qualif\w+|match\w*|satisf\w+|same)\b)",
    re.IGNORECASE | re.DOTALL,
)


def _of_the_rest(text: str, mentions: list[Mention]) -> list[bool]:
    """Tell of each mention whether it stands behind others, in a sentence on the rest (``其余公司（A、B）为正``)."""
    sentences = Sentences(text)
    others: dict[int, bool] = {}  # by where a sentence begins, so that each is read once
    rest = []
    for mention in mentions:
        start, end = sentences.around(mention.start)
        if start not in others:
            opened = _THE_REST.match(text[start:end])
            others[start] = mentions[0].start < start and opened is not None and not _OF_THE_SAME.match(opened["said"])
        rest.append(others[start])
    return rest


# A name right behind these words is the measure of a comparison, or comes after the one asked for.
_BESIDE: Final = re.compile(
    r"(?:\bthan(?: (?:that|those) of)?(?: the)?"
    r"|\bcompared (?:to|with)|\bversus|\bvs\.?|\bunlike|\bfollowed (?:closely )?by|\bahead of|\bbehind"
    r"|\bsecond only to|\bnext (?:is|comes|was)"
    r"|\b(?:beats|beating|exceed(?:s|ing)|surpass(?:es|ing)|outstrip(?:s|ping)|below|above|under)"
    r"|[高低大小多少优劣先]于|超过|不如|不及|其次[是为]?|次[于之][是为]?|第二[是为]|相比于?|胜过|比)\s*[*\"'《]*$",
    re.IGNORECASE,
)
_ADDS: Final = re.compile(r"\s*(?:也|还|同时|亦|\balso\b|\bneither\b)", re.IGNORECASE)


def _is_listed_name(item: str) -> bool:
    """Whether an entry of a plain list is meant as a name: neither a figure nor a word for nothing."""
    return _LISTED_NAME.fullmatch(item) is not None and not any(f.money or f.scaled or f.percent for f in find_figures(clean(item)))


_LISTED_NAME: Final = re.compile(r"(?=[^\d]*[^\W\d_])(?!(?i:none|null|n/?a|无|没有|empty)\W*$)[^\n;:。]{2,60}")
_COMPARED: Final = re.compile(r"(?:\bthan|\bcompared (?:to|with)|\bversus|\bunlike|相比于?|高于|低于|不如)\s*[*\"'《]*$", re.IGNORECASE)


def _names_anything(region: str, directory: Directory, *, legal: bool) -> bool:
    if find_mentions(region, directory) or _NOBODY.search(region):
        return True
    if legal:
        return re.search(r"\d", region) is not None
    first_line = region.strip().partition("\n")[0]
    return looks_like_a_name(first_line) or bool(_NAMELIKE.match(first_line))


_NAMELIKE: Final = re.compile(
    r"^[*\"'\s]*[A-Z0-9][\w.&'-]*(?:\s[A-Z0-9][\w.&'-]*){0,8}[.*\"'\s]*$|^[*\"'\s]*[一-鿿A-Za-z]{2,10}[。.*\"'\s]*$"
)


def _unknown_judgments(text: str, mentions: list[Mention]) -> list[str]:
    known = {mention.start for mention in mentions} | {mention.start - 1 for mention in mentions}
    found = [
        match[0]
        for match in re.finditer(r"《判决文书\d+》", text)
        if match.start() not in known and not denied(text, match.start(), match.end())
    ]
    return list(dict.fromkeys(found))


def _named_as_the_one(text: str, mentions: list[Mention]) -> list[Mention]:
    """Of several names mentioned, those put forward as the answer to a question for one name."""
    if len({mention.index for mention in mentions}) <= 1:
        return mentions
    strong: list[Mention] = []
    weak: list[Mention] = []
    previous: Mention | None = None
    sentences = Sentences(text)
    for number, mention in enumerate(mentions):
        start, _ = sentences.around(mention.start)
        before = text[max(start, mention.start - 200) : mention.start]
        following = mentions[number + 1].start if number + 1 < len(mentions) else len(text)
        after = text[mention.end : min(mention.end + 120, following)]
        joint = previous is not None and _JOINT.fullmatch(text[previous.end : mention.start]) is not None
        if joint and strong and previous is strong[-1]:
            strong.append(mention)
        elif joint and weak and previous is weak[-1]:
            weak.append(mention)
        elif not _ASIDE.search(before[-80:]) and not _RUNNER_UP.match(after):
            behind = _AFTER_CLAIM.match(after) is not None
            if behind and joint:
                strong += _coordinated(text, mentions[:number])  # "A and B are the highest"
            if behind or _BEFORE_CLAIM.search(before[-160:]):
                strong.append(mention)
            elif not before.strip(" \t*\"'《-•#>"):
                weak.append(mention)
        previous = mention
    return strong or weak or mentions


def _coordinated(text: str, mentions: list[Mention]) -> list[Mention]:
    """Return the last of *mentions* and those that are joined to it one by one."""
    chain = mentions[-1:]
    for mention in reversed(mentions[:-1]):
        if not _JOINT.fullmatch(text[mention.end : chain[0].start]):
            break
        chain.insert(0, mention)
    return chain


_RUNNER_UP: Final = re.compile(
    r"\W*(?:is|was|ranks?|comes?|ranked|排名?|位居|居|位列)?\s*(?:in\s)?(?:the\s)?(?:second|third|next|lower|smaller|第[二三四五六]|其次)",
    re.IGNORECASE,
)
_OR: Final = re.compile(
    r"[\s*\"'《》,]*(?:[、/&]|\b(?:and|or)\b|和|与|及|或者?(?:是)?|还有)[\s*\"'《》]*(?:possibly|perhaps|maybe|可能是?)?[\s*]*|,\s?",
    re.IGNORECASE,
)


def _stands_with(text: str, extra: str, mentions: list[Mention]) -> bool:
    """Whether an unknown name is joined to a claimed one (``A or B``), not merely on its line."""
    at = text.find(extra)
    gaps = [
        text[m.end : at] if at >= m.end else text[at + len(extra) : m.start]
        for m in mentions
        if at >= 0 and abs(at - m.start) < 300  # noqa: PLR2004 - joined names stand close
    ]
    # In Chinese a comma parts clauses; 、 parts names.
    return any(_OR.fullmatch(gap) and not ("," in gap and not extra.isascii()) for gap in gaps)


def _with_figure(gold: str, text: str, names: list[str], outcome: Outcome) -> Outcome:
    """Lower *outcome* where the gold adds a figure and the response gives only a different one."""
    spans = [(m.start, m.end) for m in find_mentions(gold, Directory(names))]
    figures = find_figures(gold, spans)
    if len(figures) != 1:
        return outcome
    spans = [(m.start, m.end) for m in find_mentions(text, Directory(names))] + [(p.start, p.end) for p in find_periods(text)]
    given = find_figures(text, spans)
    if not given or any(
        equal(figures[0], f) or off_by_unit(figures[0], f) or equal(_unsigned(figures[0]), _unsigned(f)) for f in given
    ):
        return outcome
    return Outcome(80.0, outcome.answer, outcome.evidence + "; but another figure than the gold's")


def _unsigned(figure: Figure) -> Figure:
    return Figure(figure.amount, frozenset({1}), figure.place, figure.digits, figure.percent, figure.scaled, figure.money)


# --- counts ---------------------------------------------------------------------------------------------------------

_COUNTED: Final = r"compan(?:y|ies)|firms?|of (?:them|the|these|those)|judge?ments?|documents?|家|个|份|篇|间|所"
_COUNT_WORD: Final = (
    r"(?<![\d.,$¥%-])\d{1,3}(?![\d%]|[.,]\d|\s?(?:th|st|nd|rd|million|billion"
    r"|thousand|亿|万|元|千|年|季|月|日))|\b(?:zero|no(?:ne)?|one|two|three|four|five"
    r"|six|seven|eight|nine|ten|eleven|twelve)\b"
    r"|(?<![第一二三四五六七八九十百千万亿唯])[零〇一二两三四五六七八九十]{1,3}(?=\s?(?:家|个|份|篇|间|所))"
)
_COUNT: Final = re.compile(
    r"(?P<number>" + _COUNT_WORD + r")(?P<unit>\s?(?:such |public |listed |different )?(?:" + _COUNTED + r"))?", re.IGNORECASE
)
_COUNT_CLAIM: Final = re.compile(
    r"(?:\b(?:is|are|total|answer|count|number|exactly|only|equals?)\b|共有?|一共|总共|有|为|是|数量|[:=])[\s:*\"'的为是]*$",
    re.IGNORECASE,
)


def count_of(question: str, gold: Any) -> int | None:
    """Return the number that a gold of kind ``names`` counts, or ``None`` when it consists of names."""
    if isinstance(gold, bool) or isinstance(as_structure(gold), list | dict):
        return None
    text = clean(str(gold)).strip().strip(".。").strip()
    match = re.fullmatch(
        r"(\d{1,4}|[零〇一二两三四五六七八九十百]+|[A-Za-z-]+)\s*(?:compan(?:y|ies)|firms?|家公司|个公司|家|个|份|篇)?",
        text,
        re.IGNORECASE,
    )
    if match is None:
        return None
    word = match[1].lower()
    if word.isdecimal():
        return int(word)
    if word in {"none", "no"}:
        return 0 if asks_count(question) else None
    if re.fullmatch(r"[零〇一二两三四五六七八九十百]+", word):
        return int(chinese_number(word))
    return english_number(word)


def _count_value(word: str) -> int:
    word = word.lower()
    if word.isdecimal():
        return int(word)
    if word in {"no", "none"}:
        return 0
    return english_number(word) if word.isascii() else int(chinese_number(word))  # type: ignore[return-value]  # only number words get here


_OTHER_COUNT: Final = re.compile(
    r"(?:\b(?:others?|remaining|rest(?: of the)?|another|each of(?: the)?|of the)"
    r"|其余的?|其他的?|其它的?|另外的?|剩下的?|剩余的?|另)\s*\W{0,3}$",
    re.IGNORECASE,
)
# "The four companies are …" may count what was asked, or repeat what was given: it counts when nothing else does.
_GIVEN_COUNT: Final = re.compile(
    r"(?:\b(?:the|these|those|all|both)(?: of(?: the)?)?|这|那|上述|以上|全部|所有)\s*\W{0,3}$", re.IGNORECASE
)
_NOT_COUNTED: Final = re.compile(
    r"\s?(?:do|does|did|are|is|were|was|have|has)(?:n't| not)\b|\s?(?:fall|falls|fell) (?:short|below|outside|under)\b"
    r"|\s?(?:fail|miss|lack)\w*\b|\s?(?:are|is|were|was|report\w*|ha[sdve]+) (?:below|under|less|lower|outside|excluded|negative)\b"
    r"|(?:公司)?(?:则|均|都)?(?:不|未|没有|低于|小于)",
    re.IGNORECASE,
)


_NOT_ONE: Final = re.compile(r"(?:没有|不存在|无)(?:任何)?\s?$|\bnot (?:a single )?$", re.IGNORECASE)


def _count_claims(text: str) -> list[tuple[int, int]]:
    """Return the counts that *text* claims and where each ends, the firmest way of saying it first to be found deciding."""
    periods = deque(sorted((period.start, period.end) for period in find_periods(text)))
    period_end = 0  # of those that begin before the number in hand
    strong: list[tuple[int, int]] = []
    weak: list[tuple[int, int]] = []
    given: list[tuple[int, int]] = []
    for match in _COUNT.finditer(text):
        while periods and periods[0][0] <= match.start():
            period_end = max(period_end, periods.popleft()[1])
        if match.start() < period_end or denied(text, match.start("number"), match.end("number")):
            continue
        word, unit = match["number"].lower(), match["unit"]
        if word in {"no", "one", "none"} and not unit and not re.fullmatch(r"\W*", text[: match.start()]):
            if word == "none":
                strong.append((0, match.end()))
            continue
        line_start = text.rfind("\n", 0, match.start()) + 1
        if (
            not unit
            and re.match(r"[.)、]\s*\S", text[match.end() : match.end() + 4])
            and not text[line_start : match.start()].strip(" *#(-")
        ):
            continue  # a numbered line
        before = text[max(0, match.start() - 30) : match.start()]
        if re.search(r"(?:其中|\bof which|\bof these|\bof those)[^\d,;.]{0,12}$", before, re.IGNORECASE):
            strong.clear()  # what was counted before is the whole
        of_all = re.search(r"\b(?:out of|of|among|all)\s(?:(?:the|these|those|all)\s)?$", before, re.IGNORECASE)
        if (unit and of_all) or re.match(
            r"(?:家|个|份|篇)?(?:公司|财报|判决文书)?(?:之中|当中|中|里)", text[match.end("number") : match.end() + 8]
        ):
            continue  # "of the 5 companies", "5家公司中": not what is counted
        if _OTHER_COUNT.search(before) or _NOT_COUNTED.match(text[match.end() : match.end() + 40]):
            continue  # "the other 4", "4 fall short", "the 6 companies"
        claim = (_count_value(word), match.end())
        if claim[0] == 1 and unit and _NOT_ONE.search(before):
            claim = (0, match.end())  # "没有任何一家公司"
        if _GIVEN_COUNT.search(before):
            given.append(claim)
        elif unit or _COUNT_CLAIM.search(before) or "**" in before[-2:]:
            strong.append(claim)
        else:
            weak.append(claim)
    if not strong and (nobody := re.search(r"没有|不存在|\bno company\b|\bnone\b", text, re.IGNORECASE)):
        strong.append((0, nobody.end()))
    return strong or weak or given


_UNCOUNTED: Final = 50.0


def _score_count(case: Case, wanted: int, text: str) -> Outcome:
    documents = known_names(case)
    names = Directory(documents)
    structure = next((unwrap(f.value) for f in reversed(find_structures(text)) if f.complete), None)
    listed = {hit for item in texts(structure) if (hit := names.find(item)) is not None} if structure is not None else set()
    own_words = masked(text, find_mentions(text, names))
    parts = (stated_part(own_words), concluding_part(own_words), own_words)
    claims: list[int] = []
    after = ""
    for part in parts:
        if part is not None and (said := _count_claims(part)):
            claims = [count for count, _ in said]
            after = own_words[own_words.rfind(part) + said[0][1] :]
            break
    if not claims and re.fullmatch(r"\W*\d{1,4}\W*", own_words):
        claims = [int(re.sub(r"\D", "", own_words))]
    if not claims:
        if declines(text):
            return nothing("declines to answer")
        listed = listed or {m.index for m in find_mentions(text, names) if not m.denied}
        if isinstance(structure, list) and not listed and structure:
            number = len(structure)
        elif listed:
            number = len(listed)
        else:
            number = len({line.strip() for line in text.split("\n") if re.match(r"\s*(?:[-*•]|\d{1,2}[.)、])\s*\S", line)}) or len(
                [token for token in re.split(r"[,、;\n]|\band\b|和", text) if looks_like_a_name(token)]
            )
        if not number:
            return nothing()
        # The number was asked: one who has to be counted after has not said it.
        points = _UNCOUNTED if number == wanted else 0.0
        return Outcome(points, f"{number} names", f"lists {number} names and says no number; the gold counts {wanted}")
    distinct = list(dict.fromkeys(claims))
    if distinct == [wanted]:
        points = DOUBTED if doubts(text) else FULL
        evidence = f"count {wanted} right" + ("; the response doubts it" if points < FULL else "")
        return reconsidered(Outcome(points, str(wanted), evidence), after)
    if wanted in distinct:
        return Outcome(
            partial(1 / len(distinct)),
            ", ".join(map(str, distinct[:8])),
            f"rival counts: {some(map(str, distinct))}; the gold is {wanted}",
        )
    return Outcome(0.0, ", ".join(map(str, distinct[:8])), f"count {distinct[-1]}; the gold is {wanted}")
