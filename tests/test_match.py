"""Matches: fair pairs, an honest score."""

import math
import random
import re
from pathlib import Path

import noughts
from noughts import Engine, Limit
from noughts.match import MatchScore, play_match, random_opening


def test_pairs_start_from_the_same_opening_with_colours_swapped() -> None:
    game = noughts.game("ultimate")
    engines = Engine("greedy", seed=1), Engine("random", seed=2)
    finished = [position for _, position in play_match(game, *engines, 6, seed=3)]
    openings = [[str(move) for move in position.move_stack[:4]] for position in finished]
    assert openings[0] == openings[1]
    assert openings[2] == openings[3]
    assert openings[0] != openings[2]


def test_the_tally_counts_the_first_players_results() -> None:
    game = noughts.game("3x3x3")
    exact, floor = Engine("alphabeta", eval="zero"), Engine("random", seed=5)
    score = [score for score, _ in play_match(game, exact, floor, 20, Limit(depth=9))][-1]
    assert score.games == 20
    assert score.wins > score.losses
    score = [score for score, _ in play_match(game, floor, exact, 20, Limit(depth=9))][-1]
    assert score.losses > score.wins


def test_elo_follows_from_the_score() -> None:
    assert MatchScore(10, 0, 10).elo[0] == 0
    # 75 % is 400 * log10(3) = 190.8 points.
    assert math.isclose(MatchScore(15, 0, 5).elo[0], 190.85, abs_tol=0.01)
    assert MatchScore(5, 0, 0).elo == (math.inf, math.inf)
    assert "Elo +∞" in str(MatchScore(5, 0, 0))
    # 50 wins and 50 losses: the error of the mean is 1.96 * 0.5 / 10 = 9.8 %, which is 68.9 points on either side.
    assert math.isclose(MatchScore(50, 0, 50).elo[1], 68.98, abs_tol=0.1)
    assert MatchScore(50, 0, 50).elo[1] > MatchScore(25, 50, 25).elo[1] > MatchScore(500, 0, 500).elo[1]


def test_no_number_is_a_negative_zero() -> None:
    assert MatchScore(999, 0, 1000).elo[0] < 0
    assert "Elo +0 ± " in str(MatchScore(999, 0, 1000))
    root = Path(__file__).parent.parent
    sources = [path for folder in ("src", "tuning", "benchmarks") for path in (root / folder).rglob("*.py")]
    unsafe = [path.name for path in sources if re.search(r":[<>^]?\+[0-9,]*\.[0-9]f\}", path.read_text("utf-8"))]
    assert unsafe == [], "+z, not +: what rounds to zero has no sign of its own"


def test_a_match_of_draws_alone_tells_no_error() -> None:
    assert str(MatchScore(0, 20, 0)) == "0 wins, 20 draws, 0 losses: 50.0 %, Elo 0 (every game drawn)"


def test_openings_fit_the_smallest_boards() -> None:
    for name in ("1x1x1", "1x2x1", "2x2x2", "3x3x3", "xrudder"):
        position = random_opening(noughts.game(name), random.Random(1))
        assert not position.is_game_over()
        assert len(position.move_stack) <= 4
