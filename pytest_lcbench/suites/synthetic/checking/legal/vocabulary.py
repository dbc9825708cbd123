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
    Kind("Bailment", _CIVIL, ("against a ticket",), ("entrusted to it", "the keeper has to show")),
    Kind("Conversion", _CIVIL, ("demanded it back in vain",), ("dealt with as only an owner may", "disposed of it in denial of")),
    Kind(
        "Wrongful dismissal",
        _CIVIL,
        ("forbidden to work for others",),
        ("was ended from one day to the next", "the ending without notice"),
    ),
    Kind(
        "Accident at work",
        _CIVIL,
        ("about which staff had complained", "as had been reported before"),
        ("let a known danger stay", "had been told of the danger"),
    ),
    Kind(
        "Insurance indemnity", _CIVIL, ("against a yearly premium",), ("the promise that is sued upon", "a promise paid for by premium")
    ),
    Kind(
        "Loan",
        _CIVIL,
        ("for giving the same sum back",),
        ("a promise to hand back, by a day named", "come back on a fixed day whatever became of"),
    ),
    Kind("Money paid by mistake", _CIVIL, ("The two accounts",), ("springs from the receipt itself", "A receipt without a ground")),
    Kind(
        "Private nuisance",
        _CIVIL,
        ("have never set foot there",),
        ("what crossed the boundary", "permission to enter was never in point"),
    ),
    Kind(
        "Product liability",
        _CIVIL,
        ("and things around it were damaged",),
        ("for which a maker answers", "sent an article into the world"),
    ),
    Kind(
        "Road traffic negligence",
        _CIVIL,
        ("The police prepared a sketch",),
        ("one user of the highway", "strangers met on the highway"),
    ),
    Kind("Sale of goods", _CIVIL, ("the consignments from its stock",), ("could have gone to any customer", "things already on")),
    Kind("Contract for services", _CIVIL, ("against fee notes",), ("could decline work", "That is a person in business")),
    Kind(
        "Residential tenancy",
        _CIVIL,
        ("keys were handed over",),
        ("in return for a periodic payment", "all come out of that agreement"),
    ),
    Kind(
        "Trespass to land",
        _CIVIL,
        ("went in without asking",),
        ("Nothing but the entry and the staying", "bodily on the ground itself"),
    ),
    Kind(
        "Joint venture account",
        _CIVIL,
        ("gains and losses to be split",),
        ("no creditor for a fixed sum", "both stood to lose what they had put in"),
    ),
    Kind("Work and materials", _CIVIL, ("own measurements",), ("answered for a result", "it fits nowhere else")),
    Kind(
        "Embezzlement",
        _CRIMINAL,
        ("own debts, covered by",),
        ("the trust that went with the post", "what had been entrusted was turned"),
    ),
    Kind(
        "Obtaining by deception",
        _CRIMINAL,
        ("There was nothing behind it",),
        ("with a false picture before them", "told them things that were not so"),
    ),
    Kind(
        "Theft", _CRIMINAL, ("let a bolt down", "carried off"), ("out of the keeping of others", "in other people's keeping all along")
    ),
    Kind("Regulatory penalty", _ADMINISTRATIVE, ("and imposed a payment on",), ("That is a sanction", "visited a past breach")),
    Kind("Refusal of registration", _ADMINISTRATIVE, ("in the list that the law requires",), ("the conditions of entry",)),
    Kind(
        "Seizure of goods",
        _ADMINISTRATIVE,
        ("saying that evidence might vanish",),
        ("for the time of an inquiry", "to be kept while questions were asked"),
    ),
)

CHINESE = (
    Kind("建设工程施工合同纠纷", _CIVIL, ("标承接",), ("附着于土地的工程", "不动产营造")),
    Kind("委托理财合同纠纷", _CIVIL, ("亏损达到约定比例时",), ("代为操作和管理的义务", "据业绩取酬")),
    Kind("提供劳务者受害责任纠纷", _CIVIL, ("未提供安全绳", "未设置防护"), ("不存在可申请工伤认定", "无从适用工伤程序")),
    Kind("财产保险合同纠纷", _CIVIL, ("条款载有",), ("收取费用时作出的承诺", "履行赔付承诺")),
    Kind("劳动争议", _CIVIL, ("停发报酬并要求其离岗", "通知其不再到岗"), ("人身和经济上的从属性", "不能自行招人顶替")),
    Kind("房屋租赁合同纠纷", _CIVIL, ("期限及押金数额",), ("同意并以付费为对价", "占有起初即有依据")),
    Kind("民间借贷纠纷", _CIVIL, ("按月计付的费用标准",), ("返还同等数额并支付资金占用成本", "退还与收到数额相同的款项")),
    Kind("返还原物纠纷", _CIVIL, ("趁其外出",), ("占有自始没有权源", "是登记簿上的权利人")),
    Kind("产品责任纠纷", _CIVIL, ("存在危及人身安全的",), ("生产者的责任不以双方有约定为前提", "投入流通的生产者承担")),
    Kind("买卖合同纠纷", _CIVIL, ("按标准型号",), ("库存的通用规格", "所有权与相应价款")),
    Kind("劳务合同纠纷", _CIVIL, ("按工时结算",), ("可以接活也可以不接", "一次一结的人工对价")),
    Kind("机动车交通事故责任纠纷", _CIVIL, ("交警部门作出认定",), ("一次道路上的碰撞", "因道路上的违章行为")),
    Kind("不当得利纠纷", _CIVIL, ("原定收款人为",), ("转款时所想的收款人", "一方受益、另一方受损")),
    Kind("承揽合同纠纷", _CIVIL, ("自备的材料交给",), ("对他人也没有用处", "以自身设备、技术和劳力完成")),
    Kind("合同诈骗罪", _CRIMINAL, ("以没有实际经营的公司名义",), ("看似正常的供货协议", "以伪造单证冒充履行能力")),
    Kind("职务侵占罪", _CRIMINAL, ("依岗位职责",), ("利用主管、经手之便", "单位赋予的经手权限")),
    Kind("诈骗罪", _CRIMINAL, ("为名，先后骗得",), ("编造的身份和门路", "虚构身份的信任")),
    Kind("盗窃罪", _CRIMINAL, ("后销赃",), ("得手依靠的是避人耳目", "利用熟悉环境、便于进出的条件")),
    Kind("行政处罚", _ADMINISTRATIVE, ("课以金钱负担",), ("施以终局性的制裁", "承担金钱上的不利")),
    Kind("行政强制", _ADMINISTRATIVE, ("以防止证据灭失为由",), ("取走或者封存物品时", "调查期间的暂时性控制")),
    Kind("行政确认", _ADMINISTRATIVE, ("申请确定该情形",), ("符合法定情形加以甄别", "是否属于法律所列的情形")),
    Kind("执行行为异议", _EXECUTION, ("作为被执行",), ("指摘的只是措施的步骤", "争点在于法院的做法本身")),
    Kind("案外人执行异议", _EXECUTION, ("付清价款后",), ("对特定物享有足以排除处分", "异议针对的是物归谁有")),
    Kind("参与分配异议", _EXECUTION, ("不足以清偿全部债务",), ("从同一笔款项中", "一方多得则另一方少得")),
)

KINDS = {"en": {kind.name: kind for kind in ENGLISH}, "zh": {kind.name: kind for kind in CHINESE}}
"""Every kind by its name, by language."""
