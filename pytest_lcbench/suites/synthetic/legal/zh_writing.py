"""Chinese judgments: civil at first instance and on appeal, criminal, administrative; rulings on execution."""
# ruff: noqa: E501 - a template is one line

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.legal import zh_filler as filler
from pytest_lcbench.suites.synthetic.legal.facts import Head, Lawsuit, loser
from pytest_lcbench.suites.synthetic.legal.grammar import Passage
from pytest_lcbench.suites.synthetic.legal.names import firms, street
from pytest_lcbench.suites.synthetic.legal.scribe import POOLS, Scribe, Telling, of_each_expert
from pytest_lcbench.suites.synthetic.legal.sections import Section, Style, assemble, pool
from pytest_lcbench.suites.synthetic.legal.zh_terms import count, court_of, day, formal_day, term, tokens_of

_ENTRIES = "[{wit}经手，见{proof}第{m}页|第{nnn}号单据，{wit}签名|{proof}，{wit}核对|{street}一笔，{wit}登记|{proof}附页，第{n}行]"

_WHY = {
    "full": "{label}{head:claimed}元，[有{proof}佐证|{D}未提出有效反驳|{proof}与查明的事实相互印证]，[予以支持|予以确认|应予支持]。",
    "proof": "{P}[主张|请求]{label}{claimed}元，[经核对，其中{head:allowed}元有相应凭证|仅{head:allowed}元能与{proof}对应]，[其余部分缺乏依据，不予支持|超出部分不予支持]。",
    "rate": "{label}[部分|一项]，{P}按{claimed}元主张，[标准偏高|计算方法有误]，[酌定为{head:allowed}元|应核减为{head:allowed}元]。",
    "settled": "{label}{claimed}元[已为双方的了结协议所涵盖|在双方一次性了结的范围之内]，{head:refused}。",
    "none": "{P}主张的{label}{claimed}元，[双方没有约定，亦无其他依据|未提交任何有效凭证]，{head:refused}。",
}

_NAMES = (
    "[究竟是{one}、{last}还是{other}，各方各执一词|对于定为{one}、{other}抑或{last}，各方意见不一]，[应以上述情形为准，而不在名称|名称不能代替上述判断]。",
    "[关于{one}的意见|以{one}为由的主张]，[就费用部分|就期间部分][不予采纳|缺乏事实基础]；[涉及{other}和{last}的意见|有关{last}、{other}的部分]，[无须另作评述|此处不再展开]。",
    "[本院亦曾就是否属于{one}加以考虑|形式上与{one}不无相近]，[对{other}、{last}亦作了比较|与{last}、{other}也须加以区分]，[结论已见于前述理由|前述各点即为取舍的依据]。",
    "[另有一项以{one}为名的陈述|另一项涉及{one}的说法]，[未说明内容|无足轻重]，[当庭撤回|未予坚持]；[涉及{other}、{last}的亦同|对{last}和{other}其后亦无人再提]。",
    "[各方提交的案例分别涉及{one}、{last}和{other}|所引案例一半关于{one}，其余关于{last}和{other}]，[事实均与本案有别|应结合前述事实理解]。",
)
"""The own name and those of neighbours, alike: whichever is the right one, the sentence says no more of it."""

_PAID = (
    "{D}[此前已付|事先垫付]的{paid:paid}元，[双方均无异议，应予扣除|应从其应付数额中抵扣]。",
    "[诉讼前|其间]{D}[陆续付过|分次付过]{paid:paid}元，[计算时应当减去|该部分不再重复支付]。",
    "[最后结算时须减去|尚须减去]{D}[已交|预交]的{paid:paid}元[，余额即为应付数额|]。",
)

_ENDS = "[{against}认为该案事实不同|{against}称该案年代已久|对其参考意义双方看法不一|本院对该案已予注意|{against}未发表意见|{against}称该案并非本地法院所判|双方从中得出的结论相反|{against}认为只可参考其中一句]。"


def _report(mark: str) -> str:
    return (
        "[{who}提交|{who}援引|{who}在辩论中引用|{who}当庭宣读|{who}的书面意见附有|{who}请求参考]（{year}）"
        + mark
        + "字第{nnn}号[一案|生效文书]，"
    )


