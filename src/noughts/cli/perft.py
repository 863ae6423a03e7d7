"""`noughts perft`: counting move sequences."""

import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.options import GameName, Json, MovesText, PositionText, read_position
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.board import Position


def perft(
    game: GameName,
    depth: Annotated[int, typer.Option("--depth", metavar="N", help="The length of the sequences.")],
    position: PositionText = None,
    moves: MovesText = None,
    as_json: Json = False,
) -> None:
    """Count the move sequences of a given length: the proof that rules are right."""
    from noughts.kernel.perft import MAX_DEPTH
    from noughts.registry import game as find_game

    if not 0 <= depth <= MAX_DEPTH:
        raise NoughtsError(f"the depth is {depth}; it must be 0 to {MAX_DEPTH}")
    chosen = find_game(game)
    count, seconds = _count(read_position(chosen, position, moves), depth)
    if as_json:
        name = chosen.name if game.endswith(".py") else game
        print(json.dumps({"game": name, "depth": depth, "count": count, "seconds": round(seconds, 6)}))
    else:
        rate = f", {count / seconds / 1e6:.1f} million a second" if seconds > 0.01 else ""
        print(f"{chosen.title}: {seconds:.3f} s{rate}")
        print(f"depth {depth}: {count}")


def _count(position: "Position", depth: int) -> tuple[int, float]:
    """The count and the seconds it took, compiling apart, with a progress bar of the first moves."""
    import numpy as np
    from rich.console import Console
    from rich.progress import Progress

    from noughts.kernel.interruptible import run_interruptibly
    from noughts.kernel.perft import perft_for

    count_sequences = perft_for(position.game.rules, position.game.name)
    stop = np.zeros(1, np.int64)

    def work(advance: Callable[[], None]) -> int:
        if depth < 2:
            return len(position.legal_moves) if depth else 1
        states = position.game.new_states(depth + 1)
        buffers = position.game.new_moves(depth + 1)
        total = 0
        for move in position.legal_moves:
            position.push(move)
            states[:1] = position.states
            position.pop()
            total += count_sequences(states, 0, depth - 1, buffers, stop)
            advance()
        return total

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"depth {depth}", total=len(position.legal_moves), visible=depth > 4)
        clock = time.perf_counter()
        count = run_interruptibly(
            lambda: work(lambda: progress.advance(task)), on_interrupt=lambda: stop.__setitem__(0, 1)
        )
        return count, time.perf_counter() - clock


def add_to(app: typer.Typer) -> None:
    app.command()(perft)
