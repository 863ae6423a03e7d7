"""Xtreme tic-tac-toe: two ultimate boards at once, and a bonus move for a small board won."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from noughts.board import MARKS, named_fields, read_side, split_rows
from noughts.errors import NoughtsError
from noughts.games.shared.nested import (
    COMPLETES,
    FULL,
    LINE_MASKS,
    WINS,
    NestedGame,
    content,
    free_cells,
    is_full,
    is_in_row,
    open_cells,
    rows_of_boards,
)
from noughts.games.shared.nested import is_lit as is_on_line
from noughts.games.shared.nested import owner as owner_by_lines
from noughts.games.shared.nested_words import nested_guide
from noughts.kernel import (
    DRAW,
    FIRST,
    NO_MOVE,
    ONGOING,
    UNRESTRICTED,
    Field,
    MoveBuffer,
    Rules,
    State,
    compiled,
    int64,
    lowest,
    random_keys,
)

STONE_KEYS = random_keys("xtreme stones", 2, 162)
TARGET_KEYS = random_keys("xtreme target", 10)  # by target + 1
TURN_KEY, BONUS_KEY = random_keys("xtreme turn and bonus", 2)

WORTH = np.array([4, 6, 4, 6, 3, 6, 4, 6, 4], np.int64)  # of a small board when no line is made
LINE_WORTH = 86

FIELDS: list[Field] = [
    ("marks", np.uint16, (2, 18)),
    ("won", np.uint16, (2, 2)),  # won[player, big board], bit b: small board b
    ("closed", np.uint16, (2,)),  # closed[big board]
    ("target", np.int8),  # the small board to play on, of either big board; -1 for any open one
    ("bonus", np.int8),  # 1: the side to move is on its bonus move
    ("turn", np.int8),
    ("outcome", np.int8),
    ("key", np.uint64),
]


@compiled
def playable_boards(state: State, big: int) -> int:
    boards = FULL & ~int64(state.closed[big])
    return boards if state.target < 0 else boards & 1 << int64(state.target)


@compiled
def moves(state: State, out: MoveBuffer) -> int:
    n = 0
    for big in range(2):
        boards = playable_boards(state, big)
        while boards:
            board = big * 9 + lowest(boards)
            boards &= boards - 1
            free = free_cells(state, board)
            while free:
                out[n] = board * 9 + lowest(free)
                free &= free - 1
                n += 1
    return n


def play(state: State, move: int) -> None:
    board, cell, player = move // 9, move % 9, int64(state.turn)
    big, small = board // 9, board % 9
    state.marks[player, board] |= np.uint16(1 << cell)
    state.key ^= STONE_KEYS[player, move] ^ TARGET_KEYS[state.target + 1]
    moves_again = False
    if WINS[state.marks[player, board]]:
        state.won[player, big] |= np.uint16(1 << small)
        state.closed[big] |= np.uint16(1 << small)
        if WINS[state.won[player, big]]:
            state.outcome = FIRST + player
        moves_again = state.bonus == 0
    elif free_cells(state, board) == 0:
        state.closed[big] |= np.uint16(1 << small)
    if state.closed[0] == FULL and state.closed[1] == FULL and state.outcome == ONGOING:
        state.outcome = DRAW
    state.target = -1 if (int64(state.closed[0]) & int64(state.closed[1])) >> cell & 1 else cell
    state.key ^= TARGET_KEYS[state.target + 1]
    if state.bonus:
        state.key ^= BONUS_KEY
    if moves_again and state.outcome == ONGOING:
        state.bonus = 1
        state.key ^= BONUS_KEY
    else:
        state.bonus = 0
        state.turn = 1 - player
        state.key ^= TURN_KEY


def points(state: State, player: int) -> int:
    if state.outcome == FIRST + player:
        return LINE_WORTH
    if state.outcome == FIRST + 1 - player:
        return 0
    total = 0
    for big in range(2):
        for board in range(9):
            if int64(state.won[player, big]) >> board & 1:
                total += WORTH[board]
    return total


@compiled
def deadly_boards(state: State, player: int, big: int) -> int:
    """Small boards of a big board where the player, if allowed to play there, wins the game at once."""
    boards = COMPLETES[state.won[player, big]] & ~int64(state.closed[big])
    deadly = 0
    while boards:
        small = lowest(boards)
        boards &= boards - 1
        if COMPLETES[state.marks[player, big * 9 + small]] & free_cells(state, big * 9 + small):
            deadly |= 1 << small
    return deadly


def winning_move(state: State) -> int:
    player = int64(state.turn)
    for big in range(2):
        boards = deadly_boards(state, player, big) & playable_boards(state, big)
        if boards:
            board = big * 9 + lowest(boards)
            return board * 9 + lowest(COMPLETES[state.marks[player, board]] & free_cells(state, board))
    return NO_MOVE


def forced_moves(state: State, out: MoveBuffer) -> int:
    player = int64(state.turn)
    deadly0, deadly1 = deadly_boards(state, 1 - player, 0), deadly_boards(state, 1 - player, 1)
    if deadly0 | deadly1 == 0:
        return UNRESTRICTED
    n, safe = moves(state, out), 0
    for i in range(n):
        board, cell = out[i] // 9, out[i] % 9
        big, small = board // 9, board % 9
        free = free_cells(state, board) & ~(1 << cell)
        wins_board = WINS[int64(state.marks[player, board]) | 1 << cell]
        reached0, reached1 = deadly0, deadly1
        if wins_board or COMPLETES[state.marks[1 - player, board]] & free == 0:
            if big == 0:
                reached0 &= ~(1 << small)
            else:
                reached1 &= ~(1 << small)
        closed = int64(state.closed[0]) & int64(state.closed[1])
        if (free == 0 or wins_board) and int64(state.closed[1 - big]) >> small & 1:
            closed |= 1 << small
        if not closed >> cell & 1:
            reached0 &= 1 << cell
            reached1 &= 1 << cell
        # With a bonus move to come it is not the opponent's turn yet.
        if reached0 | reached1 == 0 or (wins_board and not state.bonus):
            out[safe] = out[i]
            safe += 1
    return safe


def plies_left(state: State) -> int:
    return open_cells(state, 0, int64(state.closed[0])) + open_cells(state, 9, int64(state.closed[1]))


def owner(state: State, group: int) -> int:
    """Nobody owns the big boards: the first line on one ends the game."""
    return owner_by_lines(state, group) if group < 18 else int64(0)


def is_lit_row(state: State, row: int) -> int:
    won, line = int64(state.won[int64(state.outcome) - FIRST, row // 8]), LINE_MASKS[row % 8]
    return int64(won & line == line)


def is_lit(state: State, cell: int) -> int:
    won, board = int64(state.won[int64(state.outcome) - FIRST, cell // 81]), cell // 9 % 9
    return int64(is_in_row(won, board) and is_on_line(state, cell))


def where(state: State) -> int:
    return int64(state.target) + 1 + 10 * int64(state.bonus)


_PLACES = ("on any open board", *(f"on board {board + 1} of either big board" for board in range(9)))


class Xtreme(NestedGame):
    """Two ultimate boards at once; winning a small board gives a bonus move, the first line of boards wins.

    Two big boards lie side by side, each of nine small boards of tic-tac-toe. Three of your marks in a row win a small
    board; three small boards of yours in a row, on either big board, win the game.

    X begins, anywhere. After that the cell that was just taken names the small board: whoever plays in a top right
    cell sends the other to the top right board of either big board, as the other likes. Nobody plays any more on a
    board that is won or full; if both are, any open board may be chosen.

    Who wins a small board moves again at once, where the cell just taken sends them. A small board that is won by
    such a bonus move gives no further one.

    When all 18 small boards are closed without a line it is a draw, and points tell how close: each small board won
    counts 6 on an edge, 4 in a corner, 3 in the centre. A line counts 86 to 0.

    Moves: bigboard.board.cell, for example 2.5.3; all are numbered from the top left, row by row.
    Position: the nine boards of big board 1, then those of 2, nine cells each (. X O, or a number of empty cells),
    joined by /, then who moves, the small board to play on (- for any), and b on a bonus move, else -.
    """

    wins_boards = True
    name = "xtreme"
    title = "Xtreme tic-tac-toe"
    pictures: ClassVar[Mapping[str, str]] = {
        "xtreme": "xtreme XXXOO4/9/2O6/O.XOX.X2/OOOX.X3/3X5/OOXX.X2X/.O7/9/9/4O4/X.OXO.O2/X8/9/2X6/9/3O5/9 O - -"
    }
    diagrams, lesson = nested_guide(name)
    big_boards = 2
    target_text = "the small board to play on"
    rules = Rules(
        "xtreme",
        FIELDS,
        [moves, play, points, winning_move, forced_moves, plies_left, content, owner, is_lit, is_lit_row, where],
    )
    group_rows = (*rows_of_boards(), *rows_of_boards(9))
    reasons = ("three boards in a row", "all boards are closed without a line")
    wheres = (*_PLACES, *(f"{place}, again (bonus move)" for place in _PLACES))

    def setup(self, state: State) -> None:
        state.target = -1
        state.key = TARGET_KEYS[0]

    def read_position(self, text: str, state: State) -> None:
        boards, fields = split_rows(text, 18, "board")
        side, target, bonus = named_fields(fields, "who moves", self.target_text, "b or -")
        self.setup(state)
        self.read_boards(boards, state, STONE_KEYS)
        for board in range(18):
            big, small = divmod(board, 9)
            owner = self.one_line_owner(self._line_owners(state, board), f" on board {self._board_name(board)}")
            if owner is not None:
                state.won[owner, big] |= np.uint16(1 << small)
            if owner is not None or is_full(state, board):
                state.closed[big] |= np.uint16(1 << small)
        state.turn = read_side(side)
        state.target = self.read_target(target)
        if state.target >= 0 and (int(state.closed[0]) & int(state.closed[1])) >> int(state.target) & 1:
            state.target = -1
        if bonus not in ("b", "-"):
            raise NoughtsError(f"the last part is {bonus!r}; it must be b (a bonus move) or -")
        state.bonus = bonus == "b"
        if state.bonus and not state.won[state.turn].any():
            raise NoughtsError(f"{MARKS[state.turn]} is on a bonus move without having won a small board")
        state.key ^= TARGET_KEYS[0] ^ TARGET_KEYS[state.target + 1]
        if state.turn:
            state.key ^= TURN_KEY
        if state.bonus:
            state.key ^= BONUS_KEY
        owner = self.one_line_owner(
            [player for player in range(2) for big in range(2) if WINS[state.won[player, big]]], " of boards"
        )
        if owner is not None:
            state.outcome = FIRST + owner
        elif (state.closed == FULL).all():
            state.outcome = DRAW

    def _line_owners(self, state: State, board: int) -> Sequence[int]:
        return [player for player in range(2) if WINS[state.marks[player, board]]]

    def write_position(self, state: State) -> str:
        bonus = "b" if state.bonus else "-"
        return f"{self.write_boards(state)} {MARKS[state.turn]} {self.write_target(state)} {bonus}"
