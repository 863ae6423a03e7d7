"""X-Rudder to a fixed depth in plain Python, lists and loops: the steps of report 003 as its authors took them.

Rules, evaluation and order of moves are those of `noughts.games.xrudder`, `noughts.evals.factorial` and
`noughts.search.nearest`, so that both sides search the same nodes and find the same values: only Numba is missing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

ROWS, COLUMNS, TOKENS, MOVES = 10, 12, 15, 30
EMPTY, DRAW, ONGOING = 2, 2, -1
MATE, POINT = 1_000_000_000, 100
FACTORIALS = [POINT * n for n in (0, 1, 2, 6, 24, 120)]
STEPS = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if (row, column) != (0, 0)]
X_STEPS = [(0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)]
AROUND = [*X_STEPS, (0, -1), (0, 1)]  # centres of the 7 sub-grids that a cell belongs to

Move = tuple[int, int]  # source, -1 for the hand, and target; a cell is row * COLUMNS + column, row 0 at the bottom


@dataclass
class Board:
    """A position; `total` is its evaluation seen from X where that is kept up to date."""

    cells: list[int]  # 0 or 1 for the player's token, else EMPTY
    hand: list[int]
    moves_left: int
    turn: int
    winner: int = ONGOING
    total: int = 0

    @classmethod
    def start(cls) -> Board:
        return cls([EMPTY] * (ROWS * COLUMNS), [TOKENS, TOKENS], MOVES, 0)

    def copy(self) -> Board:
        return Board(self.cells[:], self.hand[:], self.moves_left, self.turn, self.winner, self.total)


def neighbours(board: Board, cell: int) -> list[int]:
    """Empty cells around a cell."""
    row, column = divmod(cell, COLUMNS)
    found = []
    for down, right in STEPS:
        if 0 <= row + down < ROWS and 0 <= column + right < COLUMNS:
            near = cell + down * COLUMNS + right
            if board.cells[near] == EMPTY:
                found.append(near)
    return found


def list_moves(board: Board) -> list[Move]:
    moves = []
    if board.hand[board.turn] > 0:
        moves += [(-1, cell) for cell, token in enumerate(board.cells) if token == EMPTY]
    if board.moves_left > 0:
        own = [cell for cell, token in enumerate(board.cells) if token == board.turn]
        moves += [(cell, near) for cell in own for near in neighbours(board, cell)]
    return moves


def nearest_first(moves: list[Move], last: int) -> list[Move]:
    """Rings outwards from the last move; a stable sort keeps the order within a ring."""
    row, column = divmod(last, COLUMNS)
    return sorted(moves, key=lambda move: max(abs(move[1] // COLUMNS - row), abs(move[1] % COLUMNS - column)))


def has_open_x(board: Board, player: int, row: int) -> bool:
    """Whether a centre in this row is that of the player's X, not crossed."""
    if not 1 <= row <= ROWS - 2:
        return False
    for centre in range(row * COLUMNS + 1, row * COLUMNS + COLUMNS - 1):
        is_crossed = board.cells[centre - 1] == 1 - player == board.cells[centre + 1]
        if not is_crossed and all(board.cells[centre + down * COLUMNS + right] == player for down, right in X_STEPS):
            return True
    return False


def can_act(board: Board, player: int) -> bool:
    if board.hand[player] > 0:
        return True
    own = (cell for cell, token in enumerate(board.cells) if token == player)
    return board.moves_left > 0 and any(neighbours(board, cell) for cell in own)


