"""`noughts bench`: a fixed run of the engine; its number of nodes is a signature of search and evaluations."""

from typing import Annotated

import typer

# A game, the moves of an opening that is not decided, and how deep to look: a second or so each.
RUNS = (
    ("3x3x3", "b2", 9),
    ("4x5x4", "c2 b3", 12),
    ("7x7x4", "d4 d5 e4 c4", 10),
    ("15x15x5", "h8 i9 g9 i7 i8 g8", 8),
    ("nineboard", "5.5 5.1 1.5 5.9", 14),
    ("ultimate", "5.5 5.1 1.9 9.5 5.3", 14),
    ("xtreme", "1.5.5 2.5.1 1.1.9 2.9.5", 9),
    ("xrudder", "f5 g6 e6 g4 f7", 6),
)


def bench(
    threads: Annotated[int, typer.Option("--threads", metavar="N", help="Threads; the signature is that of one.")] = 1,
) -> None:
    """Search fixed positions of every game: the number of nodes tells whether a change changed the search."""
    from noughts.engine.engine import Engine
    from noughts.engine.limit import Limit
    from noughts.registry import game

    nodes, seconds = 0, 0.0
    for name, moves, depth in RUNS:
        position = game(name).start()
        for move in moves.split():
            position.push(move)
        engine = Engine(threads=threads, hash_mb=16)
        engine.prepare(position.game)  # so that the time is the search's
        stats = engine.analyse(position, Limit(depth=depth)).stats
        print(f"{name:<10} depth {depth:>2}  {stats.nodes:>12,} nodes  {stats.nodes_per_second:>12,}/s", flush=True)
        nodes, seconds = nodes + stats.nodes, seconds + stats.time
    print(f"\n{nodes} nodes, {round(nodes / seconds):,}/s")


def add_to(app: typer.Typer) -> None:
    app.command()(bench)
