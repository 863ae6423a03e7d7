"""Reasons why a player does not lose at k in a row that need no moves: pairs, weights, stealing, mirroring.

A certificate is checked on the position's text, with nothing but what stands here.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

MARKS = "XO"


class ProofError(ValueError):
    """A mistake in a proof, and its place."""


class MnkPosition:
    """A position of k in a row, as cells by their names."""

    def __init__(self, game: str, text: str) -> None:
        found = re.fullmatch(r"(exact-|misere-)?(\d+)x(\d+)x(\d+)", "3x3x3" if game == "tictactoe" else game)
        if found is None:
            raise ProofError(f"pairs, weights, strategy stealing and mirroring are for k in a row, not for {game}")
        self.is_exact, self.is_misere = found[1] == "exact-", found[1] == "misere-"
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
    """Whenever the attacker takes a cell of a pair, the defender takes the other: each window holds a whole pair.

    In misère the windows are the defender's own, and of a pair it never takes both cells. If the other player has the
    last move, there may be a single cell besides, which is left to that player.
    """
    position = MnkPosition(game, text)
    cells = [[position.cell(name) for name in pair] if isinstance(pair, list) else [] for pair in pairs]
    singles = [pair[0] for pair in cells if len(pair) == 1]
    is_odd = sum(line.count(".") for line in position.lines) % 2 == 1
    may_be_single = position.is_misere and (position.turn == defender) != is_odd
    if any(len(pair) not in (1, 2) for pair in cells) or len(singles) > may_be_single:
        raise ProofError("a pair is a list of two cells")
    if len({cell for pair in cells for cell in pair}) != sum(map(len, cells)):
        raise ProofError("two pairs have a cell in common")
    for window in position.open_windows(defender if position.is_misere else 1 - defender):
        if not any(window.issuperset(pair) for pair in cells):
            raise ProofError("a line can be completed in spite of the pairs")


def check_weights(game: str, text: str, defender: int) -> None:
    """Check by Erdős and Selfridge that the windows, each weighing 2 to the minus its lacking cells, weigh too little.

    In misère the windows are the defender's own, to be avoided, and it matters who has the last move.
    """
    position = MnkPosition(game, text)
    windows = position.open_windows(defender if position.is_misere else 1 - defender)
    total = sum((Fraction(1, 2 ** len(window)) for window in windows), Fraction(0))
    is_defender_s_turn = position.turn == defender
    if position.is_misere:
        is_odd = sum(line.count(".") for line in position.lines) % 2 == 1
        most = Fraction(1, 2) if is_defender_s_turn == is_odd else Fraction(1)
    else:
        most = Fraction(1) if is_defender_s_turn else Fraction(1, 2)
    if total >= most:
        raise ProofError(f"the weights of the lines are {total}, which is too much")


def check_stealing(game: str, text: str, player: int) -> None:
    """Check that the player moves first on a board without stones, where one stone more never hurts: no loss then."""
    position = MnkPosition(game, text)
    if position.is_exact or position.is_misere:
        raise ProofError(f"strategy stealing is not for {game}: one stone more can hurt there")
    if position.has_stones() or position.turn != player:
        raise ProofError("strategy stealing is for the side to move on a board without stones")


def check_mirroring(game: str, text: str, defender: int) -> None:
    """Check that, where lines lose, the board is its own image with colours exchanged, and the other player moves."""
    position = MnkPosition(game, text)
    if not position.is_misere or position.turn == defender:
        raise ProofError("mirroring is for misère, and for who moves second")
    exchanged = str.maketrans("XO", "OX")
    plain = position.lines
    cells = [(row, column) for row in range(position.rows) for column in range(position.columns)]
    for down, across in ((True, True), (True, False), (False, True)):
        image = [line[::-1] if across else line for line in (plain[::-1] if down else plain)]
        fixed = [
            (row, column)
            for row, column in cells
            if (not down or 2 * row == position.rows - 1) and (not across or 2 * column == position.columns - 1)
        ]
        is_image = [line.translate(exchanged) for line in image] == list(plain)
        if is_image and all(plain[row][column] == "#" for row, column in fixed):
            return
    raise ProofError("the board is not its own image with the colours exchanged")
