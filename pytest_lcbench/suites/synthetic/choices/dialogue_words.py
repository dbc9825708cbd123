"""What people write to each other about arrangements, in English and Chinese."""

# ruff: noqa: E501, SIM905 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Matter:
    """One side of an arrangement that may change: place, day or person.

    Args:
        first: settles it on ``{a}``.
        shift: moves it from ``{a}`` to ``{b}``.
        back: undoes the move without naming either.
        idea: proposes ``{b}`` in place of ``{a}``.
        refused: turns such an idea down without naming either.
        again: brings ``{a}`` up once more after the move.
        firm: keeps the moved state without naming either.
        ask: what is asked for.
        option: how ``{x}`` is written in an option.

    """

    first: Sequence[str]
    shift: Sequence[str]
    back: Sequence[str]
    idea: Sequence[str]
    refused: Sequence[str]
    again: Sequence[str]
    firm: Sequence[str]
    ask: str
    option: str


MATTERS: Mapping[str, Mapping[str, Matter]] = {
    "en": {
        "place": Matter(
            (
                "{a} for {event}, then. I rang them and it is ours.", "So we hold {event} at {a}, as nobody minds.", "I have put our names down for {a}: that is {event} settled.", "Everyone nodded, so {event} goes to {a}.",
                "{event}: {a}. The caretaker has written it into the book.", "We have the key of {a} for {event}, all agreed.", "I paid the deposit for {a}, {event} can go ahead there.",
            ),
            (
                "Bad news on {event}: {a} has a burst pipe. {b} took us in.", "Change of room for {event}, please note: {b}, since {a} was let to somebody else.", "{a} wants far too much money for {event}. I moved us to {b}.",
                "{a} is getting a new roof, so {event} moves to {b}.", "For {event} forget {a}. {b} has more chairs and said yes.", "The people at {a} backed out of {event}; I signed for {b}.",
            ),
            (
                "That business with {event} has solved itself; the room we had in the beginning is free after all and I took it back.", "About {event}: strike what I wrote on the move, we go where we meant to go originally.", "{event}, again. The move is off, the first booking stands.",
                "{event}: scrap the move, they found us a slot in the place we booked first.", "I cancelled the second room for {event}, the one we started with will do.", "No move for {event} any more. Same walls as planned in the first place.",
            ),
            (
                "Would {b} not be nicer for {event} than {a}?", "What if we did {event} at {b}? {a} is so draughty.", "I could ask at {b} about {event}; {a} is a long way for some of us.",
                "Has anyone thought of {b} for {event}? I never liked {a}.", "{b} would cost less than {a} for {event}, just saying.", "Shall I see whether {b} could take {event} instead of {a}?",
            ),
            (
                "I asked about that other room for {event}. No chance, so it stays as it is.", "Looked into it. For {event} we keep what we have.", "No, please, no moving of {event}. Leave it.",
                "They will not have {event} there, so nothing changes.", "Two hands for the other room for {event}, nine against. It stays.", "{event} stays put, the other place has no kitchen.",
            ),
            (
                "{a} wrote: they could take {event} now, if we still want.", "Heard that {a} is free again. Worth a thought for {event}?", "Someone at {a} says {event} would be welcome there after all.",
                "The people at {a} are sorry and would love to have {event} back.", "If it helps, {a} is free for {event} once more.", "The caretaker of {a} asks if we still want it for {event}.",
            ),
            (
                "Kind of them, but {event} has been moved once and the notices are printed. No.", "Too late. {event} is where it is now.", "I thanked them and declined; once is enough for {event}.",
                "We are not going back and forth with {event}. It stays moved.", "{event} remains at the second address, everyone has been told.", "I said no for {event}: we like the new place.",
            ),
            "where it was to take place", "at {x}",
        ),
        "day": Matter(
            (
                "{event} is on {a}, write it down.", "Let us say {a} for {event}. No one has objected.", "Then {a} it is, for {event}.",
                "I wrote {a} into the calendar for {event}.", "{a} suits most of you, so that is {event} fixed.", "{event} will be on {a}. Invitations go out tonight.",
            ),
            (
                "{event} cannot be on {a}, half of us are away. {b} instead.", "New date for {event}: {b}. {a} clashes with the market.", "I had to shift {event} from {a} to {b}, sorry.",
                "{event} goes from {a} to {b}, the band could not come otherwise.", "Please change your calendars: {event} is on {b}, no longer on {a}.", "{a} is a holiday in half the valley, therefore {event} on {b}.",
            ),
            (
                "Sorry for the back and forth: {event} returns to the date we had first.", "The clash is gone, so {event} is on the old date again.", "Forget the new date of {event}. The earlier one holds.",
                "{event}: I undo the new date, the first one counts.", "We can keep the original day of {event} after all.", "Cross out the change of day for {event}; it is as it was at the start.",
            ),
            (
                "Is {b} better than {a} for {event}?", "Could {event} be on {b}? {a} is tight for me.", "{a} is awkward. {event} on {b}, anyone?",
                "What about {b} for {event}? {a} is my shift.", "Some of us would find {b} easier than {a} for {event}.", "I only ask: {event} on {b}, not on {a}?",
            ),
            (
                "I counted heads about {event}. Most cannot, so the date stays.", "No change to the date of {event}, too many had already planned.", "Let us not touch the date of {event}.",
                "The day of {event} remains, the hall is let otherwise.", "Asked around, no majority for another day of {event}.", "{event} stays when it is, the posters hang already.",
            ),
            (
                "{a} would suit the hall again, by the way, for {event}.", "If anyone prefers {a} after all for {event}, say so now.", "My sister asks whether {event} might still be on {a}.",
                "For what it is worth, {a} has become free again for {event}.", "Two people ask me to put {event} back on {a}.", "Would {a} not have been better for {event} after all?",
            ),
            (
                "No, {event} keeps the date we changed to.", "Nobody wants to change the date of {event} a second time, me neither.", "The date of {event} has been changed once; that was it.",
                "The second day of {event} is the one that counts, full stop.", "I have printed the changed day of {event}; it stays.", "{event}: no more moving, come on the changed day.",
            ),
            "on which day", "on {x}",
        ),
        "person": Matter(
            (
                "{a} {does} for {event}. Thank you!", "For {event} we need someone who {does}: {a} said yes.", "Put down {a} for {event}, the one who {does}.",
                "{event}: it is {a} who {does}, as last year.", "I asked around for {event}, and {a} {does}.", "Settled for {event}: {a} {does}.",
            ),
            (
                "{a} has a bad back, so {b} {does} for {event}.", "Swap for {event}: {b} {does}, not {a}.", "{b} steps in for {a} at {event} and {does}.",
                "{a} has to work that day; {b} {does} for {event}.", "For {event} {b} takes over from {a} and {does}.", "Small change: {b} {does} at {event}, since {a} is away.",
            ),
            (
                "Our first volunteer for {event} feels well again and takes the task back.", "The swap for {event} is undone, the one we had first does it.", "About {event}: no substitute needed any more, thanks for offering.",
                "{event}: the first one can come after all and does it, thanks to the other.", "No need to step in at {event}, it is as first agreed.", "The person we asked first for {event} is free again and does it.",
            ),
            (
                "Should {b} rather be the one who {does} for {event}? {a} has so much to do.", "{b} would like to take over from {a} at {event}, it seems: the one who {does}.", "How about {b} in place of {a} for {event}?",
                "Would {b} like to do that in place of {a} at {event}?", "{a} does so much already. {b} for {event}, as the one who {does}?", "Could {b} and not {a} be the one who {does} at {event}?",
            ),
            (
                "I asked around about {event}: the one who has the task is glad to keep it.", "No swap for {event}, all is well as arranged.", "Not necessary for {event}, really. It stays.",
                "All stays as it was for {event}, nobody wants to swap.", "I talked to both; no change at {event}.", "{event}: thank you, but the one who said yes does it.",
            ),
            (
                "{a} offers to do it after all, for {event}.", "{a} could help out again at {event}, I was told.", "By the way, {a} would be free for {event} now.",
                "{a} has the day off now and would do it for {event}.", "I hear {a} is feeling fit for {event} again.", "{a} says it would be no trouble to help at {event} after all.",
            ),
            (
                "Let us leave {event} with the one who stepped in.", "Kind, but the stand-in for {event} has already prepared everything.", "The substitute for {event} stays, no more swaps.",
                "We stay with the replacement for {event}.", "{event} is in new hands and stays there.", "Not again, please. The one who took over at {event} has the keys.",
            ),
            "who {does}", "{x} {does}",
        ),
    },
    "zh": {
        "place": Matter(
            ("{event}就定在{a}吧，我已经打过招呼了。", "大家没意见的话，{event}放{a}。", "{a}那边答应了，{event}有地方了。", "{event}的场地我订了{a}。", "{event}借{a}，钥匙我拿着。", "订金交了，{event}在{a}。"),
            ("{event}有变动：{a}水管爆了，改到{b}。", "{a}要价太高，{event}我换到{b}了。", "通知一下，{event}不在{a}了，去{b}。", "{a}要翻屋顶，{event}搬去{b}。", "{a}临时变卦，{event}我另找了{b}。", "{event}别去{a}了，{b}凳子多，也答应了。"),
            ("{event}的地方又腾出来了，还按最开始说的来。", "{event}不搬了，最早订的那处照用。", "我说的{event}换地方作废，还是老地方。", "{event}第二处我退了，头一处能用。", "{event}换地方的事取消，照第一次说的。", "头一回订的那家又松口了，{event}还去那儿。"),
            ("{event}在{b}办会不会比{a}好？", "{a}太远了，{event}要不放{b}？", "要不我去问问{b}？{event}在{a}有点挤。", "有没有人想过{event}用{b}？{a}我一直不喜欢。", "{event}去{b}比{a}便宜，随口一说。", "我看看{b}能不能接{event}，省得去{a}？"),
            ("问过了，人家不借，{event}维持原样。", "{event}别折腾了，就按现在的。", "打听了一圈，{event}那事不成，不换了。", "举手表决过，{event}不挪地方。", "那边没厨房，{event}不动。", "{event}的场地就这样，别再提了。"),
            ("{a}来电话说又能接{event}了。", "听说{a}空出来了，{event}要不要考虑？", "{a}的人问{event}还去不去。", "{a}托人带话，{event}随时欢迎回去。", "{a}过意不去，说{event}还是可以去。", "顺口一提，{a}那天又空了，{event}用不用？"),
            ("{event}已经换过一次，告示都贴了，不再动。", "谢过人家了，{event}就用换了以后的地方。", "来不及了，{event}现在在哪儿就在哪儿。", "{event}不来回搬，就在后来定的那处。", "我回绝了，{event}还是新地方。", "都通知到了，{event}以换过的地方为准。"),
            "在哪里办", "在{x}办",
        ),
        "day": Matter(
            ("{event}定{a}，都记一下。", "那就{a}吧，{event}。", "{event}的日子：{a}，没人反对。", "{event}我写到日历上了，{a}。", "{a}大伙儿都方便，{event}就这天。", "{event}放在{a}，今晚发通知。"),
            ("{a}好几个人不在，{event}改{b}。", "{event}和赶集撞上了，{a}不行，换成{b}。", "抱歉，{event}要从{a}挪到{b}。", "{event}不是{a}了，是{b}，改一下日历。", "{a}乐队来不了，{event}换到{b}。", "{a}半个村要上坟，{event}只好{b}。"),
            ("撞期的事没了，{event}回到原来那天。", "{event}的新日子作废，照旧日子。", "来回改真对不住，{event}还按第一次定的那天。", "{event}改期的事我收回，头一个日子算数。", "{event}不用改期了，就最初那天。", "把{event}改期那条划掉，跟一开始一样。"),
            ("{event}放{b}是不是比{a}合适？", "{a}我有点紧，{event}能不能{b}？", "有人想把{event}从{a}改到{b}，行吗？", "{a}我当班，{event}{b}怎么样？", "有几位觉得{event}{b}比{a}方便。", "只是问问：{event}{b}办，不在{a}，成不成？"),
            ("数了人头，多数不行，{event}日子不动。", "{event}的日子别改了，好多人已经安排好了。", "算了，{event}还是那天。", "海报都挂了，{event}不改期。", "问了一圈，想换日子的不多，{event}照旧。", "别的日子场地都租出去了，{event}不改。"),
            ("要是还有人想{a}办{event}，现在说。", "{a}其实也空出来了，{event}可以再想想。", "我姐问{event}还能不能放{a}。", "有两个人托我问，{event}能不能改回{a}。", "说句闲话，{event}要是{a}也挺好。", "{a}那天又没事了，{event}的各位知道一下。"),
            ("不，{event}就按改过的日子。", "{event}的日子改一次够了。", "没人愿意再动{event}的日子。", "{event}以后定的那天为准，到此为止。", "改过的日子已经印出去了，{event}不再变。", "{event}别再挪了，照换过的那天来。"),
            "定在哪一天", "{x}",
        ),
        "person": Matter(
            ("{event}由{a}{does}，辛苦了。", "{a}答应{does}了，{event}这块就有人了。", "{event}那天{a}{does}，记上。", "{event}{does}的还是{a}，跟去年一样。", "问了一圈，{event}{a}{does}。", "{event}定了，{a}{does}。"),
            ("{a}腰扭了，{event}换{b}{does}。", "{event}调一下：{does}的是{b}，不是{a}。", "{b}替{a}，{event}那天{does}。", "{a}那天要上班，{event}由{b}{does}。", "{event}{b}接{a}的班，{does}。", "小改动：{a}出门，{event}{b}{does}。"),
            ("最早答应的那位好了，{event}还是原班人马，替换取消。", "{event}不用替了，原先的人自己来。", "{event}换人的事作罢，照最初的安排。", "头一个答应的又能来了，{event}不用别人顶。", "{event}顶班取消，谁先答应谁来。", "{event}还是一开始那位，多谢肯帮忙的。"),
            ("{event}要不让{b}{does}？{a}事情太多。", "{b}想接{a}的活，就是{event}{does}那个。", "{event}那边{b}顶{a}，怎么样？", "{b}愿不愿意替{a}？{event}那回。", "{a}够忙的了，{event}{b}{does}行不行？", "能不能{b}来，别让{a}，{event}{does}那个？"),
            ("问过本人了，乐意做，{event}不换人。", "{event}人手就这样，挺好。", "不用换，{event}照旧。", "两边都谈了，{event}不变。", "{event}谁答应的谁做，谢谢。", "没人想换，{event}维持原来的人。"),
            ("{a}说{event}又可以帮忙了。", "对了，{a}现在有空，{event}能来。", "{a}问{event}还要不要人。", "{a}那天调休了，{event}愿意来。", "听说{a}好利索了，{event}想出力。", "{a}讲{event}帮个忙不费事。"),
            ("替的人已经都准备好了，{event}不再换回去。", "{event}就让后来接手的人做吧。", "谢谢，{event}不用再调了。", "{event}还用顶上来的那位。", "{event}交出去了就不收回。", "别再换了，{event}的钥匙在接手的人那儿。"),
            "由谁{does}", "由{x}{does}",
        ),
    },
}  # fmt: skip

