"""A game that is played for the margin, as docs/writing-games.md says: endings are drawn, points tell by how much."""

from pathlib import Path

from commands import OTHELLO, edit, run_python

WINS = "    return FIRST if more > 0 else FIRST + 1 if more < 0 else DRAW\n"
POINTS = """def points(state: State, player: int) -> int:
    return popcount(state.stones[player])


def plies_left("""
# The naive search counts stones over all endings of a position that random play came to.
SCRIPT = """
import random, sys, noughts

def margin(position):
    if position.is_game_over():
        rows = position.text().split()[0]
        return (rows.count("X") - rows.count("O")) * (1 if position.turn == 0 else -1)
    return max(value_of(position, move) for move in position.legal_moves)

def value_of(position, move):
    after = position.copy()
    after.push(move)
    return margin(after) * (1 if after.turn == position.turn else -1)

position, chance = noughts.game(sys.argv[1]).start(), random.Random(3)
while position.text().count(".") > 6:
    position.push(chance.choice(position.legal_moves))
found = noughts.Engine("alphabeta", eval="zero").play(position, noughts.Limit(depth=14))
solution = noughts.solve(position, hash_mb=1)
values = {str(move): value_of(position, move) for move in position.legal_moves}
print(max(values.values()), found.score.points, solution.points, values[str(found.move)], len(set(values.values())))
"""


def test_the_engine_and_the_solver_play_for_a_larger_win(tmp_path: Path) -> None:
    path = tmp_path / "othello_by_stones.py"
    path.write_text(OTHELLO.read_text())
    edit(
        path,
        (WINS, "    return DRAW\n"),
        ("def plies_left(", POINTS),
        ("[moves, play, plies_left", "[moves, play, points, plies_left"),
        ('name = "othello"', 'name = "othello-by-stones"'),
    )
    told = run_python("-c", SCRIPT, str(path), NOUGHTS_UNCOMPILED="1")
    assert told.returncode == 0, told.stderr
    best, score, solved, played, different = map(float, told.stdout.split())
    assert best == score == solved == played
    assert best > 1
    assert different > 1  # moves are worth different margins
