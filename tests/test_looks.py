"""The look of a game: what the functions of its rules say of a state in numbers, and the view that is made of them."""

from pathlib import Path

import numpy as np
import pytest

import noughts
from noughts.board import View
from noughts.kernel.looking import OUTCOME, REASON, WHERE, Layout, Sizes, look
from noughts.registry import families
from row_game import NEW_FORM, OLD_FORM

LINE = ["c", "a", "pass", "b", "pass", "pass"]


@pytest.fixture(params=["new", "old"])
def row(request: pytest.FixtureRequest, tmp_path: Path) -> noughts.Game:
    """The game, checked as all games from files are: uncompiled, compiled, and one against the other."""
    path = tmp_path / f"row_{request.param}.py"
    path.write_text(NEW_FORM if request.param == "new" else OLD_FORM)
    return noughts.game(str(path))


def _views(row: noughts.Game) -> list[View]:
    position = row.start()
    views = [position.view()]
    for move in LINE:
        position.push(move)
        views.append(position.view())
    return views


def test_a_file_says_its_look_in_functions_or_in_methods_and_looks_the_same(row: noughts.Game) -> None:
    views = _views(row)
    assert ["".join(cell.content for cell in view.cells) for view in views[:3]] == ["..♜..", "..X..", "O.X.."]
    assert [view.status for view in views] == [
        "X to move",
        "O to move",
        "X to move",
        "O to move after a pass",
        "X to move",
        "O to move after a pass",
        "O wins: both players passed",
    ]
    assert [counter.value for counter in views[-1].counters] == [1, 2]
    assert views[-1].winning == (0, 1)
    assert views[4].winning == ()


def test_a_move_without_a_cell_is_offered_without_clicks_and_is_its_own_image(row: noughts.Game) -> None:
    views = _views(row)
    assert views[0].clicks == {"a": (0,), "b": (1,), "c": (2,), "d": (3,), "e": (4,), "pass": ()}
    assert views[3].last == ()
    mirror = row.symmetries[1]
    assert str(mirror.moves[row.read_move("pass")]) == "pass"
    assert str(mirror.moves[row.read_move("a")]) == "e"
    assert noughts.Engine(limit=noughts.Limit(depth=10)).play(row.position("XO.OX X 1")).move is not None


def test_a_glyph_of_the_games_own_is_drawn_as_it_is(row: noughts.Game) -> None:
    assert "♜" in str(row.start())
    assert ">♜</text>" in row.start().svg()


def test_what_only_python_can_show_is_told_with_what_to_write_instead(row: noughts.Game, tmp_path: Path) -> None:
    told = row.look_problem()
    if (tmp_path / "row_new.py").exists():
        assert told is None
    else:
        assert told is not None
        assert told.startswith(
            "row says in Python methods how it looks; as functions of its rules, contents must become"
        )
        for method in ("content(state, cell)", "is_lit(state, cell)", "reason(state)", "counter(state, index)"):
            assert method in told


def test_every_built_in_game_says_its_look_in_functions() -> None:
    names = [name for family in families() for name in family.examples]
    assert {name: noughts.game(name).look_problem() for name in names} == dict.fromkeys(names)


def test_numbers_of_a_look_stand_where_the_layout_says() -> None:
    """X has won ultimate by boards 1, 2 and 3; O's marks lie on 4."""
    game = noughts.game("ultimate")
    states = game.position("XXX6/3XXX3/6XXX/O.O.O4/9/9/9/9/9 O -").states
    sizes = Sizes(cells=81, groups=9, rows=17)
    layout = Layout.of(sizes)
    out = np.full(layout.length + 1, -7, np.int64)
    assert look(states, 0, np.array(sizes, np.int64), out) == layout.length
    assert out[-1] == -7
    assert (out[OUTCOME], out[REASON], out[WHERE]) == (1, 0, 0)
    assert out[layout.contents].reshape(9, 9)[[0, 3, 4]].tolist() == [
        [1, 1, 1, 0, 0, 0, 0, 0, 0],
        [2, 0, 2, 0, 2, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]
    assert np.flatnonzero(out[layout.lit]).tolist() == [0, 1, 2, 12, 13, 14, 24, 25, 26]
    assert out[layout.owners].tolist() == [1, 1, 1, 0, 0, 0, 0, 0, 0]
    assert out[layout.lit_rows].tolist() == [1] + 16 * [0]
