"""Guides: the rules of each game in people's words, its diagrams, and the first game that one is led through."""

import re
from pathlib import Path

import pytest

import noughts
from commands import HEX
from noughts.board.guide import diagram_view, guide_text, shown_on
from noughts.registry import families

NAMES = [name for family in families() for name in (*family.names, *family.known_as) if "ROWS" not in name]


@pytest.mark.parametrize("name", [*dict.fromkeys(NAMES), str(HEX)])
def test_every_game_tells_its_rules_and_leads_through_a_first_game(name: str) -> None:
    game = noughts.game(name)
    guide = type(game).guide(game.name)
    told = " ".join(guide.words)
    assert len(guide.words) >= 2
    assert len(told) < 1200, "short"
    assert not re.search(r"ROWS|\bk\b|[<>=`]|\bPosition:|\bMoves:", told), "no notation"
    assert guide.notation, "that stands below"
    for diagram in guide.diagrams:
        outcome = diagram_view(game, diagram).outcome
        winner = {"X wins": 0, "has lost": 1}
        claims = [side for words, side in winner.items() if words in diagram.words]
        if claims:
            assert outcome is not None, diagram.words
            assert outcome.winner == claims[0], diagram.words
    lesson = guide.lesson
    assert lesson is not None
    position = shown_on(game, lesson.game).start()
    for move in lesson.opening:
        position.push(move)
    for step in lesson.steps:
        assert position.turn == 0, "whoever is led moves first"
        for move in (step.move, *step.answers):
            position.push(move)
    outcome = position.outcome()
    has_won = outcome is not None and outcome.winner == 0
    assert has_won == ("ou have won" in lesson.end)


def test_each_game_of_a_family_is_told_from_the_others_where_one_chooses() -> None:
    for family in families():
        names = {*family.names, *family.known_as} - {"tictactoe"}  # which is called 3x3x3 by then
        told = [family.summary(name) for name in names]
        assert len(set(told)) == len(told), family.names
        assert not any("ROWS" in words or "x15x" in words for words in told)


@pytest.mark.parametrize("name", ["1x1x1", "1x9x3", "9x2x4", "misere-5x6x4", "exact-4x4x4", "32x32x20", "3x3x2"])
def test_boards_of_every_size_have_rules(name: str) -> None:
    text = guide_text(noughts.game(name))
    assert ("lose" in text) == name.startswith("misere")


def test_tic_tac_toe_is_told_without_sizes_and_a_family_as_what_one_chooses() -> None:
    family = type(noughts.game("tictactoe"))
    words = family.guide("3x3x3").words
    assert words[0] == "Be the first to get three of your marks in a row."
    assert "Three of your marks in a row win" in words[2]
    assert family.guide("15x15x5").words[2].startswith("Five or more of your marks in a row win")
    assert family.guide("ROWSxCOLSxK").words[0].startswith("You choose the board")


def test_a_file_gets_what_it_says_of_itself(tmp_path: Path) -> None:
    path = tmp_path / "mygame.py"
    source = HEX.read_text(encoding="utf-8")
    start, end = source.index("    diagrams = ("), source.index("    rules = Rules(")
    path.write_text(source[:start] + source[end:], encoding="utf-8")
    game = noughts.game(str(path))
    guide = type(game).guide(game.name)
    assert guide.words[0] == "Connect two opposite edges of the board."
    assert (guide.diagrams, guide.lesson) == ((), None)
    assert guide_text(game).startswith("Connect two opposite edges of the board.\n\nX begins")
