"""Questions about a long exchange of messages: how a gathering was arranged in the end, by what was set, changed and taken back."""

# ruff: noqa: E501 - a sentence that the texts use stands in one line, as it is read

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.checking.choices.reading import Reading, Span, Unreadable, lines, only

_SPEAKER = re.compile(r"<\w+> |\w+ - |\w+: |\w+：|\w+\u3000|【\w+】")
_ASKED = (
    re.compile(r"Which option gives the last valid arrangement for the (?P<event>[a-z ]+): .+"),
    re.compile(r"Everything considered, how was the (?P<event>[a-z ]+) arranged in the end .+"),
    re.compile(r"Somebody who missed all these weeks asks about the (?P<event>[a-z ]+)\. .+"),
    re.compile(r"(?P<event>\w+?)最终有效的安排是哪一项.+"),
    re.compile(r"有人一直没看消息，问(?P<event>\w+?)的事：.+"),
    re.compile(r"照全部消息看，(?P<event>\w+?)最后的安排是：.+"),
)
_DAY = r"[A-Z][a-z]+day the \d+[a-z]{2}"
_ROOM = r"[Tt]he [a-z ]+?"
_WHO = r"[A-Z][a-z]+"
_TASK = r"(?P<task>minds the children|brings the lamps|carries the benches|opens the door|cooks|drives the cart|tunes the piano|keeps the cash box|takes the photographs|writes the report)"
_ZH_DAY = r"[初十二三][一二三四五六七八九十]?"
_ZH_ROOM = r"[\u4e00-\u9fff]{2,6}?"
_ZH_WHO = r"[\u4e00-\u9fff]{2,4}?"
_ZH_TASK = r"(?P<task>拍照|掌勺|看孩子|写记录|管钱箱|调琴|开车|带灯|搬长凳|开门)"
_SET, _CHANGED, _BACK, _NOTHING = "set", "changed", "taken back", "nothing"
_DATE, _PLACE, _PERSON = "date", "place", "person"

