"""`noughts searches`, `evals` and `players`: what there is, with a line each."""

import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.tables import print_table
from noughts.errors import NoughtsError, shown

if TYPE_CHECKING:
    from noughts.board import Game
    from noughts.engine.players.base import Player
    from noughts.kernel.evaluation import Evaluation
    from noughts.search.base import Search


def searches(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A search, or its file: all that it can be set to.")
    ] = None,
) -> None:
    """List the searches and their options."""
    from noughts.registry import search_class
    from noughts.registry import searches as all_searches

    if name is None:
        _print_kinds(all_searches())
    else:
        _print_engine(name, search_class(name))


def evals(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Only those that fit a game, the default first.")
    ] = None,
) -> None:
    """List the evaluations, the games that they fit, and their options."""
    from noughts.evals.shared.trained import TRAINED
    from noughts.option import in_brackets
    from noughts.registry import evaluations, families
    from noughts.registry import game as find_game

    rows = []
    if game is not None:
        rows = [(one.name, words + in_brackets(one.options)) for one, words in _fitting(find_game(game))]
    else:
        for name, evaluation in evaluations().items():
            fitting = [one for kind in families() for one in kind.examples if evaluation.fits(find_game(one).rules)]
            known = "every game" if evaluation.values is None else ", ".join(fitting)
            rows.append((name, f"{evaluation.summary} Fits {known}.{in_brackets(evaluation.options)}"))
        rows.append((TRAINED.name, f"{TRAINED.summary} Fits games that it was trained for."))
    print_table(rows, folding=(1,))


def _fitting(game: "Game") -> "list[tuple[Evaluation, str]]":
    """The evaluations that fit a game, the default first, with words on each."""
    from noughts.engine.first_use import known_trial
    from noughts.evals.shared.trained import trained_for
    from noughts.kernel.mode import UNCOMPILED
    from noughts.registry import best_evaluation, evaluations

    best, trained = best_evaluation(game), trained_for(game)
    others = [one for one in evaluations().values() if one.fits(game.rules) and one is not best]
    trial = known_trial(best, game) if best.learn is not None and not UNCOMPILED else None
    found = [(best, best.summary), *((one, one.summary) for one in others)]
    if trial is not None:
        found[0] = best, f"{best.summary} It has scored {trial.words}."
        if not trial.has_won:
            found.sort(key=lambda row: row[0].name != "zero")
    if trained is not None:
        found.insert(0, (trained, trained.summary))
    is_open = found[0][0] is best and best.learn is not None and trial is None and not UNCOMPILED
    default = "The default, if it wins against `zero` at first use." if is_open else "The default."
    return [(found[0][0], f"{found[0][1]} {default}"), *found[1:]]


def players(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="A player: all that it can be set to.")] = None,
) -> None:
    """List the players and their options."""
    from noughts.registry import all_players, player_class

    found = None if name is None else player_class(name)
    if name is None:
        _print_kinds(all_players())
    elif found is None:
        raise NoughtsError(f"there is no player {shown(name)}; there are {', '.join(all_players())}")
    else:
        _print_engine(found.name, found)


def _print_kinds(kinds: "Mapping[str, type[Search] | type[Player]]") -> None:
    from noughts.option import in_brackets

    print_table([(name, _first_line(kind) + in_brackets(kind.options)) for name, kind in kinds.items()], folding=(1,))


def _print_engine(name: str, kind: "type[Search] | type[Player]") -> None:
    """A search or a player, with a line for each key of its text."""
    from noughts.engine.engine_text import engine_options
    from noughts.engine.limit import Limit

    print(f"{kind.name}: {_first_line(kind)}\n")
    options = {**engine_options(name), **Limit.options()}
    rows = [(f"{key}={one.as_text()}", one.rule, one.words) for key, one in options.items()]
    print_table(rows, folding=(1, 2))


def _first_line(kind: type) -> str:
    return inspect.cleandoc(kind.__doc__ or "").splitlines()[0]


def add_to(app: typer.Typer) -> None:
    for command in (searches, evals, players):
        app.command()(command)
