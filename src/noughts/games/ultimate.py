"""Ultimate tic-tac-toe: three won small boards in a row win; in one variant, failing that, more of them."""

import re
from collections.abc import Mapping
from typing import ClassVar, Self

import numpy as np

from noughts.board import EMPTY, MARKS, Guide, Symmetry, named_fields, read_side, split_rows, words_and_notation
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
    where,
)
from noughts.games.shared.nested import is_lit as is_on_line
from noughts.games.shared.nested_words import nested_guide
from noughts.kernel import (
    DRAW,
    FIRST,
    NO_MOVE,
    ONGOING,
    SECOND,
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

STONE_KEYS = random_keys("ultimate stones", 2, 81)
TARGET_KEYS = random_keys("ultimate target", 10)  # by target + 1
OWNER_KEYS = random_keys("ultimate owners", 2, 9)  # in play-on the marks do not tell who won a board first
TURN_KEY = random_keys("ultimate turn", 1)[0]
VARIANT_KEYS = random_keys("ultimate variants", 3)

FIELDS: list[Field] = [
    ("marks", np.uint16, (2, 9)),
    ("won", np.uint16, (2,)),  # bit b: the player has won board b
    ("closed", np.uint16),  # bit b: nothing more is played on board b
    ("target", np.int8),  # the board to play on, -1 for any open one
    ("turn", np.int8),
    ("outcome", np.int8),
    ("playon", np.int8),  # the variant in which won boards stay playable
    ("count", np.int8),  # the variant in which more boards win where there is no line of them
    ("key", np.uint64),
]


@compiled
def boards_won(state: State, player: int) -> int:
    """How many boards a player has won."""
    return popcount(int64(state.won[player]))


@compiled
def outcome_without_line(state: State) -> int:
    """How a game ends whose boards are all closed, with no line of them."""
    lead = boards_won(state, 0) - boards_won(state, 1)
    if not state.count or lead == 0:
        return DRAW
    return FIRST if lead > 0 else SECOND


@compiled
def playable_boards(state: State) -> int:
    return FULL & ~int64(state.closed) if state.target < 0 else 1 << int64(state.target)


@compiled
def moves(state: State, out: MoveBuffer) -> int:
    n = 0
    boards = playable_boards(state)
    while boards:
        board = lowest(boards)
        boards &= boards - 1
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
    unowned = not (int64(state.won[0]) | int64(state.won[1])) >> board & 1
    if unowned and WINS[state.marks[player, board]]:
        state.won[player] |= np.uint16(1 << board)
        state.key ^= OWNER_KEYS[player, board]
        if not state.playon:
            state.closed |= np.uint16(1 << board)
        if WINS[state.won[player]]:
            state.outcome = FIRST + player
    if free_cells(state, board) == 0:
        state.closed |= np.uint16(1 << board)
    if state.closed == FULL and state.outcome == ONGOING:
        state.outcome = outcome_without_line(state)
    state.target = -1 if int64(state.closed) >> cell & 1 else cell
    state.key ^= TARGET_KEYS[state.target + 1]
    state.turn = 1 - player


@compiled
def deadly_boards(state: State, player: int) -> int:
    """Boards where the player, if allowed to play there, wins the game at once."""
    boards = COMPLETES[state.won[player]] & ~int64(state.won[1 - player]) & ~int64(state.closed)
    deadly = 0
    while boards:
        board = lowest(boards)
        boards &= boards - 1
        if COMPLETES[state.marks[player, board]] & free_cells(state, board):
            deadly |= 1 << board
    return deadly


@compiled
def finishing_move(state: State, player: int, boards: int, allowed: int, given: int) -> int:
    """A move of the player's that closes the last open board and so wins by the count, or NO_MOVE.

    `boards` are those still open; of the cells only `allowed` ones count as free. The other player has `given` boards
    more than the state says.
    """
    if not state.count or boards == 0 or boards & (boards - 1):
        return NO_MOVE
    board = lowest(boards)
    free = free_cells(state, board) & allowed
    lead = boards_won(state, player) - boards_won(state, 1 - player) - given
    completing = COMPLETES[state.marks[player, board]] & free
    if completing and lead + 1 > 0:
        return board * 9 + lowest(completing)
    if free & (free - 1) == 0 and not completing and lead > 0:
        return board * 9 + lowest(free)
    return NO_MOVE


def winning_move(state: State) -> int:
    player = int64(state.turn)
    boards = deadly_boards(state, player) & playable_boards(state)
    if boards == 0:
        return finishing_move(state, player, FULL & ~int64(state.closed), FULL, 0)
    board = lowest(boards)
    return board * 9 + lowest(COMPLETES[state.marks[player, board]] & free_cells(state, board))


@compiled
def wins_board(state: State, board: int, cell: int) -> bool:
    """Whether the side to move wins a board without an owner with a mark on a cell."""
    owned = (int64(state.won[0]) | int64(state.won[1])) >> board & 1
    return not owned and WINS[int64(state.marks[int64(state.turn), board]) | 1 << cell]


@compiled
def closed_after(state: State, board: int, cell: int) -> int:
    """The boards that are closed after a move."""
    is_full = free_cells(state, board) == 1 << cell
    if is_full or (wins_board(state, board, cell) and not state.playon):
        return int64(state.closed) | 1 << board
    return int64(state.closed)


@compiled
def loses_count(state: State, board: int, cell: int) -> bool:
    """Whether a move, that wins no game, ends it with fewer boards won, or lets the opponent's next one do so."""
    mover, left = int64(state.turn), FULL & ~closed_after(state, board, cell)
    won = int64(wins_board(state, board, cell))
    if left == 0:
        return boards_won(state, mover) + won < boards_won(state, 1 - mover)
    allowed = FULL & ~(1 << cell) if left == 1 << board else FULL
    return finishing_move(state, 1 - mover, left, allowed, won) != NO_MOVE


@compiled
def is_deadly(state: State, board: int, cell: int, deadly: int) -> bool:
    """Whether a move that does not win loses the game at once or to the opponent's next move.

    `deadly` are the boards where the opponent could complete a line of boards now.
    """
    if state.count and loses_count(state, board, cell):
        return True
    other, free = 1 - int64(state.turn), free_cells(state, board) & ~(1 << cell)
    if wins_board(state, board, cell) or COMPLETES[state.marks[other, board]] & free == 0:
        deadly &= ~(1 << board)
    if not closed_after(state, board, cell) >> cell & 1:
        deadly &= 1 << cell
    return deadly != 0


@compiled
def count_is_near(state: State) -> bool:
    """Whether boards may be counted after this move or the next: two are open at most."""
    return state.count and popcount(FULL & ~int64(state.closed)) <= 2


def forced_moves(state: State, out: MoveBuffer) -> int:
    deadly = deadly_boards(state, 1 - int64(state.turn))
    if deadly == 0 and not count_is_near(state):
        return UNRESTRICTED
    n, safe = moves(state, out), 0
    for i in range(n):
        if not is_deadly(state, out[i] // 9, out[i] % 9, deadly):
            out[safe] = out[i]
            safe += 1
    return safe


def is_dead(state: State) -> int:
    for player in range(2):
        winnable = int64(state.won[player])
        for board in range(9):
            contested = not (int64(state.won[0]) | int64(state.won[1]) | int64(state.closed)) >> board & 1
            if contested and WINS[FULL & ~int64(state.marks[1 - player, board])]:
                winnable |= 1 << board
        if WINS[winnable] or (state.count and winnable != state.won[player]):
            return 0
    return not state.count or boards_won(state, 0) == boards_won(state, 1)


def plies_left(state: State) -> int:
    return open_cells(state, 0, int64(state.closed))


def owner(state: State, group: int) -> int:
    """The player who won the board; in play-on the first one who did."""
    won = (int64(state.won[0]) >> group & 1) + 2 * (int64(state.won[1]) >> group & 1)
    return won if won or free_cells(state, group) else 3


def is_lit_row(state: State, row: int) -> int:
    """A row of three boards; where more of them count, each for itself."""
    won = int64(state.won[int64(state.outcome) - FIRST])
    if row < 8:
        return int64(won & LINE_MASKS[row] == LINE_MASKS[row])
    return int64(not WINS[won] and won >> (row - 8) & 1 != 0)


def is_lit(state: State, cell: int) -> int:
    won, board = int64(state.won[int64(state.outcome) - FIRST]), cell // 9
    is_winning = is_in_row(won, board) if WINS[won] else won >> board & 1 != 0
    return int64(is_winning and is_on_line(state, cell))


def reason(state: State) -> int:
    if WINS[state.won[0]] or WINS[state.won[1]]:
        return 0
    if not state.count:
        return 1
    first, second = boards_won(state, 0), boards_won(state, 1)
    return 2 + 10 * max(first, second) + min(first, second)


def _boards_counted(more: int, fewer: int) -> str:
    return f"more boards won, {more} to {fewer}" if more > fewer else f"equally many boards won, {more} each"


class Ultimate(NestedGame):
    """Nine 3×3 boards; three in a row win a small board, three won boards in a row win the game.

    Nine small boards of tic-tac-toe stand in a square of three by three. Three of your marks in a row win a small
    board; three small boards of yours in a row, across, down or slantwise, win the game.

    X begins, anywhere. After that you may not choose the board: the cell that the other player has just taken names it.
    Whoever plays in the top right cell of any small board sends the other to the top right board. Nobody plays any more
    on a board that is won or full: whoever is sent there may choose any open board.

    When no board is open and nobody has three boards in a row, the game is a draw.

    In `ultimate-playon` won boards stay playable until they are full; only a full target is free, and a board keeps
    its first winner.

    In `ultimate-count` more won boards decide where no board is open and nobody has a line of them; equally many are a
    draw. It is the rule of programming contests.

    Moves: board.cell, for example 5.3; boards and cells are numbered 1 to 9 from the top left, row by row.
    Position: the nine boards from 1 to 9, nine cells each (. X O, or a number of empty cells), joined by /, then who
    moves, then the board to play on (- for any): X......../9/9/9/9/9/9/9/9 O 1
    In ultimate-playon nine characters follow: each board's owner, or a dot.
    """

    wins_boards = True
    names = ("ultimate", "ultimate-playon", "ultimate-count")
    known_as: ClassVar[Mapping[str, str]] = {
        "ultimate-playon": "Ultimate, won boards stay open",
        "ultimate-count": "Ultimate, most boards win",
    }
    pictures: ClassVar[Mapping[str, str]] = {
        "ultimate": "ultimate XXXOO4/OOOX.X3/2O2X3/O3X4/O.XOX.X2/4O4/X.OXO.O2/X4O3/OOXX.X2X O -",
        "ultimate-playon": "ultimate-playon 2O6/9/3X5/.O7/X.OOX3X/5X3/O8/2X6/9 O 5 ....X....",
        "ultimate-count": "ultimate-count "
        "XXXOO4/OOOX.X3/OOXX.X2X/O.XOX.X2/X.OXO.O2/OOOX.XX2/OOOX.X3/XXXOO4/O.XOX.X2 O -",
    }

    @classmethod
    def guide(cls, name: str) -> Guide:
        return Guide(*words_and_notation(cls, name), *nested_guide(name))

    rules = Rules(
        "ultimate",
        FIELDS,
        [
            moves,
            play,
            winning_move,
            forced_moves,
            is_dead,
            plies_left,
            content,
            owner,
            is_lit,
            is_lit_row,
            reason,
            where,
        ],
    )
    group_rows = (*rows_of_boards(), *([board] for board in range(9)))
    reasons = (
        "three boards in a row",
        "no board is open and nobody has three in a row",
        *(_boards_counted(more, fewer) for more in range(10) for fewer in range(10)),
    )

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.playon, self.count = name.endswith("-playon"), name.endswith("-count")
        self.title = self.known_as.get(name, "Ultimate tic-tac-toe")

    @classmethod
    def named(cls, name: str) -> Self | None:
        return cls(name) if name in cls.names else None

    def setup(self, state: State) -> None:
        state.target = -1
        state.playon, state.count = self.playon, self.count
        state.key = TARGET_KEYS[0] ^ VARIANT_KEYS[self.names.index(self.name)]

    def read_position(self, text: str, state: State) -> None:
        boards, fields = split_rows(text, 9, "board")
        names = ["who moves", self.target_text] + (["the nine boards' owners"] if self.playon else [])
        side, target, *owners = named_fields(fields, *names)
        self.setup(state)
        self.read_boards(boards, state, STONE_KEYS)
        stated = self._read_owners(owners[0]) if self.playon else None
        for board in range(9):
            self._close(state, board, stated)
        state.turn = read_side(side)
        state.target = self.read_target(target)
        if state.target >= 0 and int(state.closed) >> int(state.target) & 1:
            state.target = -1
        state.key ^= TARGET_KEYS[0] ^ TARGET_KEYS[state.target + 1]
        if state.turn:
            state.key ^= TURN_KEY
        owner = self.one_line_owner([player for player in range(2) if WINS[state.won[player]]], " of boards")
        if owner is not None:
            state.outcome = FIRST + owner
        elif state.closed == FULL:
            state.outcome = outcome_without_line(state)

    def _read_owners(self, text: str) -> str:
        if not re.fullmatch(r"[.XO]{9}", text.upper()):
            raise NoughtsError(f"the boards' owners are {text!r}; it takes nine characters, each X, O or a dot")
        return text.upper()

    def _close(self, state: State, board: int, stated: str | None) -> None:
        """Decide who owns a board, and whether it is closed."""
        owners = [player for player in range(2) if WINS[state.marks[player, board]]]
        if stated is not None:
            mark = stated[board]
            if (mark == EMPTY) != (not owners) or (mark != EMPTY and MARKS.index(mark) not in owners):
                have = " and ".join(MARKS[player] for player in owners) or "nobody"
                raise NoughtsError(f"board {board + 1} is owned by {mark!r}, but {have} has a line there")
            owners = [] if mark == EMPTY else [MARKS.index(mark)]
        owner = self.one_line_owner(owners, f" on board {board + 1}")
        if owner is not None:
            state.won[owner] |= np.uint16(1 << board)
            state.key ^= OWNER_KEYS[owner, board]
        if is_full(state, board) or (owner is not None and not self.playon):
            state.closed |= np.uint16(1 << board)

    def write_position(self, state: State) -> str:
        text = f"{self.write_boards(state)} {MARKS[state.turn]} {self.write_target(state)}"
        if not self.playon:
            return text
        return f"{text} {''.join((EMPTY, *MARKS, EMPTY)[owner(state, board)] for board in range(9))}"

    def image_text(self, state: State, symmetry: Symmetry) -> str:
        text = super().image_text(state, symmetry)
        if not self.playon:
            return text
        *others, owners = text.split()
        from_board = {self.image_of_board(board, symmetry): owner for board, owner in enumerate(owners)}
        return " ".join((*others, "".join(from_board[board] for board in range(9))))