_ACTS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "en": (
        (_DATE, _SET, rf"Let us say (?P<new>{_DAY}) for EV\. No one has objected\."),
        (_DATE, _SET, rf"EV is on (?P<new>{_DAY}), write it down\."),
        (_DATE, _SET, rf"Then (?P<new>{_DAY}) it is, for EV\."),
        (_DATE, _SET, rf"I wrote (?P<new>{_DAY}) into the calendar for EV\."),
        (_DATE, _SET, rf"(?P<new>{_DAY}) suits most of you, so that is EV fixed\."),
        (_DATE, _SET, rf"EV will be on (?P<new>{_DAY})\. Invitations go out tonight\."),
        (_DATE, _CHANGED, rf"I had to shift EV from (?P<old>{_DAY}) to (?P<new>{_DAY}), sorry\."),
        (_DATE, _CHANGED, rf"New date for EV: (?P<new>{_DAY})\. (?P<old>{_DAY}) clashes with the market\."),
        (_DATE, _CHANGED, rf"EV cannot be on (?P<old>{_DAY}), half of us are away\. (?P<new>{_DAY}) instead\."),
        (_DATE, _CHANGED, rf"EV goes from (?P<old>{_DAY}) to (?P<new>{_DAY}), the band could not come otherwise\."),
        (_DATE, _CHANGED, rf"Please change your calendars: EV is on (?P<new>{_DAY}), no longer on (?P<old>{_DAY})\."),
        (_DATE, _CHANGED, rf"(?P<old>{_DAY}) is a holiday in half the valley, therefore EV on (?P<new>{_DAY})\."),
        (_DATE, _BACK, r"Forget the new date of EV\. The earlier one holds\."),
        (_DATE, _BACK, r"Sorry for the back and forth: EV returns to the date we had first\."),
        (_DATE, _BACK, r"The clash is gone, so EV is on the old date again\."),
        (_DATE, _BACK, r"EV: I undo the new date, the first one counts\."),
        (_DATE, _BACK, r"We can keep the original day of EV after all\."),
        (_DATE, _BACK, r"Cross out the change of day for EV; it is as it was at the start\."),
        (_PLACE, _SET, rf"So we hold EV at (?P<new>{_ROOM}), as nobody minds\."),
        (_PLACE, _SET, rf"I have put our names down for (?P<new>{_ROOM}): that is EV settled\."),
        (_PLACE, _SET, rf"(?P<new>{_ROOM}) for EV, then\. I rang them and it is ours\."),
        (_PLACE, _SET, rf"Everyone nodded, so EV goes to (?P<new>{_ROOM})\."),
        (_PLACE, _SET, rf"EV: (?P<new>{_ROOM})\. The caretaker has written it into the book\."),
        (_PLACE, _SET, rf"We have the key of (?P<new>{_ROOM}) for EV, all agreed\."),
        (_PLACE, _SET, rf"I paid the deposit for (?P<new>{_ROOM}), EV can go ahead there\."),
        (_PLACE, _CHANGED, rf"Bad news on EV: (?P<old>{_ROOM}) has a burst pipe\. (?P<new>{_ROOM}) took us in\."),
        (_PLACE, _CHANGED, rf"Change of room for EV, please note: (?P<new>{_ROOM}), since (?P<old>{_ROOM}) was let to somebody else\."),
        (_PLACE, _CHANGED, rf"(?P<old>{_ROOM}) wants far too much money for EV\. I moved us to (?P<new>{_ROOM})\."),
        (_PLACE, _CHANGED, rf"(?P<old>{_ROOM}) is getting a new roof, so EV moves to (?P<new>{_ROOM})\."),
        (_PLACE, _CHANGED, rf"For EV forget (?P<old>{_ROOM})\. (?P<new>{_ROOM}) has more chairs and said yes\."),
        (_PLACE, _CHANGED, rf"The people at (?P<old>{_ROOM}) backed out of EV; I signed for (?P<new>{_ROOM})\."),
        (_PLACE, _BACK, r"About EV: strike what I wrote on the move, we go where we meant to go originally\."),
        (_PLACE, _BACK, r"That business with EV has solved itself; the room we had in the beginning is free after all and I took it back\."),
        (_PLACE, _BACK, r"EV, again\. The move is off, the first booking stands\."),
        (_PLACE, _BACK, r"EV: scrap the move, they found us a slot in the place we booked first\."),
        (_PLACE, _BACK, r"I cancelled the second room for EV, the one we started with will do\."),
        (_PLACE, _BACK, r"No move for EV any more\. Same walls as planned in the first place\."),
        (_PERSON, _SET, rf"(?P<new>{_WHO}) {_TASK} for EV\. Thank you!"),
        (_PERSON, _SET, rf"For EV we need someone who {_TASK}: (?P<new>{_WHO}) said yes\."),
        (_PERSON, _SET, rf"Put down (?P<new>{_WHO}) for EV, the one who {_TASK}\."),
        (_PERSON, _SET, rf"EV: it is (?P<new>{_WHO}) who {_TASK}, as last year\."),
        (_PERSON, _SET, rf"I asked around for EV, and (?P<new>{_WHO}) {_TASK}\."),
        (_PERSON, _SET, rf"Settled for EV: (?P<new>{_WHO}) {_TASK}\."),
        (_PERSON, _CHANGED, rf"(?P<old>{_WHO}) has a bad back, so (?P<new>{_WHO}) {_TASK} for EV\."),
        (_PERSON, _CHANGED, rf"(?P<new>{_WHO}) steps in for (?P<old>{_WHO}) at EV and {_TASK}\."),
        (_PERSON, _CHANGED, rf"Swap for EV: (?P<new>{_WHO}) {_TASK}, not (?P<old>{_WHO})\."),
        (_PERSON, _CHANGED, rf"(?P<old>{_WHO}) has to work that day; (?P<new>{_WHO}) {_TASK} for EV\."),
        (_PERSON, _CHANGED, rf"For EV (?P<new>{_WHO}) takes over from (?P<old>{_WHO}) and {_TASK}\."),
        (_PERSON, _CHANGED, rf"Small change: (?P<new>{_WHO}) {_TASK} at EV, since (?P<old>{_WHO}) is away\."),
        (_PERSON, _BACK, r"The swap for EV is undone, the one we had first does it\."),
        (_PERSON, _BACK, r"Our first volunteer for EV feels well again and takes the task back\."),
        (_PERSON, _BACK, r"About EV: no substitute needed any more, thanks for offering\."),
        (_PERSON, _BACK, r"EV: the first one can come after all and does it, thanks to the other\."),
        (_PERSON, _BACK, r"No need to step in at EV, it is as first agreed\."),
        (_PERSON, _BACK, r"The person we asked first for EV is free again and does it\."),
        ("", _NOTHING, rf"{_WHO} (?:could help out again at|offers to do it after all, for|would like to take over from) .*"),
        ("", _NOTHING, rf"By the way, {_WHO} would be free for .*|.* would suit the hall again, by the way, for .*|.* is awkward\. .*, anyone\?"),
        ("", _NOTHING, r"(?:Could|Is|Should|Would|What if|How about|Heard that|I could ask at|My sister asks|If anyone prefers|Someone at) .*"),
        ("", _NOTHING, r"(?:I asked about|I asked around|I counted heads|I thanked them|Kind of them|Kind, but|Let us leave|Let us not touch|Looked into it) ?.*"),
        ("", _NOTHING, r"(?:No change to|No swap for|No, please, no moving of|No, EV keeps|Nobody wants to change|Not necessary for|Too late\.) .*"),
        ("", _NOTHING, rf"(?:Has anyone thought of|Shall I see whether|What about|Some of us would find|I only ask:|For what it is worth,|Two people ask me|If it helps,|The caretaker of|The people at {_ROOM} are sorry) .*"),
        ("", _NOTHING, rf"{_ROOM} would cost less than .*, just saying\.|They will not have EV there, so nothing changes\.|Two hands for the other room for EV, nine against\. It stays\.|EV stays (?:put|when it is), .*"),
        ("", _NOTHING, r"We are not going back and forth with EV\. It stays moved\.|EV remains at the second address, everyone has been told\.|I said no for EV: we like the new place\."),
        ("", _NOTHING, r"The day of EV remains, .*|Asked around, no majority for another day of EV\.|The second day of EV is the one that counts, full stop\.|I have printed the changed day of EV; it stays\.|EV: no more moving, come on the changed day\."),
        ("", _NOTHING, rf"{_WHO} (?:does so much already\. |has the day off now and would do it for |says it would be no trouble ).*|I hear {_WHO} is feeling fit for EV again\."),
        ("", _NOTHING, r"All stays as it was for EV, .*|I talked to both; no change at EV\.|EV: thank you, but the one who said yes does it\.|We stay with the replacement for EV\.|EV is in new hands and stays there\.|Not again, please\. .* EV has the keys\."),
        ("", _NOTHING, r"The (?:date of EV has been changed once; that was it|substitute for EV stays, no more swaps|[a-z ]+ wrote: they could take EV now, if we still want)\."),
    ),
    "zh": (
        (_DATE, _SET, rf"EV定(?P<new>{_ZH_DAY})，都记一下。"),
        (_DATE, _SET, rf"EV的日子：(?P<new>{_ZH_DAY})，没人反对。"),
        (_DATE, _SET, rf"那就(?P<new>{_ZH_DAY})吧，EV。"),
        (_DATE, _SET, rf"EV我写到日历上了，(?P<new>{_ZH_DAY})。"),
        (_DATE, _SET, rf"(?P<new>{_ZH_DAY})大伙儿都方便，EV就这天。"),
        (_DATE, _SET, rf"EV放在(?P<new>{_ZH_DAY})，今晚发通知。"),
        (_DATE, _CHANGED, rf"(?P<old>{_ZH_DAY})好几个人不在，EV改(?P<new>{_ZH_DAY})。"),
        (_DATE, _CHANGED, rf"EV和赶集撞上了，(?P<old>{_ZH_DAY})不行，换成(?P<new>{_ZH_DAY})。"),
        (_DATE, _CHANGED, rf"抱歉，EV要从(?P<old>{_ZH_DAY})挪到(?P<new>{_ZH_DAY})。"),
        (_DATE, _CHANGED, rf"EV不是(?P<old>{_ZH_DAY})了，是(?P<new>{_ZH_DAY})，改一下日历。"),
        (_DATE, _CHANGED, rf"(?P<old>{_ZH_DAY})乐队来不了，EV换到(?P<new>{_ZH_DAY})。"),
        (_DATE, _CHANGED, rf"(?P<old>{_ZH_DAY})半个村要上坟，EV只好(?P<new>{_ZH_DAY})。"),
        (_DATE, _BACK, "EV的新日子作废，照旧日子。"),
        (_DATE, _BACK, "撞期的事没了，EV回到原来那天。"),
        (_DATE, _BACK, "来回改真对不住，EV还按第一次定的那天。"),
        (_DATE, _BACK, "EV改期的事我收回，头一个日子算数。"),
        (_DATE, _BACK, "EV不用改期了，就最初那天。"),
        (_DATE, _BACK, "把EV改期那条划掉，跟一开始一样。"),
        (_PLACE, _SET, rf"EV就定在(?P<new>{_ZH_ROOM})吧，我已经打过招呼了。"),
        (_PLACE, _SET, rf"EV的场地我订了(?P<new>{_ZH_ROOM})。"),
        (_PLACE, _SET, rf"(?P<new>{_ZH_ROOM})那边答应了，EV有地方了。"),
        (_PLACE, _SET, rf"大家没意见的话，EV放(?P<new>{_ZH_ROOM})。"),
        (_PLACE, _SET, rf"EV借(?P<new>{_ZH_ROOM})，钥匙我拿着。"),
        (_PLACE, _SET, rf"订金交了，EV在(?P<new>{_ZH_ROOM})。"),
        (_PLACE, _CHANGED, rf"EV有变动：(?P<old>{_ZH_ROOM})水管爆了，改到(?P<new>{_ZH_ROOM})。"),
        (_PLACE, _CHANGED, rf"(?P<old>{_ZH_ROOM})要价太高，EV我换到(?P<new>{_ZH_ROOM})了。"),
        (_PLACE, _CHANGED, rf"通知一下，EV不在(?P<old>{_ZH_ROOM})了，去(?P<new>{_ZH_ROOM})。"),
        (_PLACE, _CHANGED, rf"(?P<old>{_ZH_ROOM})要翻屋顶，EV搬去(?P<new>{_ZH_ROOM})。"),
        (_PLACE, _CHANGED, rf"(?P<old>{_ZH_ROOM})临时变卦，EV我另找了(?P<new>{_ZH_ROOM})。"),
        (_PLACE, _CHANGED, rf"EV别去(?P<old>{_ZH_ROOM})了，(?P<new>{_ZH_ROOM})凳子多，也答应了。"),
        (_PLACE, _BACK, "EV不搬了，最早订的那处照用。"),
        (_PLACE, _BACK, "EV的地方又腾出来了，还按最开始说的来。"),
        (_PLACE, _BACK, "我说的EV换地方作废，还是老地方。"),
        (_PLACE, _BACK, "EV第二处我退了，头一处能用。"),
        (_PLACE, _BACK, "EV换地方的事取消，照第一次说的。"),
        (_PLACE, _BACK, "头一回订的那家又松口了，EV还去那儿。"),
        (_PERSON, _SET, rf"EV由(?P<new>{_ZH_WHO}){_ZH_TASK}，辛苦了。"),
        (_PERSON, _SET, rf"EV那天(?P<new>{_ZH_WHO}){_ZH_TASK}，记上。"),
        (_PERSON, _SET, rf"(?P<new>{_ZH_WHO})答应{_ZH_TASK}了，EV这块就有人了。"),
        (_PERSON, _SET, rf"EV{_ZH_TASK}的还是(?P<new>{_ZH_WHO})，跟去年一样。"),
        (_PERSON, _SET, rf"问了一圈，EV(?P<new>{_ZH_WHO}){_ZH_TASK}。"),
        (_PERSON, _SET, rf"EV定了，(?P<new>{_ZH_WHO}){_ZH_TASK}。"),
        (_PERSON, _CHANGED, rf"EV调一下：{_ZH_TASK}的是(?P<new>{_ZH_WHO})，不是(?P<old>{_ZH_WHO})。"),
        (_PERSON, _CHANGED, rf"(?P<new>{_ZH_WHO})替(?P<old>{_ZH_WHO})，EV那天{_ZH_TASK}。"),
        (_PERSON, _CHANGED, rf"(?P<old>{_ZH_WHO})腰扭了，EV换(?P<new>{_ZH_WHO}){_ZH_TASK}。"),
        (_PERSON, _CHANGED, rf"(?P<old>{_ZH_WHO})那天要上班，EV由(?P<new>{_ZH_WHO}){_ZH_TASK}。"),
        (_PERSON, _CHANGED, rf"EV(?P<new>{_ZH_WHO})接(?P<old>{_ZH_WHO})的班，{_ZH_TASK}。"),
        (_PERSON, _CHANGED, rf"小改动：(?P<old>{_ZH_WHO})出门，EV(?P<new>{_ZH_WHO}){_ZH_TASK}。"),
        (_PERSON, _BACK, "EV不用替了，原先的人自己来。"),
        (_PERSON, _BACK, "EV换人的事作罢，照最初的安排。"),
        (_PERSON, _BACK, "头一个答应的又能来了，EV不用别人顶。"),
        (_PERSON, _BACK, "EV顶班取消，谁先答应谁来。"),
        (_PERSON, _BACK, "EV还是一开始那位，多谢肯帮忙的。"),
        (_PERSON, _BACK, "最早答应的那位好了，EV还是原班人马，替换取消。"),
        ("", _NOTHING, ".*(?:可以再想想|能不能.+？|会不会比.+？|是不是比.+？|怎么样？|事情太多。|要不放.+？|有点挤。|要不要考虑？|，行吗？).*"),
        ("", _NOTHING, "EV(?:人手就这样，挺好|别折腾了，就按现在的|就让后来接手的人做吧|已经换过一次，告示都贴了，不再动|的日子别改了.+|的日子改一次够了)。"),
        ("", _NOTHING, ".+(?:想接.+的活，就是EV.+那个|说EV又可以帮忙了|问EV还要不要人|来电话说又能接EV了|问EV还去不去|问EV还能不能放.+|现在有空，EV能来)。"),
        ("", _NOTHING, "有没有人想过EV用.+我一直不喜欢。|EV去.+便宜，随口一说。|我看看.+能不能接EV，省得去.+？|举手表决过，EV不挪地方。|那边没厨房，EV不动。|EV的场地就这样，别再提了。"),
        ("", _NOTHING, ".+托人带话，EV随时欢迎回去。|.+过意不去，说EV还是可以去。|顺口一提，.+EV用不用？|EV不来回搬，就在后来定的那处。|我回绝了，EV还是新地方。|都通知到了，EV以换过的地方为准。"),
        ("", _NOTHING, ".+我当班，EV.+怎么样？|有几位觉得EV.+方便。|只是问问：EV.+成不成？|海报都挂了，EV不改期。|问了一圈，想换日子的不多，EV照旧。|别的日子场地都租出去了，EV不改。"),
        ("", _NOTHING, "有两个人托我问，EV能不能改回.+。|说句闲话，EV要是.+也挺好。|.+那天又没事了，EV的各位知道一下。|EV以后定的那天为准，到此为止。|改过的日子已经印出去了，EV不再变。|EV别再挪了，照换过的那天来。"),
        ("", _NOTHING, ".+愿不愿意替.+？EV那回。|.+够忙的了，EV.+行不行？|能不能.+来，别让.+，EV.+那个？|两边都谈了，EV不变。|EV谁答应的谁做，谢谢。|没人想换，EV维持原来的人。"),
        ("", _NOTHING, ".+那天调休了，EV愿意来。|听说.+好利索了，EV想出力。|.+讲EV帮个忙不费事。|EV还用顶上来的那位。|EV交出去了就不收回。|别再换了，EV的钥匙在接手的人那儿。"),
        ("", _NOTHING, "(?:不用换|不，EV|打听了一圈|数了人头|替的人已经都准备好了|来不及了|没人愿意再动|算了|要是还有人想|谢谢，EV|谢过人家了|问过了|问过本人了).*"),
    ),
}  # fmt: skip


