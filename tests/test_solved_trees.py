"""Thousands of positions of every game, against plain minimax over the naive rules.

Below random late positions, with obstacles where there are any, whole trees are walked, and every position in them is
asked about. Nothing of the solver, the hooks or the kernel takes part in what is expected.
"""

import contextlib
import functools
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest

import noughts
from noughts import reference
from noughts.board import Position
from noughts.kernel.contract import States
from noughts.kernel.scores import MATE_RANGE
from noughts.registry import evaluation, search_class
from noughts.search.base import Bounds, SearchSettings, StopSignal
from noughts.solving.method import Exhaustive, Method, ProofNumbers, Threats
from noughts.solving.positional import PositionalSolver
from noughts.solving.question import NOT_LOST, WIN, Question
from noughts.solving.symmetry import root_images
from positions import LARGE, SMALL, last_positions

COUNT = 2000  # positions of each small game, at the least
FEWER = 1000  # of each large one, whose naive rules take longer
MOST_ROOTS = 300  # the smallest games do not have so many positions
LEAST = {"xrudder": 200}  # as each has a hundred moves; a test of its own has more
TABLE_MB = 0.02  # so small that entries are overwritten all the time


class Known(NamedTuple):
    board: Any
    images: States  # as a search begins with them
    worth: int  # to the side to move: WIN, -WIN or points
    plies: int  # to the end of a won or lost game, by best play
    after: dict[str, int]  # what each move is worth

    def worth_to(self, player: int) -> int:
        return self.worth if self.board.turn == player else -self.worth


def walk(board: Any, images: list[Position], known: dict[str, Known]) -> tuple[int, int]:
    """What a position is worth to the first player, and how long that takes; all positions below it are put down."""
    if board.is_over():
        first, second = board.points() or (0, 0)
        return {0: WIN, 1: -WIN, None: first - second}[board.winner()], 0
    text, sign = board.text(), 1 - 2 * board.turn
    if text not in known:
        found = {}
        for move in board.legal_moves():
            after = board.play(move)
            is_new = not after.is_over() and after.text() not in known
            if is_new:
                for image, symmetry in zip(images, images[0].game.symmetries, strict=True):
                    image.push(symmetry.moves[images[0].game.read_move(move)])
            found[move] = walk(after, images, known)
            if is_new:
                for image in images:
                    image.pop()
        worth = max(sign * of_move for of_move, _ in found.values())
        lengths = [plies for of_move, plies in found.values() if sign * of_move == worth]
        plies = 1 + (min(lengths) if worth == WIN else max(lengths))
        states = np.concatenate([image.states for image in images])
        known[text] = Known(
            board, states, worth, plies, {move: sign * to_first for move, (to_first, _) in found.items()}
        )
    return sign * known[text].worth, known[text].plies


def roots(name: str) -> Iterator[Position]:
    if name == "3x3x3":
        yield noughts.game(name).start()
    if name == "xrudder":
        yield from xrudder_positions(51)
    plies = 9 if name not in LARGE or name.startswith("nineboard") else 7
    yield from last_positions(name, plies, MOST_ROOTS, seed=51)


def xrudder_positions(seed: int) -> Iterator[Position]:
    """Shapes of both players, complete but for a token or two, some crossed; hardly a token or a move left.

    A player who has neither is skipped, and the other one goes on.
    """
    chance, game = random.Random(seed), noughts.game("xrudder")
    shapes = ["X.X/.X./X..", "O.O/.O./O.O", "X.X/OXO/X..", "O../XOX/O.O", "X.X/.../X.X", "O.O/.O./..."]
    while True:
        rows = [["."] * 12 for _ in range(10)]
        for down in (0, 3, 6):
            shape = chance.choice(shapes).split("/")
            right = chance.randrange(9)
            for row, line in enumerate(shape):
                rows[down + row][right : right + 3] = line
        for _ in range(4):
            rows[chance.randrange(10)][chance.randrange(12)] = chance.choice("XO")
        fields = chance.choice(("0 0 1", "0 0 2", "0 1 1", "1 0 1", "1 0 0", "0 1 0"))
        with contextlib.suppress(noughts.NoughtsError):  # both have a shape: no rule says who has won
            position = game.position(f"{'/'.join(map(''.join, rows))} {chance.choice('XO')} {fields}")
            if not position.is_game_over():
                yield position


@functools.cache
def trees(name: str) -> dict[str, Known]:
    rules, known = reference.game(name), dict[str, Known]()
    for root in roots(name):
        images = [root.transformed(symmetry) for symmetry in root.game.symmetries]
        walk(rules.parse(root.text()), images, known)
        if len(known) >= LEAST.get(name, FEWER if name in LARGE else COUNT):
            break
    return known


