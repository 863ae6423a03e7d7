"""The net of ultimate: what compiled code finds is what its file's integers say, counted by NumPy from nothing."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit

import noughts
from noughts.conformance.evaluations import replay
from noughts.conformance.process import run_uncompiled
from noughts.errors import NoughtsError
from noughts.evals.shared.board_net import Orbits, settled_states, threat_labels
from noughts.evals.shared.board_net_file import load_net, read_net, state_orbits, threat_orbits, write_net
from noughts.evals.shared.small_boards import SYMMETRIES, WEIGHTS
from noughts.kernel import vectors
from noughts.kernel.contract import NO_MOVE
from noughts.registry import evaluation
from test_evaluations import compiled_for, random_texts, static_value

FILE = WEIGHTS / "ultimate_net.npz"
ROWS = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]  # of cells, as bits


@pytest.fixture(scope="module")
def net() -> dict[str, Any]:
    """The file, with the rows' base weights by board, state and unit, in place of rows."""
    found: dict[str, Any] = {name: part.astype(np.int64) for name, part in read_net(FILE).items()}
    own, other = np.split(found["target_rows"], 2, axis=1)
    blocks, target_blocks = (orbits.blocks()[:, :, 0] for orbits in (state_orbits(), threat_orbits()))
    found["rows"], found["targets"] = found["rows"].reshape(-1, 8)[blocks], found["targets"][blocks // 8]
    found["target_rows"] = [rows.reshape(-1, 8)[target_blocks] for rows in (own, other)]
    return found


def number(own: int, other: int, won: int, lost: int, board: int) -> int:
    """A small board in base 3, an own mark as 1; decided ones as any that is won or lost so."""
    if won >> board & 1:
        return 1 + 3 + 9
    if lost >> board & 1:
        return 2 * (1 + 3 + 9)
    return sum(3**cell * ((own >> cell & 1) + 2 * (other >> cell & 1)) for cell in range(9))


def counted(state: Any, net: dict[str, Any]) -> int:
    """The value of a state, by the definition."""
    mover, closed, target = int(state["turn"]), int(state["closed"]).bit_count(), int(state["target"])
    marks, won = state["marks"].tolist(), state["won"].tolist()
    phase, total, dot = (closed > 2) + (closed > 4) + 3 * int(state["count"]), 0, 0
    for side, player in enumerate((mover, 1 - mover)):
        rival = 1 - player
        boards = [number(marks[player][b], marks[rival][b], won[player], won[rival], b) for b in range(9)]
        for image in SYMMETRIES:
            laid = [(int(image[board]), turned(found, image)) for board, found in enumerate(boards)]
            sums = net["bias"] + sum(net["rows"][at] for at in laid)
            if target >= 0:
                here = number(marks[mover][target], marks[1 - mover][target], won[mover], won[1 - mover], target)
                sums = sums + net["target_rows"][side][image[target], turned(here, image)]
            seen = image[target] if target >= 0 else 9
            dot += int(np.clip(sums, 0, 181) ** 2 @ net["outputs"][phase, seen, side])
    if state["count"]:
        total += int(net["leads"][closed, 9 + won[mover].bit_count() - won[1 - mover].bit_count()])
    if target >= 0:
        total += int(net["sends"][sent(marks, int(state["closed"]), mover, target)])
        total += int(net["targets"][target, here])
    return total + int(net["constants"][phase, 3 if target < 0 else 2 if target == 4 else target % 2]) + (dot >> 16)


def turned(found: int, image: Any) -> int:
    return sum(found // 3**cell % 3 * 3 ** int(image[cell]) for cell in range(9))


def sent(marks: list[list[int]], closed: int, mover: int, target: int) -> int:
    """Where the cells of a board send the opponent: to boards that it cannot win at once, can win, to closed ones."""
    safe = unsafe = free = 0
    for cell in range(9):
        own, other = marks[mover][cell], marks[1 - mover][cell]
        if (marks[0][target] | marks[1][target]) >> cell & 1:
            continue
        if closed >> cell & 1:
            free += 1
        elif any((other & row).bit_count() == 2 and not own & row for row in ROWS):
            unsafe += 1
        else:
            safe += 1
    return (min(safe, 4) * 4 + min(unsafe, 3)) * 4 + min(free, 3)


@pytest.mark.parametrize("name", ["ultimate", "ultimate-count"])
def test_compiled_values_are_those_of_the_file_move_by_move(name: str, net: dict[str, Any]) -> None:
    game, chance, found = noughts.game(name), random.Random(name), evaluation("ultimate_net")
    value, update = compiled_for("ultimate_net", name)
    weights, values = found.loaded_weights, list[int]()
    while len(values) < 1000:
        position, move, ply = game.start(), NO_MOVE, 0
        states: Any = game.new_states(game.max_plies + 1)
        rows = np.full((game.max_plies + 1, found.accumulator_size), 99, np.int32)
        while not position.is_game_over():
            states[ply : ply + 1] = position.states
            update(states, ply, move, weights, rows)
            values.append(value(states, ply, weights, rows))
            assert values[-1] == counted(states[ply], net), position.text()
            chosen = chance.choice(position.legal_moves)
            move, ply = chosen.code, ply + 1
            position.push(chosen)
    assert len(set(values)) > 300


def test_in_the_variant_that_plays_on_the_tables_judge() -> None:
    for text in random_texts("ultimate-playon", 40):
        by_net, by_tables = (
            static_value(name, "ultimate-playon", text) for name in ("ultimate_net", "ultimate_boards")
        )
        assert by_net == by_tables


@pytest.mark.parametrize("labels", [settled_states, threat_labels])
def test_a_board_and_its_images_have_the_same_weights_and_no_others_have(labels: Any) -> None:
    found, states = labels(), np.arange(3**9)
    blocks, digits = Orbits(found).blocks(), states[:, None] // 3 ** np.arange(9) % 3
    for way, image in enumerate(SYMMETRIES):
        for place in range(9):
            assert (blocks[place, :, way] == blocks[image[place], digits @ 3**image, 0]).all()
    assert len(np.unique(blocks[:, :, 0])) == 9 * len(np.unique(found))


# Vectors


@njit
def by_vectors(words: Any, order: int, before: Any, sums: Any, outputs: int) -> int:
    vectors.move_row(words, 0, order, 8, order, before, sums, 3)
    vectors.add_row(words, 16, order, sums, 3)
    return vectors.squared_dot(words, 24, order, outputs, sums, 3)


def test_compiled_vectors_find_what_numpy_finds() -> None:
    chance = np.random.default_rng(1)
    for _ in range(300):
        words = chance.integers(-(2**63), 2**63, 48)
        words[32:] = chance.integers(-vectors.MOST_OUTPUT, vectors.MOST_OUTPUT + 1, 64, np.int16).view(np.int64)
        order = sum(int(block) << 4 * place for place, block in enumerate(chance.permutation(8)))
        before = np.concatenate([np.zeros(3, np.int32), chance.integers(-900, 900, 64, np.int16).view(np.int32)])
        here, there = np.zeros(40, np.int32), np.zeros(40, np.int32)
        found = by_vectors(words, order, before, there, 32)
        vectors.move_row(words, 0, order, 8, order, before, here, 3)
        vectors.add_row(words, 16, order, here, 3)
        assert here.tolist() == there.tolist()
        assert found == vectors.squared_dot(words, 24, order, 32, here, 3)


def test_no_sum_of_the_largest_weights_overflows() -> None:
    words, sums = np.zeros(48, np.int64), np.full(40, 300 << 16 | 300, np.int32)
    words[32:] = np.full(64, vectors.MOST_OUTPUT, np.int16).view(np.int64)
    assert by_vectors(words, 0x76543210, sums.copy(), sums, 32) == 64 * 181**2 * vectors.MOST_OUTPUT


# Files


def test_a_file_that_is_damaged_or_of_another_net_is_refused(tmp_path: Path) -> None:
    path, content = tmp_path / "net.npz", FILE.read_bytes()
    for found in (b"", b"a net", content[:-1000], content[:5000] + b"\0" * 99 + content[5099:]):
        path.write_bytes(found)
        with pytest.raises(NoughtsError, match=r"net\.npz is damaged"):
            load_net(path)
    net = read_net(FILE)
    write_net(path, {**net, "outputs": np.full_like(net["outputs"], vectors.MOST_OUTPUT + 1)}, {})
    with pytest.raises(NoughtsError, match="its numbers are not those that were written"):
        load_net(path)
    write_net(path, {**net, "rows": net["rows"][:100]}, {})
    with pytest.raises(NoughtsError, match=r"of another net: rows is int8 \(100, 64\)"):
        load_net(path)
    with pytest.raises(NoughtsError, match="there is no file"):
        load_net(tmp_path / "none.npz")


# The check that evaluations from outside have to pass


def test_plain_python_finds_the_same_move_by_move_and_from_nothing() -> None:
    record = run_uncompiled("ultimate_net", "noughts.conformance.uncompiled_evaluation", "ultimate", "ultimate_net")
    replay(evaluation("ultimate_net"), noughts.game("ultimate"), record)
    assert sum(len(values) for _, values in record) > 50