@dataclass(slots=True)
class _Facet:
    """One thing that is arranged: what was said of it in turn, and the messages that said so."""

    values: list[str] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    task: str = ""


def read(case: Case, documents: Sequence[Document]) -> Reading:
    """Return what was arranged in the end. Raises ``Unreadable``."""
    asked = next((found for pattern in _ASKED if (found := pattern.fullmatch(case.question))), None)
    if asked is None or case.language not in _ACTS:
        raise Unreadable("question: it does not ask how a gathering was arranged")
    facets, spans = _facets(only(documents).text, asked["event"], case.language)
    wanted = [dict(_part(part) for part in _parts(option)) for option in case.choices]
    kinds = {kind for option in wanted for kind in option}
    missing = kinds - facets.keys()
    if missing or any(set(option) != kinds for option in wanted):
        raise Unreadable(f"options: they name {', '.join(sorted(kinds))}; never set: {', '.join(sorted(missing)) or 'none'}")
    final = {kind: _told(kind, facets[kind]) for kind in sorted(kinds)}
    right = tuple(option == final for option in wanted)
    used = tuple(span for kind in sorted(kinds) for span in facets[kind].spans)
    # Each message that sets, changes or takes back may have named another day, room or person: one of them is the last valid one.
    return Reading(right, used, tuple(spans), frozenset({0}), ", ".join(final.values()))


