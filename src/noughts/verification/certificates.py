"""Reasons why a player does not lose at k in a row that need no moves: pairs, weights, strategy stealing.

A certificate is checked on the position's text, with nothing but what stands here.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

MARKS = "XO"


class ProofError(ValueError):
    """What is wrong with a proof, and where."""


class MnkPosition:
    """A position of k in a row, as cells by their names."""

    def __init__(self, game: str, text: str) -> None:
        found = re.fullmatch(r"(exact-)?(\d+)x(\d+)x(\d+)", "3x3x3" if game == "tictactoe" else game)
        if found is None:
            raise ProofError(f"pairs, weights and strategy stealing are for k in a row, not for {game}")
        self.is_exact = found[1] is not None
        self.rows, self.columns, self.length = map(int, found.groups()[1:])
        board, side = text.split()
        self.lines, self.turn = board.split("/"), MARKS.index(side)

    def has_stones(self) -> bool:
        return any(mark in line for line in self.lines for mark in MARKS)

    def open_windows(self, attacker: int) -> Iterator[set[tuple[int, int]]]:
        """The empty cells of every window of k cells in which the attacker may still complete a line.

        Where exactly k win, that is over in a window with one more stone of the attacker's beside it: stones stay.
        """
        allowed = MARKS[attacker] + "."
        for row in range(self.rows):
            for column in range(self.columns):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [(row + i * down, column + i * right) for i in range(self.length)]
                    last_row, last_column = cells[-1]
                    if last_row < self.rows and 0 <= last_column < self.columns:
                        marks = [self.lines[r][c] for r, c in cells]
                        beside = (
                            self._mark(row - down, column - right),
                            self._mark(last_row + down, last_column + right),
                        )
                        is_spoilt = self.is_exact and MARKS[attacker] in beside
                        if all(mark in allowed for mark in marks) and not is_spoilt:
                            yield {cell for cell, mark in zip(cells, marks, strict=True) if mark == "."}

    def _mark(self, row: int, column: int) -> str | None:
        is_on_board = 0 <= row < self.rows and 0 <= column < self.columns
        return self.lines[row][column] if is_on_board else None

    def cell(self, name: object) -> tuple[int, int]:
        found = re.fullmatch(r"([a-z])(\d{1,2})", name) if isinstance(name, str) else None
        if found is not None:
            row, column = self.rows - int(found[2]), ord(found[1]) - ord("a")
            if 0 <= row < self.rows and 0 <= column < self.columns and self.lines[row][column] == ".":
                return row, column
        raise ProofError(f"{name!r} in a pair is no empty cell")


def check_pairs(game: str, text: str, defender: int, pairs: Sequence[object]) -> None:
    """Whenever the attacker takes a cell of a pair, the defender takes the other: each window holds a whole pair."""
    position = MnkPosition(game, text)
    cells = [[position.cell(name) for name in pair] if isinstance(pair, list) else [] for pair in pairs]
    if any(len(pair) != 2 for pair in cells):
        raise ProofError("a pair is a list of two cells")
    if len({cell for pair in cells for cell in pair}) != 2 * len(cells):
        raise ProofError("two pairs have a cell in common")
    for window in position.open_windows(1 - defender):
        if not any(window.issuperset(pair) for pair in cells):
            raise ProofError("a line can be completed in spite of the pairs")


def check_weights(game: str, text: str, defender: int) -> None:
    """By Erdős and Selfridge: the windows, each weighing 2 to the minus as many cells as it lacks, weigh too little."""
    position = MnkPosition(game, text)
    total = sum((Fraction(1, 2 ** len(window)) for window in position.open_windows(1 - defender)), Fraction(0))
    if total >= (1 if position.turn == defender else Fraction(1, 2)):
        raise ProofError(f"the weights of the lines are {total}, which is too much")


def check_stealing(game: str, text: str, player: int) -> None:
    """Who moves first on a board without stones does not lose, where one stone more never hurts."""
    position = MnkPosition(game, text)
    if position.is_exact:
        raise ProofError(f"strategy stealing is not for {game}: one stone more can make a line too long")
    if position.has_stones() or position.turn != player:
        raise ProofError("strategy stealing is for the side to move on a board without stones")
