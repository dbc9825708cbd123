"""Neither the embedded reader nor the look of the options finds the right one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pytest_lcbench.contexts.prompts import PromptSet, fill
from pytest_lcbench.models.lexical.answers import answer
from pytest_lcbench.suites.synthetic.choices import ChoicesField
from pytest_lcbench.suites.synthetic.drafts import Draft
from pytest_lcbench.suites.synthetic.draw import Draw

FIELD = ChoicesField(12)
OWN = [subtask for subtask in FIELD.subtasks if not subtask.startswith("multi_document_") or subtask == "multi_document_news"]
EACH = 20


def share_of_best(values: Sequence[float], right: int) -> float:
    """Return how often a guess among the greatest *values* is right."""
    best = [at for at, value in enumerate(values) if value == max(values)]
    return (right in best) / len(best)


def shown(draft: Draft, number: int) -> tuple[list[str], int]:
    order = Draw("order", draft.subtask, number).shuffled(draft.choices)
    return order, order.index(draft.choices["ABCD".index(draft.gold)])


def test_no_guess_by_words_length_or_mention_is_often_right() -> None:
    guesses = dict.fromkeys(("reader", "longest", "shortest", "frequent", "last", "likest", "oddest"), 0.0)
    cases = 0
    for subtask in OWN:
        for language in FIELD.languages(subtask):
            for number in range(EACH):
                draft = FIELD.draft(subtask, language, (2000, 3000, 5000)[number % 3], Draw("guess", number))
                order, right = shown(draft, number)
                texts = [(plan.title, FIELD.write(language, plan.key, plan.tokens).text) for plan in draft.documents]
                docs = "\n\n".join(f"《{title}》\n{text}" for title, text in texts)
                values = dict(zip(("choice_a", "choice_b", "choice_c", "choice_d"), order, strict=True))
                reply = answer(
                    fill(PromptSet().choice, {"docs": docs, "question": draft.question, "instruction": draft.instruction, **values})
                )
                words = [set(re.findall(r"\w+" if language == "en" else r"\w", option)) for option in order]
                like = [float(sum(len(one & two) / max(len(one | two), 1) for two in words)) for one in words]
                guesses["reader"] += f"({'ABCD'[right]})" in reply
                guesses["longest"] += share_of_best([len(option) for option in order], right)
                guesses["shortest"] += share_of_best([-len(option) for option in order], right)
                guesses["frequent"] += share_of_best([docs.count(option) for option in order], right)
                guesses["last"] += share_of_best([docs.rfind(option) for option in order], right)
                guesses["likest"] += share_of_best(like, right)
                guesses["oddest"] += share_of_best([-value for value in like], right)
                cases += 1
    shares = {name: value / cases for name, value in guesses.items()}
    assert cases >= 320
    assert max(shares.values()) <= 0.32, shares
