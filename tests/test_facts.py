"""The fast rules against what other programs found in the same games."""

import re

import numpy as np
import pytest

import fact_files
import noughts
from commands import ROOT
from noughts.kernel.perft import perft_for


def count_sequences(position: noughts.Position, depth: int) -> int:
    """The number of sequences of exactly `depth` moves, counted by compiled code."""
    game = position.game
    states = game.new_states(depth + 1)
    states[:1] = position.states
    buffers = game.new_moves(depth + 1)
    count = perft_for(game.rules, game.name)
    return count(states, 0, depth, buffers, np.zeros(1, np.int64))


@pytest.mark.parametrize("file", sorted(path.stem for path in fact_files.FOLDER.glob("*.jsonl")))
def test_recorded_games_replay_ply_by_ply(file: str) -> None:
    for record in fact_files.recorded_games(file):
        position = noughts.game(record.game).start()
        for ply, (move, count) in enumerate(zip(record.moves, record.legal_counts, strict=True)):
            where = f"{record.source}, {record.game}, ply {ply}"
            legal = {str(legal) for legal in position.legal_moves}
            assert len(legal) == len(position.legal_moves) == count, where
            assert move in legal, where
            assert record.players is None or position.turn == record.players[ply], where
            assert position.outcome() is None, where
            position.push(move)
        outcome = position.outcome()
        assert position.is_game_over(), record.source
        assert outcome is not None, record.source
        assert position.legal_moves == [], record.source
        assert (outcome.winner, outcome.points) == (record.winner, record.points), record.source
        assert position.text().endswith(" ".join(record.last_fields)), record.source


@pytest.mark.parametrize(("name", "counts"), list(fact_files.perft_starts()))
def test_move_sequences_from_the_start(name: str, counts: list[int]) -> None:
    start = noughts.game(name).start()
    assert [count_sequences(start, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("position", list(fact_files.perft_positions()), ids=lambda p: f"{p.game}-{p.source}")
def test_move_sequences_from_the_middle_of_a_game(position: fact_files.PerftPosition) -> None:
    game = noughts.game(position.game)
    here = game.start() if position.text is None else game.position(position.text)
    for move in position.moves:
        here.push(move)
    assert here.turn == position.turn
    assert here.text().endswith(" ".join(position.last_fields))
    counts = [count_sequences(here, depth) for depth in range(1, len(position.counts) + 1)]
    assert counts == position.counts


@pytest.mark.parametrize("case", list(fact_files.xrudder_cases()), ids=lambda case: case.name)
def test_xrudder_turns_win_or_do_not(case: fact_files.TurnCase) -> None:
    game = noughts.game("xrudder")
    position = game.position(case.before)
    assert not position.is_game_over()
    position.push(case.move)
    outcome = position.outcome()
    assert (outcome.winner if outcome else None) == case.winner
    assert position.is_game_over() == (case.winner is not None)
    assert position == game.position(case.after)


@pytest.mark.parametrize("position", list(fact_files.solved_mnk_positions()), ids=lambda position: position.source)
def test_nobody_plays_on_stones_and_obstacles(position: fact_files.SolvedPosition) -> None:
    here = noughts.game(position.game).position(position.text)
    assert {str(move) for move in here.legal_moves} == set(position.move_values)


def test_papers_that_the_facts_name_are_named_where_it_is_told_what_is_solved() -> None:
    """A value is called new only by one who has looked at what the facts say of it."""
    named = set(re.findall(r"10\.\d{4,}/[\w.]+\w", (ROOT / "tests" / "facts" / "solved.json").read_text()))
    told = (ROOT / "docs" / "solved.md").read_text()
    assert named
    assert all(doi in told for doi in named), named
