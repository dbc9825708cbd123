"""What the registers of table questions are about, in both languages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """A register's subject.

    Args:
        title: with ``{place}``.
        site: what takes goods in, e.g. a depot.
        box: what they are counted in.
        unit: what a box's content is measured in.
        goods: kinds of goods.
        remarks: what may stand in the last column.
        notes: sentences between the sheets, with ``{person}``, ``{place}``, ``{good}`` and ``{count}``.

    """

    title: str
    site: str
    box: str
    unit: str
    goods: tuple[str, ...]
    remarks: tuple[str, ...]
    notes: tuple[str, ...]


THEMES: dict[str, tuple[Theme, ...]] = {
    "en": (
        Theme(
            "Receiving ledger of the {place} growers' union",
            "depot",
            "crate",
            "kg",
            ("quinces", "sorrel root", "blue barley", "medlars", "hop cones", "winter leeks", "sloes", "chicory", "salsify", "tansy"),
            ("", "", "", "by cart", "wet", "second grade", "seal broken", "counted twice", "late", "by barge"),
            (
                "Sheet closed by {person}; the scale at {place} was read {count} times.",
                "{person} asks for clearer figures in the column of {good}.",
                "The clerk {person} was ill for {count} days and the sheet was kept by a deputy.",
                "Rain delayed the carts from {place}.",
                "Space for {good} is short; {person} has written to {place}.",
                "{count} empty ones were sent back by way of {place}.",
            ),
        ),
        Theme(
            "Day book of the {place} mineral stores",
            "store",
            "tub",
            "litres",
            (
                "lamp oil",
                "birch tar",
                "brine",
                "fish glue",
                "linseed varnish",
                "wood spirit",
                "vinegar",
                "rape oil",
                "soft soap",
                "lye",
            ),
            ("", "", "", "tested", "cloudy", "for the navy yard", "night delivery", "tub dented", "sampled", "by rail"),
            (
                "{person} checked the dip rods on this sheet.",
                "The road from {place} was closed for {count} days.",
                "A sample of {good} was sent to {place} for testing.",
                "{person} found {count} lids missing after the count.",
                "No {good} could be stored in the upper yard.",
                "The ink of {count} lines had run; {person} wrote them afresh.",
            ),
        ),
        Theme(
            "Intake register of the {place} textile exchange",
            "hall",
            "bale",
            "ells",
            ("grey linen", "drugget", "sailcloth", "worsted", "hemp twill", "felt", "ticking", "calico", "baize", "huckaback"),
            ("", "", "", "sample cut", "moth", "dyed", "undyed", "re-pressed", "stamp faint", "on consignment"),
            (
                "Measured in the presence of {person}.",
                "{person} complained of short measure from {place}.",
                "Buyers from {place} inspected {count} lots.",
                "The press for {good} stood still for {count} hours.",
                "{person} took over the keys on this day.",
                "Prices of {good} are kept in another book.",
            ),
        ),
        Theme(
            "Landing record of the {place} fishery district",
            "pier",
            "basket",
            "lb",
            ("lumpfish", "garfish", "whelks", "smelt", "ling", "spurdog", "dabs", "pollack", "razor shells", "gurnard"),
            ("", "", "", "iced", "gutted", "part spoiled", "after dark", "two boats", "for smoking", "towed in"),
            (
                "Wind from the west; {count} boats stayed in {place}.",
                "{person} weighed for the district on these days.",
                "The smokehouse at {place} refused {good}.",
                "{person} fined {count} boats for landing before the bell.",
                "Ice came from {place} in {count} loads.",
                "The column for {good} was ruled anew by {person}.",
            ),
        ),
    ),
    "zh": (
        Theme(
            "{place}联合社收购台账",
            "收购站",
            "筐",
            "公斤",
            ("木薯干", "青壳菱", "山核桃", "苎麻", "乌桕籽", "香榧", "慈姑", "莼菜", "苦荞", "皂角"),
            ("", "", "", "二等", "受潮", "补录", "夜间到货", "复秤", "封签破损", "船运"),
            (
                "本页由{person}核对。",
                "{place}方向道路中断{count}天，车辆改道。",
                "{person}反映{good}一栏字迹不清，已誊清。",
                "退回{place}的空筐共{count}只。",
                "{good}库位紧张，{person}已去函{place}商借。",
                "过磅员{person}请假{count}日，由他人代记。",
            ),
        ),
        Theme(
            "{place}水产码头卸货登记簿",
            "码头",
            "箱",
            "斤",
            ("银鲳", "梭子蟹", "鲻鱼", "泥螺", "带鱼", "虾蛄", "黄姑鱼", "青蟹", "毛蚶", "海鳗"),
            ("", "", "", "加冰", "去脏", "部分变质", "拖入", "两船合卸", "供熏制", "夜卸"),
            (
                "西风六级，{count}条船留在{place}。",
                "连日由{person}司秤。",
                "{place}运来碎冰{count}车。",
                "{person}提醒，{good}须当日入库。",
                "{place}的熏制坊暂不收{good}。",
                "因抢卸，{person}对{count}条船作了记录。",
            ),
        ),
        Theme(
            "{place}药材行入库簿",
            "栈房",
            "件",
            "公斤",
            ("桔梗", "玄参", "半枝莲", "白术", "前胡", "石斛", "浙贝", "续断", "何首乌", "菝葜"),
            ("", "", "", "切片", "统货", "虫蛀", "留样", "待验", "重打包", "托运"),
            (
                "{person}抽样{count}份送{place}检验。",
                "{good}晾晒场停用{count}天。",
                "栈房钥匙自本日起由{person}保管。",
                "{place}客商看样，未成交。",
                "{person}称，{good}的价目另册登记。",
                "本页涂改{count}处，均经{person}签认。",
            ),
        ),
    ),
}
