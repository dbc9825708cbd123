"""Multiple-choice cases: a fact of the text that was changed changes what the checker reads, in each kind of text."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from checking_choices import Made, made, with_text

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.synthetic.checking.choices import faults

STARTED = r"    (?:load|start|import_all|wake)\(\)\n"
"""What a repository calls before anything is priced."""


def passage(sound: Made, pattern: str, place: int = 0) -> str:
    """Return the first passage of a document in which *pattern* is found."""
    document = sound[1][place]
    return next(text for first, last in document.passages if re.search(pattern, text := document.text[first:last]))


def spoilt(sound: Made, old: str, new: str, place: int = 0) -> list[str]:
    """Return the faults of a case in which *old* became *new*, which is as long."""
    return faults(sound[0], with_text(sound[1], place, old, new))


def next_digit(text: str) -> str:
    """Return *text* with its last digit replaced by the next."""
    at = max(at for at, letter in enumerate(text) if letter.isdigit())
    return f"{text[:at]}{(int(text[at]) + 1) % 10}{text[at + 1 :]}"


@pytest.mark.parametrize("seed", range(1, 7))
def test_another_formula_in_a_repository_is_found_where_the_result_is_asked(seed: int) -> None:
    sound = made("code_repo_qa", "en", seed)
    constant = re.search(r"(?:HANDLING|FLAT_FEE|STAMP|MINIMUM) = \d+", sound[1][0].text)
    assert constant is not None
    found = spoilt(sound, constant[0], next_digit(constant[0]))
    assert bool(found) == all(option.isdigit() for option in sound[0].choices)


def test_a_repository_that_reaches_for_more_than_its_settings_is_a_fault_and_runs_nothing() -> None:
    case, documents = made("code_repo_qa", "en")
    text = re.sub(STARTED, "    open('x', 'w')\n", documents[0].text)
    assert text != documents[0].text
    found = faults(case, [replace(documents[0], text=text, passages=())])
    assert [fault for fault in found if "name open is not known" in fault]


@pytest.mark.parametrize(
    "body",
    [
        "    while True:\n        pass\n",
        "    return [0] * 10 ** 12\n",
        "    return 9 ** 9 ** 9\n",
        "    return ().__class__.__bases__\n",
        "    return CALLED()\n",
        f"    return {'-' * 3000}1\n",
        "    return 1 // 0\n",
    ],
)
def test_hostile_code_is_a_fault_of_one_line(body: str) -> None:
    case, documents = made("code_repo_qa", "en")
    at = re.search(STARTED, documents[0].text)
    called = re.search(r"`\w+\.\w+\.(\w+)\(", case.question)
    assert at is not None
    assert called is not None
    body = body.replace("CALLED", called[1])
    text = documents[0].text[: at.start()] + body + documents[0].text[at.end() :]
    found = faults(case, [replace(documents[0], text=text)])
    assert found
    assert all(len(fault) < 500 and "\n" not in fault for fault in found)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_another_entry_or_measure_in_a_ledger_is_found(language: str) -> None:
    sound = made("table_qa", language)
    facts = [passage(sound, pattern) for pattern in (r"^(\| )?\d{6}[^\d]", r"board|Notice|new|改装|换用新|议定")]
    assert (
        spoilt(sound, facts[1], re.sub(r"\d+(?= (?:kg|lb|litres|ells)|公斤|斤|升)", lambda found: next_digit(found[0]), facts[1])) != []
    )
    voucher = re.search(r"\d{6}", facts[0])
    assert voucher is not None
    assert (
        spoilt(sound, voucher[0], next_digit(voucher[0])[:6]) == []
    )  # the same voucher everywhere, in the sheets and in the corrections


def test_a_correction_of_a_voucher_that_is_on_no_sheet_is_found() -> None:
    case, documents = made("table_qa", "en")
    text = documents[0].text
    at = text.index("voucher", max(text.rfind("are listed here"), text.rfind("stands here.\n")))
    found = re.compile(r"\d{6}").search(text, at)
    assert found is not None
    spoiled = text[: found.start()] + "000000" + text[found.end() :]
    assert [fault for fault in faults(case, [replace(documents[0], text=spoiled)]) if "is on no sheet" in fault]


def test_another_person_in_a_triple_is_found() -> None:
    sound = made("knowledge_graph_reasoning", "en")
    last = passage(sound, "apprenticed|succeeded|doctoral")
    right = sound[0].choices["ABCD".index(sound[0].gold)].replace(" ", "_" if "_" in last else " ")
    assert spoilt(sound, last, last.replace(right, right[:-1] + "z")) != []


def test_a_second_origin_of_one_thing_is_found() -> None:
    case, documents = made("knowledge_graph_reasoning", "en")
    line = passage((case, documents), "copied|synthesised|built")
    house = "Ashby" + line[-1:] if line[-1:] in ")}." else "Ashby house"
    more = (
        documents[0].text.rstrip("\n")
        + "\n"
        + re.sub(r"(copied.at|synthesised.by|built.in)(.*?)[A-Z][a-z]+", rf"\1\2{house[:5]}", line)
    )
    assert [fault for fault in faults(case, [replace(documents[0], text=more)]) if "2 triples" in fault]


def test_another_worth_in_the_table_of_a_game_is_found() -> None:
    sound = made("agent_history_qa", "en")
    rows = passage(sound, r"own \\ other").split("\n")[1:]
    changes = [(row, f"{row[:at]}{next_digit(row[at])}{row[at + 1 :]}") for row in rows for at in range(len(row)) if row[at].isdigit()]
    found = [fault for old, new in changes for fault in spoilt(sound, old, new)]
    assert [fault for fault in found if "the text gives" in fault]


def test_another_card_in_a_round_is_found() -> None:
    case, documents = made("agent_history_qa", "en")
    cards = re.findall(r"[a-z]+", passage((case, documents), r"own \\ other").split("\n")[0].partition(": ")[2])
    found: list[str] = []
    for first, last in documents[0].passages:
        fact = documents[0].text[first:last]
        for card in cards:
            text = documents[0].text[:first] + re.sub(r"[a-z]+(?=\.?$)", card, fact) + documents[0].text[last:]
            found += faults(case, [replace(documents[0], text=text)])
    assert [fault for fault in found if "the text gives" in fault]


def test_other_minutes_in_a_guide_are_found() -> None:
    sound = made("user_guide_qa", "en")
    facts = [sound[1][0].text[first:last] for first, last in sound[1][0].passages]
    found = [spoilt(sound, fact, re.sub(r"\d+", lambda one: next_digit(one[0]), fact)) for fact in facts]
    assert [bool(fault) for fault in found].count(True) >= len({"base", "added"})


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_second_statement_of_a_day_is_found(language: str) -> None:
    case, documents = made("dialogue_history_qa", language)
    line = passage(
        (case, documents),
        "write it down|No one has|Then|into the calendar|suits most|Invitations|said yes|Put down|Thank you|as last year"
        "|I asked around for|Settled for"
        "|都记一下|没人反对|那就|日历上了|大伙儿|今晚发通知|辛苦了|记上|答应|跟去年一样|问了一圈，|定了，",
    )
    more = replace(documents[0], text=f"{documents[0].text}\n{line}\n")
    assert [fault for fault in faults(case, [more]) if "set twice" in fault]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_message_about_the_gathering_that_cannot_be_told_is_found(language: str) -> None:
    case, documents = made("dialogue_history_qa", language)
    event = re.search(
        r"the ([a-z]+ [a-z]+)(?: arranged|[:.])" if language == "en" else r"(?:问|看，|^)(\w+?)(?:的事|最后|最终)", case.question
    )
    assert event is not None
    said = f"Nora: The {event[1]} is cancelled." if language == "en" else f"韩溪云：{event[1]}取消。"
    found = faults(case, [replace(documents[0], text=f"{documents[0].text}\n{said}\n")])
    assert [fault for fault in found if "cannot be told" in fault]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_another_year_in_a_chronicle_is_found(language: str) -> None:
    case, documents = made("single_document_event_ordering", language)
    facts = [documents[0].text[first:last] for first, last in documents[0].passages]
    found: list[list[str]] = []
    for fact in facts:
        changed = re.sub(r"\d{3,4}", lambda year: "9999"[: len(year[0])], fact)
        found.append(spoilt((case, documents), fact, changed))
    assert any(found)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_another_hour_of_the_clock_is_found(language: str) -> None:
    sound = made("single_document_detective", language)
    clock = passage(sound, "showed|指针停在|指着")
    changed = re.sub(r"\b(\d):", "3:", clock) if language == "en" else re.sub(r"\d点", "3点", clock)
    assert [fault for fault in spoilt(sound, clock, changed) if "options" in fault or "passage" in fault]


def test_a_second_lock_on_a_culprit_is_found() -> None:
    case, documents = made("single_document_detective", "en")
    guilty = case.choices["ABCD".index(case.gold)]
    alibi = f"{guilty} was in the laundry from 0:01 until 23:59; the cook and the vicar both said so."
    found = faults(case, [replace(documents[0], text=f"{documents[0].text}\n{alibi}\n")])
    assert [fault for fault in found if "none right" in fault]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_another_count_in_any_of_the_papers_that_is_not_put_right_elsewhere_is_found(language: str) -> None:
    sound = made("multi_document_news", language)
    changed = 0
    for place, document in enumerate(sound[1]):
        for first, last in document.passages:
            fact = document.text[first:last]
            changed += bool(spoilt(sound, fact, next_digit(fact), place))
    assert changed >= len(sound[1]) - 1


def test_a_paper_that_corrects_a_district_which_is_not_shown_is_found() -> None:
    case, documents = made("multi_document_news", "en")
    thing = re.search(r"how many (\w+)|total of (\w+)", case.question)
    assert thing is not None
    what = thing[1] or thing[2]
    said = f"A letter from Nowhere reached this paper: the {what} counted there were 5, "
    said += "and what was printed in that district rests on a slip."
    more = replace(documents[0], text=f"{documents[0].text}\n{said}\n")
    assert [fault for fault in faults(case, [more, *documents[1:]]) if "whose paper is not shown" in fault]


RULES = {
    "past": r"Past\. |What is past|Verbs carry|Endings of the past",
    "number": r"Number\. |More than one is|Plural: |To speak of several",
    "order": r"Order\. |Order of words|One says .* first|A sentence begins",
    "crossed": r"Crossed nouns|Beware of these|Against their class|The old people",
    "denial": r"Denial\. |Not: |To deny|The little word",
}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_that_stands_in_a_handbook_twice_or_not_at_all_is_found(rule: str) -> None:
    case, documents = made("new_language_translation", "en")
    (line,) = [line for line in documents[0].text.split("\n") if re.match(RULES[rule], line)]
    for text in (f"{documents[0].text}\n{line}\n", documents[0].text.replace(line, "-" * len(line))):
        assert [fault for fault in faults(case, [replace(documents[0], text=text)]) if "rule of" in fault]


def test_another_word_in_the_dictionary_is_found() -> None:
    sound = made("new_language_translation", "en")
    entry = passage(sound, r"\bto\b(?! go)")
    word = re.search(r"[a-z]{3,}", entry)
    assert word is not None
    assert spoilt(sound, entry, entry.replace(word[0], word[0][:-1] + "y", 1)) != []


def test_an_exception_to_the_rule_of_an_inventory_is_found() -> None:
    case, documents = made("many_shot_learning", "en")
    text = documents[0].text
    labels = re.findall(r"=> (\w+)", text)
    last = text.rindex(f"=> {labels[-1]}")
    other = next(label for label in labels if label != labels[-1])
    spoiled = f"{text[:last]}=> {other}\n"
    assert [fault for fault in faults(case, [replace(documents[0], text=spoiled)]) if "classes of the piece" in fault]


def test_documents_are_not_changed_by_the_checker() -> None:
    case, documents = made("code_repo_qa", "en")
    before: tuple[Document, ...] = tuple(replace(document) for document in documents)
    assert faults(case, documents) == faults(case, documents)
    assert documents == before


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_newspaper_that_stands_by_a_number_which_another_corrects_is_a_fault(seed: int) -> None:
    case, documents = made("multi_document_news", "en", seed)
    yielding = r"it takes the place of ours|that one holds and ours does not|a correction in another paper goes before it"
    firm = [replace(document, text=re.sub(yielding, lambda found: "-" * len(found[0]), document.text)) for document in documents]
    assert not faults(case, documents)
    assert [fault for fault in faults(case, firm) if "both may hold" in fault]


def test_digits_that_are_said_to_be_exchanged_and_are_not_are_a_fault() -> None:
    said = r"(?:The right number of \w+ there is|the wrong way round, says \w+: read) (\d+)"
    sound = (made("multi_document_news", "en", seed) for seed in range(1, 200))
    found = next((one, place) for one in sound for place, document in enumerate(one[1]) if "wo digits" in document.text)
    (case, documents), place = found
    at = documents[place].text.index("wo digits")
    told = re.search(said, documents[place].text[max(at - 200, 0) :])
    assert told is not None
    assert not faults(case, documents)
    wrong = spoilt((case, documents), told[0], next_digit(told[0]), place)
    assert [fault for fault in wrong if "are exchanged" in fault]
