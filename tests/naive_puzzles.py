"""Puzzles verified by brute force over rules other than the generator's.

The naive rules of `noughts.reference`, and where those would take minutes, for k in a row on large boards and X-Rudder,
cells in a list or in sets.
Nothing of the engine, the solver or the fast rules is used: every move is tried, and every reply until one refutes.
"""

import re
from typing import Any, Protocol

from noughts.reference import game as reference_game

Cells = frozenset[tuple[int, int]]


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
        self, columns: int, k: range, cells: list[str], turn: int, won: int | None, names: dict[str, int]
    ) -> None:
        self.columns, self.k, self.cells, self.turn, self.won, self.names = columns, k, cells, turn, won, names

    @classmethod
    def parse(cls, name: str, text: str) -> "Row":
        rows, columns, least = map(int, name.removeprefix("exact-").split("x"))
        k = range(least, least + 1 if name.startswith("exact-") else 1000)
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
            if count in self.k:
                return True
        return False

    def wins_at_once(self) -> bool:
        mark = "XO"[self.turn]
        return any(self.cells[at] == "." and self.makes_line(at, mark) for at in self.names.values())

    def winner(self) -> int | None:
        return self.won

    def is_over(self) -> bool:
        return self.won is not None or "." not in self.cells


RUDDER = {f"{chr(97 + column)}{row}": (column, row) for row in range(1, 11) for column in range(12)}
RUDDER_NAMES = {cell: name for name, cell in RUDDER.items()}
AROUND = [(right, up) for right in (-1, 0, 1) for up in (-1, 0, 1) if right or up]


class Rudder:
    """X-Rudder: each player's cells in a set."""

    def __init__(self, own: tuple[Cells, Cells], turn: int, hands: tuple[int, int], moves_left: int) -> None:
        self.own, self.turn, self.hands, self.moves_left = own, turn, hands, moves_left
        self.won = next((player for player in (1 - turn, turn) if self.has_x(player)), None)
        if self.won is None and not self.can_move(turn) and self.can_move(1 - turn):
            self.turn = 1 - turn  # who can do nothing is skipped

    @classmethod
    def parse(cls, text: str) -> "Rudder":
        written, mover, *counts = text.split()
        stands: tuple[set[tuple[int, int]], set[tuple[int, int]]] = set(), set()
        for up, row in enumerate(reversed(written.split("/")), 1):
            for column, mark in enumerate(re.sub("[0-9]+", lambda found: "." * int(found[0]), row)):
                if mark != ".":
                    stands["XO".index(mark)].add((column, up))
        first, second, moves_left = map(int, counts)
        own = frozenset(stands[0]), frozenset(stands[1])
        return cls(own, "XO".index(mover), (first, second), moves_left)

    def has_x(self, player: int) -> bool:
        own, others = self.own[player], self.own[1 - player]
        return any(
            all((column + right, row + up) in own for right in (-1, 1) for up in (-1, 1))
            and not ((column - 1, row) in others and (column + 1, row) in others)
            for column, row in own
        )

    def steps(self, player: int) -> list[tuple[str, str]]:
        taken = self.own[0] | self.own[1]
        return [
            (RUDDER_NAMES[column, row], RUDDER_NAMES[end])
            for column, row in self.own[player]
            for right, up in AROUND
            if (end := (column + right, row + up)) in RUDDER_NAMES and end not in taken
        ]

    def can_move(self, player: int) -> bool:
        return self.hands[player] > 0 or (self.moves_left > 0 and bool(self.steps(player)))

    def legal_moves(self) -> list[str]:
        taken = self.own[0] | self.own[1]
        found = [name for name, cell in RUDDER.items() if cell not in taken] if self.hands[self.turn] else []
        return found + (["-".join(step) for step in self.steps(self.turn)] if self.moves_left else [])

    def play(self, move: str) -> "Rudder":
        start, _, end = move.rpartition("-")
        mine = self.own[self.turn] - {RUDDER[start]} if start else self.own[self.turn]
        own, hands = [*self.own], [*self.hands]
        own[self.turn] = mine | {RUDDER[end]}
        hands[self.turn] -= not start
        return Rudder((own[0], own[1]), 1 - self.turn, (hands[0], hands[1]), self.moves_left - bool(start))

    def winner(self) -> int | None:
        return self.won

    def is_over(self) -> bool:
        return self.won is not None or not self.legal_moves()


class BruteForce:
    """Whether a player wins within so many plies, by trying everything. A reply that has refuted is tried first."""

    def __init__(self) -> None:
        self.refuted: dict[int, str] = {}
        self.known: dict[object, bool] = {}
        self.boards = 0

    def wins(self, board: Board, player: int, plies: int) -> bool:
        self.boards += 1
        winner = board.winner()
        if winner is not None or plies == 0:
            return winner == player
        if board.is_over():
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

    def wins_at_last(self, board: Board, player: int) -> bool:
        """Whether the player wins, however late. Boards that come about in several ways are looked at once."""
        if board.is_over():
            return board.winner() == player
        key = ("".join(board.cells), board.turn) if isinstance(board, Row) else board
        if key not in self.known:
            after = (self.wins_at_last(board.play(move), player) for move in board.legal_moves())
            self.known[key] = any(after) if board.turn == player else all(after)
        return self.known[key]


def parsed(name: str, text: str) -> Board:
    if name == "xrudder":
        return Rudder.parse(text)
    is_large = re.fullmatch("(exact-)?[0-9]+x[0-9]+x[0-9]+", name) and name != "3x3x3"
    board: Board = Row.parse(name, text) if is_large else reference_game(name).parse(text)
    return board


def what_is_wrong(name: str, entry: dict[str, Any], with_slower: bool = True) -> str | None:
    """What a puzzle of a file says falsely; None if it is as it says. Slower wins take longest to verify."""
    board, plies, search = parsed(name, entry["position"]), entry["plies"], BruteForce()
    player, left, number = board.turn, plies, 0
    if entry["theme"] == "only":
        holding = [move for move in board.legal_moves() if not search.wins_at_last(board.play(move), 1 - player)]
        return None if holding == entry["solution"] else f"these moves do not lose: {holding}"
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
