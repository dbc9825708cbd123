"""What the checker knows of the law: the kinds of matter, and the words by which a court states each in findings and in reasons.

Every kind has words of the facts and words of the reasons. One word is enough to read the kind, but all words found in a judgment must
agree; so a writer may vary one sentence without making judgments unreadable, and cannot contradict itself unseen.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Family(StrEnum):
    """The branch of the law, which decides what a court can order."""

    CIVIL = "civil"
    CRIMINAL = "criminal"
    ADMINISTRATIVE = "administrative"
    EXECUTION = "execution"


@dataclass(frozen=True, slots=True)
class Kind:
    """A cause of action, an offence, a kind of public act or of objection to execution.

    Args:
        name: as questions name it.
        family: its branch.
        facts: words of the court's findings, any of which shows it.
        reasons: words of the court's own view, any of which shows it.

    """

    name: str
    family: Family
    facts: tuple[str, ...]
    reasons: tuple[str, ...]


_CIVIL, _CRIMINAL, _ADMINISTRATIVE, _EXECUTION = Family.CIVIL, Family.CRIMINAL, Family.ADMINISTRATIVE, Family.EXECUTION

ENGLISH = (
    Kind(
        "Bailment",
        _CIVIL,
        ("a stub with a number", "a card of entry", "against a ticket", "for a numbered slip", "against a signed docket"),
        (
            "entrusted to it",
            "the keeper has to show",
            "was to watch over it",
            "To give back less than was left",
            "It came in sound and went out spoilt",
            "roof by consent",
        ),
    ),
    Kind(
        "Conversion",
        _CIVIL,
        (
            "had a bill of sale printed",
            "put a name-plate on it",
            "demanded it back in vain",
            "asked for it to no purpose",
            "was refused it to the last",
        ),
        (
            "dealt with as only an owner may",
            "disposed of it in denial of",
            "meant never to give it up",
            "One cannot sell what is another's",
            "The owner was shut out of it",
            "behaved as if it had been inherited",
        ),
    ),
    Kind(
        "Wrongful dismissal",
        _CIVIL,
        (
            "so many weeks' holiday",
            "pay and holiday all laid down",
            "forbidden to work for others",
            "with leave to be asked for",
            "at hours the manager fixed",
        ),
        (
            "was ended from one day to the next",
            "the ending without notice",
            "belonged to the house",
            "the door was shut without the months",
            "stood under orders from morning to evening",
            "It was the time to find another place",
        ),
    ),
    Kind(
        "Accident at work",
        _CIVIL,
        (
            "a part of it had been wanting",
            "written up in the book twice",
            "about which staff had complained",
            "as had been reported before",
            "on which a warning had lain",
        ),
        (
            "let a known danger stay",
            "had been told of the danger",
            "who gives orders must see to the safety",
            "was hurt in obeying",
            "A guard would have cost little",
            "The care owed to one's own people",
        ),
    ),
    Kind(
        "Insurance indemnity",
        _CIVIL,
        (
            "took some cases out again",
            "the small type took away",
            "against a yearly premium",
            "for a sum paid each spring",
            "in return for quarterly instalments",
        ),
        (
            "the promise that is sued upon",
            "a promise paid for by premium",
            "sold peace of mind",
            "The risk had been taken over",
            "Who did it is no question at all",
            "has been paid to stand in",
        ),
    ),
    Kind(
        "Loan",
        _CIVIL,
        (
            "how much was owed and from when",
            "at what charge a month",
            "for giving the same sum back",
            "fixed a day of repayment",
            "as much was to be returned",
        ),
        (
            "a promise to hand back, by a day named",
            "come back on a fixed day whatever became of",
            "had only the day to wait for",
            "It was to come home undiminished",
            "knew from the first that it was not to be kept",
            "A sum was let out for a time",
        ),
    ),
    Kind(
        "Money paid by mistake",
        _CIVIL,
        (
            "last year's list at hand",
            "copied from an old slip",
            "The two accounts",
            "bore nearly the same name",
            "stood next in the list of payees",
        ),
        (
            "springs from the receipt itself",
            "A receipt without a ground",
            "the sum simply went astray",
            "Another was to have it",
            "The law does not let a windfall lie",
            "it had no business to be there",
        ),
    ),
    Kind(
        "Private nuisance",
        _CIVIL,
        (
            "own land as it begins",
            "that stand well inside",
            "have never set foot there",
            "kept to their side of the fence",
            "never came through the gate",
        ),
        (
            "what crossed the boundary",
            "permission to enter was never in point",
            "what drifts over a fence",
            "Give and take between neighbours",
            "The air of a house",
            "Its hours and its strength",
        ),
    ),
    Kind(
        "Product liability",
        _CIVIL,
        (
            "every one of that type is alike",
            "the same would happen again",
            "and things around it were damaged",
            "along with things of the household",
            "and the room was laid waste",
        ),
        (
            "for which a maker answers",
            "sent an article into the world",
            "it left the works unsafe",
            "done at the drawing board",
            "The maker must bear what its make has done",
            "Whoever uses it may trust it",
        ),
    ),
    Kind(
        "Road traffic negligence",
        _CIVIL,
        (
            "skid marks of both",
            "both lines of travel",
            "The police prepared a sketch",
            "Two constables measured the skid",
            "A patrol noted the positions",
        ),
        (
            "one user of the highway",
            "strangers met on the highway",
            "ought to have given way",
            "At the wheel one answers to everybody",
            "The rule of the road was broken",
            "Each had to reckon with the other",
        ),
    ),
    Kind(
        "Sale of goods",
        _CIVIL,
        (
            "gave numbers from it",
            "ticked the lines wanted",
            "the consignments from its stock",
            "what lay ready in its warehouse",
            "the numbers ordered off the shelf",
        ),
        (
            "could have gone to any customer",
            "things already on",
            "the next caller would have been served the same",
            "property on one side and price on the other",
            "It was a matter of number and price",
            "They were on the list before",
        ),
    ),
    Kind(
        "Contract for services",
        _CIVIL,
        ("named a day rate on a card", "rate for a turn was agreed", "against fee notes", "sending in a bill", "by the day as billed"),
        (
            "could decline work",
            "That is a person in business",
            "one customer among several",
            "ask for the work but not for the person",
            "a diary that nobody else kept",
            "Where nobody can be ordered about",
        ),
    ),
    Kind(
        "Residential tenancy",
        _CIVIL,
        (
            "two months' money as security",
            "a sum as security and a date",
            "keys were handed over",
            "the locks were shown",
            "gave up the keys",
        ),
        (
            "in return for a periodic payment",
            "all come out of that agreement",
            "the stay was paid for month by month",
            "was there as of promise",
            "The months are counted by the paper",
            "Whoever is let in on terms",
        ),
    ),
    Kind(
        "Trespass to land",
        _CIVIL,
        (
            "carry in boxes by a window",
            "the door off its hinges",
            "went in without asking",
            "forced the padlock and moved in",
            "put in new locks unbidden",
        ),
        (
            "Nothing but the entry and the staying",
            "bodily on the ground itself",
            "an intruder cannot speak of terms",
            "No welcome had been given",
            "stood where only the owner may",
            "The threshold was crossed unasked",
        ),
    ),
    Kind(
        "Joint venture account",
        _CIVIL,
        (
            "see what was over and halve it",
            "whatever a year left, or cost",
            "gains and losses to be split",
            "each to take half of what was left",
            "the result to fall on both alike",
        ),
        (
            "no creditor for a fixed sum",
            "both stood to lose what they had put in",
            "a bad year would have cost both",
            "the two sat at the same table",
            "had thrown in their lot together",
            "filled by both and emptied by one",
        ),
    ),
    Kind(
        "Work and materials",
        _CIVIL,
        (
            "material of their own and a sketch",
            "to be used and a rough plan",
            "own measurements",
            "a pattern that",
            "from drawings that",
        ),
        (
            "answered for a result",
            "it fits nowhere else",
            "nothing but benches and hands",
            "The thing had first to be brought into being",
            "not come, nothing would have been made",
            "bring about what",
        ),
    ),
    Kind(
        "Embezzlement",
        _CRIMINAL,
        (
            "less than the carrier's papers",
            "entries were scratched out",
            "own debts, covered by",
            "never reached the books",
            "was left out of the returns",
        ),
        (
            "the trust that went with the post",
            "what had been entrusted was turned",
            "it passed through",
            "was false to the task",
            "by appointment",
            "came by it honestly and kept it dishonestly",
        ),
    ),
    Kind(
        "Obtaining by deception",
        _CRIMINAL,
        (
            "of a firm that never employed",
            "cards printed with a title",
            "There was nothing behind it",
            "No such supply existed",
            "Not one of them ever received it",
        ),
        (
            "with a false picture before them",
            "told them things that were not so",
            "they paid for a fable",
            "They opened their own purses",
            "A lie came first and the money after",
            "spoke against better knowledge",
        ),
    ),
    Kind(
        "Theft",
        _CRIMINAL,
        ("which door stuck", "where the spare key hung", "let a bolt down", "carried off", "came away unseen"),
        (
            "out of the keeping of others",
            "in other people's keeping all along",
            "others had the keeping of it",
            "The owners never let it go",
            "had to wait until backs were turned",
            "Dark and a quiet step",
        ),
    ),
    Kind(
        "Regulatory penalty",
        _ADMINISTRATIVE,
        (
            "as a lesson for the future",
            "also entered on the record",
            "and imposed a payment on",
            "required a sum for the public purse",
            "pay for the breach",
        ),
        (
            "That is a sanction",
            "visited a past breach",
            "the payment stays paid",
            "What has been done is held against",
            "A reproach was uttered and charged for",
            "punished in the name of order",
        ),
    ),
    Kind(
        "Refusal of registration",
        _ADMINISTRATIVE,
        (
            "which keeps the roll",
            "without whose number nobody may start",
            "in the list that the law requires",
            "in the roll kept for such trades",
            "among those allowed to trade",
        ),
        (
            "the conditions of entry",
            "stood at the door and asked",
            "withheld a leave that",
            "Whoever meets the terms is entitled",
            "The future and not the past",
        ),
    ),
    Kind(
        "Seizure of goods",
        _ADMINISTRATIVE,
        (
            "Before anything is decided it must not move",
            "It has to be looked into first",
            "saying that evidence might vanish",
            "while inquiries went on",
            "so that traces should not be lost",
        ),
        (
            "for the time of an inquiry",
            "to be kept while questions were asked",
            "is merely kept out of reach",
            "The measure looks forward to a decision",
            "laid hands on it for safety's sake",
            "It can be undone by opening a door",
        ),
    ),
)

CHINESE = (
    Kind(
        "建设工程施工合同纠纷",
        _CIVIL,
        ("保修满两年再付", "两年后无质量问题再付", "标承接", "中标后进场", "经比价取得"),
        ("附着于土地的工程", "不动产营造", "经过验收方可使用", "从开工到竣工的全部环节", "在一块土地上建成"),
    ),
    Kind(
        "委托理财合同纠纷",
        _CIVIL,
        ("跌去两成即须清仓", "跌到约定数目就得收手", "亏损达到约定比例时", "跌破所定底线时", "净值低于警戒数额时"),
        ("代为操作和管理的义务", "据业绩取酬", "账户的密码虽在", "受人之托而代人买卖", "理财者是否守住界限"),
    ),
    Kind(
        "提供劳务者受害责任纠纷",
        _CIVIL,
        ("下面没有垫子", "绳子是旧的", "未提供安全绳", "未设置防护", "没有人在旁看护"),
        ("不存在可申请工伤认定", "无从适用工伤程序", "两个自然人之间", "在给人干活时受的伤", "受益者对干活的人"),
    ),
    Kind(
        "财产保险合同纠纷",
        _CIVIL,
        ("列着几种不赔的情形", "写着若干不赔的情形", "条款载有", "单证印有", "格式文本列明"),
        ("收取费用时作出的承诺", "履行赔付承诺", "收钱时许下的话", "买的就是这份安心", "小字里的例外"),
    ),
    Kind(
        "劳动争议",
        _CIVIL,
        ("填写入职登记表", "经面试录用", "停发报酬并要求其离岗", "通知其不再到岗", "收回其工牌"),
        ("人身和经济上的从属性", "不能自行招人顶替", "请一天假也要批", "被单位打发回家", "月复一月听命于一家"),
    ),
    Kind(
        "房屋租赁合同纠纷",
        _CIVIL,
        ("押一笔钱在先", "先押一笔", "期限及押金数额", "起止日期和押金", "租期与保证金"),
        ("同意并以付费为对价", "占有起初即有依据", "门是主人打开的", "用一天付一天的钱", "当初谈好的费用"),
    ),
    Kind(
        "民间借贷纠纷",
        _CIVIL,
        ("每季付一次费用", "连同费用一并交回", "按月计付的费用标准", "何时归还及占用代价", "到期如数退还"),
        (
            "返还同等数额并支付资金占用成本",
            "退还与收到数额相同的款项",
            "盼的只是到日子收回",
            "占用多久便付多久的代价",
            "钱先出去、日后再回来",
        ),
    ),
    Kind(
        "返还原物纠纷",
        _CIVIL,
        ("没有谁答应过", "事先事后都没有同", "趁其外出", "不打招呼便", "擅自撬锁"),
        ("占有自始没有权源", "是登记簿上的权利人", "从没有人让他进来", "换不来一把合法的钥匙", "物在他人手中而无来由"),
    ),
    Kind(
        "产品责任纠纷",
        _CIVIL,
        ("同一批次均缺一道保护", "换谁使用都会如此", "存在危及人身安全的", "出厂时即有隐患", "未达到应有的安全"),
        (
            "生产者的责任不以双方有约定为前提",
            "投入流通的生产者承担",
            "东西从厂里出来就不安全",
            "错在设计而不在使用",
            "造物者对物所致的伤害",
        ),
    ),
    Kind(
        "买卖合同纠纷",
        _CIVIL,
        ("从库里发出", "次日装车送到", "按标准型号", "依目录规格", "从现有库存"),
        ("库存的通用规格", "所有权与相应价款", "谁来订都是这些", "订货之前即已存放", "现货而未付清"),
    ),
    Kind(
        "劳务合同纠纷",
        _CIVIL,
        ("一趟一结", "当日点数结钱", "按工时结算", "干一天算一天", "做一次结一次"),
        ("可以接活也可以不接", "一次一结的人工对价", "来去由自己决定", "活与活之间互不相欠", "出了力而没拿到钱"),
    ),
    Kind(
        "机动车交通事故责任纠纷",
        _CIVIL,
        ("量了刹车痕", "警察画了现场图", "交警部门作出认定", "公安交管部门认定", "事故处理民警认为"),
        ("一次道路上的碰撞", "因道路上的违章行为", "该让而没有让", "车轮之下的损害", "未守路上的规矩"),
    ),
    Kind(
        "不当得利纠纷",
        _CIVIL,
        ("照着旧名单", "凭着一张旧字条", "原定收款人为", "本想付给", "另有其人"),
        ("转款时所想的收款人", "一方受益、另一方受损", "不过是一时疏忽", "说不出钱从何来", "得之无因"),
    ),
    Kind(
        "承揽合同纠纷",
        _CIVIL,
        ("主材和一张草图", "料子和一份要求", "自备的材料交给", "提供样品和主料", "带着图样和料来"),
        ("对他人也没有用处", "以自身设备、技术和劳力完成", "先有要求、后有其物", "按做成与否论报酬", "手艺加上别人的料"),
    ),
    Kind(
        "合同诈骗罪",
        _CRIMINAL,
        ("租下一间挂牌的办公室", "刻了一枚合同章", "以没有实际经营的公司名义", "借用空壳企业的公章", "冒用他人公司的执照"),
        ("看似正常的供货协议", "以伪造单证冒充履行能力", "信的是那份盖了章的文书", "做买卖的样子都有了", "把订约当作骗局的一环"),
    ),
    Kind(
        "职务侵占罪",
        _CRIMINAL,
        ("少记进、多记损耗", "货款收进自己的账户", "依岗位职责", "因受公司指派", "按内部分工"),
        ("利用主管、经手之便", "单位赋予的经手权限", "白天坐在自己的位子上", "交到手上以后才起意", "管账的人动了账"),
    ),
    Kind(
        "诈骗罪",
        _CRIMINAL,
        ("自称某领导的亲戚", "自称厂里的内部人员", "为名，先后骗得", "作饵，陆续取得", "为由，多次收取"),
        ("编造的身份和门路", "虚构身份的信任", "从头到尾没有一纸文书", "钱是被害人自己递过去的", "先编一个故事再收钱"),
    ),
    Kind(
        "盗窃罪",
        _CRIMINAL,
        ("哪扇窗关不严", "几点换班", "后销赃", "连夜运离", "藏匿于出租屋"),
        ("得手依靠的是避人耳目", "利用熟悉环境、便于进出的条件", "等到没人看见才动手", "主人醒来才知道少了", "从别人的看管之下拿走"),
    ),
    Kind(
        "行政处罚",
        _ADMINISTRATIVE,
        ("限十五日内缴款入库", "交纳一笔钱款并记入档案", "课以金钱负担", "责令其缴纳一定款项", "命其向国库缴款"),
        ("施以终局性的制裁", "承担金钱上的不利", "钱交了便不会退", "这是责难而不是看管", "为过去的事付出代价"),
    ),
    Kind(
        "行政强制",
        _ADMINISTRATIVE,
        ("等查清再说", "免得不见", "以防止证据灭失为由", "为便于日后查证", "称须先行控制"),
        ("取走或者封存物品时", "调查期间的暂时性控制", "只是暂时拿不到", "决定一日不作、封条一日不去", "先控制起来再说"),
    ),
    Kind(
        "行政确认",
        _ADMINISTRATIVE,
        ("算不算工作中受的伤", "判定是否算工伤", "申请确定该情形", "判明这是否", "递交材料要求认定"),
        ("符合法定情形加以甄别", "是否属于法律所列的情形", "一纸结论既不罚也不扣", "在法律上叫什么", "对号入座而已"),
    ),
    Kind(
        "执行行为异议",
        _EXECUTION,
        ("输了官司", "作为被执行", "作为欠债的一方", "即案中的债务人"),
        ("指摘的只是措施的步骤", "争点在于法院的做法本身", "欠债的人也有权要求守规矩", "一步一步做得对不对", "少了一道手续"),
    ),
    Kind(
        "案外人执行异议",
        _EXECUTION,
        ("一次付清了钱", "分三笔付清了钱", "付清价款后", "价款两清之后", "将约定的钱付完"),
        ("对特定物享有足以排除处分", "异议针对的是物归谁有", "这东西早就是我的", "站在债务之外的人", "该不该动这件东西"),
    ),
    Kind(
        "参与分配异议",
        _EXECUTION,
        ("欠的人多、钱不够分", "讨债的有五家", "不足以清偿全部债务", "僧多粥少", "所得抵不上欠款"),
        ("从同一笔款项中", "一方多得则另一方少得", "只嫌自己那一份少", "大家都是来分钱的", "谁排在前、谁排在后"),
    ),
)

KINDS = {"en": {kind.name: kind for kind in ENGLISH}, "zh": {kind.name: kind for kind in CHINESE}}
"""Every kind by its name, by language."""
