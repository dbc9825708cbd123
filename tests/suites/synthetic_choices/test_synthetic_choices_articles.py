"""Articles before words that the grammar of a kind puts in."""

from __future__ import annotations

from pytest_lcbench.suites.synthetic.choices.game_words import GAMES


def test_what_a_round_is_called_fits_the_article_before_it() -> None:
    assert len(GAMES) > 5
    assert not [game.round for game in GAMES if game.round.startswith(tuple("aeiou"))]
