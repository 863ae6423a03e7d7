"""Common parts of evaluations' explanations: boards as plain text, and sums that were cut off."""

from noughts.board import Position
from noughts.kernel.evaluation import Term
from noughts.kernel.scores import POINTS_LIMIT


def board_rows(position: Position) -> list[str]:
    """The rows of a position, from the top, a character a cell; of nested games the small boards."""
    return position.text().split(" ")[0].split("/")


def within(terms: list[Term], most: int = POINTS_LIMIT, least: int | None = None) -> list[Term]:
    """The terms, and one more for the part beyond the limits of the value."""
    total = sum(term.worth for term in terms)
    kept = max(-most if least is None else least, min(most, total))
    return terms if kept == total else [*terms, Term("beyond the limits", 1, kept - total)]