def _told(kind: str, facet: _Facet) -> str:
    return f"{facet.values[-1]} {facet.task}" if kind == _PERSON else facet.values[-1]


def _parts(option: str) -> list[str]:
    return re.split(", |，", option)


def _part(part: str) -> tuple[str, str]:
    """Return which thing a part of an option names, and its value as the messages have it."""
    for kind, pattern in (
        (_DATE, rf"[Oo]n ({_DAY})"),
        (_PLACE, r"[Aa]t (the [a-z ]+)"),
        (_DATE, rf"({_ZH_DAY})"),
        (_PLACE, r"在(\w+)办"),
    ):
        found = re.fullmatch(pattern, part)
        if found is not None:
            return kind, found[1]
    found = re.fullmatch(rf"(?P<who>{_WHO}) {_TASK}", part) or re.fullmatch(rf"由(?P<who>{_ZH_WHO}){_ZH_TASK}", part)
    if found is None:
        raise Unreadable(f"option: {part} is neither a day nor a place nor somebody's task")
    return _PERSON, f"{found['who']} {found['task']}"


@cache
def _patterns(language: str) -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    return tuple((kind, act, re.compile(pattern)) for kind, act, pattern in _ACTS[language])


def _facets(text: str, event: str, language: str) -> tuple[dict[str, _Facet], list[Span]]:
    facets: dict[str, _Facet] = {}
    spans: list[Span] = []
    named = re.compile(rf"\b[Tt]he {re.escape(event)}\b" if language == "en" else re.escape(event))
    for at, line in lines(text):
        if event not in line:
            continue
        speaker = _SPEAKER.match(line)
        said, count = named.subn("EV", line[speaker.end() if speaker else 0 :])
        span = (0, at, at + len(line))
        if count == 0:
            continue
        spans.append(span)
        told = ((kind, act, pattern.fullmatch(said)) for kind, act, pattern in _patterns(language))
        kind, act, found = next((one for one in told if one[2] is not None), ("", "", None))
        if found is None:
            raise Unreadable(f"document 0: what a message does to the {event} cannot be told: {line}")
        if act != _NOTHING:
            _apply(facets, kind, act, found.groupdict(), span)
    return facets, spans


def _apply(facets: dict[str, _Facet], kind: str, act: str, parts: dict[str, str | None], span: Span) -> None:
    new, old, task = ((parts.get(name) or "") for name in ("new", "old", "task"))
    new, old = (value[0].lower() + value[1:] if kind == _PLACE and value else value for value in (new, old))
    if act == _SET:
        if kind in facets:
            raise Unreadable(f"document 0: the {kind} is set twice")
        facets[kind] = _Facet([new], [span], task)
        return
    facet = facets.get(kind)
    if facet is None:
        raise Unreadable(f"document 0: the {kind} is {act} before it is set")
    if act == _CHANGED and (old != facet.values[-1] or task != facet.task):
        raise Unreadable(f"document 0: the {kind} is changed from {old} {task}, and was {facet.values[-1]} {facet.task}")
    if act == _BACK and len(facet.values) == 1:
        raise Unreadable(f"document 0: a change of the {kind} is taken back that is nowhere")
    facet.values.append(facet.values[0] if act == _BACK else new)
    facet.spans.append(span)
