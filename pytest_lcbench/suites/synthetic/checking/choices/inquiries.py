"""Questions about an inquiry: who held a key to the room and was nowhere else when the clock there fell."""

# ruff: noqa: E501 - a sentence that the texts use stands in one line, as it is read

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.checking.choices.reading import Reading, Span, Unreadable, only

_WHO = r"[A-Z][a-z]+"
_TIME = r"\d{1,2}:\d{2}"
_ZH_TIME = r"晚上\d{1,2}点\d{1,2}分"
_ZH_WHO = r"[\u4e00-\u9fff]{2,4}?"
_PAIR = rf"(?P<one>{_WHO}) and (?P<two>{_WHO})"
_ZH_PAIR = rf"(?P<one>{_ZH_WHO})[和与、](?P<two>{_ZH_WHO})"
_ROOM = r"the (?P<room>[a-z]+ [a-z]+)"
_ZH_ROOM = r"(?P<room>[\u4e00-\u9fff]{2,5}?)"
_THING = r"the (?P<thing>[a-z']+ [a-z]+)"
_ASKED = (
    re.compile(rf"Who is the only one that can have taken {_THING}\?"),
    re.compile(rf"Which of the four took {_THING}\?"),
    re.compile(rf"By what the inquiry brought to light, who stole {_THING}\?"),
    re.compile(r"根据调查结果，偷走(?P<thing>\w+)的是谁？"),
    re.compile(r"四人之中，是谁拿走了(?P<thing>\w+)？"),
    re.compile(r"只有谁可能拿走(?P<thing>\w+)？"),
)
_KEPT = (
    re.compile(rf"Nobody had forced the door of {_ROOM}\. Whoever took {_THING} had turned a key in it\."),
    re.compile(rf"The (?P<thing>[a-z']+ [a-z]+) had been kept in {_ROOM}, whose door was found unharmed and locked: it had been opened with a key\."),
    re.compile(rf"When the (?P<thing>[a-z']+ [a-z]+) was missed, the lock of {_ROOM}, where it belonged, showed no scratch: a key had been used\."),
    re.compile(rf"The (?P<thing>[a-z']+ [a-z]+) was gone from {_ROOM}\. The locksmith took the lock apart and found that its own key had opened it\."),
    re.compile(rf"^(?P<thing>\w+?)一向收在{_ZH_ROOM}，锁上一道划痕也没有，来人手里有钥匙。", re.MULTILINE),
    re.compile(rf"^{_ZH_ROOM}里不见了(?P<thing>\w+?)。锁匠拆开锁看过，是原配钥匙开的。", re.MULTILINE),
    re.compile(rf"^{_ZH_ROOM}的门没有撬痕，拿走(?P<thing>\w+?)的人用的是钥匙。", re.MULTILINE),
    re.compile(rf"^(?P<thing>\w+?)原存放在{_ZH_ROOM}，门锁完好，是用钥匙开的。", re.MULTILINE),
)  # fmt: skip
_CLOCK = (
    re.compile(rf"In the dark the thief knocked over the clock in {_ROOM}\. It had stopped and showed (?P<time>{_TIME})\."),
    re.compile(rf"The clock of {_ROOM} lay on the floor\. It must have fallen at the moment of the theft, and it showed (?P<time>{_TIME})\."),
    re.compile(rf"The clock of {_ROOM} was found in pieces\. The thief had swept it down, and its hands stood at (?P<time>{_TIME})\."),
    re.compile(rf"At the moment of the theft the clock in {_ROOM} had been knocked over, and its hands had not moved since: (?P<time>{_TIME})\."),
    re.compile(rf"^{_ZH_ROOM}的座钟摔散了，是窃贼碰下来的，两根针停在(?P<time>{_ZH_TIME})。", re.MULTILINE),
    re.compile(rf"^行窃的那一刻，{_ZH_ROOM}的座钟被碰倒，从此不走，停在(?P<time>{_ZH_TIME})。", re.MULTILINE),
    re.compile(rf"^{_ZH_ROOM}的座钟倒在地上，想必是行窃时摔停的，指针停在(?P<time>{_ZH_TIME})。", re.MULTILINE),
    re.compile(rf"^窃贼碰倒了{_ZH_ROOM}的座钟，钟停了，指着(?P<time>{_ZH_TIME})。", re.MULTILINE),
)  # fmt: skip
_WRONG_CLOCK = (
    re.compile(r"The clockmaker said that the fallen clock had been (?P<minutes>\d{1,9}) minutes (?P<way>fast|slow) for weeks\."),
    re.compile(r"The fallen clock, the maid remembered, always (?:ran|stayed) (?P<minutes>\d{1,9}) minutes (?P<way>ahead of|behind) the true time\."),
    re.compile(r"Whoever read the fallen clock had to (?P<way>take off|add) (?P<minutes>\d{1,9}) minutes\. The whole house did so\."),
    re.compile(r"By the station clock, the fallen clock had been (?P<minutes>\d{1,9}) minutes (?P<way>fast|slow) as late as that morning\."),
    re.compile(r"修钟师傅说，摔坏的那座钟几周来一直(?P<way>快|慢)(?P<minutes>\d{1,9})分钟。"),
    re.compile(r"看那座摔坏的钟要(?P<way>减去|加上)(?P<minutes>\d{1,9})分钟，全家都这样看。"),
    re.compile(r"当天早上和车站的钟对过，摔坏的座钟(?P<way>快|慢)(?P<minutes>\d{1,9})分钟。"),
    re.compile(r"丫鬟记得，摔坏的座钟总比准点(?P<way>快|慢)(?P<minutes>\d{1,9})分钟。"),
)  # fmt: skip
_FAST = ("fast", "ahead of", "take off", "快", "减去")
_RIGHT_CLOCK = (
    re.compile(r"The gardener claimed that the fallen clock ran \d{1,9} minutes (?:fast|slow)\. The clockmaker, who had set it that very noon, swore that it was right to the minute\."),
    re.compile(r"It used to be \d{1,9} minutes (?:fast|slow), that fallen clock\. On the day itself it had been put right, as the receipt showed\."),
    re.compile(r"That the fallen clock was \d{1,9} minutes (?:fast|slow) had been true in spring\. It had been repaired since and kept perfect time\."),
    re.compile(r"The cook's boy would (?:take off|add) \d{1,9} minutes for the fallen clock\. The telegraph clerk had compared it that evening and found it right\."),
    re.compile(r"花匠说摔坏的座钟[快慢]\d{1,9}分钟，修钟师傅却证明当天中午刚校过，分秒不差。"),
    re.compile(r"说摔坏的座钟[快慢]\d{1,9}分钟，那是开春的事，后来修过，走得很准。"),
    re.compile(r"厨房的学徒要给摔坏的座钟(?:减去|加上)\d{1,9}分钟，电报局的人当晚对过，说它一分不差。"),
    re.compile(r"那座摔坏的钟从前[快慢]\d{1,9}分钟，但收据显示案发当天已经校准。"),
)  # fmt: skip
_HELD = (
    re.compile(rf"{_PAIR} were down in the house book as holders of the two keys to {_ROOM}\."),
    re.compile(
        rf"According to the house book there are two keys to {_ROOM}\. (?P<one>{_WHO}) signed for one and (?P<two>{_WHO}) for the other\."
    ),
    re.compile(rf"The house book gives the two keys to {_ROOM} to {_PAIR}\."),
    re.compile(rf"Two keys open {_ROOM}, and in the house book {_PAIR} have signed for them\."),
    re.compile(rf"据钥匙簿，{_ZH_ROOM}的钥匙共两把，由{_ZH_PAIR}分别签领。"),
    re.compile(rf"钥匙簿上写明，{_ZH_ROOM}的两把钥匙在{_ZH_PAIR}手里。"),
    re.compile(rf"照钥匙簿，{_ZH_PAIR}各领了{_ZH_ROOM}的一把钥匙，此外没有第三把。"),
    re.compile(rf"开{_ZH_ROOM}的钥匙有两把，钥匙簿上签字的是{_ZH_PAIR}。"),
)
_PASSED = (
    re.compile(rf"“Since Monday it was {_PAIR} who carried the two keys to {_ROOM},” the housekeeper explained, “I only had no time to write it down\.”"),
    re.compile(rf"The house book was out of date\. A week before, both keys to {_ROOM} had gone over to {_PAIR}\."),
    re.compile(rf"What the house book said of {_ROOM} was no longer true: {_PAIR} had been given both keys after the last ball\."),
    re.compile(rf"{_PAIR} laid the two keys to {_ROOM} on the table\. They had had them for a fortnight, whatever the house book said\."),
    re.compile(rf"“打星期一起，{_ZH_ROOM}的两把钥匙就归{_ZH_PAIR}带着，”管家说，“我没来得及记。”"),
    re.compile(rf"钥匙簿没有更新：案发前一周，{_ZH_ROOM}的两把钥匙已经交给{_ZH_PAIR}。"),
    re.compile(rf"簿子上关于{_ZH_ROOM}的那条早已作废，上次宴客之后，两把钥匙就转到了{_ZH_PAIR}手里。"),
    re.compile(rf"^{_ZH_PAIR}把{_ZH_ROOM}的两把钥匙放到桌上，说簿子归簿子，钥匙在他们身边已有半个月。", re.MULTILINE),
)  # fmt: skip
_PROMISED = (
    re.compile(rf"“{_PAIR} were to get the two keys to {_ROOM},” the housekeeper explained\."),
    re.compile(rf"It had been settled that both keys to {_ROOM} should pass to {_PAIR}\."),
    re.compile(rf"A note in the margin of the house book ran: both keys to {_ROOM} to {_PAIR}\."),
    re.compile(rf"{_PAIR} had been chosen to take over the two keys to {_ROOM}\."),
    re.compile(rf"“{_ZH_ROOM}那两把钥匙说好要交给{_ZH_PAIR}。”管家说。"),
    re.compile(rf"先前商定，{_ZH_ROOM}的两把钥匙改由{_ZH_PAIR}保管。"),
    re.compile(rf"簿子边上有一行小字：{_ZH_ROOM}的两把钥匙，交{_ZH_PAIR}。"),
    re.compile(rf"东家选定了{_ZH_PAIR}接管{_ZH_ROOM}的两把钥匙。"),
)
_NOT_YET = (
    re.compile(
        rf"As to the handing over of the two keys to {_ROOM}, the butler admitted that he had put it off until the week after the theft\."
    ),
    re.compile(rf"The two keys to {_ROOM} had stayed where they were, it turned out: the handing over was due only the month after\."),
    re.compile(rf"The handing over of the two keys to {_ROOM} had never taken place, as the butler showed from his own list\."),
    re.compile(
        rf"The paper about the handing over of the two keys to {_ROOM} still lay unsigned on the butler's desk when the theft was found out\."
    ),
    re.compile(rf"至于{_ZH_ROOM}那两把钥匙的移交，男仆承认拖到了案发后一周才办。"),
    re.compile(rf"后来查明，{_ZH_ROOM}那两把钥匙的移交定在次月，案发时还在原来的人手里。"),
    re.compile(rf"^{_ZH_ROOM}那两把钥匙的移交其实从未办过，管事拿出自己的单子为证。", re.MULTILINE),
    re.compile(rf"案发时，{_ZH_ROOM}那两把钥匙的移交单还搁在管事桌上，没有人签字。"),
)
_SEEN = (
    re.compile(rf"(?P<who>{_WHO}) was [a-z' ]+ from (?P<from>{_TIME}) until (?P<to>{_TIME}); the cook and the vicar both said so\."),
    re.compile(rf"From (?P<from>{_TIME}) to (?P<to>{_TIME}) two guests had (?P<who>{_WHO}) before their eyes [a-z' ]+\."),
    re.compile(rf"(?P<who>{_WHO}) had been seen [a-z' ]+, without a break, between (?P<from>{_TIME}) and (?P<to>{_TIME})\."),
    re.compile(rf"Several people spoke with (?P<who>{_WHO}) [a-z' ]+ from (?P<from>{_TIME}) to (?P<to>{_TIME}) without a pause\."),
    re.compile(
        rf"The coachman swore to (?P<who>{_WHO}): [a-z' ]+, from (?P<from>{_TIME}) till (?P<to>{_TIME}), and never out of sight\."
    ),
    re.compile(rf"^(?P<who>{_ZH_WHO})从(?P<from>{_ZH_TIME})到(?P<to>{_ZH_TIME})都在\w+，厨娘和账房先生都这样说。", re.MULTILINE),
    re.compile(rf"(?P<from>{_ZH_TIME})至(?P<to>{_ZH_TIME})之间，有人始终见(?P<who>{_ZH_WHO})在\w+，没有离开。"),
    re.compile(rf"(?P<from>{_ZH_TIME})到(?P<to>{_ZH_TIME})，两位客人一直看见(?P<who>{_ZH_WHO})在\w+。"),
    re.compile(rf"从(?P<from>{_ZH_TIME})到(?P<to>{_ZH_TIME})，好几个人在\w+?同(?P<who>{_ZH_WHO})说话，中间没有断过。"),
    re.compile(rf"车夫替(?P<who>{_ZH_WHO})作证：(?P<from>{_ZH_TIME})起，到(?P<to>{_ZH_TIME})为止，人在\w+，一步也没有走开。"),
)