@pytest.mark.parametrize("name", SMALL + LARGE)
def test_every_position_of_whole_trees_is_worth_what_plain_minimax_says(name: str) -> None:
    game, known = noughts.game(name), trees(name)
    texts = list(known)
    random.Random(1).shuffle(texts)  # or the table would know each position from the one before
    worths = {known[text].worth for text in texts}
    targets = [WIN, NOT_LOST, *sorted(worth for worth in worths if 0 < worth < WIN)[::9]]
    methods: list[type[Method]] = [ProofNumbers, Exhaustive]
    if "threat_moves" in game.rules.functions:
        methods.append(Threats)
    for method in methods:
        asked = method(game, TABLE_MB)
        for target in targets:
            for text in texts:
                check(asked, Question(0, target), known[text])
    for method in methods:
        asked = method(game, TABLE_MB)
        for text in texts:
            if known[text].worth_to(0) == WIN:
                question, plies = Question(0, WIN), known[text].plies
                check_within(asked, replace(question, within=plies), known[text], True)
                check_within(asked, replace(question, within=plies - 1), known[text], False)


@pytest.mark.parametrize(
    "name", ["3x3x3", "misere-3x3x3", "misere-4x4x3", "1x6x3", "exact-3x4x3", "exact-2x5x2", "12x12x5"]
)
def test_the_same_of_games_as_sets_of_cells(name: str) -> None:
    game, values = noughts.game(name), {WIN: "win", 0: "draw", -WIN: "loss"}
    for text, known in trees(name).items():
        solver = PositionalSolver(game.position(text))
        solver.work()
        solution = solver.solution()
        assert solution.value == values[known.worth], text
        assert known.after[str(solution.best_moves[0])] == known.worth, (text, str(solution.best_moves[0]))


def check_within(asked: Method, question: Question, known: Known, expected: bool) -> None:
    answer = asked.ask_of(known.images, question)
    is_open = answer is None and isinstance(asked, Threats)
    assert is_open or answer == expected, (known.board.text(), question, asked.name)


def check(asked: Method, question: Question, known: Known) -> None:
    answer = asked.ask_of(known.images, question)
    if isinstance(asked, Threats) and answer is None:
        return
    text = known.board.text()
    assert answer == (known.worth_to(question.player) >= question.target), (text, question)
    if answer and known.board.turn == question.player and asked.best_move is not None:
        assert known.after[str(asked.best_move)] >= question.target, (text, question)


def test_a_thousand_positions_of_xrudder_are_worth_what_plain_minimax_says() -> None:
    """Minimax without hooks and table, over the compiled rules: the naive ones take too long for so many."""
    game = noughts.game("xrudder")
    minimax = search_class("minimax")(game, SearchSettings(evaluation("zero"), 0))
    methods: list[Method] = [ProofNumbers(game, TABLE_MB), Exhaustive(game, TABLE_MB), Threats(game, TABLE_MB)]
    values = Counter[int]()
    for position in itertools.islice(xrudder_positions(52), 1000):
        (iteration,) = minimax.iterate(position, Bounds(3), StopSignal())  # the longest of them has two plies left
        found = int(iteration.lines[0].value)
        worth = 0 if abs(found) < MATE_RANGE else WIN if (found > 0) == (position.turn == 0) else -WIN
        values[worth] += 1
        images = root_images(position)
        for target in (WIN, NOT_LOST):
            for asked in methods:
                answer = asked.ask_of(images, Question(0, target))
                is_open = answer is None and isinstance(asked, Threats)
                assert is_open or answer == (worth >= target), (position.text(), asked.name)
    assert min(values[worth] for worth in (WIN, 0, -WIN)) > 50


def test_the_trees_hold_what_is_special_in_each_game() -> None:
    """Obstacles, moves that keep the turn, players who are skipped, and points."""
    obstacles = [text for text in trees("4x4x3") if "#" in text]
    bonus = [known for known in trees("xtreme").values() if _keeps_the_turn(known.board)]
    points = {known.worth for known in trees("xtreme").values()} - {WIN, -WIN}
    assert min(len(obstacles), len(bonus)) > 20
    assert len(points) > 10
    texts = [position.text() for position in itertools.islice(xrudder_positions(52), 1000)]
    skipped = [text for text in texts if text.endswith(("X 1 0 1", "O 0 1 1"))]  # who moves, then places
    assert len(skipped) > 50
    assert _keeps_the_turn(reference.game("xrudder").parse(skipped[0]))


def _keeps_the_turn(board: Any) -> bool:
    """Whether a move leads to a turn of the same player."""
    afters = (board.play(move) for move in board.legal_moves())
    return any(after.turn == board.turn and not after.is_over() for after in afters)