def play(board: Board, move: Move, *, updating: bool = False) -> Board:
    """The board after a move; with `updating` its evaluation from the 7 sub-grids around each cell that changes."""
    after, (source, target) = board.copy(), move
    player, other, uncrossed = board.turn, 1 - board.turn, False
    if source < 0:
        after.hand[player] -= 1
    else:
        after.moves_left -= 1
        put(after, source, EMPTY, updating)
    put(after, target, player, updating)
    if source >= 0:
        uncrossed = has_open_x(after, other, source // COLUMNS)
    if any(has_open_x(after, player, target // COLUMNS + step) for step in (-1, 0, 1)):
        after.winner = player
    elif uncrossed:
        after.winner = other
    if after.winner != ONGOING or can_act(after, other):
        after.turn = other
    elif not can_act(after, player):
        after.winner, after.turn = DRAW, other
    return after


def put(board: Board, cell: int, token: int, updating: bool) -> None:
    if updating:
        board.total -= around(board, cell)
    board.cells[cell] = token
    if updating:
        board.total += around(board, cell)


def grid_value(board: Board, row: int, column: int) -> int:
    """The worth of the sub-grid with that centre, seen from X."""
    if not (1 <= row <= ROWS - 2 and 1 <= column <= COLUMNS - 2):
        return 0
    cells, centre = board.cells, row * COLUMNS + column
    tokens = [cells[centre + down * COLUMNS + right] for down, right in X_STEPS]
    first, second = tokens.count(0), tokens.count(1)
    if (first == 0) == (second == 0):
        return 0
    owner = 0 if first else 1
    beside = (cells[centre - 1], cells[centre + 1])
    crossing, worth = beside.count(1 - owner), FACTORIALS[first + second]
    if crossing == 2:
        return 0
    if crossing == 1 and beside.count(owner) == 0:
        worth //= 2
    return worth if owner == 0 else -worth


def around(board: Board, cell: int) -> int:
    row, column = divmod(cell, COLUMNS)
    return sum(grid_value(board, row + down, column + right) for down, right in AROUND)


def whole_value(board: Board) -> int:
    """All 80 sub-grids, seen from X."""
    return sum(grid_value(board, row, column) for row in range(1, ROWS - 1) for column in range(1, COLUMNS - 1))


class Search:
    """Minimax; with `pruning` alpha-beta; with `updating` report 003's: evaluations updated, nearest moves first."""

    def __init__(self, *, pruning: bool = False, updating: bool = False) -> None:
        self.pruning, self.updating = pruning, updating
        self.nodes = 0

    def value(self, board: Board, depth: int, last: int) -> int:
        """The value of a board for the side to move."""
        self.nodes = 0
        if self.updating:
            board.total = whole_value(board)
        return self._visit(board, 0, depth, -MATE - 1, MATE + 1, last)

    def _visit(self, board: Board, ply: int, depth: int, alpha: int, beta: int, last: int) -> int:
        self.nodes += 1
        if board.winner != ONGOING:
            return 0 if board.winner == DRAW else MATE - ply if board.winner == board.turn else ply - MATE
        if depth == 0:
            seen_from_x = board.total if self.updating else whole_value(board)
            return seen_from_x if board.turn == 0 else -seen_from_x
        best, moves = -MATE - 1, list_moves(board)
        for move in nearest_first(moves, last) if self.updating else moves:
            after = play(board, move, updating=self.updating)
            if after.turn == board.turn:
                value = self._visit(after, ply + 1, depth - 1, alpha, beta, move[1])
            else:
                value = -self._visit(after, ply + 1, depth - 1, -beta, -alpha, move[1])
            best, alpha = max(best, value), max(alpha, value)
            if self.pruning and alpha >= beta:
                break
        return best


def read_moves(texts: Iterable[str]) -> tuple[Board, int]:
    """The board after moves such as f6 and f6-g7, and the cell of the last one."""
    board, target = Board.start(), -1
    for text in texts:
        *sources, target = (cell_index(cell) for cell in text.split("-"))
        board = play(board, (sources[0] if sources else -1, target))
    return board, target


def cell_index(name: str) -> int:
    """a1 is 0, b1 is 1, a2 is 12."""
    return (int(name[1:]) - 1) * COLUMNS + ord(name[0]) - ord("a")
