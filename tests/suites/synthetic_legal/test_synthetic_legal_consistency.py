"""Judgments as a reader holds them together: nothing is told in two versions, proof fits its sum, nothing happens before it can."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

import pytest

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.legal import LegalField, en_filler, zh_filler
from pytest_lcbench.suites.synthetic.legal.causes import causes
from pytest_lcbench.suites.synthetic.legal.facts import Lawsuit, lawsuit
from pytest_lcbench.suites.synthetic.legal.grammar import Passage, Slots, expand
from pytest_lcbench.suites.synthetic.legal.scribe import of_each_expert
from pytest_lcbench.suites.synthetic.legal.sections import ONCE
from pytest_lcbench.suites.synthetic.legal.wording import wording

LANGUAGES = ("en", "zh")
EN_DAY, ZH_DAY = r"\d{1,2} [A-Z][a-z]+ \d{4}", r"\d{4}年\d{1,2}月\d{1,2}日"
REPORT = {
    "en": re.compile(r"(\w+ \w+), (?:instructed by both sides|named by the court), reported on [^.]*\. [^.]*? (\d+) pages"),
    "zh": re.compile(r"(?:双方共同委托的|本院委托的)鉴定人([一-龥]{2,3})于\S*?出具意见书，(?:编号\d+，)?共(\d+)页"),
}
COUNTED = {
    "en": (
        re.compile(r"(?:[Tt]he file of |[Tt]he )([a-z' -]+?), of (\d+) pages"),
        re.compile(r"went through (?:the file of |the )([a-z' -]+?) on [^,]*, made it (\d+) pages"),
        re.compile(r"[Yy]ou have had (?:the file of |the )([a-z' -]+?), (\d+) sheets"),
    ),
    "zh": (
        re.compile(r"号材料为([一-龥]+?)(?:，共|一组)(\d+)页"),
        re.compile(r"此前所寄([一-龥]+?)共(\d+)页"),
        re.compile(r"核对([一-龥]+?)，共(\d+)页，"),
    ),
}
DATED = {
    "en": re.compile(rf"(?:Exhibit|Item) (\d+) (?:of the bundle )?is (the [a-z' -]+), (?:dated|said to have been made on) ({EN_DAY})"),
    "zh": re.compile(rf"第(\d+)号材料为([一-龥]+?)(?:，共|一组)\d+页，(?:形成于|落款为)({ZH_DAY})"),
}
SAID_ONCE = {
    "en": (
        "lists of documents",
        "the parties had",
        "In a note of",
        "The indictment was",
        "common ground|Nobody disputes that",
        "'s list .{3,40} (?:accepts|disputes all but)",
    ),
    "zh": (
        "送达起诉",
        "归纳(?:控辩双方)?无争议|固定无争议",
        "制作时间表|起的\\d+项明细",
        "\\d+个时间点，称[^其余]*均可|中的\\d+个未作",
        "来往函件\\d+份，其中|通话\\d+次，其中\\d",
    ),
}


@cache
def long(language: str) -> tuple[tuple[Lawsuit, str], ...]:
    """Return judgments of the greatest usual lengths, of several worlds and every cause in turn."""
    found = []
    for number, key in enumerate(causes(language)):
        suit = lawsuit(40 + number % 7, language, key, number)
        found.append((suit, LegalField(40 + number % 7).write(language, suit.key, (13_400, 25_600)[number % 2])))
    return tuple((suit, written.text) for suit, written in found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_of_an_expert_is_described_once_and_each_expert_has_one(language: str) -> None:
    told = 0
    for suit, text in long(language):
        reports = REPORT[language].findall(text)
        assert len({expert for expert, _ in reports}) == len(reports) <= 2, suit.key
        told += len(reports)
    assert told > len(causes(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_paper_has_one_number_of_pages_one_date_and_one_mark(language: str) -> None:
    counts = 0
    for suit, text in long(language):
        pages: dict[str, set[str]] = defaultdict(set)
        for pattern in COUNTED[language]:
            for thing, count in pattern.findall(text):
                pages[thing].add(count)
                counts += 1
        assert all(len(found) == 1 for found in pages.values()), (suit.key, pages)
        by_thing: dict[str, set[tuple[str, str]]] = defaultdict(set)
        by_mark: dict[str, set[str]] = defaultdict(set)
        for mark, thing, date in DATED[language].findall(text):
            by_thing[thing].add((mark, date))
            by_mark[mark].add(thing)
        assert all(len(found) == 1 for found in by_thing.values()), suit.key
        assert all(len(found) == 1 for found in by_mark.values()), suit.key
    assert counts > len(causes(language))


STANDS = {
    "en": re.compile(r"(?:Exhibit|Item) \d+ (?:of the bundle )?is (the [a-z' -]+), (?:dated|said)[^.]*\.[^;]*; ([^.]+)\."),
    "zh": re.compile(r"号材料为([一-龥]+?)(?:，共|一组)\d+页，[^；]*；([^；]*)；"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_other_side_does_not_change_what_it_says_of_a_paper(language: str) -> None:
    again = 0
    for suit, text in long(language):
        said: dict[str, list[str]] = defaultdict(list)
        for thing, stand in STANDS[language].findall(text):
            said[thing].append(stand)
        assert all(len(set(stands)) == 1 for stands in said.values()), (suit.key, said)
        again += sum(len(stands) > 1 for stands in said.values())
    assert again > 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_true_of_the_whole_lawsuit_is_said_at_most_once(language: str) -> None:
    seen = 0
    for suit, text in long(language):
        for words in SAID_ONCE[language]:
            count = len(re.findall(words, text))
            assert count <= 1, (suit.key, words)
            seen += count
    assert seen > len(causes(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_of_slips_and_letters_are_not_given_twice(language: str) -> None:
    pattern = re.compile(
        r"the slip is numbered (\d+)|letter of [^,]*, number (\d+)|快递单号尾数为(\d+)|函件（编号(\d+)）|信件（编号(\d+)）"
    )
    for suit, text in long(language):
        numbers = [next(filter(None, found)) for found in pattern.findall(text)]
        assert len(set(numbers)) == len(numbers), suit.key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_court_below_awarded_more_than_was_claimed_or_what_is_awarded_now(language: str) -> None:
    appeals = 0
    for world in range(25):
        for key, cause in causes(language).items():
            for number in range(6 if cause.kind == "civil" else 0):
                suit = lawsuit(world, language, key, number)
                if suit.instance == "appeal":
                    assert 0 < suit.below <= suit.claimed, suit.key
                    assert suit.below != suit.award, suit.key
                    appeals += 1
    assert appeals > 300


BORNE = {
    "en": re.compile(
        r"(?:for|As to) ([a-z ]+?)(?:, the item of [\d,]+ crowns)? is borne out by (the [^,]+), and"
        r"|For ([a-z ]+?), [\d,]+ crowns were (?:asked|sought), "
        r"but (?:(the [^,]+?) supports only|no more than [\d,]+ can be traced in (the [^;]+));"
    ),
    "zh": re.compile(
        r"(?<=\n)(?:关于|对于)?([一-龥]+?)[\d,]+元，(?:有([一-龥]+?)佐证|([一-龥]+?)与查明的事实)"
        r"|(?:主张|请求)([一-龥]+?)[\d,]+元，仅[\d,]+元能与([一-龥]+?)对应"
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_proves_a_sum_is_a_paper_of_its_own_head(language: str) -> None:
    told = 0
    for world in range(3):
        for number, (key, cause) in enumerate(causes(language).items()):
            if cause.kind != "civil":
                continue
            suit = lawsuit(world, language, key, number)
            for found in BORNE[language].findall(LegalField(world).write(language, suit.key, 2400).text):
                label, paper = (part for part in found if part)
                proofs = [head.proofs for head in suit.heads if head.label == label]
                assert proofs, (suit.key, label)
                assert paper in proofs[0], (suit.key, label, paper)
                told += 1
    assert told > 25


@pytest.mark.parametrize("language", LANGUAGES)
def test_harm_to_a_body_is_proved_by_those_who_treat_it_and_is_no_sum_of_entries(language: str) -> None:
    medical = "note|surgeon|physio" if language == "en" else "鉴定|诊断|医嘱"
    body = "injury|suffering|bodily" if language == "en" else "残疾|治疗费"
    heads = [head for cause in causes(language).values() for head in cause.heads if re.search(body, head[0])]
    assert heads
    assert all(judged and all(re.search(medical, proof) for proof in proofs) for _, _, _, proofs, judged in heads)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_flees_to_where_the_victim_is(language: str) -> None:
    fled = 0
    pattern = re.compile(
        r"(?:had moved to|was found at|was traced to) (\d+ [A-Z]\w+(?: [A-Z]\w+)?)"
        r"|(?:后在|众人寻到|[一-龥]{2,3}在)([一-龥]+\d+号)(?:被抓|归案|，)"
    )
    for key in ("fraud",) if language == "en" else ("fraud", "cheat"):
        for number in range(40):
            suit = lawsuit(number % 9, language, key, number)
            text = LegalField(number % 9).write(language, suit.key, 1150).text
            for found in pattern.findall(text):
                assert suit.place not in found, suit.key
                fled += 1
    assert fled > 15


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_made_for_the_lawsuit_is_handled_by_nobody_before(language: str) -> None:
    made_late = re.compile(
        "expert|victim|identification|before claim|seizure|interview record"
        if language == "en"
        else "证言|陈述|辨认|鉴定|谅解|扣押|到案"
    )
    seen = 0
    for cause in causes(language).values():
        assert cause.late
        assert not set(cause.late) & set(cause.things), cause.key
        if cause.kind in ("civil", "criminal"):
            assert not [thing for thing in cause.things if made_late.search(thing)], cause.key
        seen += sum(bool(made_late.search(thing)) for thing in cause.late)
    assert seen > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_public_body_deals_with_what_is_its_own(language: str) -> None:
    fitting = {
        "en": {
            "boat|ferry": "Harbour|Waterways",
            "taxi|trap|still": "Licensing|Registry",
            "stall|kitchen": "Licensing|Standards|Registry",
        },
        "zh": {
            "砂石": "水务|环境",
            "车辆": "交通",
            "广告牌": "城市管理",
            "摊位": "城市管理|市场",
            "搅拌": "环境|应急",
            "集装箱": "市场|交通",
            "伤|病": "社会保障",
        },
    }[language]
    for world in range(10):
        for key, cause in causes(language).items():
            for number in range(12 if cause.kind == "administrative" else 0):
                suit = lawsuit(world, language, key, number)
                (bodies,) = [bodies for items, bodies in fitting.items() if re.search(items, suit.item)]
                assert re.search(bodies, suit.defendant.short), (suit.item, suit.defendant.short)


def test_a_question_about_a_bound_ends_in_a_word_and_not_in_a_particle() -> None:
    draw = Draw("bound")
    asked = {expand(wording("zh")["range amount"], {"side": "高于", "amount": "80,000"}, draw) for _ in range(20)}
    assert len(asked) == 2
    assert not [question for question in asked if "元的？" in question]


def test_a_fact_of_a_thing_is_the_same_whenever_it_is_told() -> None:
    draw = Draw("facts")
    slots: Slots = {"thing": lambda draw: draw.pick(("book", "card")), ".pages": {"book": "90", "card": "2"}}
    assert {Passage().say("{thing} {thing.pages}", slots, draw).text for _ in range(30)} == {"book 90", "card 2"}
    with pytest.raises(TypeError, match="no facts"):
        expand("{thing.weight}", {"thing": "book", ".weight": "heavy"}, draw)
    with pytest.raises(TypeError, match="no text"):
        expand("{.pages}", {**slots, "": {"book": "1"}}, draw)


def test_each_expert_is_introduced_and_spoken_of_alike() -> None:
    assert of_each_expert((ONCE + "{exp} came.", "{exp} went.", ONCE + "{exp2} sat.")) == (
        ONCE + "{expa} came.",
        ONCE + "{expb} came.",
        "{exp} went.",
        ONCE + "{exp2} sat.",
    )


@pytest.mark.parametrize("filler", [en_filler, zh_filler])
def test_every_pool_has_more_than_what_is_said_once(filler: object) -> None:
    pools = {name: text for name, text in vars(filler).items() if name.isupper()}
    assert len(pools) > 10
    assert all(any(not line.startswith(ONCE) for line in text.strip().split("\n")) for text in pools.values())
