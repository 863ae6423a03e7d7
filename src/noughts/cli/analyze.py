"""`noughts analyze`: a search at work on a position."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from noughts.cli.options import STOPPED, GameName, Json, MovesText, PositionText, read_position
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.engine.results import Result

SearchName = Annotated[str, typer.Option("--search", metavar="S", help="A search or player: `noughts searches`.")]
EvalName = Annotated[str | None, typer.Option("--eval", metavar="E", help="An evaluation: `noughts evals`.")]
Depth = Annotated[int | None, typer.Option("--depth", metavar="N", help="Plies to look ahead.")]
Nodes = Annotated[int | None, typer.Option("--nodes", metavar="N", help="Nodes to visit.")]
Seconds = Annotated[float | None, typer.Option("--time", metavar="S", help="Seconds to think.")]


def analyze(
    game: GameName,
    position: PositionText = None,
    moves: MovesText = None,
    search: SearchName = "noughts",
    evaluation: EvalName = None,
    depth: Depth = None,
    nodes: Nodes = None,
    seconds: Seconds = None,
    multipv: Annotated[int, typer.Option("--multipv", metavar="N", help="How many moves to tell.")] = 1,
    threads: Annotated[int, typer.Option("--threads", metavar="N", help="Threads to search with.")] = 1,
    as_json: Json = False,
) -> None:
    """Search a position: a line an iteration, then the best move and what the search did."""
    from noughts.engine.engine import Engine
    from noughts.engine.limit import Limit
    from noughts.registry import game as find_game

    limit = Limit(seconds, depth, nodes)
    engine = Engine(search, eval=evaluation, threads=threads)
    searched = read_position(find_game(game), position, moves)
    if multipv < 1:
        raise NoughtsError(f"--multipv is {multipv}; it must be 1 or more")
    last: list[Result] = []
    is_stopped = False
    analysis = engine.analysis(searched, limit, multipv)
    try:
        for results in analysis:
            last = results
            for number, result in enumerate(results, 1):
                if not as_json:
                    print(_line(result, number if multipv > 1 else None), flush=True)
    except KeyboardInterrupt:
        analysis.stop()
        is_stopped = True
        if not last:
            raise
    if as_json:
        print(json.dumps(_as_dict(game, last)))
    else:
        _print_summary(last[0])
    if is_stopped:
        raise typer.Exit(STOPPED)


def _line(result: "Result", number: int | None) -> str:
    rank = f" {number}." if number else ""
    stats = result.stats
    moves = " ".join(str(move) for move in result.pv)
    rate = f"{stats.nodes_per_second:,}/s"
    return f"depth {stats.depth:>2}{rank}  {result.score!s:>12}  {stats.nodes:>12,} nodes  {rate:>14}  {moves}"


def _print_summary(result: "Result") -> None:
    stats = result.stats
    print(f"\nbest move: {result.move} ({result.words})")
    counters = {
        "nodes": stats.nodes,
        "static evaluations": stats.static_evaluations,
        "dynamic evaluations": stats.dynamic_evaluations,
        "alpha cut-offs": stats.alpha_cutoffs,
        "beta cut-offs": stats.beta_cutoffs,
        "table hits": stats.table_hits,
        "evaluations saved": stats.evaluations_saved,
    }
    for name, value in counters.items():
        print(f"{name + ':':<21}{value:>14,}")
    print(f"{'table in use:':<21}{100 * stats.table_fill:>13.1f} %")
    print(f"{'time:':<21}{stats.time:>12.3f} s")


def _as_dict(game: str, results: "list[Result]") -> dict[str, Any]:
    from dataclasses import asdict

    lines = [
        {
            "move": str(result.move),
            "score": str(result.score),
            "points": result.score.points,
            "mate": result.score.mate,
            "proved": result.is_proved,
            "pv": [str(move) for move in result.pv],
        }
        for result in results
    ]
    return {"game": game, **lines[0], "lines": lines, "stats": asdict(results[0].stats)}


def add_to(app: typer.Typer) -> None:
    app.command()(analyze)
    app.command("analyse", hidden=True)(analyze)
