"""Invented names of people, companies, places and courts. None is meant to be anybody's."""
# ruff: noqa: E501 - names are lists

from __future__ import annotations

from pytest_lcbench.suites.synthetic.draw import Draw

_ZH_SURNAMES = "赵钱孙周吴郑冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤方俞任袁柳鲍史唐费廉岑薛雷贺倪汤"
_ZH_GIVEN = "伟芳敏静丽强磊洋艳勇军杰娟涛明超秀霞平刚桂英华玉兰斌宇浩凯健俊帆雪梅琳晶莹倩彬鹏辉林峰亮波宁立国庆春生志远文博思雨佳怡子涵承泽若曦元恺书瑶守仁"
_ZH_PLACE_FIRST = "沅澹岚霁砚栩芷昀筠珩蓼霖汐泠湄沄璞漪"
_ZH_PLACE_LAST = "浦陵原溪渡皋泽麓洲川"
_ZH_DISTRICT = (
    "城东区",
    "河西区",
    "新港区",
    "南郊区",
    "桥北区",
    "古塔区",
    "高陂县",
    "松园区",
    "石门县",
    "双湖县",
    "临浦县",
    "安丘口县",
    "高新技术产业园区",
    "渡头区",
)
_ZH_FIRMS = ("衡言", "明砚", "正霖", "维度", "三思", "同律", "直方", "砥石", "观澜", "知行")
_ZH_BRAND_FIRST = "霁鸿瀚骏拓盛禾澄睿晟恺桐嵘翊晖沐钰铭"
_ZH_BRAND_LAST = "禾远拓达泰源岳通合创博丰原辰维佑"
_ZH_TRADE = ("实业", "商贸", "工贸", "联合", "发展", "兴业", "控股", "科贸", "经贸", "产业", "同业", "投资")
"""What a company of any business may be called: who makes tanks and who insures them are drawn apart from their names."""
_ZH_ROADS = (
    "望江路",
    "青枫街",
    "运河大道",
    "学宫巷",
    "石榴园路",
    "北仓街",
    "东皋路",
    "百草巷",
    "铁岭桥路",
    "槐荫街",
    "渡口路",
    "松涛大道",
)
_ZH_OFFICES = {
    "冷链集装箱": ("市场监督管理局", "交通运输局"),
    "混凝土搅拌设备": ("生态环境局", "应急管理局"),
    "营运车辆": ("交通运输局",),
    "河道旁的砂石": ("水务局", "生态环境局"),
    "广告牌支架": ("城市管理局",),
    "夜市摊位设备": ("城市管理局", "市场监督管理局"),
}
"""Who inspects what; the rest is for those who decide on accidents at work."""

