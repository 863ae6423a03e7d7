"""`noughts match`: two players against each other."""

from typing import Annotated

import typer

from noughts.cli.analyze import Depth, Nodes, Seconds
from noughts.errors import NoughtsError

PlayerName = Annotated[str, typer.Argument(help="A search or player with its settings: alphabeta:eval=pascal,depth=4.")]


def match(
    a: PlayerName,
    b: PlayerName,
    game: Annotated[str, typer.Option("--game", metavar="G", help="The game to play.")],
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many games; an even number is fair.")] = 20,
    depth: Depth = None,
    nodes: Nodes = None,
    seconds: Seconds = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of the random openings and players.")] = 1,
) -> None:
    """Play a match: pairs of games from the same random opening, colours swapped."""
    from rich.console import Console
    from rich.progress import Progress

    from noughts.engine import Engine
    from noughts.limit import Limit
    from noughts.match import MatchScore, play_match
    from noughts.registry import game as find_game

    if games < 1:
        raise NoughtsError(f"--games is {games}; it must be 1 or more")
    limit = Limit(seconds, depth, nodes)
    played = find_game(game)
    engines = Engine(a, seed=seed), Engine(b, seed=seed + 1)
    score = MatchScore()
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"{a} - {b}", total=games)
        try:
            for so_far, _ in play_match(played, *engines, games, limit, seed):
                score = so_far
                progress.update(task, advance=1, description=f"{a} - {b}: {score.wins} {score.draws} {score.losses}")
        except KeyboardInterrupt:
            if not score.games:
                raise
            console.print(f"stopped after {score.games} of {games} games")
    print(f"{a} against {b} in {played.name}, {score.games} games: {score}")


def add_to(app: typer.Typer) -> None:
    app.command()(match)