@dataclass(slots=True)
class _Inquiry:
    """The facts that bear on the theft: minute of it, holders of the keys, when each of the four was seen elsewhere."""

    minute: int
    holders: tuple[str, str]
    seen: dict[str, list[tuple[int, int, Span]]] = field(default_factory=dict)
    used: list[Span] = field(default_factory=list)
    beside: list[Span] = field(default_factory=list)


def read(case: Case, documents: Sequence[Document]) -> Reading:
    """Return who can have done it. Raises ``Unreadable``."""
    asked = next((found for pattern in _ASKED if (found := pattern.fullmatch(case.question))), None)
    if asked is None:
        raise Unreadable("question: it does not ask who took a thing")
    inquiry = _inquiry(only(documents).text, asked["thing"])
    guilty = _guilty(inquiry, inquiry.minute)
    if set(inquiry.holders) - set(case.choices):
        raise Unreadable(f"options: {' and '.join(inquiry.holders)} held the keys, and not both are among them")
    for who, spells in inquiry.seen.items():
        for first, last, span in spells:
            covers = who in inquiry.holders and first <= inquiry.minute <= last
            (inquiry.used if covers else inquiry.beside).append(span)
    right = tuple(option in guilty for option in case.choices)
    # The clock may have shown any other minute of the evening.
    changed = any(_guilty(inquiry, minute) != guilty for minute in range(24 * 60))
    used, beside = tuple(inquiry.used), tuple(inquiry.beside)
    return Reading(right, used, beside, frozenset({0} if changed else ()), " or ".join(sorted(guilty)) or "nobody")


