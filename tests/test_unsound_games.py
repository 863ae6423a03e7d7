"""Game files with mistakes that show only in positions that no check of the file has seen.

A text leads to any position, so none of them may end the process, or write where it should not: each is said.
"""

import contextlib
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import noughts
from commands import ROOT, edit
from commands import noughts as run_noughts
from game_faults import Change, hooked
from noughts.engine.static_value import static_value
from noughts.kernel.perft import perft_for
from noughts.kernel.playout import random_games_for
from noughts.registry import evaluation, fitting_evaluation, search_class
from noughts.search.base import Bounds, SearchSettings, StopSignal

MANY_MOVES = ".....X../.OOXXOO./XXO..OX./O..OX.O./...XO.O./.XO.XX../.OXXOO.O/..X....X X"  # 33 of them

# A text may end with the number of a fault and the number of plies until it strikes.
STRIKES = """# 2. The rules.
@compiled
def strikes(state: State, fault: int) -> bool:
    return state.fault == fault and state.since >= 0

"""
MOVES = """ -> int:
    if strikes(state, 1):  # too many written
        for i in range(1000):
            out[i] = 0
        return 1000
    if strikes(state, 2):  # too many told
        return 1000
    if strikes(state, 3):
        out[0] = 1_000_000_000
        return 1
    if strikes(state, 4):
        out[0] = -5
        return 1
    if strikes(state, 5):
        return 0
    if strikes(state, 6):  # a code without notation
        out[0] = COLUMNS
        return 1
"""
PLAY = """    state.turn = 1 - player
    if state.fault:
        state.since += 1
    if strikes(state, 11):
        state.turn = 77
    if strikes(state, 12):
        state.outcome = 9
    if strikes(state, 13):
        state.filled[100_000 + state.since] = 1
    if strikes(state, 14):
        state.key ^= KEYS[0, 100_000 + state.since]


"""
FORCED = """ -> int:
    if strikes(state, 21):
        for i in range(1000):
            out[i] = 0
        return 1000
    if strikes(state, 22):
        out[0] = 1_000_000_000
        return 1
"""
WINNING = """ -> int:
    if strikes(state, 23):
        return 1_000_000_000
"""
PROMISE = """ -> int:
    if strikes(state, 24):
        worth[100_000 + state.since] = 1
"""
READ = """fields, faults = fields[:1], fields[1:]
        if faults:
            state.fault, state.since = int(faults[0]), -int(faults[1])
        (side,)"""
WRITE = """{MARKS[state.turn]}{f' {state.fault} {-state.since}' if state.fault else ''}"""


def begun(signature: str, lines: str) -> Change:
    """Begin a function with these lines."""
    return f"def {signature} -> int:\n", f"def {signature}{lines}"


FAULTY = (
    ("# 2. The rules.", STRIKES + "# The rules."),
    ('    ("turn", np.int8),\n', '    ("turn", np.int8),\n    ("fault", np.int8),\n    ("since", np.int8),\n'),
    ("    state.turn = 1 - player\n\n\n", PLAY),
    ("move_codes = COLUMNS ", "move_codes = COLUMNS + 1 "),
    ("return column_letters(code)", "return None if code == COLUMNS else column_letters(code)"),
    ("int64(state.filled[move])) *", "int64(state.filled[move % COLUMNS])) *"),  # asked of every code
    ("(side,)", READ),
    ("{MARKS[state.turn]}", WRITE),
    *hooked("winning_move", "forced_moves", "promise"),
    begun("moves(state: State, out: MoveBuffer)", MOVES),
    begun("winning_move(state: State)", WINNING),
    begun("forced_moves(state: State, out: MoveBuffer)", FORCED),
    begun("promise(state: State, player: int, worth: MoveBuffer)", PROMISE),
)
IN_MOVES, IN_PLAY, IN_HOOKS = (1, 2, 3, 4, 5, 6), (11, 12, 13, 14), (21, 22, 23, 24)
EMPTY = "......./......./......./......./......./....... X"


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> noughts.Game:
    path = tmp_path_factory.mktemp("faulty") / "connect_four.py"
    shutil.copy(ROOT / "examples" / "connect_four.py", path)
    edit(path, *FAULTY)
    return noughts.game(str(path))


def by_search(text: str) -> Callable[[noughts.Position], object]:
    return lambda position: noughts.Engine(text).play(position, noughts.Limit(nodes=3000))


