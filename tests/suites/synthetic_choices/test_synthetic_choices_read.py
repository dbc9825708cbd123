"""What readers found absurd and must not come back: people who contradict themselves, parts with two numbers, tests of nothing."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import pytest

from pytest_lcbench.suites.synthetic.checking.choices.dialogues import _facets
from pytest_lcbench.suites.synthetic.choices import ChoicesField
from pytest_lcbench.suites.synthetic.choices.dialogue_words import EVENTS, MATTERS
from pytest_lcbench.suites.synthetic.choices.game_words import GAMES
from pytest_lcbench.suites.synthetic.choices.games import _match
from pytest_lcbench.suites.synthetic.choices.guides import _guide
from pytest_lcbench.suites.synthetic.choices.languages import _ANIMALS, _HANDLED, _HUMAN, _PEOPLE, _SMALL, _plural
from pytest_lcbench.suites.synthetic.choices.many_shot import _THINGS
from pytest_lcbench.suites.synthetic.draw import Draw

WORLDS = (41, 52, 63, 74, 85, 96)
FILE = re.compile(r"^(?:# =====|### FILE:|<<<|#--------) (\S+)(?: =====| >>>)?\n", re.MULTILINE)
SPEAKER = re.compile(r"(?:<(\w+)> |(\w+) - |(\w+): |(\w+)：|(\w+)\u3000|【(\w+)】)(.*)")


def files_of(text: str) -> dict[str, str]:
    parts = FILE.split(text)
    assert len(set(parts[1::2])) == len(parts[1::2])
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("kind", ["guides", "dialogues", "games", "repositories"])
def test_no_word_stands_there_twice_in_a_row(kind: str) -> None:
    for world in WORLDS:
        text = ChoicesField(world).write("en", f"{kind}.{world % 60}", 9000).text
        assert re.findall(r"\b([a-z]{2,}) \1\b", text) == []
        assert re.findall(r"\b[Aa] [aeio][a-z]+\b(?<!a one)", text) == []


@pytest.mark.parametrize("world", WORLDS)
def test_an_agent_thinks_of_others_and_no_two_of_a_sentence_are_the_same(world: int) -> None:
    field = ChoicesField(world)
    for number in range(4):
        agents = _match(world, number).agents
        for line in field.write("en", f"games.{number}", 6000).text.split("\n"):
            thought = re.fullmatch(r"(\w+)(?: thinks:|, aside:) (.*)|\((\w+): (.*)\)|Mind of (\w+): (.*)", line)
            if thought:
                thinker, said = (part for part in thought.groups() if part is not None)
                assert thinker in agents
                assert thinker not in said
            elif line.startswith("Umpire"):
                named = [name for name in re.findall(r"[A-Z][a-z]+", line) if name in agents]
                assert len(set(named)) == len(named)
                assert not re.match(r"Umpire: (?!The )[A-Z][a-z]+", line) or line.split()[1].rstrip(",") in agents


def test_most_cards_that_are_put_right_are_of_rounds_that_no_question_is_about() -> None:
    asked = others = 0
    for world in WORLDS:
        for number in range(4):
            written = ChoicesField(world).write("en", f"games.{number}", 8000)
            ours = {
                written.text[first:last] for fact, spans in written.facts.items() if fact.startswith("fix") for first, last in spans
            }
            put_right = r"misread|is wrong about|correction to|on second sight|was right, the card"
            lines = [line for line in written.text.split("\n") if re.search(put_right, line)]
            asked += len(ours)
            others += len(set(lines) - ours)
    assert others > asked


def test_moves_of_a_game_are_not_called_as_its_rounds_or_stages() -> None:
    for game in GAMES:
        assert len({*game.moves, game.round, game.stage}) == len(game.moves) + 2


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("world", WORLDS)
def test_what_a_group_arranges_never_contradicts_itself(world: int, language: str) -> None:
    field = ChoicesField(world)
    arranged = 0
    for number in range(3):
        text = field.write(language, f"dialogues.{number}", 20_000).text
        for event in EVENTS[language]:
            facets, _ = _facets(text, event.removeprefix("the "), language)  # raises where one is set twice or moved from elsewhere
            arranged += len(facets)
    assert arranged > 30


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nobody_writes_of_himself_by_name_or_answers_himself(language: str) -> None:
    own = told = 0
    for world in WORLDS:
        for line in ChoicesField(world).write(language, f"dialogues.{world % 60}", 9000).text.split("\n"):
            found = SPEAKER.fullmatch(line)
            if found:
                *names, said = found.groups()
                told += 1
                own += next(name for name in names if name) in said
    assert told > 500
    assert own <= told // 500


def test_each_step_of_an_arrangement_is_said_in_many_ways() -> None:
    for matters in MATTERS.values():
        for matter in matters.values():
            for step in ("first", "shift", "back", "idea", "refused", "again", "firm"):
                assert len(set(getattr(matter, step))) >= 6


@pytest.mark.parametrize("world", WORLDS)
def test_a_part_of_a_device_has_one_number_one_trouble_and_one_weight(world: int) -> None:
    field = ChoicesField(world)
    for number in range(3):
        text = field.write("en", f"guides.{number}", 14_000).text
        told = defaultdict(set)
        for code, what in re.findall(r"\b(E\d+)(?: means that|:) the ([a-z0-9 .-]+?)(?:, E|\. [A-Z]|\.$)", text, re.MULTILINE):
            told["code", code].add(what)
        for part, order, grams in re.findall(
            r"(?:number of|Order) the ([a-z0-9 .-]+?) (?:is|as) ([A-Z]+-\d+)(?:; it weighs| \()[ ]?(\d+) g", text
        ):
            told["order", part].add((order, grams))
        for part, screws in re.findall(r"To take the ([a-z0-9 .-]+?) out, loosen its (\d) screws", text):
            told["screws", part].add(screws)
        for screws, part in re.findall(r"^(\d) screws hold the ([a-z0-9 .-]+?)\.", text, re.MULTILINE):
            told["screws", part].add(screws)
        assert len(told) > 40
        assert [fact for fact, values in told.items() if len(values) > 1] == []
        lines = text.split("\n")
        heads = [at for at, line in enumerate(lines) if at and not lines[at - 1] and line]
        assert all(at + 1 < len(lines) and lines[at + 1] for at in heads)
        assert len(_guide(world, number).unit.modes) == 5


def test_the_tests_of_a_repository_pass_and_test_something(tmp_path: Path) -> None:
    run = 0
    for world in WORLDS:
        files = files_of(ChoicesField(world).write("en", f"repositories.{world % 60}", 9000).text)
        folder = tmp_path / str(world)
        for path, source in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(source, encoding="utf-8")
        tests = [path for path in files if path.startswith("tests/")]
        code = "import runpy, sys\nsys.path.insert(0, '.')\n"
        code += "".join(f"[test() for name, test in runpy.run_path({path!r}).items() if name.startswith('test_')]\n" for path in tests)
        subprocess.run(  # noqa: S603 - our own generated package
            [sys.executable, "-B", "-c", code], cwd=folder, check=True, capture_output=True, timeout=60
        )
        run += len(tests)
        assert all(re.search(r"^from \w+\.", files[path], re.MULTILINE) for path in tests)
    assert run >= 6


@pytest.mark.parametrize("world", WORLDS)
def test_no_name_of_a_repository_hides_another(world: int) -> None:
    for path, source in files_of(ChoicesField(world).write("en", f"repositories.{world % 60}", 12_000).text).items():
        if not path.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Dict):
                keys = [ast.dump(key) for key in node.keys if key is not None]
                assert len(set(keys)) == len(keys)
            if isinstance(node, ast.ClassDef):
                methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
                held = {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store)}
                assert not methods & held
            if isinstance(node, ast.Module | ast.ClassDef):
                named = [part.name for part in node.body if isinstance(part, ast.FunctionDef | ast.ClassDef)]
                assert len(set(named)) == len(named)


def test_repositories_of_different_worlds_are_not_laid_out_alike() -> None:
    shapes = set()
    for world in WORLDS:
        for number in range(5):
            files = files_of(ChoicesField(world).write("en", f"repositories.{number}", 2500).text)
            shapes.add(tuple(sorted(path.partition("/")[2] for path in files if path.count("/") == 1 and path.endswith(".py"))))
    assert len(shapes) >= 20


@pytest.mark.parametrize("world", WORLDS)
def test_who_acts_in_a_handbook_can_act(world: int) -> None:
    many = {_plural(noun): noun for noun in (*_ANIMALS, *_PEOPLE)}
    field = ChoicesField(world)
    checked = 0
    for number in range(4):
        text = field.write("en", f"languages.{number}", 9000).text
        for subject, denied, verb, thing in re.findall(r"\bThe (?!dictionary)([a-z]+) (did not )?([a-z]+) the ([a-z]+)\.", text):
            actor = many.get(subject, subject)
            assert actor in {*_ANIMALS, *_PEOPLE}
            if denied:
                assert verb not in _HUMAN or actor in _PEOPLE
                assert verb not in _HANDLED or thing in _SMALL
            checked += 1
    assert checked > 100


def test_a_piece_of_an_inventory_is_of_what_such_things_are_made_of() -> None:
    for world in WORLDS:
        text = ChoicesField(world).write("en", "many_shot.7", 5000).text
        for line in text.split("\n")[2:]:
            things = [thing for thing in _THINGS if re.search(rf"\b{thing}\b", line.partition("with")[0])]
            if line:
                assert any(re.search(rf"\b{stuff}\b", line) for thing in things for stuff in _THINGS[thing][0].split()), line
                assert any(f" {_THINGS[thing][2]}" in line for thing in things)


def test_a_single_point_is_told_in_the_singular() -> None:
    options = {
        option
        for world in WORLDS
        for number in range(60)
        for option in ChoicesField(world).draft("agent_history_qa", "en", 3000, Draw("points", number)).choices
    }
    assert {option for option in options if re.match(r"-?1 ", option)} <= {"1 point in all", "-1 point in all"}
    assert all(option.endswith(" points in all") for option in options if not re.match(r"-?1 ", option))


def test_headings_of_a_guide_are_not_the_same_twice_in_a_row() -> None:
    for world in WORLDS:
        lines = ChoicesField(world).write("en", f"guides.{world % 60}", 20_000).text.split("\n")
        heads = [re.sub(r"[^A-Za-z ]", "", line) for at, line in enumerate(lines) if at and not lines[at - 1] and line]
        alike = sum(one == two for one, two in pairwise(heads))
        assert alike <= len(heads) // 20
