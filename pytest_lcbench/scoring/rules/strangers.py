"""Names that a response brings up and the case does not know: an invented company beside the right ones is a wrong name."""

from __future__ import annotations

import re
from typing import Final

from pytest_lcbench.scoring.rules.mentions import STOP, find_mentions, looks_like_a_name
from pytest_lcbench.scoring.rules.names import Directory

_MOST: Final = 50
_WORD: Final = r"[A-Z0-9][\w&'.-]{0,30}"
_FORM: Final = (
    r"(?:Inc|Incorporated|Corp|Corporation|Ltd|Limited|LLC|L\.L\.C|[Pp][Ll][Cc]|L\.?P|Co|Company|CO|INC|CORP|LTD|GmbH|AG|SE|N\.V|S\.A"
    r"|Holdings?|HOLDINGS?|Group|GROUP|Trust|TRUST|Bancorp|BANCORP|Partners)"
)
# "Crow plc", "Redwater Energy Corp", "Pinebrook Holdings, Inc."
_COMPANY: Final = re.compile(rf"(?<![\w&'.-]){_WORD},? (?:(?:{_WORD},?|&) ){{0,5}}?{_FORM}\b\.?(?:,? {_FORM}\b\.?)?")
_GENERIC: Final = STOP | {
    *("parent", "holding", "public", "listed", "private", "other", "another", "same", "which", "but", "and", "or", "while"),
    *("although", "since", "because", "both", "first", "second", "third", "among", "only", "if", "when", "thus", "hence", "overall"),
    *("not", "neither", "either", "whereas", "finally", "also", "compared", "with", "correction", "actually", "wait", "on", "at"),
}
_TRADES: Final = (
    r"科技|股份|集团|医药|医疗|银行|证券|能源|电子|材料|食品|重工|水务|传媒|航空|汽车|控股|实业|生物|环保|地产|置业|电力|钢铁|化工|机械|电器|通信|软件"
    r"|网络|智能|物流|保险|矿业|农业|纺织|光电|动力|新材|药业|酒业|乳业|铁路|港口|建设|建材|家居|影视|文化|教育|旅游|商业|百货|超市"
)
# Two characters and a trade, as most listed companies are called, where a name can stand.
_FIRM: Final = re.compile(
    r"(?:(?<![一-鿿])|(?<=[是为有和与及或除比即])|(?<=排除|包括|以及|还有|公司|加上|应为|应是|低于|高于|认为))"
    rf"(?P<name>[一-鿿]{{2}}(?:{_TRADES}))"
    r"(?=(?:股份)?(?:有限)?(?:公司)?(?:$|[^一-鿿]|[的是为有和与及或最并也等在以才更均都不属应排位列]|同样|其实|实际|可能|似乎))"
)
_NO_FIRM: Final = re.compile(
    r"^(?:其他|其它|上述|以上|该|这|那|各|主要|所有|全部|部分|新型|相关|从事|属于|经营|一家|两家|三家|信息|公司|国有)"
)


def strangers(text: str, directory: Directory) -> list[str]:
    """Return the names of companies in a cleaned *text* that *directory* lacks; other spellings of names it has become known to it."""
    pieces: list[str] = []
    at = 0
    for mention in find_mentions(text, directory):
        pieces.extend((text[at : mention.start], "\1"))
        at = max(at, mention.end)
    rest = "".join([*pieces, text[at:]])
    found: dict[str, None] = {}
    for match in _COMPANY.finditer(rest):
        words = match[0].split()
        while words and (words[0].strip(",.").lower() in _GENERIC or words[0].strip(",.").isdecimal()):
            words.pop(0)
        if len(words) > 1:
            found[" ".join(words)] = None
    for match in _FIRM.finditer(rest):
        if not _NO_FIRM.match(match["name"]) and looks_like_a_name(match["name"]):
            found[match["name"]] = None
    unknown = []
    for name in list(found)[:_MOST]:
        if (index := directory.find(name)) is None:
            unknown.append(name)
        else:
            directory.add_alias(name, index)
    return unknown
