"""What people write to each other in long group conversations, in English and Chinese."""

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
            ("{a} for {event}, then. I rang them and it is ours.", "So we hold {event} at {a}, as nobody minds.", "I have put our names down for {a}: that is {event} settled.", "Everyone nodded, so {event} goes to {a}."),
            ("Bad news on {event}: {a} has a burst pipe. {b} took us in.", "Change of room for {event}, please note: {b}, since {a} was let to somebody else.", "{a} wants far too much money for {event}. I moved us to {b}."),
            ("That business with {event} has solved itself; the room we had in the beginning is free after all and I took it back.", "About {event}: strike my last message, we go where we meant to go originally.", "{event}, again. The move is off, the first booking stands."),
            ("Would {b} not be nicer for {event} than {a}?", "What if we did {event} at {b}? {a} is so draughty.", "I could ask at {b} about {event}; {a} is a long way for some of us."),
            ("I asked about that other room for {event}. No chance, so it stays as it is.", "Looked into it. For {event} we keep what we have.", "No, please not another move of {event}. Leave it."),
            ("{a} wrote: they could take {event} now, if we still want.", "Heard that {a} is free again. Worth a thought for {event}?", "Someone at {a} says {event} would be welcome there after all."),
            ("Kind of them, but {event} has been moved once and the notices are printed. No.", "Too late. {event} is where it is now.", "I thanked them and declined; once is enough for {event}."),
            "where it was to take place", "at {x}",
        ),
        "day": Matter(
            ("{event} is on {a}, write it down.", "Let us say {a} for {event}. No one has objected.", "Then {a} it is, for {event}."),
            ("{event} cannot be on {a}, half of us are away. {b} instead.", "New date for {event}: {b}. {a} clashes with the market.", "I had to shift {event} from {a} to {b}, sorry."),
            ("Sorry for the back and forth: {event} returns to the date we had first.", "The clash is gone, so {event} is on the old date again.", "Forget the new date of {event}. The earlier one holds."),
            ("Is {b} better than {a} for {event}?", "Could {event} be on {b}? {a} is tight for me.", "{a} is awkward. {event} on {b}, anyone?"),
            ("I counted heads about {event}. Most cannot, so the date stays.", "No change to the date of {event}, too many had already planned.", "Let us not touch the date of {event}."),
            ("{a} would suit the hall again, by the way, for {event}.", "If anyone prefers {a} after all for {event}, say so now.", "My sister asks whether {event} might still be on {a}."),
            ("No, {event} keeps the date we changed to.", "Nobody wants to change the date of {event} a second time, me neither.", "The date of {event} has been changed once; that was it."),
            "on which day", "on {x}",
        ),
        "person": Matter(
            ("{a} {does} for {event}. Thank you!", "For {event} we need someone who {does}: {a} said yes.", "Put down {a} for {event}, the one who {does}."),
            ("{a} has a bad back, so {b} {does} for {event}.", "Swap for {event}: {b} {does}, not {a}.", "{b} steps in for {a} at {event} and {does}."),
            ("Our first volunteer for {event} feels well again and takes the task back.", "The swap for {event} is undone, the one we had first does it.", "About {event}: no substitute needed any more, thanks for offering."),
            ("Should {b} rather be the one who {does} for {event}? {a} has so much to do.", "{b} would like to take over from {a} at {event}, it seems: the one who {does}.", "How about {b} in place of {a} for {event}?"),
            ("I asked around about {event}: the one who has the task is glad to keep it.", "No swap for {event}, all is well as arranged.", "Not necessary for {event}, really. It stays."),
            ("{a} offers to do it after all, for {event}.", "{a} could help out again at {event}, I was told.", "By the way, {a} would be free for {event} now."),
            ("Let us leave {event} with the one who stepped in.", "Kind, but the stand-in for {event} has already prepared everything.", "The substitute for {event} stays, no more swaps."),
            "who {does}", "{x} {does}",
        ),
    },
    "zh": {
        "place": Matter(
            ("{event}就定在{a}吧，我已经打过招呼了。", "大家没意见的话，{event}放{a}。", "{a}那边答应了，{event}有地方了。", "{event}的场地我订了{a}。"),
            ("{event}有变动：{a}水管爆了，改到{b}。", "{a}要价太高，{event}我换到{b}了。", "通知一下，{event}不在{a}了，去{b}。"),
            ("{event}的地方又腾出来了，还按最开始说的来。", "{event}不搬了，最早订的那处照用。", "我上次说的换地方作废，{event}还是老地方。"),
            ("{event}在{b}办会不会比{a}好？", "{a}太远了，{event}要不放{b}？", "要不我去问问{b}？{event}在{a}有点挤。"),
            ("问过了，人家不借，{event}维持原样。", "{event}别折腾了，就按现在的。", "打听了一圈，{event}那事不成，不换了。"),
            ("{a}来电话说又能接{event}了。", "听说{a}空出来了，{event}要不要考虑？", "{a}的人问{event}还去不去。"),
            ("{event}已经换过一次，告示都贴了，不再动。", "谢过人家了，{event}就用换了以后的地方。", "来不及了，{event}现在在哪儿就在哪儿。"),
            "在哪里办", "在{x}办",
        ),
        "day": Matter(
            ("{event}定{a}，都记一下。", "那就{a}吧，{event}。", "{event}的日子：{a}，没人反对。"),
            ("{a}好几个人不在，{event}改{b}。", "{event}和赶集撞上了，{a}不行，换成{b}。", "抱歉，{event}要从{a}挪到{b}。"),
            ("撞期的事没了，{event}回到原来那天。", "{event}的新日子作废，照旧日子。", "来回改真对不住，{event}还按第一次定的那天。"),
            ("{event}放{b}是不是比{a}合适？", "{a}我有点紧，{event}能不能{b}？", "有人想把{event}从{a}改到{b}，行吗？"),
            ("数了人头，多数不行，{event}日子不动。", "{event}的日子别改了，好多人已经安排好了。", "算了，{event}还是那天。"),
            ("要是还有人想{a}办{event}，现在说。", "{a}其实也空出来了，{event}可以再想想。", "我姐问{event}还能不能放{a}。"),
            ("不，{event}就按改过的日子。", "{event}的日子改一次够了。", "没人愿意再动{event}的日子。"),
            "定在哪一天", "{x}",
        ),
        "person": Matter(
            ("{event}由{a}{does}，辛苦了。", "{a}答应{does}了，{event}这块就有人了。", "{event}那天{a}{does}，记上。"),
            ("{a}腰扭了，{event}换{b}{does}。", "{event}调一下：{does}的是{b}，不是{a}。", "{b}替{a}，{event}那天{does}。"),
            ("最早答应的那位好了，{event}还是他来，替换取消。", "{event}不用替了，原先的人自己来。", "{event}换人的事作罢，照最初的安排。"),
            ("{event}要不让{b}{does}？{a}事情太多。", "{b}想接{a}的活，就是{event}{does}那个。", "{event}那边{b}顶{a}，怎么样？"),
            ("问过本人了，乐意做，{event}不换人。", "{event}人手就这样，挺好。", "不用换，{event}照旧。"),
            ("{a}说{event}又可以帮忙了。", "对了，{a}现在有空，{event}能来。", "{a}问{event}还要不要他。"),
            ("替的人已经都准备好了，{event}不再换回去。", "{event}就让后来接手的人做吧。", "谢谢，{event}不用再调了。"),
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
        "种子交换会", "提灯夜游", "船底刷漆", "榨苹果那次", "故事夜", "修屋顶碰头会", "迎新饭", "陶土课", "合唱排练", "做馒头那次", "剪树篱", "露天电影",
        "自行车检修", "放风筝试飞", "理旧书", "汤摊", "赛歌会", "清池塘", "拼布展", "坐渡船出游", "象棋夜", "水泵试机", "欢送茶会", "画地图那次",
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

TALK: Mapping[str, Mapping[str, Sequence[str]]] = {
    "en": {
        "line": (
            "{opener}{news}", "{news} {comment}", "{opener}{wonder}", "{thanks}", "{news}", "{comment} {wonder}", "{name}, {wonder2}", "{aside} {news}", "{wonder}", "{news} {aside}",
            "{opener}{news} {comment}", "{name}: {thanks}",
        ),
        "opener": ("By the way, ", "So, ", "Well, ", "Just back. ", "Morning all, ", "Quick one: ", "Honestly, ", "Before I forget: ", "Oh, ", "Evening. "),
        "news": (
            "{name} left a {thing} at {spot}.", "the {thing} {broke} {when}.", "I saw {name} near {spot} {when}.", "my {kin} {did} the {thing} {when}.",
            "there was a {creature} in the {thing} {when}.", "{name} has lent me a {thing}.", "they painted {spot} {when}.", "the {creature}s are back behind {spot}.",
            "somebody {did} our {thing} and nobody noticed.", "it rained into the {thing} {when}.", "the key of {spot} sticks again.", "{name} and I {did} the {thing} together.",
            "I found {number} {creature}s under the {thing}.", "we used up {number} bags of {stuff} {when}.", "the {stuff} from {town} never came.", "{name} walked to {town} and back {when}.",
            "I owe {name} {number} jars of {stuff}.", "the paper says {town} will get a new {thing}.", "{name} thinks the {stuff} is off.", "our {thing} weighs {number} kilos, I checked.",
        ),
        "comment": (
            "Typical.", "I laughed all the way home.", "Not my idea of fun.", "Ask {name}.", "{name} was not amused.", "It could be worse.", "Keep it dry.", "The {creature} did not care.",
            "My {kin} is still talking about it.", "I blame the {stuff}.", "It smells of {stuff} now.", "That makes {number} this year.", "Do not tell {name}.", "You should see the {thing}.",
        ),
        "wonder": (
            "has anyone seen my {thing}?", "who wants {number} bags of {stuff}?", "does {name} still need the {thing}?", "is the road to {town} open?", "what does one feed a {creature}?",
            "can a {thing} be mended with {stuff}?", "who was at {spot} {when}?", "did {name} ever pay for the {stuff}?", "shall I bring {stuff} or a {thing}?", "how long does {stuff} keep?",
        ),
        "wonder2": ("did you take the {thing}?", "can I borrow your {thing} {when2}?", "is that your {creature} at {spot}?", "your {kin} called about the {stuff}.", "you left {number} spoons here."),
        "thanks": ("Thanks for the {stuff}!", "The {stuff} was lovely, thank you.", "Thank you for the {thing}, it works.", "Much obliged for the {thing}.", "Thanks, my {kin} is delighted."),
        "aside": ("(My {kin} dictated this.)", "Sorry, I am late with this.", "Reading backwards here.", "Phone nearly empty.", "Typing with one hand, the other holds a {thing}.", "No joke."),
        "thing": (
            "ladder", "wheelbarrow", "kettle", "tent pole", "accordion", "sieve", "lawn roller", "stove", "bench vice", "trolley", "rain barrel", "sewing machine", "signboard", "drum", "canoe", "clock",
            "bread tin", "hand pump", "screen", "projector", "water can", "rope ladder", "toolbox", "flagpole",
        ),
        "broke": ("fell over", "gave up", "came apart", "went missing", "turned up again", "froze", "rusted through", "started to hum", "leaked"),
        "did": ("mended", "broke", "painted", "sold", "borrowed", "washed", "weighed", "hid", "photographed", "oiled", "measured"),
        "when": ("yesterday", "last night", "before breakfast", "all week", "on the way home", "at noon", "in the rain", "twice", "this morning", "after closing time"),
        "when2": ("tomorrow", "for an hour", "until I am back", "next week", "some time"),
        "kin": ("sister", "uncle", "neighbour", "grandmother", "cousin", "nephew", "landlady", "brother", "aunt", "godson"),
        "creature": ("hedgehog", "heron", "duck", "wasp", "goat", "bat", "newt", "toad", "jackdaw", "ferret", "moth", "snail"),
        "stuff": ("flour", "plum jam", "lime wash", "twine", "candle wax", "gravel", "pea soup", "linseed oil", "chalk", "sawdust", "honey", "yeast", "vinegar", "tea", "plaster"),
        "number": tuple(str(n) for n in range(3, 40)),
    },
    "zh": {
        "line": ("{news}", "{opener}{news}", "{news}{comment}", "{wonder}", "{opener}{wonder}", "{thanks}", "{name}，{wonder2}", "{news}{aside}", "{comment}{wonder}", "{opener}{news}{comment}"),
        "opener": ("对了，", "说起来，", "刚回来，", "各位早，", "插一句，", "差点忘了：", "哎，", "晚上好，", "说真的，", "顺便讲一声，"),
        "news": (
            "{name}把{thing}落在{spot}了。", "{thing}{when}{broke}。", "{when}我在{spot}边上碰见{name}。", "我{kin}{when}把{thing}{did}了。", "{when}{thing}里钻进一只{creature}。", "{name}借了我一个{thing}。",
            "{spot}{when}在刷墙。", "{spot}后头的{creature}又来了。", "不知谁把咱们的{thing}{did}了。", "{when}雨漏到{thing}里去了。", "{spot}的钥匙又不好拧。", "我跟{name}一块儿把{thing}{did}了。",
            "{thing}底下有{number}只{creature}。", "{when}用掉了{number}袋{stuff}。", "{town}那批{stuff}一直没到。", "{name}{when}走到{town}又走回来。", "我还欠{name}{number}罐{stuff}。", "报上讲{town}要添一个{thing}。",
            "{name}觉得{stuff}变味了。", "咱们那个{thing}我称了，{number}公斤。",
        ),
        "comment": ("真是的。", "我笑了一路。", "问{name}去。", "{name}脸都黑了。", "还不算最糟。", "别弄潮了。", "那只{creature}倒不在乎。", "我{kin}现在还念叨。", "都怪{stuff}。", "满屋子{stuff}味儿。", "今年第{number}回了。", "先别跟{name}说。"),
        "wonder": ("谁看见我的{thing}了？", "谁要{stuff}？有{number}袋。", "{name}还用那个{thing}吗？", "去{town}的路通了没有？", "{creature}喂什么好？", "{thing}能用{stuff}补吗？", "{when}谁在{spot}？", "{name}的{stuff}钱给了没有？", "我带{stuff}还是带{thing}？", "{stuff}能放多久？"),
        "wonder2": ("{thing}是你拿的吗？", "你的{thing}借我用用？", "{spot}那只{creature}是你家的？", "你{kin}打电话问{stuff}的事。", "你有{number}把勺子在我这儿。"),
        "thanks": ("谢谢你的{stuff}！", "{stuff}很好吃，谢谢。", "{thing}修好了，多谢。", "{thing}收到，费心了。", "谢啦，我{kin}高兴坏了。"),
        "aside": ("（我{kin}口述的。）", "回得晚，见谅。", "我从下往上看的。", "手机快没电了。", "一只手打字，另一只扶着{thing}。", "没开玩笑。"),
        "thing": ("梯子", "独轮车", "水壶", "帐篷杆", "手风琴", "筛子", "炉子", "台钳", "推车", "雨水桶", "缝纫机", "招牌", "鼓", "木船", "挂钟", "面包模子", "手摇泵", "幕布", "放映机", "喷壶", "绳梯", "工具箱", "旗杆"),
        "broke": ("倒了", "不转了", "散架了", "不见了", "又冒出来了", "冻住了", "锈穿了", "嗡嗡响", "漏了"),
        "did": ("修", "弄坏", "漆", "卖", "借走", "洗", "称", "藏起来", "拍下来", "上油", "量"),
        "when": ("昨天", "昨晚", "早饭前", "这一周", "回家路上", "中午", "下雨时", "今早", "收工后", "前天"),
        "kin": ("姐", "舅舅", "邻居", "奶奶", "表妹", "侄子", "房东", "弟弟", "姑姑", "干儿子"),
        "creature": ("刺猬", "白鹭", "鹅", "马蜂", "山羊", "蝙蝠", "蝾螈", "蛤蟆", "乌鸦", "黄鼠狼", "飞蛾", "蜗牛"),
        "stuff": ("面粉", "梅子酱", "石灰水", "麻绳", "蜡", "碎石", "豌豆汤", "亚麻油", "粉笔", "锯末", "蜂蜜", "酵母", "醋", "茶叶", "石膏"),
        "number": tuple(str(n) for n in range(3, 40)),
    },
}  # fmt: skip
