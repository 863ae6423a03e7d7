"""Ultimate and Xtreme tic-tac-toe in people's words: diagrams, and a first game that one is led through."""

from noughts.board import Diagram, Lesson, Step


def nested_guide(name: str) -> tuple[tuple[Diagram, ...], Lesson]:
    """Diagrams and lesson of the game of that name."""
    if name == "xtreme":
        return _XTREME_DIAGRAMS, _XTREME_LESSON
    owners = " ........." if name == "ultimate-playon" else ""
    diagrams = (
        Diagram(f"9/9/9/9/2X6/9/9/9/9 O 3{owners}", _SENT),
        Diagram(
            f"XXXOO4/9/OO7/9/XXX6/O.O6/9/OO7/XXX6 O -{' X...X...X' if owners else ''}",
            "X has won three small boards in a row, slantwise, and with them the game.",
        ),
    )
    return diagrams, Lesson((*_STEPS, _LAST[name == "ultimate-playon"]), _END)


_SENT = "X has taken the top right cell of a board: O must answer on the top right board."
_STEPS = (
    Step(
        "You are X and begin, on any board. Take the middle cell of the top left board. O must then answer on the "
        "middle board.",
        "1.5",
        ["5.1"],
    ),
    Step(
        "O has taken a top left cell, so you must play on the top left board. A second mark there makes two in a "
        "row, and sends O to the bottom right.",
        "1.9",
        ["9.1"],
    ),
)
_LAST = (
    Step(
        "O has sent you to the top left board again. Complete the row: the small board is yours. O is sent to it, "
        "but it is closed now, so that O may choose any open board.",
        "1.1",
        ["3.5"],
    ),
    Step(
        "O has sent you to the top left board again. Complete the row: the small board is yours. In this variant it "
        "stays open, and O must answer there.",
        "1.1",
        ["1.3"],
    ),
)
_END = (
    "Your first small board is won. Three of them in a row win the game. What makes it hard: every mark also says "
    "where the other player goes next."
)

_XTREME_DIAGRAMS = (
    Diagram(
        "9/9/9/9/2X6/9/9/9/9/9/9/9/9/9/9/9/9/9 O 3 -",
        "X has taken a top right cell: O must answer on the top right board of either big board.",
    ),
)
_XTREME_LESSON = Lesson(
    (
        Step(
            "You are X and begin, anywhere. Take the middle cell of the top left board, on the left. O must then "
            "answer on the middle board of either side.",
            "1.1.5",
            ["2.5.1"],
        ),
        Step(
            "O has sent you to a top left board, left or right as you like. Go on where you began: two in a row.",
            "1.1.9",
            ["1.9.1"],
        ),
        Step("Complete the row: the small board is yours, and you move again.", "1.1.1"),
        Step(
            "Your bonus move. Your last mark was in a top left cell, and that board on the left is closed: it is "
            "the top left one on the right.",
            "2.1.5",
            ["1.5.5"],
        ),
    ),
    "One small board is won, and its bonus move is played. Three small boards in a row, on one side, win the game.",
)