def _roles(mark: str) -> Callable[[str], tuple[str, str, str]]:
    """Return what the parties of a decision cited are called; in a trial for a crime there is an accused."""

    def called(sides: str) -> tuple[str, str, str]:
        names = [name + {"p": "某", "c": "公司", "o": "单位"}[side] for name, side in zip("甲乙", sides, strict=False)]
        return names[0], "某甲" if mark == "刑" else names[1], "某丙"

    return called


_TELLING_OF = {
    kind: Telling(
        cited=(
            _report(mark) + "[该案查明|其中载明]：“{facts}”[该案认为|其理由部分写道]：“{reason}”" + _ENDS,
            _report(mark) + "[所涉事实为|事实部分写道]：“{facts}”[并认为|继而指出]：“{reason}”" + _ENDS,
        ),
        cited_facts=(_report(mark) + "[该案查明|所涉事实为]：“{facts}”" + _ENDS,),
        cited_reason=(_report(mark) + "[其理由部分写道|该案认为]：“{reason}”" + _ENDS,),
        version=(
            "[{teller}所述的经过是|{teller}陈述的事情经过如下]：{facts}",
            "[按{teller}的说法，经过如下|{teller}一方对经过的陈述为]：{facts}",
        ),
        unproved=(
            "[{teller}关于经过的陈述|{teller}所称的经过][与查明的事实不符|缺少证据印证]，[本院不予采信|不足采信]。",
            "[经核对证据|综合全案证据]，[{teller}所述经过|{teller}对经过的说法][不能成立|没有得到证实]，[事实以前述认定为准|应以查明的事实为准]。",
        ),
        roles={
            "civil": ("原告", "被告"),
            "criminal": ("公诉机关", "被告人"),
            "administrative": ("原告", "被告"),
            "execution": ("异议人", "申请执行人"),
        },
        cited_roles=dict.fromkeys(("civil", "criminal", "administrative", "execution"), _roles(mark)),
        stands=("对真实性无异议，对证明目的不予认可", "对三性均有异议", "认可其形式"),
        tokens=tokens_of,
        gap="",
    )
    for kind, mark in {"civil": "民", "criminal": "刑", "administrative": "行", "execution": "执"}.items()
}


def write(suit: Lawsuit, tokens: int, *, opened: bool) -> Written:
    """Return the judgment of *suit* at about *tokens*; *opened* leaves the disposition out."""
    draw = Draw("legal zh", suit.key, suit.docket, suit.claimant.name, tokens)
    return _Judgment(suit, draw, tokens, opened=opened).written()


@cache
def _pools(kind: str) -> dict[str, tuple[str, ...]]:
    """Return the pools by name; a trial for a crime has some of its own."""
    own = "_CRIMINAL" if kind == "criminal" else ""
    found = {name: pool(getattr(filler, name + own, "") or getattr(filler, name)) for name in POOLS}
    return {**found, "EXPERT": of_each_expert(found["EXPERT"])}


