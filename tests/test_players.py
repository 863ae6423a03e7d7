"""The five reports as players, faithful in what they describe."""

import pytest

import noughts
from noughts import Engine, Limit
from noughts.board import Position
from noughts.engine.players.report004 import depth_by_formula


def test_report002_never_loses_tic_tac_toe_whoever_begins() -> None:
    """Every possible opponent, from both sides: all of its replies are tried at every turn."""
    engine = Engine("report002")
    answers: dict[str, str] = {}
    lost: list[str] = []
    games = 0

    def walk(position: Position, side: int) -> None:
        nonlocal games
        outcome = position.outcome()
        if outcome is not None:
            games += 1
            if outcome.winner == 1 - side:
                lost.append(position.text())
            return
        if position.turn == side:
            text = position.text()
            if text not in answers:
                answers[text] = str(engine.play(position).move)
            moves = [answers[text]]
        else:
            moves = [str(move) for move in position.legal_moves]
        for move in moves:
            position.push(move)
            walk(position, side)
            position.pop()

    for side in range(2):
        walk(noughts.game("tictactoe").start(), side)
    assert lost == []
    assert games > 500


def test_report000_searches_three_plies_and_keeps_evaluations() -> None:
    position = noughts.game("5x5x4").position("...../..#../.X.O./..#../..... X")
    result = Engine("report000").play(position)
    assert result.stats.depth == 3
    assert result.stats.evaluations_saved > 0
    assert result.stats.table_hits == 0, "only evaluations are kept, no values of inner nodes"
    assert result.stats.alpha_cutoffs > 0
    deeper = Engine("report000", depth=4).play(position)
    assert deeper.stats.depth == 4


def test_report000_counts_what_its_cache_answers_as_static_evaluations() -> None:
    """As the report's program counts on the empty board, three plies deep."""
    stats = Engine("report000").analyse(noughts.game("3x3x3").start()).stats
    assert (stats.static_evaluations, stats.evaluations_saved) == (70, 28)


def test_report001_deepens_until_its_clock_runs_out() -> None:
    result = Engine("report001").play(noughts.game("xtreme").start(), Limit(time=2))
    assert result.stats.depth >= 2
    assert result.stats.table_hits > 0


def test_report003_looks_two_plies_ahead_and_tries_near_moves_first() -> None:
    position = noughts.game("xrudder").start()
    for move in ("f6", "a1"):
        position.push(move)
    near = Engine("report003").play(position)
    assert near.stats.depth == 2
    plain = Engine("alphabeta", eval="factorial", transpositions=False, deepening=False).play(position, Limit(depth=2))
    assert near.score == plain.score
    assert near.stats.nodes != plain.stats.nodes, "another order cuts elsewhere"
    pruned = Engine("report003:prune_on_win=yes").play(position)
    assert pruned.score == near.score
    assert Engine("report003:clock=yes").play(position, Limit(time=0.2, depth=4)).move in position.legal_moves


def test_report003_spends_less_work_the_better_its_methods_are() -> None:
    """The report's table: minimax, with alpha-beta, with updates and ordering. Nodes stand for its seconds."""
    position = noughts.game("xrudder").start()
    for move in ("f6", "f5", "g7", "e5"):
        position.push(move)
    minimax = Engine("minimax", eval="factorial").play(position, Limit(depth=2)).stats.nodes
    pruned = Engine("hminimax", eval="factorial").play(position, Limit(depth=2)).stats.nodes
    ordered = Engine("report003").play(position).stats.nodes
    assert minimax > 2 * pruned > 2 * ordered


def test_report004_deepens_by_its_formula() -> None:
    """L + 0 above 17 empty cells, then + 5^(x/8) with x = 17 - empty, + 5 from x > 8 on, rounded to nearest."""
    assert depth_by_formula(20, 4) == 4
    assert depth_by_formula(19, 4) == 4  # "starting with 4 for 19 empty cells after the first move"
    assert depth_by_formula(17, 4) == 5  # 5^0 = 1
    assert depth_by_formula(13, 4) == 6  # 5^0.5 = 2.24
    assert depth_by_formula(11, 4) == 7  # 5^0.75 = 3.34
    assert depth_by_formula(9, 4) == 9  # 5^1 = 5: "till the number of remaining cells is 9, and remains at 9"
    assert depth_by_formula(8, 4) == 9
    assert depth_by_formula(3, 4) == 9
    assert [depth_by_formula(18, level) for level in (2, 3, 4)] == [2, 3, 4]
    assert [depth_by_formula(9, level) for level in (2, 3, 4)] == [7, 8, 9]


@pytest.mark.parametrize(("level", "depth"), [("easy", 2), ("medium", 3), ("hard", 4)])
def test_report004_has_three_levels(level: str, depth: int) -> None:
    position = noughts.game("4x5x4").start()
    position.push("c2")
    assert Engine(f"report004:level={level}").play(position).stats.depth == depth


def test_report004_wins_at_once_without_searching_and_opens_at_random() -> None:
    winning = noughts.game("4x5x4").position("XXX../OOO../...../..... X")
    result = Engine("report004").play(winning)
    assert str(result.move) == "d4"
    assert result.stats.nodes == 0
    start = noughts.game("4x5x4").start()
    assert len({str(Engine("report004", seed=seed).play(start).move) for seed in range(20)}) > 5


def test_report004_values_a_win_at_200_points_however_far() -> None:
    position = noughts.game("4x5x4").position("XX.../.XO../O.OX./.O.X. O")
    scores = {Engine("report004").analyse(position, Limit(depth=depth)).score.points for depth in (1, 3, 5)}
    assert all(score is not None and abs(score) <= 1000 for score in scores)


def test_players_keep_to_their_own_games() -> None:
    own = {
        "report000": ("5x5x4", "ultimate"),
        "report001": ("xtreme", "ultimate"),
        "report002": ("nineboard", "xtreme"),
        "report003": ("xrudder", "3x3x3"),
        "report004": ("4x5x4", "4x4x4"),
    }
    for name, (game, other) in own.items():
        position = noughts.game(game).start()
        assert Engine(name).play(position, Limit(nodes=500)).move in position.legal_moves
        with pytest.raises(noughts.NoughtsError, match=f"{name} does not play {other}"):
            Engine(name).play(noughts.game(other).start())