def by_perft(position: noughts.Position) -> None:
    game, states = position.game, position.game.new_states(5)
    states[:1] = position.states
    perft_for(game.rules, game.name)(states, 0, 4, game.new_moves(5), np.zeros(1, np.int64))


def by_random_games(position: noughts.Position) -> None:
    game, states = position.game, position.game.new_states(2)
    states[:1] = position.states
    arguments = np.array([1], np.uint64), game.new_moves(), np.zeros(4, np.int64)
    random_games_for(game.rules, game.name)(states, 10, *arguments)


def by_playouts(position: noughts.Position) -> None:
    static_value(position, evaluation("playouts"))


def by_solving(position: noughts.Position) -> None:
    noughts.solve(position)


@pytest.mark.parametrize("fault", [*IN_MOVES, *IN_PLAY])
def test_a_position_says_what_the_rules_do_wrong(faulty: noughts.Game, fault: int) -> None:
    def look(plies: int) -> None:
        position = faulty.position(f"{EMPTY} {fault} {plies}")
        for _ in range(plies):
            position.push("d")
        assert position.legal_moves

    for plies in (0, 1, 2) if fault in IN_MOVES else (1, 2):
        with pytest.raises(noughts.NoughtsError, match="connect-four"):
            look(plies)


@pytest.mark.parametrize("fault", [*IN_MOVES[:5], *IN_PLAY, *IN_HOOKS])
@pytest.mark.parametrize(
    "work",
    [by_search("noughts"), by_search("mcts"), by_search("greedy"), by_perft, by_random_games, by_playouts, by_solving],
)
def test_so_does_whatever_looks_ahead(
    faulty: noughts.Game, fault: int, work: Callable[[noughts.Position], object]
) -> None:
    """A wrong hook may be one that is not asked."""
    told = pytest.raises(noughts.NoughtsError, match="connect-four")
    with contextlib.suppress(noughts.NoughtsError) if fault in IN_HOOKS else told:
        work(faulty.position(f"{EMPTY} {fault} 1"))


EVALUATION = """
import numpy as np

from noughts.games.ultimate import Ultimate
from noughts.kernel import Evaluation, compiled, copy_state, int64, lowest

RULES = Ultimate.rules


@compiled
def value(states, ply, weights, accumulators):
    if weights[0] == 1:
        return int64(weights[100_000 + ply])
    if weights[0] == 2:
        copy_state(states, ply + 100_000, ply)
    return int64(0)


@compiled
def update(states, ply, move, weights, accumulators):
    accumulators[ply, 2 if weights[0] != 3 else 100_000 + ply] = 1


@compiled
def order(states, ply, moves, n, scores, weights, accumulators):
    for i in range(n):
        scores[i if weights[0] != 4 else 100_000 + ply] = 0


@compiled
def candidates(states, ply, moves, scores, weights, accumulators, only_threats):
    if weights[0] == 5:
        return int64(1000)
    if weights[0] == 6:
        moves[0] = 1_000_000_000
        return int64(1)
    return int64(-1)


MINE = Evaluation(
    "mine", "Wrong where its option says so.", values={RULES: value}, update=update, order=order,
    candidates=candidates, accumulator_size=3, options={"fault": 0},
)
"""


@pytest.mark.parametrize("fault", range(7))
def test_an_evaluations_mistakes_are_told_too(tmp_path: Path, fault: int) -> None:
    path = tmp_path / "mine.py"
    path.write_text(EVALUATION)
    game = noughts.game("ultimate")
    mine = fitting_evaluation(game, str(path)).with_options({"fault": fault})
    told = pytest.raises(noughts.NoughtsError, match=r"index that is out of range|candidates")
    search = search_class("noughts")(game, SearchSettings(mine, 1))
    with told if fault else contextlib.nullcontext():
        list(search.iterate(game.start(), Bounds(4), StopSignal()))


def test_a_number_of_moves_that_no_random_game_has_seen(tmp_path: Path) -> None:
    """Games had to state the most moves, and random games of Othello have no more than 22 for long."""
    path = tmp_path / "othello.py"
    shutil.copy(ROOT / "examples" / "othello.py", path)
    edit(path, ("    max_plies =", "    max_moves = 22\n    max_plies ="))
    shown = run_noughts("show", str(path), "--position", MANY_MOVES)
    assert (shown.returncode, "33 legal moves" in shown.stdout) == (0, True), shown.stderr
