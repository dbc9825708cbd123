"""Invented names: brands, places, people, all by combination."""

from __future__ import annotations

from pytest_lcbench.suites.synthetic.draw import Draw

_FRONT = [
    "Dunm",
    "Corv",
    "Alder",
    "Brind",
    "Estw",
    "Halv",
    "Kelm",
    "Morv",
    "Ostr",
    "Pendr",
    "Quarn",
    "Rusk",
    "Selv",
    "Tarn",
    "Ulv",
    "Varn",
    "Wend",
    "Yarr",
    "Zell",
    "Ambl",
    "Bors",
    "Crandl",
    "Drov",
    "Elsm",
    "Farl",
    "Garv",
    "Hesk",
    "Ings",
    "Jarv",
    "Korb",
    "Lind",
    "Marsk",
    "Norv",
    "Orml",
    "Perv",
    "Radl",
    "Skelm",
    "Thorv",
    "Umbr",
    "Vesk",
    "Wralt",
    "Arkl",
    "Belv",
    "Calv",
    "Dask",
    "Embl",
    "Fenv",
    "Gorl",
    "Holv",
]
_BACK = [
    "arrow",
    "aster",
    "ane",
    "astow",
    "eck",
    "ington",
    "ola",
    "ost",
    "ander",
    "uth",
    "holt",
    "ermere",
    "wick",
    "anby",
    "orne",
    "esk",
    "igan",
    "ock",
    "aston",
    "ell",
    "ivar",
    "endale",
    "ova",
    "umstead",
    "ingay",
    "otter",
    "asco",
    "enby",
    "orwick",
    "ulle",
]
_SUFFIX_EN = ("plc", "Inc.", "Ltd", "Group plc", "Corporation", "Holdings Inc.", "Industries Ltd", "Group Inc.")
_GIVEN = [
    "Ada",
    "Bram",
    "Cleo",
    "Dario",
    "Edda",
    "Fenna",
    "Gus",
    "Hale",
    "Ines",
    "Joris",
    "Kaia",
    "Lorne",
    "Maeve",
    "Nils",
    "Orla",
    "Piet",
    "Rhea",
    "Sven",
    "Tilda",
    "Ugo",
    "Vera",
    "Wim",
    "Yara",
    "Zeno",
    "Anselm",
    "Britt",
    "Cosmo",
    "Delia",
    "Emil",
    "Freya",
]
# Of people and places: other syllables than those of brands, so that not every name of a report begins like its company's.
_SURNAME_FRONT = (
    "Bask", "Cald", "Derr", "Eld", "Fass", "Gell", "Havr", "Ivers", "Kest", "Lamm", "Mord", "Nyb", "Osk", "Pell", "Quist", "Renn",
    "Sorr", "Tamm", "Uld", "Vand", "Wick", "Yeld", "Zann", "Brost", "Crev", "Dunst", "Fjell", "Grad", "Hoss", "Lirr", "Stav", "Trev",
)  # fmt: skip
_SURNAME_BACK = (
    "er", "man", "sen", "ova", "etti", "ard", "ley", "quist", "by", "ham", "ell", "ane", "ini", "holm", "berg", "ens", "ez", "ic", "ow",
    "ulla", "eda", "ingham", "aker", "oss",
)  # fmt: skip
_PLACE_FRONT = (
    "Aldr", "Brack", "Cresl", "Dunv", "Ebb", "Frenl", "Grist", "Hulv", "Ibst", "Keld", "Lorm", "Mirk", "Nesk", "Oxl", "Prenn", "Rudd",
    "Scarv", "Tolv", "Ushl", "Vint", "Wexl", "Yarn", "Stour", "Marl", "Clev", "Penv", "Hawk", "Tind", "Soll", "Bern",
)  # fmt: skip
_PLACE_BACK = (
    "mouth", "haven", "stead", "ford", "bridge", "combe", "thwaite", "minster", "shore", "gate", "moor", "cliffe", "wold", "barrow",
    "port", "well", "ham", "ington", "ness", "dale", "holm", "beck",
)  # fmt: skip
_PLACE_SIDE = ("Upper ", "Lower ", "East ", "New ", "Port ", "Castle ")

_BRAND_ONE = "砚沐朔禾峤澜岑瑾皓溯骁翎昱钧澈棠珩蕴霁黎榆泓岚铄衡湛胤隽峻稷筠沅"
_BRAND_TWO = "峰岭泽粟川洲陵源航辰石桥庭朗岳津野塬舟垣彦湾溪屏台森柏鸣渡邑渊"
_SURNAMES = "程邵裴晏穆戚樊倪骆简庄闻盛祝蔺阮柴霍嵇仲卓巩谈尤许唐彭蒋余潘袁贺龚汤万段雷侯孟秦江史顾邱薛崔康毛"
_GIVEN_ONE = "望知行若清怀景思承明远书以亦嘉彦致允建志晓永海文立国秀春雪丽红"
_GIVEN_TWO = "舟衡泽川榆宁遥谦桐岚渊恬朴微筠澄安霖平华军芳斌敏东辉娟涛莉梅"
_FANCY_ONE = "鑫恒瑞隆泰昌盛宏祥茂顺联诚益丰"
_FANCY_TWO = "达源和通运发兴成华信嘉润德业"
_PLACE_ONE = "临宁鹤栖岚沅平澧云汀浦青石朔望兰"
_PLACE_TWO = "陵浦川岭溪原泽山塘港桥湾坪河关城"
_KINDS_ZH = ("市", "县", "区", "镇")


def brands(language: str, world: int, count: int) -> list[str]:
    """Return the first *count* brands of the world, all different."""
    one, two = (_FRONT, _BACK) if language == "en" else (list(_BRAND_ONE), list(_BRAND_TWO))
    order = Draw("brands", language, world).sample(range(len(one) * len(two)), count)
    return [one[at // len(two)] + two[at % len(two)] for at in order]


def suffix_en(draw: Draw) -> str:
    """Return the legal form of an English company."""
    return draw.pick(_SUFFIX_EN)


def person(language: str, draw: Draw) -> str:
    """Return the name of a person."""
    if language == "en":
        return f"{draw.pick(_GIVEN)} {surname(draw)}"
    return draw.pick(_SURNAMES) + draw.pick(_GIVEN_ONE) + (draw.pick(_GIVEN_TWO) if draw.chance(0.85) else "")


def surname(draw: Draw) -> str:
    """Return an English family name."""
    return draw.pick(_SURNAME_FRONT) + draw.pick(_SURNAME_BACK)


def firm_zh(draw: Draw) -> str:
    """Return a Chinese firm's own part of its name: place without its kind, and two words of good luck."""
    return place("zh", draw)[:2] + draw.pick(_FANCY_ONE) + draw.pick(_FANCY_TWO)


def place(language: str, draw: Draw) -> str:
    """Return the name of a place."""
    if language == "en":
        return (draw.pick(_PLACE_SIDE) if draw.chance(0.12) else "") + draw.pick(_PLACE_FRONT) + draw.pick(_PLACE_BACK)
    one = draw.pick(_PLACE_ONE)
    return one + draw.pick(_PLACE_TWO.replace(one, "")) + draw.pick(_KINDS_ZH)
