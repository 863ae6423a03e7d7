"""`noughts searches`, `evals` and `players`: what there is, with a line each."""

import inspect
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.tables import print_table

if TYPE_CHECKING:
    from noughts.kernel.evaluation import Evaluation


def searches() -> None:
    """List the searches and their options."""
    from noughts.registry import searches as all_searches

    rows = []
    for name, kind in all_searches().items():
        options = " ".join(f"{key}={'|'.join(one.choices) or one.as_text()}" for key, one in kind.options.items())
        rows.append((name, _first_line(kind) + (f" [{options}]" if options else "")))
    print_table(rows, folding=(1,))


def evals(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Only those that fit a game, the default first.")
    ] = None,
) -> None:
    """List the evaluations, the games that they fit, and their options."""
    from noughts.registry import best_evaluation, evaluations, families
    from noughts.registry import game as find_game

    rows = []
    if game is not None:
        chosen = find_game(game)
        best = best_evaluation(chosen)
        others = [one for one in evaluations().values() if one.fits(chosen.rules) and one is not best]
        rows = [(best.name, f"{best.summary} The default.{_options(best)}")]
        rows += [(one.name, one.summary + _options(one)) for one in others]
    else:
        for name, evaluation in evaluations().items():
            fitting = [one for kind in families() for one in kind.examples if evaluation.fits(find_game(one).rules)]
            known = "every game" if evaluation.values is None else ", ".join(fitting)
            rows.append((name, f"{evaluation.summary} Fits {known}.{_options(evaluation)}"))
    print_table(rows, folding=(1,))


def players() -> None:
    """List the players and their settings."""
    from noughts.registry import all_players

    rows = []
    for name, kind in all_players().items():
        settings = " ".join(f"{setting}={'|'.join(words)}" for setting, words in kind.settings.items())
        rows.append((name, _first_line(kind) + (f" [{settings}]" if settings else "")))
    print_table(rows, folding=(1,))


def _options(evaluation: "Evaluation") -> str:
    options = " ".join(f"{option}={default}" for option, default in evaluation.options.items())
    return f" [{options}]" if options else ""


def _first_line(kind: type) -> str:
    return inspect.cleandoc(kind.__doc__ or "").splitlines()[0]


def add_to(app: typer.Typer) -> None:
    for command in (searches, evals, players):
        app.command()(command)