class _Judgment(Scribe):
    def __init__(self, suit: Lawsuit, draw: Draw, tokens: int, *, opened: bool) -> None:
        own: dict[str, str | Callable[[Draw], str] | Mapping[str, str]] = {
            "lawyerP": "公诉人" if suit.cause.kind == "criminal" else suit.lawyers[0],
            "lawyerD": suit.lawyers[1],
            "label": suit.cause.label,
            "refused": "不予支持",
            "judge": suit.judges[1],  # the third may be a lay assessor
            "hour": lambda draw: str(draw.between(6, 22)),
        }
        super().__init__(
            suit, draw, tokens, opened=opened, pools=_pools(suit.cause.kind), day=day, own=own, telling=_TELLING_OF[suit.cause.kind]
        )
        self.commas = draw.chance(0.4)
        self.twice = draw.chance(0.3)
        self.kind = {"civil": "民", "criminal": "刑", "administrative": "行", "execution": "执"}[suit.cause.kind]

    def money(self, amount: int) -> str:
        return f"{amount:,}" if self.commas else str(amount)

    def _again(self, amount: int) -> str:
        """Return the amount once more in ten thousands, in a judgment that does so."""
        if not self.twice:
            return ""
        whole, rest = divmod(amount, 10_000)
        return f"（即{whole}.{rest:04d}".rstrip("0").rstrip(".") + "万元）"

    def written(self) -> Written:
        suit, draw = self.suit, self.draw
        pools = self.pools
        claim = Section("", [*self._claim()], pools=(pools["CLAIMANT"],), weight=3)
        defence = Section("", [self._defence()], pools=(pools["DEFENDANT"],), weight=3)
        proof = Section("", [], pools=self.proofs(), weight=10)
        if self.roomy:
            proof.before = [
                self.say(
                    "[围绕各自的主张|为证明各自主张]，各方[提交了{thing}、{thing2}、{late}等材料|向本院提交了证据]，本院[组织质证|组织了证据交换和质证]。"
                )
            ]
        story = Section(
            "",
            [self._story()],
            pools=(pools["CHRONOLOGY"],),
            weight=6,
            scheduled=suit.cause.kind == "civil",
            rising=self.rising("date", 0, self.told_until),
        )
        reasons = Section("", self._reasons(), pools=(pools["ANALYSIS"],), weight=5, after=self._heads())
        procedure = Section("", [self._opening()], pools=(pools["PROCEDURE"],), weight=3, rising=self.rising("hdate", 2, 3))
        middle = draw.pick(([claim, defence, proof, story], [claim, defence, story, proof], [story, claim, defence, proof]))
        if suit.cause.kind == "criminal":
            middle = draw.pick(([claim, story, proof, defence], [claim, defence, story, proof]))
        if self.roomy and draw.chance(0.5):
            captions = draw.pick(
                (("诉辩意见", "举证与质证", "查明的事实", "裁判理由"), ("各方意见", "证据的审核", "事实认定", "本院的评判"))
            )
            for section, caption in ((claim, 0), (proof, 1), (story, 2), (reasons, 3)):
                section.heading = captions[caption]
            ordered = [section for section in (*middle, reasons) if section.heading]
            for number, section in enumerate(ordered, 1):
                section.heading = f"{count(number)}、{section.heading}"
        sections = [Section("", self._head()), procedure, *middle, reasons]
        if not self.opened:
            sections.append(Section("", [*self._disposition(), *self._tail()]))
        self.tell_of_others(sections, claim, defence, reasons)
        style = Style(
            tokens=tokens_of,
            money=self.money,
            date=day,
            schedule=draw.pick(
                (
                    ("附：[{label}明细|{label}构成]", "| 序号 | 日期 | 事项 | 金额（元） |"),
                    ("[{P}|]制作的{label}[清单|列表]如下：".replace("[{P}|]", "当事人"), "| 编号 | 时间 | 摘要 | 数额（元） |"),
                )
            ),
            total=draw.pick(("合计", "总计", "共计")),
            entry=_ENTRIES,
            numbered=False,
            sentences=draw.between(2, 4),
            gap="",
        )
        return assemble(sections, self.tokens, style, self.slots, draw, suit)

    def _docket(self, stage: str, year: int, number: int) -> str:
        suit = self.suit
        # A town has one number, as in a province; its districts have two digits more.
        city = 1 + sum(map(ord, suit.town)) % 17
        court = f"{city:02d}" + ("" if stage == "终" else f"{2 + sum(map(ord, suit.district)) % 29:02d}")
        return f"（{year}）{suit.town[0]}{court}{self.kind}{stage}{number}号"

    def _head(self) -> list[Passage]:
        suit = self.suit
        title = {"民": "民事判决书", "刑": "刑事判决书", "行": "行政判决书", "执": "执行裁定书"}[self.kind]
        stage = "终" if suit.instance == "appeal" else "异" if self.kind == "执" else "初"
        lines = [Passage().add(court_of(suit), "court"), Passage().add(title)]
        lines.append(Passage().add(self._docket(stage, suit.dates[2].year, suit.docket), "docket"))
        p, d = self._roles()
        offices = firms(self.draw, suit.town)
        for role, party, lawyer, office in zip((p, d), (suit.claimant, suit.defendant), suit.lawyers, offices, strict=True):
            line = Passage().add(f"{role}：{party.name}")
            if party.short not in (party.name, "公诉机关"):
                line.add(f"（以下简称{party.short}）")
            if self.roomy and party.short != "公诉机关":
                if party.sort == "p":
                    line.add(
                        f"，{self.draw.pick('男女')}，{self.draw.between(1952, 1994)}年{self.draw.between(1, 12)}月{self.draw.between(1, 28)}日出生，住{suit.town}市{suit.district}{street('zh', self.draw)}"
                    )
                else:
                    line.add(f"，住所地{suit.town}市{street('zh', self.draw)}")
                line.say(
                    ("。[委托诉讼代理人|委托代理人]：{who}，" if self.kind != "刑" else "。辩护人：{who}，") + "{firm}律师",
                    {"who": lawyer, "firm": office},
                    self.draw,
                )
            lines.append(line.add("。"))
        return lines

    def _roles(self) -> tuple[str, str]:
        suit = self.suit
        if self.kind == "刑":
            return "公诉机关", "被告人"
        if self.kind == "执":
            return "异议人", "申请执行人"
        if suit.instance == "appeal":
            return (
                ("被上诉人（原审原告）", "上诉人（原审被告）")
                if suit.below > suit.award
                else ("上诉人（原审原告）", "被上诉人（原审被告）")
            )
        return "原告", "被告"

    def _opening(self) -> Passage:
        suit = self.suit
        named = self.draw.chance(0.4)
        if self.kind == "刑":
            charged = "[涉嫌|犯]{one}" if named else "涉嫌犯罪"
            line = self.say(
                "公诉机关[指控|起诉书指控]被告人{D}" + charged + "一案，[于|]{filed}[向本院提起公诉|移送本院]。",
                filed=day(suit.dates[2]),
            )
        elif self.kind == "执":
            what = "{one}" if named else "[执行过程中的异议|执行异议]"
            line = self.say(
                "[本院在执行|执行]{D}申请执行一案过程中，{P}提出" + what + "，[本院于{filed}立案审查|{filed}由本院受理]。",
                filed=day(suit.dates[2]),
            )
        elif self.kind == "行":
            what = "{one}" if named else "[所作行为|行政争议]"
            line = self.say(
                "{P}诉{D}" + what + "一案，本院于{filed}立案[受理|]，[依法组成合议庭审理|适用普通程序]。", filed=day(suit.dates[2])
            )
        else:
            what = "{one}" if named else "[纠纷|]"
            line = self.say(
                "{P}与{D}" + what + "一案，[本院于{filed}立案|{filed}由本院受理]，[公开开庭进行了审理|依法适用普通程序审理]。",
                filed=day(suit.dates[2]),
            )
        if not named and self.kind != "刑" and self.draw.chance(0.4):
            line.say(
                "{P}[最初|起初]以{one}[为依据|为由提出请求]，[辩论终结前|其后][又以{other}作为备选的依据|增加{other}作为依据]，[本院予以准许|经释明后予以准许]。",
                self.slots,
                self.draw,
            )
        if suit.instance == "appeal":
            line.say(
                "{low}作出{docket}民事判决，[判令|判决]{D}支付{P}{below:amount}元，[{who}不服|因{who}不服]提起上诉。",
                {
                    **self.slots,
                    "low": f"{suit.town}市{suit.district}人民法院",
                    "docket": self._docket("初", suit.dates[2].year - 1, suit.docket + 37),
                    "amount": self.money(suit.below),
                    "who": suit.defendant.short if suit.below > suit.award else suit.claimant.short,
                },
                self.draw,
            )
        if self.roomy:
            line.say(
                "{hearing}[开庭时|庭审中]，[{P}、{D}的代理人均到庭|各方均到庭参加诉讼]，现已审理终结。"
                if self.kind != "刑"
                else "{hearing}公开开庭，[被告人及辩护人{lawyerD}到庭|各方到庭参加诉讼]，现已审理终结。",
                {**self.slots, "hearing": day(suit.dates[3])},
                self.draw,
            )
        return line

    def _claim(self) -> list[Passage]:
        suit = self.suit
        draw = self.draw
        if self.kind == "刑":
            counts = "；".join(f"{head.label}{self.draw.pick(('价值', '数额'))}{self.money(head.claimed)}元" for head in suit.heads)
            return [
                self.say(
                    "公诉机关[认为|指控]：" + draw.pick(suit.cause.claim) + "，其中" + counts + "，[提请依法惩处|应追究其刑事责任]。"
                )
            ]
        if self.kind in "行执":
            return [self.say("{P}[诉称|提出]：" + draw.pick(suit.cause.claim) + "。")]
        items = "；".join(f"{self._numeral(at)}{head.label}{self.money(head.claimed)}元" for at, head in enumerate(suit.heads))
        line = self.say("{P}[诉称|起诉称|向本院提出请求]：" + draw.pick(suit.cause.claim) + "。[请求判令{D}支付|诉请金额为]：" + items)
        line.add("，")
        line.say(
            "[以上共计|合计]{claimed:total}元{again}。", {"total": self.money(suit.claimed), "again": self._again(suit.claimed)}, draw
        )
        return [line]

    def _numeral(self, at: int) -> str:
        return f"{at + 1}." if self.commas else f"（{count(at + 1)}）"

    def _defence(self) -> Passage:
        suit = self.suit
        who = "[辩方意见|辩护意见|辩方提出]：" if self.kind == "刑" else "{D}[辩称|答辩称|的意见是]："
        line = self.say(who + self.draw.pick(suit.cause.defence) + "。")
        if self.kind != "刑" and self.draw.chance(0.6):
            line.say(
                "[其认为|并坚持认为]本案[性质上|实质上]应[认定|归]为{other}[而非{last}|]，[{P}起诉的依据选择错误|不应按{P}的请求审理]。",
                self.slots,
                self.draw,
            )
        if self.kind == "刑" and self.draw.chance(0.6):
            line.say("辩护人{lawyerD}提出[应以{other}论处|行为更符合{other}的特征]。", self.slots, self.draw)
        return line

    def _story(self) -> Passage:
        line = self.say("[经审理查明|经审理，本院认定如下事实|本院查明]：")
        for step in self.draw.pick((self.suit.cause.story, self.suit.cause.tale)):
            line.say(step, self.found, self.draw, "cause")
        return line

    def _reasons(self) -> list[Passage]:
        line = self.find("本院认为，" + self.reasoned[0], "cause")
        line.say(self.draw.pick(_NAMES), self.slots, self.draw)
        if not self.roomy or self.draw.chance(0.4):
            return [line]
        asked = {
            "民": "[双方争议的焦点|本案需要解决的问题]有：一、双方之间[是何种关系|关系的性质]；二、{P}主张的各项数额[能否成立|有无依据]；三、[是否存在应当扣减的情形|责任如何负担]。",
            "刑": "[控辩双方争议的焦点|本案的焦点]在于：一、{D}行为的性质；二、[各起事实能否认定|各起数额如何认定]。",
            "执": "[需要审查的是|本案审查的重点是]：一、{P}所提异议的性质；二、该异议[能否成立|是否有事实依据]。",
            "行": "[本案审查的重点|双方争议的焦点]是：一、被诉行为的性质；二、该行为[是否合法|的依据与程序]。",
        }[self.kind]
        return [self.say(asked), line]

    def _heads(self) -> list[Passage]:
        suit, draw = self.suit, self.draw
        if self.kind in "行执":
            return self._grounds()
        lines = []
        for at, head in enumerate(suit.heads):
            lines.append(self._one_head(at, head))
        closing = Passage()
        if suit.outcome == "dismissed":
            closing.say(
                "{P}与{D}[于{sdate}签订一次性了结协议|在{sdate}已就上述事项一次性了结]，约定[互不再主张其他款项|此后各不相欠]，[协议合法有效并已履行|该约定已经履行完毕]，{P}[不得再就同一事项请求支付|的请求因此不能成立]。",
                self.slots,
                draw,
                "outcome",
            )
        elif self.kind == "民":
            if suit.share < 100:  # noqa: PLR2004 - per cent
                closing.say(
                    "[综合双方过错|考虑各自的过错]，{D}[应承担{share:share}%的责任|对上述损失承担{share:share}%|应分担其中的{share:share}%]，其余由{P}自负。",
                    {**self.slots, "share": str(suit.share)},
                    draw,
                )
            if suit.paid:
                closing.say(
                    draw.pick(_PAID),
                    {**self.slots, "paid": self.money(suit.paid)},
                    draw,
                )
        else:
            closing.say(
                "{D}[归案后如实供述|认罪认罚]，[虽曾因犯{one}在外地被处罚金，|多年前曾因{other}受罚，|][仍可从轻处罚|酌情从宽]。",
                self.slots,
                draw,
            )
        if suit.instance == "appeal":
            closing.say(
                "[原审对上述情形未予查明|原审计算有误]，{who}的[上诉请求部分成立|上诉理由部分成立]，应予改判。",
                {"who": suit.defendant.short if suit.below > suit.award else suit.claimant.short},
                draw,
            )
        if not self.roomy:
            whole = Passage()
            for part in (*lines, closing):
                whole.join(part)
            return [whole] if whole.length else []
        return [*lines, closing] if closing.length else lines

    def _one_head(self, at: int, head: Head) -> Passage:
        draw = self.draw
        amounts = {
            "label": head.label,
            "proof": draw.pick(head.proofs),
            "claimed": self.money(head.claimed),
            "allowed": self.money(head.allowed),
        }
        if self.kind == "刑":
            template = {
                "full": "{label}所涉{head:claimed}元，[证据确实、充分|有价格认定和供述印证]，[予以认定|应予认定]。",
                "proof": "{label}指控{claimed}元，[经查，能够证实的为{head:allowed}元|其中{head:allowed}元证据充分]，[其余证据不足|余下部分不予认定]。",
                "rate": "{label}指控{claimed}元，[认定标准有误|计算重复]，[应更正为{head:allowed}元|据实认定为{head:allowed}元]。",
                "none": "{label}指控的{claimed}元，[仅有孤证|不能排除合理怀疑]，{head:refused}。",
            }[head.why]
            amounts["refused"] = "不予认定"
        else:
            template = _WHY["settled" if self.suit.outcome == "dismissed" else head.why]
        template = template.replace("{head:", "{head." + str(at) + ":")
        if self.roomy and at and draw.chance(0.4):
            template = draw.pick(("关于", "对于")) + template if template.startswith("{label}") and head.why == "rate" else template
        return self.say(template, **amounts)

    def _grounds(self) -> list[Passage]:
        suit = self.suit
        amount = self.money(suit.award)
        what = self.say("[本案|卷内所记]{label}为{award:amount}元。", label=suit.heads[0].label, amount=amount)
        if self.kind == "执":
            what = self.say("[本案|卷内所记]{label}为{award:amount}元。", label=suit.heads[0].label, amount=amount)
            ground = (
                "{P}[未在规定的期限内提出异议|提出异议时相关程序已经终结]，[依法不予支持|其请求已无从支持]。"
                if suit.outcome == "dismissed"
                else "{P}提交的材料[与卷内记录相互印证|能够证明其所述事实]，[{D}未能提出反证|{D}的反驳没有依据]，异议理由成立。"
            )
            what.say(ground, self.slots, self.draw, "outcome")
        elif suit.outcome == "dismissed":
            what.say(
                "{D}[调查后作出决定|在法定期限内作出决定]，[证据充分，已保障陈述申辩的机会|程序合法，事实清楚]，{P}的理由不能成立。",
                self.slots,
                self.draw,
                "outcome",
            )
        else:
            what.say(
                "{D}[未告知陈述、申辩的权利|所依据的主要材料不能证明其认定的事实]，[违反法定程序|主要证据不足]，依法不能维持。",
                self.slots,
                self.draw,
                "outcome",
            )
        return [what]

    def _disposition(self) -> list[Passage]:
        suit = self.suit
        lines = [self.say("[综上|据此]，[依照有关法律规定|依据相关法律条文]，" + ("裁定" if self.kind == "执" else "判决") + "如下：")]
        if self.kind == "执":
            upheld = "{P}的异议成立，[就所涉事项另行处理|有关事项由执行部门重新办理]。"
            return [*lines, self.say("驳回{P}的异议[请求|]。" if suit.outcome == "dismissed" else upheld, "outcome")]
        if self.kind == "刑":
            lines.append(
                self.say(
                    "一、[被告人{D}犯{label}，|被告人{D}犯前述之罪，|对被告人{D}]判处有期徒刑{months:term}，并处罚金人民币{fine:fine}元；",
                    term=term(suit.months),
                    fine=self.money(suit.fine),
                )
            )
            lines.append(self.say("二、[责令被告人{D}退赔|继续追缴被告人{D}违法所得]{award:amount}元。", amount=self.money(suit.award)))
            return lines
        if self.kind == "行":
            if suit.outcome == "dismissed":
                lines.append(self.say("驳回{P}的诉讼请求。", "outcome"))
            else:
                lines.append(self.say("[撤销{D}于{d2}作出的被诉行为|撤销{D}于{d2}所作的决定或者结论]。", "outcome"))
            return [
                *lines,
                self.say("案件受理费50元，由{who}负担。", who=(suit.claimant if suit.outcome == "dismissed" else suit.defendant).short),
            ]
        if suit.outcome == "dismissed":
            lines.append(self.say("驳回{P}的[全部|]诉讼请求。", "outcome"))
        else:
            first = ""
            if suit.instance == "appeal":
                lines.append(self.say("一、撤销{low}（原审）民事判决；", low=f"{suit.town}市{suit.district}人民法院"))
                first = "二、"
            else:
                first = "一、"
            lines.append(
                self.say(
                    first
                    + "{D}[于本判决生效之日起|应在判决生效后|应自判决生效起][十日|十五日]内[向{P}支付|给付{P}][各项款项共计|]{award:amount}元{again}；",
                    amount=self.money(suit.award),
                    again=self._again(suit.award),
                )
            )
            lines.append(self.say(("三、" if suit.instance == "appeal" else "二、") + "驳回{P}的[其他|其余]诉讼请求。"))
        fee = 50 + suit.claimed * 2 // 100
        lines.append(self.say("案件受理费{fee}元，由{who}负担。", fee=self.money(fee), who=loser(suit).short))
        return lines

    def _tail(self) -> list[Passage]:
        suit = self.suit
        lines: list[Passage] = []
        if suit.instance == "appeal":
            lines.append(Passage().add("本判决为终审判决。"))
        elif self.kind == "执":
            lines.append(self.say("如不服本裁定，可自送达之日起十日内，向{town}市中级人民法院[申请复议|提出复议]。", town=suit.town))
        elif self.roomy:
            lines.append(
                self.say(
                    "如不服本判决，可在判决书送达之日起[十五日|15日]内，向本院递交上诉状，上诉于{town}市中级人民法院。", town=suit.town
                )
            )
        return [*lines, *self._signed()]

    def _signed(self) -> list[Passage]:
        """Return the signatures, of one of the forms in use."""
        suit, draw = self.suit, self.draw
        gap = draw.pick(("", "", "　", "："))
        bench = [("审判长", suit.judges[0])]
        if self.roomy:
            other = draw.pick(("审判员", "审判员", "人民陪审员"))
            bench += [("审判员", suit.judges[1]), (other, suit.judges[2])]
        if gap == "　" and draw.chance(0.5):
            # Titles of three characters are drawn out to the width of longer ones.
            bench = [("　".join(title) if len(title) == len("审判长") else title, name) for title, name in bench]
        names = [f"{title}{gap}{name}" for title, name in bench]
        lines = [Passage().add(line) for line in (names if draw.chance(0.5) else ["　".join(names)])]
        lines.append(Passage().add(formal_day(suit.decided), "date"))
        if self.roomy:
            if draw.chance(0.3):
                lines.append(Passage().add(f"法官助理{gap}{self.cast[8]}"))
            lines.append(Passage().add(f"书记员{gap}{suit.clerk}"))
        return lines
