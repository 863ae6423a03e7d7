"""The reference rules against what other programs found in the same games."""

from functools import cache

import pytest

import fact_files
from noughts.reference import Board, game

# A walk through all move sequences goes as deep as it can from this many positions before the last move.
POSITIONS_TO_WALK = 1500

# The known values that are checked by trying everything are those with at most this many empty cells.
CELLS_TO_SOLVE = 9

RESULTS: dict[int | None, int] = {0: 1, 1: -1, None: 0}


def after(name: str, moves: str) -> Board:
    """The board after these moves, set apart by spaces, from the start."""
    board = game(name).start()
    for move in moves.split():
        board = board.play(move)
    return board


def count_sequences(board: Board, depth: int) -> list[int]:
    """The number of move sequences of each length up to `depth`."""
    counts = [0] * depth

    def walk(board: Board, length: int) -> None:
        moves = board.legal_moves()
        counts[length] += len(moves)
        if length + 1 < depth:
            for move in moves:
                walk(board.play(move), length + 1)

    walk(board, 0)
    return counts


def affordable(counts: list[int]) -> list[int]:
    """The counts of the lengths that plain Python can walk in a second or two."""
    return [count for count, before in zip(counts, [1, *counts], strict=False) if before <= POSITIONS_TO_WALK]


@cache
def best_result(board: Board) -> int:
    """Who wins with best play: 1 for first, -1 for second, 0 for nobody."""
    if board.is_over():
        return RESULTS[board.winner()]
    results = [best_result(board.play(move)) for move in board.legal_moves()]
    return max(results) if board.turn == 0 else min(results)


def move_values(board: Board) -> dict[str, str]:
    """What each legal move leads to, in words, for the side to move."""
    words = {1: "win", 0: "draw", -1: "loss"} if board.turn == 0 else {1: "loss", 0: "draw", -1: "win"}
    return {move: words[best_result(board.play(move))] for move in board.legal_moves()}


@pytest.mark.parametrize("file", sorted(path.stem for path in fact_files.FOLDER.glob("*.jsonl")))
def test_recorded_games_replay_ply_by_ply(file: str) -> None:
    for record in fact_files.recorded_games(file):
        board = game(record.game).start()
        for ply, (move, count) in enumerate(zip(record.moves, record.legal_counts, strict=True)):
            where = f"{record.source}, {record.game}, ply {ply}"
            legal = board.legal_moves()
            assert len(legal) == len(set(legal)) == count, where
            assert record.players is None or board.turn == record.players[ply], where
            if ply % 9 == 0:  # often enough; every ply would take too long
                assert (board.is_over(), board.winner(), board.points()) == (False, None, None), where
                assert game(record.game).parse(board.text()) == board, where
            board = board.play(move)
        assert board.is_over(), record.source
        assert board.legal_moves() == [], record.source
        assert board.winner() == record.winner, record.source
        assert board.points() == record.points, record.source
        assert board.text().endswith(" ".join(record.last_fields)), record.source
        assert game(record.game).parse(board.text()) == board, record.source


@pytest.mark.parametrize(("name", "counts"), list(fact_files.perft_starts()))
def test_move_sequences_from_the_start(name: str, counts: list[int]) -> None:
    expected = affordable(counts)
    assert count_sequences(game(name).start(), len(expected)) == expected


@pytest.mark.parametrize("position", list(fact_files.perft_positions()), ids=lambda p: f"{p.game}-{p.source}")
def test_move_sequences_from_the_middle_of_a_game(position: fact_files.PerftPosition) -> None:
    rules = game(position.game)
    board = after(position.game, " ".join(position.moves)) if position.text is None else rules.parse(position.text)
    assert board.turn == position.turn
    assert board.text().endswith(" ".join(position.last_fields))
    expected = affordable(position.counts)
    assert count_sequences(board, len(expected)) == expected


@pytest.mark.parametrize("case", list(fact_files.xrudder_cases()), ids=lambda case: case.name)
def test_xrudder_turns_win_or_do_not(case: fact_files.TurnCase) -> None:
    before = game("xrudder").parse(case.before)
    assert not before.is_over()
    board = before.play(case.move)
    assert board.winner() == case.winner
    assert board.is_over() == (case.winner is not None)
    assert board == game("xrudder").parse(case.after)


def test_tictactoe_has_its_known_positions_and_games() -> None:
    facts = fact_files.read_json("perft.json")["ttt_facts"]
    positions = 0
    games_won: dict[int | None, int] = {0: 0, 1: 0, None: 0}
    games_by_length: dict[str, int] = {}
    ways_to = {game("tictactoe").start(): 1}
    for length in range(10):
        positions += len(ways_to)
        ways_to_next: dict[Board, int] = {}
        for board, ways in ways_to.items():
            if board.is_over():
                games_won[board.winner()] += ways
                games_by_length[str(length)] = games_by_length.get(str(length), 0) + ways
            for move in board.legal_moves():
                child = board.play(move)
                ways_to_next[child] = ways_to_next.get(child, 0) + ways
        ways_to = ways_to_next
    assert positions == facts["reachable_positions"]
    assert games_won == {0: facts["x_wins"], 1: facts["o_wins"], None: facts["draws"]}
    assert sum(games_won.values()) == facts["games"]
    assert games_by_length == facts["games_by_length"]


SMALL_GAMES = [
    (name, winner)
    for name, winner in fact_files.solved_games()
    if len(game(name).start().legal_moves()) <= CELLS_TO_SOLVE
]
POSITIONS = list(fact_files.solved_mnk_positions())
SMALL_POSITIONS = [position for position in POSITIONS if position.empty_cells <= CELLS_TO_SOLVE]


@pytest.mark.parametrize(("name", "winner"), SMALL_GAMES)
def test_small_games_have_their_known_value(name: str, winner: int | None) -> None:
    assert best_result(game(name).start()) == RESULTS[winner]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.source)
def test_nobody_plays_on_stones_and_obstacles(position: fact_files.SolvedPosition) -> None:
    board = game(position.game).parse(position.text)
    assert set(board.legal_moves()) == set(position.move_values)


@pytest.mark.parametrize("position", SMALL_POSITIONS, ids=lambda position: position.source)
def test_positions_with_obstacles_have_their_known_values(position: fact_files.SolvedPosition) -> None:
    assert move_values(game(position.game).parse(position.text)) == position.move_values
