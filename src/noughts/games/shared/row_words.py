"""k in a row in people's words: rules, diagrams and a first game for every size and variant."""

from typing import NamedTuple

from noughts.board import Diagram, Lesson, Step, column_letters

_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


class Board(NamedTuple):
    rows: int
    columns: int
    k: int
    is_misere: bool = False
    is_exact: bool = False

    @property
    def name(self) -> str:
        kind = "misere-" if self.is_misere else "exact-" if self.is_exact else ""
        return f"{kind}{self.rows}x{self.columns}x{self.k}"

    @property
    def number(self) -> str:
        return _NUMBERS[self.k] if self.k < len(_NUMBERS) else str(self.k)


def row_words(board: Board, number: str = "") -> list[str]:
    """The rules on a board, as one would tell them. `number`: how many in a row, where the board does not say it."""
    can_be_longer = board.k < max(board.rows, board.columns)
    number = number or board.number
    if board.is_misere:
        line = f"Whoever first has {number} of their own marks in a row loses: across, down or slantwise."
    elif board.is_exact:
        line = (
            f"Exactly {number} of your marks in a row win: across, down or slantwise, without a gap. A longer row "
            "does not win, unless the same mark makes one of the right length as well."
        )
    else:
        more = " or more" if can_be_longer else ""
        count = number[0].upper() + number[1:] + more
        line = f"{count} of your marks in a row win: across, down or slantwise, without a gap."
    return [
        f"{'Avoid' if board.is_misere else 'Be the first to get'} {number} of your marks in a row.",
        "Two players, X and O, take turns; X begins. Put your mark on any empty cell. It stays there.",
        line,
        f"If the board is full and nobody has {number} in a row, the game is a draw.",
    ]


def family_words(board: Board) -> list[str]:
    """The rules of all boards like this one."""
    about = (
        "You choose the board, up to 32 rows and 32 columns, and how many in a row count. Marks and obstacles may "
        "be set up before the game: nobody plays on an obstacle, and no row runs through it."
    )
    return [about, *row_words(board, "the chosen number")[1:]]


def row_diagrams(board: Board) -> list[Diagram]:
    """A row across and one slantwise, on a board that is no larger than it need be; what the variant is about."""
    small = board._replace(rows=min(board.rows, board.k + 2), columns=min(board.columns, board.k + 2))
    says = "and has lost" if board.is_misere else "and wins"
    found = []
    if small.k <= small.columns:
        words = f"X has {board.number} in a row, across, {says}."
        found.append(Diagram(_drawn(small, small.k, 0), words, small.name))
    if small.k <= min(small.rows, small.columns) and small.k > 1:
        words = f"X has {board.number} in a row, slantwise, {says}."
        found.append(Diagram(_drawn(small, small.k, 1), words, small.name))
    if board.is_exact and small.columns > small.k:
        words = f"One more than {board.number}: this does not win, and the game goes on."
        found.append(Diagram(_drawn(small, small.k + 1, 0), words, small.name))
    if (board.rows, board.columns, board.k) == (3, 3, 3):
        found.append(Diagram("XOX/XOO/OXX O", "The board is full, and nobody has three in a row: a draw.", board.name))
    return found


def _drawn(board: Board, length: int, down: int) -> str:
    """The text of a position with a row of X's, and O's that stand beside it here and there."""
    grid = [["."] * board.columns for _ in range(board.rows)]
    first_row = 0 if down else (board.rows - 1) // 2
    first_column = (board.columns - length) // 2 if not down else 0
    cells = [(first_row + down * i, first_column + i) for i in range(length)]
    for row, column in cells:
        grid[row][column] = "X"
    beside = [
        (row + step, column)
        for i, (row, column) in enumerate(cells)
        for step in ((1,), (-1,), (2,))[i % 3]
        if 0 <= row + step < board.rows and grid[row + step][column] == "."
    ]
    for row, column in beside[: length - 1]:
        grid[row][column] = "O"
    return "/".join("".join(row) for row in grid) + " O"


def row_lesson(board: Board) -> Lesson | None:
    """A first game on a board; None where there is no room for one."""
    if (board.rows, board.columns, board.k) == (3, 3, 3):
        return _misere() if board.is_misere else _fork()
    shorter, longer = sorted((board.rows, board.columns))
    has_room = board.k >= 3 and longer > board.k and shorter >= 2
    return _open_row(board) if has_room and not board.is_misere else None


def _fork() -> Lesson:
    """Tic-tac-toe: two threats at once."""
    return Lesson(
        (
            Step(
                "You are X and begin. Any empty cell is open to you. Most rows of three run through the middle: "
                "take it.",
                "b2",
                ["b3"],
            ),
            Step(
                "O has answered above you. Take the corner beside it: with the middle, that is two in a slanting row.",
                "a3",
                ["c1"],
            ),
            Step(
                "O had to close that row. Now the corner below: it makes two rows of two at once, one down the left "
                "side and one through the middle.",
                "a1",
                ["a2"],
            ),
            Step(
                "O can close only one of them, and has closed the left side. Complete the other row and win.",
                "c3",
            ),
        ),
        "Three in a row: you have won. Two threats at once are how most games are won, and closing a row of two in "
        "time is how they are not lost.",
    )


_MISERE_STEPS = (
    Step(
        "You are X and begin. Here three in a row lose. Take the middle: any empty cell is open to you.", "b2", ["a3"]
    ),
    Step(
        "Answer on the opposite side of the middle, here and in every turn: then no row of yours is completed.",
        "c1",
        ["c3"],
    ),
    Step("Opposite again.", "a1", ["c2"]),
    Step("Once more. Two cells are left then, and O must choose between them.", "a2", ["b3"]),
)


def _misere() -> Lesson:
    end = "O had to be careful, was not, and now has three in a row: O has lost, and you have won."
    return Lesson(_MISERE_STEPS, end)


def _open_row(board: Board) -> Lesson:
    """Marks in a row with both ends open, one after the other, until the other player can close but one end."""
    is_across = board.columns > board.k
    along, beside = (board.columns, board.rows) if is_across else (board.rows, board.columns)
    start, line = (along - board.k - 1) // 2, (beside - 1) // 2

    def cell(at: int, away: int = 0) -> str:
        row, column = (line + away, at) if is_across else (at, line + away)
        return f"{column_letters(column)}{board.rows - row}"

    side = 1 if line + 1 < beside else -1
    open_ends = _NUMBERS[board.k - 1] if board.k <= len(_NUMBERS) else str(board.k - 1)
    steps = [
        Step(
            "You are X and begin. Any empty cell is open to you; near the middle there is most room for a row.",
            cell(start + 1),
            [cell(start + 1, side)],
        )
    ]
    for at in range(start + 2, start + board.k - 1):
        steps.append(
            Step(
                "Put the next mark beside your last one. A row with room at both ends can grow either way.",
                cell(at),
                [cell(at, side)],
            )
        )
    steps.append(
        Step(
            f"O has gone on with a row of its own and not closed yours. Make it {open_ends} with both ends open: "
            f"one more at either end will be {board.number}.",
            cell(start + board.k - 1),
            [cell(start + board.k)],
        )
    )
    steps.append(Step("O has closed one end. The other one is open: complete the row and win.", cell(start)))
    end = (
        f"{board.number.capitalize()} in a row: you have won. A row with both ends open has to be closed early, by "
        "whoever does not own it."
    )
    return Lesson(tuple(steps), end)
