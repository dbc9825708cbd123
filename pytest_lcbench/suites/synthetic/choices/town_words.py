"""Sentences about an invented town, for chronicles, newspapers and inquiries, in English and Chinese."""

# ruff: noqa: E501 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Mapping, Sequence

TOWN: Mapping[str, Mapping[str, Sequence[str]]] = {
    "en": {
        "chronicle": (
            "{person} the {trade} {deed} {object} near {site}, and {after}.", "of {person} it is told that {tale}.", "{season} {number} {goods} were {moved} to {town}.", "{tale2}, which {opinion}.",
            "the {trade}s of {site} quarrelled with those of {town} over {object}.", "{site} was {worked} by {person}, a {trade} from {town}.", "{person} left {object} to the {trade}s; {after}.",
            "there is a list of {number} {trade}s who {deed} {object}.", "{season} nobody could {can} {object}, since {reason}.", "{reason}, and so {after}.", "the price of {goods} rose, for {reason}.",
            "{object} still hangs in {site}, where {person} put it {season}.", "{person} and {person} shared {object} until {after}.", "those of {town} {deed} {object} and never paid for it.",
            "a {trade} named {person} {deed} {number} {goods} in one day, it is said.", "when {reason}, {person} {deed} {object}.", "old people near {site} say that {tale}.",
        ),
        "news": (
            "{person} of {site} {deed} {object} {season}; {after}.", "the council heard {person}, a {trade}, who said that {reason}.", "{number} {goods} go to {town} next week, the {trade}s report.",
            "readers ask why {object} has not been {worked}; {person} answers that {reason}.", "{site} will be {worked}, {person} announced.", "a {trade} from {town} {deed} {object} at {site}.",
            "the {trade}s' evening at {site} drew {number} people, among them {person}.", "lost near {site}: {object}; the finder may ask for {person}.", "{person} turned {number2} and still works as a {trade}.",
            "the road to {town} is open again, although {reason}.", "{opinion2}, writes {person} from {town}.", "prices at the market: {goods} up, {goods} down, {goods} as before.",
            "the school at {site} thanks {person} for {number} {goods}.", "{person} denies that {tale}.", "police found {object} behind {site}; {after}.", "{season} {person} had promised {number} {goods}, our readers recall.",
        ),
        "inquiry": (
            "{person} looked at {object} and said that {reason}.", "in {site} {person} found nothing but {object} and {number} {goods}.", "the constable wrote down that {tale}.", "{person} had seen the {trade} from {town}, but {after2}.",
            '"{opinion2}," said {person} to the {trade}.', '"I was asleep, and {reason}," said the {trade} of {town}.', "a cup of tea was brought, and {person} talked about {object} for {number} minutes.", "nobody had {worked} {site} since {person} {deed} {object}.",
            '{person} laughed. "{tale2}, and {opinion2}."', "on the stairs lay {object}, which {opinion}.", "the {trade} from {town} swore that {tale}.", "it rained, and the path from {site} to the house of {person} was deep in mud.",
            "{person} counted {number} {goods} in the cellar and wondered.", "the inspector asked about {object}, and {person} grew silent.", "a letter to {person} from {town} spoke of {goods} and of nothing else.",
            '"Ask {person}," said {person}, "{opinion2}."', "the dog of {person} slept beside {object}.", "of {object}, which {person} missed, there was no trace in {site}.",
        ),
        "trade": ("cooper", "glazier", "sailor", "tanner", "carter", "clockmaker", "weaver", "thatcher", "chandler", "farrier", "dyer", "bookbinder", "sawyer", "ropemaker", "gardener", "mason"),
        "deed": ("sold", "mended", "lost", "bought", "painted", "buried", "found", "measured", "gave away", "brought", "burned", "hid", "drew", "carried off", "weighed", "copied"),
        "object": (
            "a copper kettle", "the long ladder", "a chest of letters", "the smaller bell", "a stone with seven letters", "the guild's flag", "a map on calfskin", "an oak door", "the weathercock", "a box of seals",
            "a model of the mill", "the poor box", "an iron gate", "the town drum", "a cracked mirror", "a barrel of tar", "the tithe book", "a brass telescope", "a set of weights", "the organ bellows", "a painted sledge", "an empty coffin",
        ),
        "site": ("the lower mill", "the toll house", "the tannery", "the fish steps", "the almshouse", "the north gate", "the wash house", "the old mint", "the dye works", "the corn loft", "the ferry stairs", "the chapel yard", "the brick kiln", "the pound"),
        "goods": ("barrels", "fleeces", "planks", "cheeses", "bricks", "candles", "hides", "baskets", "loaves", "roof slates", "nets", "pots"),
        "moved": ("sent", "carted", "rowed", "sold", "carried", "promised"), "worked": ("cleaned", "painted", "closed", "rebuilt", "let", "repaired", "searched", "swept"), "can": ("find", "buy", "use", "lift", "sell", "open"),
        "season": ("that winter", "in a dry summer", "before the harvest", "in the week of the fair", "after the long frost", "one Sunday", "the year before", "in lent", "at midsummer", "late in autumn"),
        "after": ("nothing came of it", "the matter was dropped", "people talked of it for years", "it cost {number} coins", "{person} paid", "the {trade}s were content", "it was forgotten", "a song was made of it", "the council shrugged", "{town} took offence"),
        "after2": ("could not say when", "it was too dark", "that was another day", "only from behind", "the door was shut", "no one believed it"),
        "tale": (
            "{object} was {worked} twice", "{person} walked to {town} barefoot", "the {trade} of {site} never slept", "{number} {goods} went missing", "{object} brings bad luck", "{person} spoke to the {trade}s in rhyme",
            "a {trade} from {town} drank {site} dry", "{person} owed {number} {goods} to everyone", "{object} came by the river", "the keys of {site} were made twice",
        ),
        "tale2": ("{person} {deed} {object}", "{object} was left at {site}", "the {trade}s {moved} {number} {goods}", "{person} was made master of the {trade}s", "a {trade} had {deed} {object}", "{site} stood empty"),
        "opinion": ("pleased nobody", "was thought odd", "the {trade}s praised", "{person} denied", "did no harm", "gave rise to talk", "surprised {town}"),
        "opinion2": ("it is all the fault of the {trade}s", "I never liked {object}", "{town} does it better", "one should leave {object} alone", "somebody ought to look at {site}", "there are too many {goods}", "nobody listens to a {trade}"),
        "reason": ("the river was low", "{object} had been pawned", "the {trade}s were away", "{person} had the only key", "snow lay on the road to {town}", "{site} was being {worked}", "there were no {goods} to be had", "{town} had forbidden it", "the horses were ill"),
        "number": [str(n) for n in range(12, 96)], "number2": [str(n) for n in range(70, 99)],
    },
    "zh": {
        "chronicle": (
            "{trade}{person}在{site}{deed}{object}，{after}。", "据传{tale}。", "{season}，{number}{goods}运往{town}。", "{tale2}，{opinion}。", "{site}的{trade}与{town}来的{trade}为{object}争执。", "{site}由{town}{trade}{person}{worked}。",
            "{person}把{object}留给了{trade}行，{after}。", "旧册记有{trade}{number2}人，多与{object}有关。", "{season}，{reason}，谁也弄不到{object}。", "因{reason}，{after}。", "{reason}，{goods2}的价钱涨了。",
            "{object}至今挂在{site}，是{person}{season}放上去的。", "{person}与{person}合用{object}，{after}。", "{town}人{deed}{object}，分文未付。", "{reason}的时候，{trade}{person}{deed}{object}。", "{site}一带的老人说，{tale}。",
        ),
        "news": (
            "{season}，{site}的{person}{deed}{object}，{after}。", "{trade}{person}在会上称，{reason}。", "{trade}行消息：下周有{number}{goods}发往{town}。", "读者来信问{object}为何迟迟不见下文，{person}答复说{reason}。", "{person}宣布，{site}即将{worked}。",
            "{town}来的{trade}在{site}{deed}{object}。", "{site}的{trade}晚会到场{number}人，{person}也在座。", "有人在{site}附近遗失{object}，拾得者请联系{person}。", "{person}今年{number2}岁，仍做{trade}。", "去{town}的路通了，不过{reason}。",
            "{town}的{person}来信说：{opinion2}。", "集市行情：{goods2}涨，{goods2}跌，{goods2}持平。", "{site}小学感谢{person}捐赠{number}{goods}。", "{person}否认{tale}。", "巡警在{site}后面找到{object}，{after}。",
        ),
        "inquiry": (
            "{person}看了看{object}，说{reason}。", "{person}在{site}里只找到{object}和{number}{goods}。", "巡警记下：{tale}。", "{person}见过{town}来的{trade}，但{after2}。", "“{opinion2}。”{person}说。", "“我睡着了，再说{reason}。”{town}的{trade}答道。", "茶端上来，{person}讲{object}讲了{number}分钟。",
            "自从{person}{deed}{object}，{site}就没人{worked}过。", "{person}笑了：“{tale2}，{opinion2}。”", "楼梯上放着{object}，{opinion}。", "{town}来的{trade}发誓说{tale}。", "雨没停，从{site}到{person}住处的小路一片泥泞。", "{person}在地窖里数出{number}{goods}，有些纳闷。", "探长问起{object}，{person}不作声了。",
            "{town}寄给{person}的信里只谈{goods2}。", "“去问{person}，”{person}说，“{opinion2}。”", "{person}的狗在{object}旁边睡着。", "{person}惦记的{object}，在{site}里不见踪影。",
        ),
        "trade": ("箍桶匠", "玻璃匠", "摆渡人", "皮匠", "车夫", "钟表匠", "织工", "瓦匠", "烛匠", "铁匠", "染匠", "装订匠", "锯匠", "绳匠", "花匠", "石匠"),
        "deed": ("卖掉", "修好", "弄丢", "买下", "漆过", "埋了", "找到", "量过", "送出", "带来", "烧掉", "藏起", "画下", "搬走", "称过", "抄录"),
        "object": ("一把铜壶", "那架长梯", "一箱旧信", "小的那口钟", "一块刻字的石头", "行会的旗", "一张羊皮地图", "两扇橡木门", "屋顶的风标", "一盒印章", "水磨的模型", "募捐箱", "一扇铁门", "镇上的大鼓", "一面裂镜", "一桶焦油", "田赋册子", "一架铜望远镜", "一套砝码", "风琴的风箱", "彩绘雪橇", "一口空棺材"),
        "site": ("下磨坊", "收税所", "皮革坊", "鱼市台阶", "济贫院", "北门", "洗衣房", "旧铸币厂", "染坊", "谷仓阁楼", "渡口石阶", "小教堂院子", "砖窑", "牲口栏"),
        "goods": ("桶酒", "张羊皮", "块木板", "块奶酪", "块砖", "支蜡烛", "张牛皮", "只筐", "个面包", "片石瓦", "张渔网", "只陶罐"), "goods2": ("酒", "羊皮", "木板", "奶酪", "砖", "蜡烛", "牛皮", "筐", "面包", "石瓦", "渔网", "陶罐"),
        "worked": ("清扫", "粉刷", "关闭", "重建", "出租", "修缮", "搜查"), "season": ("那年冬天", "大旱的夏天", "收割以前", "赶集那周", "长冻之后", "一个星期日", "前一年", "仲夏", "深秋"),
        "after": ("最后不了了之", "事情就此搁下", "大家议论了好些年", "花去{number}枚铜钱", "由{person}付了账", "{trade}们也满意", "不久便没人提起", "有人编成了歌", "镇上不置可否", "{town}很不高兴"),
        "after2": ("说不清是什么时候", "天太黑", "那是另一天", "只看见背影", "门关着", "没人相信"),
        "tale": ("{object}前后{worked}过两次", "{person}光脚走到{town}", "{site}的{trade}从不睡觉", "{number}{goods}不见了", "{object}会带来霉运", "{person}对{trade}们说话都押韵", "{town}来的{trade}把{site}喝空了", "{person}欠大家{number}{goods}", "{object}是从河上来的", "{site}的钥匙配过两回"),
        "tale2": ("{person}{deed}{object}", "{object}落在{site}", "{trade}们送走{number}{goods}", "{person}当了{trade}行的行首", "有个{trade}{deed}{object}", "{site}空着"),
        "opinion": ("谁也不高兴", "大家觉得蹊跷", "{trade}们称好", "{person}不认", "倒也无妨", "惹出闲话", "{town}颇感意外"),
        "opinion2": ("都怪那些{trade}", "我从来不喜欢{object}", "{town}做得更好", "别去碰{object}", "该有人去看看{site}", "{goods2}太多了", "没人听{trade}的话"),
        "reason": ("河水太浅", "{object}已经当掉", "{trade}们都不在", "只有{person}有钥匙", "去{town}的路上积雪", "{site}正在{worked}", "{goods2}缺货", "{town}下了禁令", "马都病了"),
        "number": [str(n) for n in range(12, 96)], "number2": [str(n) for n in range(70, 99)],
    },
}  # fmt: skip