_EN_GIVEN = [
    "Alder",
    "Beatrix",
    "Cormac",
    "Delphine",
    "Edmund",
    "Fenella",
    "Gideon",
    "Harriet",
    "Isolde",
    "Jasper",
    "Keziah",
    "Leopold",
    "Maren",
    "Nathaniel",
    "Ottilie",
    "Percival",
    "Quilla",
    "Rowan",
    "Sabine",
    "Tobias",
    "Ursula",
    "Verity",
    "Wilfred",
    "Xanthe",
    "Yorick",
    "Zelda",
    "Ambrose",
    "Blythe",
    "Caspian",
    "Dorothea",
    "Emrys",
    "Flora",
    "Garrick",
    "Hester",
    "Ivor",
    "Junia",
    "Kester",
    "Linnet",
]
_EN_FIRST = [
    "Aldren",
    "Brannock",
    "Caldwyn",
    "Dunver",
    "Elvern",
    "Fernoll",
    "Garrow",
    "Halver",
    "Ingrem",
    "Kelder",
    "Lanver",
    "Morvan",
    "Norrick",
    "Oxnell",
    "Pendry",
    "Quennel",
    "Radmar",
    "Selwin",
    "Tharn",
    "Ulver",
    "Vanneck",
    "Wexel",
    "Yarrol",
    "Birchel",
    "Crowdel",
    "Draxel",
    "Emberl",
    "Frostel",
    "Jarvan",
    "Zennor",
    "Hobrin",
    "Mistel",
]
_EN_LAST = [
    "bury",
    "combe",
    "den",
    "field",
    "ford",
    "grave",
    "hurst",
    "ley",
    "mere",
    "more",
    "stock",
    "thorpe",
    "wick",
    "worth",
    "well",
    "gate",
    "ridge",
    "by",
]
_EN_SURNAME_LAST = [
    "ton",
    "son",
    "man",
    "wright",
    "ward",
    "lock",
    "shaw",
    "croft",
    "er",
    "ham",
    "kin",
    "sey",
    "rick",
    "mond",
    "low",
    "bourne",
]
_EN_TRADE = ["Trading", "Supply", "Union", "General", "Mutual", "Group", "Enterprise", "Mercantile", "Combine", "Concern", "Associated"]
"""What a company of any business may be called: who makes tanks and who insures them are drawn apart from their names."""
_EN_STREETS = [
    "Mill Lane",
    "Cooper Street",
    "Wharf Road",
    "Chapel Row",
    "Tannery Yard",
    "Orchard Rise",
    "Lantern Street",
    "Quarry Hill",
    "Ropewalk",
    "Weir Bank",
]
_EN_AFLOAT = ("Harbour Authority", "Waterways Board")
_EN_OFFICES = {
    "a mobile kitchen": ("Licensing Board", "Trading Standards Board", "Trades Registry"),
    "a taxi": ("Licensing Board", "Trades Registry"),
    "a river ferry": _EN_AFLOAT,
    "a pony trap": ("Licensing Board", "Trades Registry"),
    "a market stall": ("Licensing Board", "Trading Standards Board", "Trades Registry"),
    "an oyster boat": _EN_AFLOAT,
    "a cider still": ("Licensing Board", "Trades Registry"),
}
"""Who inspects and registers what."""


def person(language: str, draw: Draw) -> str:
    """Return a person's full name."""
    if language == "zh":
        given = draw.pick(_ZH_GIVEN) + (draw.pick(_ZH_GIVEN) if draw.chance(0.7) else "")
        return draw.pick(_ZH_SURNAMES) + given
    return f"{draw.pick(_EN_GIVEN)} {_joined(draw, _EN_SURNAME_LAST)}"


def _joined(draw: Draw, endings: list[str]) -> str:
    """Return an English name of two parts, neither Norrickrick nor Fernolllow."""
    first, last = draw.pick(_EN_FIRST), draw.pick(endings)
    return first + (endings[0] if first.endswith((last, 2 * last[0])) else last)


def company(language: str, draw: Draw, city: str) -> tuple[str, str]:
    """Return a company's full and its short name."""
    if language == "zh":
        short = draw.pick(_ZH_BRAND_FIRST) + draw.pick(_ZH_BRAND_LAST) + draw.pick(_ZH_TRADE)
        return f"{city}{short}有限公司", short + "公司"
    short = f"{_joined(draw, _EN_LAST)} {draw.pick(_EN_TRADE)}"
    return f"{short} {draw.pick(('Limited', 'Limited', 'plc'))}", short


def office(language: str, draw: Draw, city: str, item: str) -> tuple[str, str]:
    """Return the full and the short name of a public body that acts in matters of *item*."""
    if language == "zh":
        short = draw.pick(_ZH_OFFICES.get(item, ("人力资源和社会保障局",)))
        return f"{city}市{short}", f"{city}{short}"
    short = draw.pick(_EN_OFFICES[item])
    return f"the {city} {short}", f"the {short}"


def town(language: str, draw: Draw) -> str:
    """Return the name of a town."""
    if language == "zh":
        return draw.pick(_ZH_PLACE_FIRST) + draw.pick(_ZH_PLACE_LAST)
    return _joined(draw, _EN_LAST)


def district(draw: Draw) -> str:
    """Return the name of a Chinese district."""
    return draw.pick(_ZH_DISTRICT)


def firms(draw: Draw, city: str) -> list[str]:
    """Return the names of two Chinese law firms."""
    return [f"{draw.pick((city, ''))}{name}律师事务所" for name in draw.sample(_ZH_FIRMS, 2)]


def street(language: str, draw: Draw) -> str:
    """Return a street with a number."""
    if language == "zh":
        return f"{draw.pick(_ZH_ROADS)}{draw.between(2, 399)}号"
    return f"{draw.between(2, 190)} {draw.pick(_EN_STREETS)}"
