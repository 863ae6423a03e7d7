"""`noughts eval`: what an evaluation says of a position by itself."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import typer

from noughts.cli.analyze import EvalName
from noughts.cli.options import GameName, Json, MovesText, PositionText, read_position

if TYPE_CHECKING:
    from noughts.board import Position
    from noughts.kernel.evaluation import Evaluation


def evaluate(
    game: GameName,
    position: PositionText = None,
    moves: MovesText = None,
    evaluation: EvalName = None,
    as_json: Json = False,
) -> None:
    """Show a position's static value, for the side to move and without looking ahead, and what it is made of."""
    from noughts.registry import fitting_evaluation
    from noughts.registry import game as find_game

    valued = read_position(find_game(game), position, moves)
    used = fitting_evaluation(valued.game, evaluation)
    outcome = valued.outcome()
    answer: dict[str, Any] = {"game": game, "position": valued.text(), "evaluation": used.name}
    answer |= {"outcome": asdict(outcome) if outcome else None, **({} if outcome else _value(valued, used))}
    if as_json:
        print(json.dumps(answer))
    elif outcome:
        print(f"the game is over: {outcome}")
    else:
        _print(answer)


def _value(position: "Position", evaluation: "Evaluation") -> dict[str, Any]:
    """The value in points, for whom, and its terms, None where the evaluation does not tell them."""
    from noughts.board import MARKS
    from noughts.engine.static_value import static_value
    from noughts.kernel.scores import POINT

    found = evaluation.explain(position, evaluation.loaded_weights) if evaluation.explain else None
    terms = [{"term": name, "amount": amount, "points": worth / POINT} for name, amount, worth in found or ()]
    return {
        "side": MARKS[position.turn],
        "points": static_value(position, evaluation).points,
        "terms": None if found is None else terms,
    }


def _print(answer: dict[str, Any]) -> None:
    from noughts.cli.tables import print_table

    print(f"{answer['evaluation']}: {answer['points']:+z.2f} points for {answer['side']}, who is to move\n")
    if answer["terms"] is None:
        print(f"{answer['evaluation']} does not tell what its values are made of")
        return
    rows = [(term["term"], f"{term['amount']:,}", f"{term['points']:+z.2f}") for term in answer["terms"]]
    header = ("made of", "number", "points")
    print_table([*rows, ("together", "", f"{answer['points']:+z.2f}")], (), header, header[1:])


def add_to(app: typer.Typer) -> None:
    app.command("eval")(evaluate)
