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
_PLACE_BACK = [
    "mouth",
    "haven",
    "stead",
    "ford",
    "bridge",
    "combe",
    "thwaite",
    "minster",
    "shore",
    "gate",
    "moor",
    "cliffe",
    "wold",
    "barrow",
    "port",
    "well",
]

_BRAND_ONE = "砚沐朔禾峤澜岑瑾皓溯骁翎昱钧澈棠珩蕴霁黎榆泓岚铄衡湛胤隽峻稷筠沅"
_BRAND_TWO = "峰岭泽粟川洲陵源航辰石桥庭朗岳津野塬舟垣彦湾溪屏台森柏鸣渡邑渊"
_SURNAMES = "程邵裴晏穆戚樊倪骆简庄闻盛祝蔺阮柴霍嵇仲卓巩谈尤"
_GIVEN_ONE = "望知行若清怀景思承明远书以亦嘉彦致允"
_GIVEN_TWO = "舟衡泽川榆宁遥谦桐岚渊恬朴微筠澄安霖"
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
        return f"{draw.pick(_GIVEN)} {draw.pick(_FRONT)}{draw.pick(_BACK)}"
    return draw.pick(_SURNAMES) + draw.pick(_GIVEN_ONE) + (draw.pick(_GIVEN_TWO) if draw.chance(0.85) else "")


def place(language: str, draw: Draw) -> str:
    """Return the name of a place."""
    if language == "en":
        return draw.pick(_FRONT) + draw.pick(_PLACE_BACK)
    one = draw.pick(_PLACE_ONE)
    return one + draw.pick(_PLACE_TWO.replace(one, "")) + draw.pick(_KINDS_ZH)
