"""The evaluation that any game has: what it reads of a state, what it learns, and what is kept of that."""

import collections
import json
import subprocess
import sys

import numpy as np

import noughts
from commands import CONNECT_FOUR, ROOT, run_python
from noughts.evals import ntuples
from noughts.evals.shared.tuples import MOST_BITS, find_tuples
from noughts.kernel import cache
from noughts.kernel.contract import NO_MOVE

BREAKTHROUGH = ROOT / "examples" / "breakthrough.py"


def value(game: noughts.Game, *moves: str) -> int:
    """What the evaluation says after some moves, to the side to move."""
    position = game.start()
    for move in moves:
        position.push(move)
    found, weights = ntuples.EVALUATION.for_rules(game.rules, game.name), ntuples.EVALUATION.weights_for(game)
    accumulators = np.zeros((1, ntuples.EVALUATION.accumulator_size), np.int32)
    found.call_update(position.states, 0, NO_MOVE, weights, accumulators)
    return int(found.call_value(position.states, 0, weights, accumulators))


def test_the_tuples_of_connect_four_are_its_cells_its_lines_and_its_heights() -> None:
    game = noughts.game(str(CONNECT_FOUR))
    tuples = find_tuples(game)
    sizes = collections.Counter(len(one.bits) for one in tuples)
    # 42 cells of two bits; most of the 24 + 21 + 12 + 12 lines of four cells; the height of each of 7 columns.
    assert sizes.keys() == {2, 3, 8}
    assert (sizes[2], sizes[3]) == (42, 7)
    assert 55 <= sizes[8] <= 69
    assert len({one.bits for one in tuples}) == len(tuples)


def test_the_tuples_of_a_game_that_is_not_won_by_sets_are_those_of_its_drawing() -> None:
    tuples = find_tuples(noughts.game(str(BREAKTHROUGH)))
    sizes = collections.Counter(len(one.bits) for one in tuples)
    # No pawn ever stands on its last row while a game goes on: the 12 cells there have one bit, 24 others two. In a row
    # are 3 × 6, 6 × 3 and twice 3 × 3 times four cells, and there are 5 × 5 blocks; some reach the last rows.
    assert (sizes[1], sizes[2]) == (12, 24)
    assert len(tuples) == 36 + 54 + 25


def test_tables_are_shared_by_tuples_whose_bits_mean_the_same_by_the_same_index() -> None:
    for path in (BREAKTHROUGH, CONNECT_FOUR):
        tables = collections.defaultdict(set)
        for one in find_tuples(noughts.game(str(path))):
            for view in one.views:
                tables[view.key].add((view.size, view.steps))
        assert all(len(forms) == 1 for forms in tables.values())
        assert len(tables) > 100


def test_every_game_has_tuples_and_no_tuple_has_too_many_bits() -> None:
    for name in ("tictactoe", "xrudder"):
        tuples = find_tuples(noughts.game(name))
        assert tuples
        assert max(len(one.bits) for one in tuples) <= MOST_BITS


def test_it_keeps_the_contract_of_evaluations() -> None:
    run = run_python(
        "-m", "noughts.conformance.uncompiled_evaluation", str(CONNECT_FOUR), "ntuples", NOUGHTS_UNCOMPILED="1"
    )
    assert "tried" in json.loads(run.stdout), run.stdout


def test_it_learns_what_is_good() -> None:
    game = noughts.game(str(CONNECT_FOUR))
    # X has three in a row with room on either side; or O has, and it is X's turn all the same.
    assert value(game, "c", "c", "d", "d", "e") < -50
    assert value(game, "a", "d", "a", "e") < value(game, "d", "a", "e", "a")
    assert abs(value(game)) < 200


def test_what_was_learned_is_kept_and_a_damaged_file_is_learned_again_to_the_same_by_one_process() -> None:
    script = (
        "import logging, sys; logging.basicConfig(level=logging.INFO)\n"
        "import noughts; from noughts.evals import ntuples\n"
        "game = noughts.game(sys.argv[1]); print('ready', flush=True); input(); ntuples.weights_of(game)\n"
    )
    game = noughts.game(str(CONNECT_FOUR))
    weights = ntuples.weights_of(game)
    place = cache.folder()
    assert place is not None
    same = [path for path in place.glob("ntuples-*.weights") if path.read_bytes()[32:] == weights.tobytes()]
    kept = max(same, key=lambda path: path.stat().st_mtime)  # others are of earlier versions of the sources
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-100] + b"\x01" * 100)
    command, pipe = [sys.executable, "-c", script, str(CONNECT_FOUR)], subprocess.PIPE
    runs = [subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) for _ in range(2)]
    for run in runs:
        assert run.stdout is not None
        assert run.stdout.readline() == "ready\n"
    for run in runs:
        assert run.stdin is not None
        run.stdin.write("\n")
        run.stdin.flush()
    told = [run.communicate(timeout=300)[1] for run in runs]
    assert [run.returncode for run in runs] == [0, 0], told
    assert any("ignoring the damaged cache file" in text for text in told), told
    assert sum(text.count("what self-play teaches of connect-four") for text in told) == 1, told
    assert kept.read_bytes() == whole
