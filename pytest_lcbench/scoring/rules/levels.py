"""The level that a label of a grading names, in English or Chinese: ``high liabilities``, ``中负债``, ``Negative profit``."""

from __future__ import annotations

import re
from typing import Final

_LONGEST: Final = 60
_ENGLISH_WORDS: Final = 6
_HAN_CHARACTERS: Final = 12
_WORDS: Final[dict[str, frozenset[str]]] = {
    "top": frozenset(["ultra", "very", "extremely", "super", "highest"]),
    "high": frozenset(["high", "large", "big", "higher", "strong"]),
    "medium": frozenset(["medium", "mid", "middle", "moderate", "intermediate", "average"]),
    "low": frozenset(["low", "small", "lower", "minor", "weak"]),
    "negative": frozenset(["negative", "loss", "losses", "unprofitable", "minus"]),
    "none": frozenset(["no", "zero", "without", "nil"]),
    "positive": frozenset(["positive"]),
}
_HAN: Final = re.compile(
    r"(?P<top>超高|极高|特高|最高|超大|特大)|(?P<high>高|大型|较大|大额)|(?P<medium>中(?:等|型|度|间)?(?!国|心|止)|适中)"
    r"|(?P<low>低|小型|较小|小额)|(?P<negative>负(?!债)|亏损)|(?P<none>无|零|没有)|(?P<positive>正(?!常))"
)


def level_of(label: str) -> str | None:
    """Return the level that a short *label* names, one word for both languages; ``None`` for none, or for two."""
    label = re.sub(r"[(\[][^()\[\]]*[)\]]", "", label).strip().lower()
    if not 0 < len(label) <= _LONGEST:
        return None
    if label.isascii():
        words = re.findall(r"[a-z]+", label)
        if len(words) > _ENGLISH_WORDS:
            return None
        named = [level for word in words for level, known in _WORDS.items() if word in known]
    else:
        if len(label) > _HAN_CHARACTERS:
            return None
        named = [str(match.lastgroup) for match in _HAN.finditer(label)]
    if named[:1] == ["top"]:
        return "top"
    return named[0] if len(set(named)) == 1 else None
