"""Puzzles verified by brute force over rules other than the generator's.

The naive rules of `noughts.reference`, and for k in a row on large boards cells in a list, as those would take minutes.
Nothing of the engine, the solver or the fast rules is used: every move is tried, and every reply until one refutes.
"""

import re
from typing import Any, Protocol

from noughts.reference import game as reference_game


class Board(Protocol):
    """A position that is played on; boards are values."""

    @property
    def turn(self) -> int: ...
    def legal_moves(self) -> list[str]: ...
    def play(self, move: str) -> Any: ...
    def winner(self) -> int | None: ...
    def is_over(self) -> bool: ...


class Row:
    """k in a row: cells in a list with a wall around them; a line is looked for at the last stone alone."""

    def __init__(
        self, columns: int, k: int, cells: list[str], turn: int, won: int | None, names: dict[str, int]
    ) -> None:
        self.columns, self.k, self.cells, self.turn, self.won, self.names = columns, k, cells, turn, won, names

    @classmethod
    def parse(cls, name: str, text: str) -> "Row":
        rows, columns, k = map(int, name.split("x"))
        written, _, mover = text.partition(" ")
        cells, names = ["#"] * (columns + 2), dict[str, int]()
        for number, row in enumerate(written.split("/")):
            marks = re.sub("[0-9]+", lambda found: "." * int(found[0]), row)
            assert len(marks) == columns
            for column in range(columns):
                names[f"{chr(97 + column)}{rows - number}"] = len(cells) + 1 + column
            cells += ["#", *marks, "#"]
        return cls(columns, k, cells + ["#"] * (columns + 2), "XO".index(mover), None, names)

    def legal_moves(self) -> list[str]:
        return [name for name, at in self.names.items() if self.cells[at] == "."]

    def play(self, move: str) -> "Row":
        at, mark = self.names[move], "XO"[self.turn]
        assert self.cells[at] == "."
        cells = self.cells.copy()
        cells[at] = mark
        won = self.turn if self.makes_line(at, mark) else None
        return Row(self.columns, self.k, cells, 1 - self.turn, won, self.names)

    def makes_line(self, at: int, mark: str) -> bool:
        cells = self.cells
        for step in (1, self.columns + 1, self.columns + 2, self.columns + 3):
            count, place = 1, at + step
            while cells[place] == mark:
                count, place = count + 1, place + step
            place = at - step
            while cells[place] == mark:
                count, place = count + 1, place - step
            if count >= self.k:
                return True
        return False

    def wins_at_once(self) -> bool:
        mark = "XO"[self.turn]
        return any(self.cells[at] == "." and self.makes_line(at, mark) for at in self.names.values())

    def winner(self) -> int | None:
        return self.won

    def is_over(self) -> bool:
        return self.won is not None or "." not in self.cells


class BruteForce:
    """Whether a player wins within so many plies, by trying everything. A reply that has refuted is tried first."""

    def __init__(self) -> None:
        self.refuted: dict[int, str] = {}
        self.boards = 0

    def wins(self, board: Board, player: int, plies: int) -> bool:
        self.boards += 1
        if board.is_over():
            return board.winner() == player
        if plies == 0:
            return False
        if board.turn == player:
            if plies == 1 and isinstance(board, Row):
                return board.wins_at_once()
            return any(self.wins(board.play(move), player, plies - 1) for move in board.legal_moves())
        replies = board.legal_moves()
        best = self.refuted.get(plies)
        if best in replies:
            replies.remove(best)
            replies.insert(0, best)
        for reply in replies:
            if not self.wins(board.play(reply), player, plies - 1):
                self.refuted[plies] = reply
                return False
        return True


def parsed(name: str, text: str) -> Board:
    is_large = re.fullmatch("[0-9]+x[0-9]+x[0-9]+", name) and name != "3x3x3"
    board: Board = Row.parse(name, text) if is_large else reference_game(name).parse(text)
    return board


def what_is_wrong(name: str, entry: dict[str, Any], with_slower: bool = True) -> str | None:
    """What a puzzle of a file says falsely; None if it is as it says. Slower wins take longest to verify."""
    board, plies, search = parsed(name, entry["position"]), entry["plies"], BruteForce()
    player, left, number = board.turn, plies, 0
    if search.wins(board, player, plies - 1):
        return f"a win takes {plies - 1} plies at most, not {plies}"
    for move in entry["solution"]:
        if board.turn == player:
            quickest = {text for text in board.legal_moves() if search.wins(board.play(text), player, left - 1)}
            also = entry["also"][number] if "also" in entry else []
            if quickest != {move, *also}:
                return f"after {plies - left} plies these win within {left}: {sorted(quickest)}"
            if number == 0 and len(quickest) != 1:
                return f"the first move is not the only one: {sorted(quickest)}"
            for slower in entry["slower"][number] if with_slower and "slower" in entry else []:
                if not search.wins(board.play(slower), player, left + 1):
                    return f"{slower} does not win within {left + 2}"
            number += 1
        elif left > 1 and search.wins(board.play(move), player, left - 2):  # the last one may lose by itself
            return f"the reply {move} loses sooner than it must"
        board, left = board.play(move), left - 1
    return None if board.winner() == player and left == 0 else "the solution does not win"