EVENTS = {
    "en": (
        "the seed swap", "the lantern walk", "the boat tarring", "the apple pressing", "the story night", "the roof meeting", "the welcome supper", "the clay morning",
        "the choir rehearsal", "the bread baking", "the hedge cutting", "the film evening", "the bicycle check", "the kite trial", "the book sorting", "the soup stall",
        "the song contest", "the pond clearing", "the quilt show", "the ferry outing", "the chess evening", "the pump test", "the farewell tea", "the map drawing",
    ),
    "zh": (
        "种子交换会", "提灯夜游", "船底刷漆", "榨苹果汁", "故事夜", "修屋顶碰头会", "迎新饭", "陶土课", "合唱排练", "蒸馒头", "剪树篱", "露天电影",
        "自行车检修", "放风筝试飞", "理旧书", "汤摊", "赛歌会", "清池塘", "拼布展", "坐渡船出游", "象棋夜", "水泵试机", "欢送茶会", "画地图",
    ),
}  # fmt: skip
SPOTS = {
    "en": (
        "the boathouse", "the old dairy", "the reading room", "the tithe barn", "the schoolhouse", "the mill loft", "the fire station", "the vicarage",
        "the weigh house", "the tram shed", "the chapel hall", "the net store", "the toll cottage", "the bell chamber", "the corn hall", "the glasshouse",
    ),
    "zh": (
        "船屋", "老奶站", "阅览室", "晒谷场", "小学操场", "磨坊阁楼", "消防站", "茶馆", "过磅房", "电车棚", "旧礼堂", "网具库", "收费亭旧址", "钟楼底层", "粮站大厅", "暖房",
    ),
}  # fmt: skip
DAYS = {
    "en": tuple(f"{day} the {ordinal}" for day, ordinal in zip("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split() * 4, [f"{n}th" for n in range(4, 21)], strict=False)),
    "zh": tuple(f"{month}{day}" for month in ("初", "十") for day in "二三四五六七八九"),
}  # fmt: skip
DUTIES = {
    "en": ("brings the lamps", "keeps the cash box", "cooks", "opens the door", "writes the report", "drives the cart", "minds the children", "carries the benches", "tunes the piano", "takes the photographs"),
    "zh": ("带灯", "管钱箱", "掌勺", "开门", "写记录", "开车", "看孩子", "搬长凳", "调琴", "拍照"),
}  # fmt: skip
TITLES = {
    "en": ("Messages of the {place} {club}", "{place} {club}: what we wrote to each other", "Group chat, {club} of {place}"),
    "zh": ("{place}{club}群聊记录", "{place}{club}往来消息", "{club}（{place}）聊天存档"),
}
CLUBS = {
    "en": (
        "Garden Circle",
        "Rowing Friends",
        "Neighbourhood Kitchen",
        "Amateur Theatre",
        "Repair Club",
        "Walking Society",
        "Village Library Helpers",
    ),
    "zh": ("种植小组", "划船队", "邻里厨房", "业余剧社", "修理社", "健步会", "书屋志愿者"),
}
