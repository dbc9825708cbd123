"""Invented names of people, places and things, in English and Chinese."""

# ruff: noqa: E501, SIM905 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable

from pytest_lcbench.suites.synthetic.draw import Draw

_GIVEN_HEAD = (
    "Bel Cor Dav Edr Fen Gil Hes Iov Jor Kel Lor Mab Nem Oss Pel Quil Ros Sel Tam Ulm Ves Wil Yor Zan Aud Bri Cas Dor Elg Far Gwe Hol Ish "
    "Jun Kir Lun Mer Nol Orm Pip Rad Sab Tob Urs Val Wen"
).split()
_GIVEN_TAIL = "ana ric wina mira dis tor ette ick olan eth ia undra essa ard ona ilio aby ence ista omar elle us anth ivar".split()
_FAMILY_HEAD = (
    "Ash Brack Calder Dun Ember Farrow Garrow Hazel Inker Juniper Kettle Larch Mallow Nettle Oster Pad Quarry Rushen Sorrel Thack Umber Vetch Wick "
    "Yarrow Alder Bram Clove Dray Elver Fallow Gorse Hollin Ivel Jessa Kersey Ling Marl Nuthat Oak Pell"
).split()
_FAMILY_TAIL = "ley worth by combe ridge stead mere low dale croft ner smith garth ton hurst shaw well field bank sley".split()
_PLACE_HEAD = (
    "Aldren Bask Corm Dell Eskin Farl Grun Hask Imber Jarl Kest Lomb Murr Ness Orrel Prend Quen Rast Skell Trev Ulver Vard Wend Yelm Zell Brann "
    "Culver Drum Ethel Fosk Gannet Hern Isk Kirn Lathe Morn Nidd Ostrel Pard Rill Stann Thorn Uske Vint Warr"
).split()
_PLACE_TAIL = "haven wick ford mouth stow holm gate bridge ness by thorpe sett dun pool barrow cross minster leigh head burn".split()
_SURNAMES = "沈陆顾严施俞柳冯褚卫蒋韩秦尤许吕孔曹魏陶姜戚邹喻窦章苏潘葛范彭鲁韦苗凤方任袁鲍史唐费岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅"
_GIVEN_FIRST = "砚知砺望沐疏砥澜栖霁朗岫溪峤枢荻渡棠竺蘅屿澄稔珩羡芷昀遥岚昭"
_GIVEN_SECOND = "秋川禾舟原池亭樵石帆林堤松笙夏白桥谷苇苔溪年云生宁之远庭行"
_ZH_PLACE_FIRST = "汀砚柘霁苇榆沅蓼垛棠浔荻岫潞栎淇蓟洺漳溧邗鄠郿泖涘浥"
_ZH_PLACE_SECOND = "桥渡塘湾溪坪坞港堰洲陂浦岭墩泾汇圩埠埭畈"

_FEW = 20
"""Names that can all begin with other letters."""


def _joined(head: str, tail: str) -> str:
    """Return *head* and *tail* as one word, without a letter three times in a row."""
    return head[:-1] + tail if head[-2:] == 2 * tail[0] else head + tail


def person(draw: Draw) -> str:
    """Return a given name."""
    return _joined(draw.pick(_GIVEN_HEAD), draw.pick(_GIVEN_TAIL))


def family(draw: Draw) -> str:
    """Return a family name."""
    return _joined(draw.pick(_FAMILY_HEAD), draw.pick(_FAMILY_TAIL))


def place(draw: Draw) -> str:
    """Return the name of a town or village."""
    return _joined(draw.pick(_PLACE_HEAD), draw.pick(_PLACE_TAIL))


def person_zh(draw: Draw) -> str:
    """Return a Chinese name of three characters."""
    return draw.pick(_SURNAMES) + draw.pick(_GIVEN_FIRST) + draw.pick(_GIVEN_SECOND)


def place_zh(draw: Draw) -> str:
    """Return a Chinese place name of two characters."""
    return draw.pick(_ZH_PLACE_FIRST) + draw.pick(_ZH_PLACE_SECOND)


def several(draw: Draw, make: Callable[[Draw], str], count: int, taken: tuple[str, ...] = ()) -> list[str]:
    """Return *count* names of which none contains another or one of *taken*; a few also begin differently."""
    found: list[str] = []
    apart = 4 if count <= _FEW else 99
    while len(found) < count:
        name = make(draw)
        low = name.lower()
        others = [other.lower() for other in (*found, *taken)]
        if all(low[:apart] != other[:apart] and low not in other and other not in low for other in others):
            found.append(name)
    return found


def people_of(language: str) -> Callable[[Draw], str]:
    """Return the maker of people's names in *language*."""
    return person if language == "en" else person_zh


def places_of(language: str) -> Callable[[Draw], str]:
    """Return the maker of places' names in *language*."""
    return place if language == "en" else place_zh


def nonce(draw: Draw, syllables: int = 2) -> str:
    """Return a word of no language."""
    parts = [draw.pick("ptkbdgmnlrsvzfh") + draw.pick("aeiou") for _ in range(syllables)]
    return "".join(parts) + draw.pick(("", "n", "r", "k", "s", "l", "m", ""))
