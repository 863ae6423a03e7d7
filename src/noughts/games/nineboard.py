"""Nine-board ('Advanced') tic-tac-toe: one line on any small board wins."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

import numpy as np

from noughts.board import MARKS, Diagram, Lesson, Step, named_fields, read_side, split_rows
from noughts.games.shared.nested import (
    COMPLETES,
    FULL,
    WINS,
    NestedGame,
    content,
    free_cells,
    is_full,
    is_lit,
    open_cells,
    owner,
    where,
)
from noughts.kernel import (
    DRAW,
    FIRST,
    NO_MOVE,
    UNRESTRICTED,
    Field,
    MoveBuffer,
    Rules,
    State,
    compiled,
    int64,
    lowest,
    popcount,
    random_keys,
)

STONE_KEYS = random_keys("nineboard stones", 2, 81)
TARGET_KEYS = random_keys("nineboard target", 10)  # by target + 1
TURN_KEY = random_keys("nineboard turn", 1)[0]
VARIANT_KEYS = random_keys("nineboard variants", 2)

FIELDS: list[Field] = [
    ("marks", np.uint16, (2, 9)),
    ("full", np.uint16),  # bit b: board b is full
    ("target", np.int8),  # the board to play on, -1 for any that is not full
    ("turn", np.int8),
    ("outcome", np.int8),
    ("fulldraw", np.int8),  # the variant in which being sent to a full board is a draw
    ("key", np.uint64),
]


@compiled
def moves(state: State, out: MoveBuffer) -> int:
    n = 0
    first, last = (0, 9) if state.target < 0 else (int64(state.target), int64(state.target) + 1)
    for board in range(first, last):
        free = free_cells(state, board)
        while free:
            out[n] = board * 9 + lowest(free)
            free &= free - 1
            n += 1
    return n


def play(state: State, move: int) -> None:
    board, cell, player = move // 9, move % 9, int64(state.turn)
    state.marks[player, board] |= np.uint16(1 << cell)
    state.key ^= STONE_KEYS[player, move] ^ TARGET_KEYS[state.target + 1] ^ TURN_KEY
    if free_cells(state, board) == 0:
        state.full |= np.uint16(1 << board)
    is_full = int64(state.full) >> cell & 1
    state.target = -1 if is_full and not state.fulldraw else cell
    if WINS[state.marks[player, board]]:
        state.outcome = FIRST + player
    elif state.full == FULL or (is_full and state.fulldraw):
        state.outcome = DRAW
    state.key ^= TARGET_KEYS[state.target + 1]
    state.turn = 1 - player


@compiled
def completing_cells(state: State, player: int, board: int) -> int:
    """Cells where the player completes a line on the board."""
    return COMPLETES[state.marks[player, board]] & free_cells(state, board)


def winning_move(state: State) -> int:
    first, last = (0, 9) if state.target < 0 else (int64(state.target), int64(state.target) + 1)
    for board in range(first, last):
        cells = completing_cells(state, int64(state.turn), board)
        if cells:
            return board * 9 + lowest(cells)
    return NO_MOVE


def forced_moves(state: State, out: MoveBuffer) -> int:
    other = 1 - int64(state.turn)
    deadly = 0  # boards where the opponent, sent there, wins
    for board in range(9):
        if completing_cells(state, other, board):
            deadly |= 1 << board
    if deadly == 0:
        return UNRESTRICTED
    n, safe = moves(state, out), 0
    for i in range(n):
        board, cell = out[i] // 9, out[i] % 9
        free = free_cells(state, board) & ~(1 << cell)
        still_deadly, full = deadly, int64(state.full)
        if COMPLETES[state.marks[other, board]] & free == 0:
            still_deadly &= ~(1 << board)
        if free == 0:
            full |= 1 << board
        if full >> cell & 1 and state.fulldraw:
            still_deadly = 0
        elif not full >> cell & 1:
            still_deadly &= 1 << cell
        if still_deadly == 0:
            out[safe] = out[i]
            safe += 1
    return safe


def promise(state: State, player: int, worth: MoveBuffer) -> int:
    """The promise of moves, by the boards on which the mover then wins if sent there, a win of the opponent's that is
    stopped, and how few replies do not lose at once.

    A won position after 16 plies of good play takes 0.9 million nodes so, and 89 million without an order. With 30 for
    a win that is stopped it was 2.0 million; how many moves a reply would leave made no difference.
    """
    mover, own_wins, other_wins = int64(state.turn), 0, 0
    for board in range(9):
        own_wins |= int64(completing_cells(state, mover, board) != 0) << board
        other_wins |= int64(completing_cells(state, 1 - mover, board) != 0) << board
    first, last = (0, 9) if state.target < 0 else (int64(state.target), int64(state.target) + 1)
    for board in range(first, last):
        free = left = free_cells(state, board)
        while left:
            cell = lowest(left)
            left &= left - 1
            rest = free & ~(1 << cell)
            wins = own_wins & ~(1 << board)
            if COMPLETES[state.marks[mover, board] | np.uint16(1 << cell)] & rest:
                wins |= 1 << board
            stops = other_wins >> board & 1 != 0 and COMPLETES[state.marks[1 - mover, board]] & rest == 0
            target = rest if cell == board else free_cells(state, cell)
            replies = popcount(target & ~wins) if target else 9  # or any board: the most
            worth[board * 9 + cell] = 8 * (9 - replies) + 20 * popcount(wins) + (12 if stops else 0)
    return 1


def is_dead(state: State) -> int:
    for board in range(9):
        for player in range(2):
            if WINS[FULL & ~int64(state.marks[player, board])]:
                return 0
    return 1


def plies_left(state: State) -> int:
    return open_cells(state, 0, int64(state.full))


def reason(state: State) -> int:
    if state.outcome != DRAW:
        return 0
    return 1 if state.full == FULL else 2


class NineBoard(NestedGame):
    """Nine 3×3 boards; each move sends the opponent to a board, and one line anywhere wins.

    Nine small boards of tic-tac-toe stand in a square of three by three. X begins, anywhere. After that you may not
    choose the board: the cell that the other player has just taken names it. Whoever plays in the top right cell of any
    small board sends the other to the top right board. If that board is full, any other may be chosen.

    Three of your marks in a row on any one small board win the whole game. A small board that is full without such a
    row counts for nobody; when all nine are full, the game is a draw.

    In `nineboard-fulldraw` being sent to a full board ends the game in a draw (a win is tested first).

    Moves: board.cell, for example 5.3; boards and cells are numbered 1 to 9 from the top left, row by row.
    Position: the nine boards from 1 to 9, nine cells each (. X O, or a number of empty cells), joined by /, then who
    moves, then the board to play on (- for any): X......../9/9/9/9/9/9/9/9 O 1
    """

    names = ("nineboard", "nineboard-fulldraw")
    known_as: ClassVar[Mapping[str, str]] = {
        "nineboard": "Nine boards",
        "nineboard-fulldraw": "Nine boards, a full one draws",
    }
    pictures: ClassVar[Mapping[str, str]] = {
        "nineboard": "nineboard O8/3X5/6O2/3O5/X.O.X3X/2O6/2X6/9/4O4 O 9",
        "nineboard-fulldraw": "nineboard-fulldraw O2X5/3X2O2/6O2/X2O5/XOXXOOOXX/2O3X2/2X6/3OX4/4O4 X 5",
    }
    diagrams = (
        Diagram(
            "9/9/9/9/2X6/9/9/9/9 O 3",
            "X has taken the top right cell of a board: O must answer on the top right board.",
        ),
        Diagram("4O4/2X6/9/9/XXX6/O8/9/9/O8 O 3", "Three in a row on one small board: X wins the game."),
    )
    lesson = Lesson(
        (
            Step(
                "You are X and begin, on any board. Take the top left cell of the middle board. O must then answer "
                "on the top left board.",
                "5.1",
                ["1.5"],
            ),
            Step(
                "O has taken a middle cell: you must play on the middle board. Put a second mark beside your first. It "
                "sends O to the board at the top, in the middle.",
                "5.2",
                ["2.5"],
            ),
            Step(
                "O has made a mistake and sent you back to the middle board, where you have two in a row. Complete it.",
                "5.3",
            ),
        ),
        "You have won: one row on one small board is enough. Before each move, look at the board you send the other "
        "to.",
    )
    rules = Rules(
        "nineboard",
        FIELDS,
        [moves, play, winning_move, forced_moves, promise, is_dead, plies_left, content, owner, is_lit, reason, where],
    )
    reasons = ("three in a row on a small board", "all boards are full", "sent to a full board")

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.fulldraw = name.endswith("-fulldraw")
        self.title = self.known_as[name]

    @classmethod
    def named(cls, name: str) -> Self | None:
        return cls(name) if name in cls.names else None

    def setup(self, state: State) -> None:
        state.target = -1
        state.fulldraw = self.fulldraw
        state.key = TARGET_KEYS[0] ^ VARIANT_KEYS[int(self.fulldraw)]

    def read_position(self, text: str, state: State) -> None:
        boards, fields = split_rows(text, 9, "board")
        side, target = named_fields(fields, "who moves", self.target_text)
        self.setup(state)
        self.read_boards(boards, state, STONE_KEYS)
        for board in range(9):
            if is_full(state, board):
                state.full |= np.uint16(1 << board)
        state.turn = read_side(side)
        state.target = self.read_target(target)
        sent_to_full = state.target >= 0 and int(state.full) >> int(state.target) & 1
        if sent_to_full and not self.fulldraw:
            state.target = -1
        state.key ^= TARGET_KEYS[0] ^ TARGET_KEYS[state.target + 1]
        if state.turn:
            state.key ^= TURN_KEY
        owner = self.one_line_owner(self._line_owners(state))
        if owner is not None:
            state.outcome = FIRST + owner
        elif state.full == FULL or (sent_to_full and self.fulldraw):
            state.outcome = DRAW

    def write_position(self, state: State) -> str:
        return f"{self.write_boards(state)} {MARKS[state.turn]} {self.write_target(state)}"

    def _line_owners(self, state: State) -> Sequence[int]:
        return [player for player in range(2) for board in range(9) if WINS[state.marks[player, board]]]