EVENTS: Mapping[str, Sequence[tuple[str, str]]] = {
    "en": (
        ("the salt works shut their gates for good", "the closing of the salt works"), ("the bell was stolen from its tower", "the theft of the bell"), ("a bear was seen on the market", "the sighting of a bear"),
        ("the first lamp burned on the quay", "the lighting of the quay"), ("the weavers would not work for a month", "the weavers' strike"), ("a stone bridge took the place of the ferry", "the building of the stone bridge"),
        ("the school got a second room", "the enlarging of the school"), ("a comet stood over the hill", "the appearance of a comet"), ("the mayor was sent away in a cart", "the driving out of the mayor"),
        ("the river froze down to its bed", "the freezing of the river"), ("potatoes were planted on the common", "the first planting of potatoes"), ("the old lime tree came down", "the felling of the lime tree"),
        ("a printing press was set up", "the arrival of the printing press"), ("the fair was moved to autumn", "the moving of the fair"), ("the poor house burned", "the burning of the poor house"),
        ("the wall on the north side was pulled down", "the pulling down of the north wall"), ("a company of players was locked up", "the arrest of the players"), ("glass was made here for the first time", "the beginning of glass making"),
        ("the toll was given up", "the end of the toll"), ("a whale lay on the strand", "the stranding of a whale"), ("the clock got its second hand", "the mending of the clock"), ("the well in the square fell dry", "the drying up of the well"),
        ("women were let into the guild", "the admission of women to the guild"), ("the last monk died", "the death of the last monk"), ("a balloon came down in the hop field", "the landing of a balloon"), ("the mint was sold", "the sale of the mint"),
    ),
    "zh": (
        ("盐场关门歇业", "盐场停业"), ("钟楼的钟被人偷走", "钟被盗"), ("集市上闯进一头熊", "熊进集市"), ("码头点起第一盏路灯", "码头装灯"), ("织工歇工一个月", "织工罢工"), ("石桥建成，渡船停了", "石桥建成"), ("学堂加盖一间屋", "学堂扩建"), ("山头出现彗星", "彗星出现"),
        ("镇长被人用板车送走", "驱逐镇长"), ("河水一直冻到底", "河流封冻"), ("公地上种下土豆", "始种土豆"), ("老椴树被砍倒", "砍伐老椴树"), ("印书的机器运到", "印刷机到镇"), ("集市改到秋天", "集市改期"), ("济贫院失火", "济贫院失火案"), ("北城墙被拆", "拆北墙"),
        ("戏班子被关起来", "戏班被拘"), ("头一回烧出玻璃", "开始制玻璃"), ("过路税取消", "废除过路税"), ("鲸鱼搁浅在滩上", "鲸鱼搁浅"), ("大钟换上新指针", "大钟修复"), ("广场的井干了", "井水枯竭"), ("行会开始收女徒", "行会收女徒"), ("最后一个僧人去世", "末僧去世"), ("气球落在啤酒花田里", "气球降落"), ("铸币厂卖给外人", "铸币厂出售"),
    ),
}  # fmt: skip