def _guilty(inquiry: _Inquiry, minute: int) -> set[str]:
    return {who for who in inquiry.holders if not any(first <= minute <= last for first, last, _ in inquiry.seen.get(who, ()))}


def _found(text: str, patterns: Sequence[re.Pattern[str]]) -> list[re.Match[str]]:
    return [found for pattern in patterns for found in pattern.finditer(text)]


def _inquiry(text: str, thing: str) -> _Inquiry:
    kept = [found for found in _found(text, _KEPT) if found["thing"] == thing]
    if len(kept) != 1:
        raise Unreadable(f"document 0: {len(kept)} times said where the {thing} was kept and that a key was used")
    room = kept[0]["room"]
    of_room = {
        name: [found for found in _found(text, patterns) if found["room"] == room]
        for name, patterns in (
            ("clock", _CLOCK),
            ("held", _HELD),
            ("passed", _PASSED),
            ("promised", _PROMISED),
            ("not yet", _NOT_YET),
        )
    }
    wrong, fine = (_found(text, patterns) for patterns in (_WRONG_CLOCK, _RIGHT_CLOCK))
    counts = {name: len(found) for name, found in of_room.items()}
    if counts["clock"] != 1 or counts["held"] != 1 or counts["passed"] + counts["promised"] > 1:
        raise Unreadable(f"document 0: statements of the {room}: {counts}")
    if len(wrong) + len(fine) > 1 or counts["not yet"] != counts["promised"]:
        raise Unreadable(f"document 0: {len(wrong)} + {len(fine)} statements of the clock, {counts['not yet']} of keys not handed over")
    minute = _minute(of_room["clock"][0]["time"])
    for found in wrong:
        minute += -int(found["minutes"]) if found["way"] in _FAST else int(found["minutes"])
    holding = (of_room["passed"] or of_room["held"])[0]
    inquiry = _Inquiry(minute, (holding["one"], holding["two"]))
    facts = [kept[0], *of_room["clock"], *of_room["held"], *of_room["passed"], *of_room["promised"], *wrong, *fine, *of_room["not yet"]]
    inquiry.used = [(0, found.start(), found.end()) for found in facts]
    for found in _found(text, _SEEN):
        spell = (_minute(found["from"]), _minute(found["to"]), (0, found.start(), found.end()))
        inquiry.seen.setdefault(found["who"], []).append(spell)
    return inquiry


def _minute(text: str) -> int:
    hour, minute = (int(figure) for figure in re.findall(r"\d{1,9}", text))
    return hour * 60 + minute
