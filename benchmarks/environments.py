"""Random moves a second in environments to train in, beside OpenSpiel's states and pgx's.

    python benchmarks/environments.py [GAME ...] [--rounds N]

One at a time: `legal_moves` and `push`, `legal_codes` and `push_code`, beside `legal_actions` and `apply_action`.
Many: a `Batch` of 1,024 rows that is masked, stepped and reset, without and with planes, beside 1,024 states of
OpenSpiel that a loop in Python masks and steps, and beside as many of pgx, which XLA compiles for the processor, 32
plies in one call; pgx makes its planes at every step. They are installed by `pip install open_spiel pgx`; without them
our figures stand alone. OpenSpiel's ultimate has actions that choose a board, 1 in 8, which are counted as moves here;
pgx has no ultimate.
"""

import argparse
import functools
import random
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

import noughts
from noughts.rl import Batch
from random_play import prepared, thousands, timed_games
from side_by_side import Timing, best_rate, machine, median_ratio, take_turns

try:
    import pyspiel
except ImportError:
    pyspiel = None
try:
    import jax
    import pgx
    from pgx.experimental import auto_reset
except ImportError:
    pgx = None

OPEN_SPIEL = {
    "tictactoe": "tic_tac_toe",
    "examples/connect_four.py": "connect_four",
    "ultimate": "ultimate_tic_tac_toe",
    "examples/othello.py": "othello",
}
PGX = {
    "tictactoe": "tic_tac_toe",
    "examples/connect_four.py": "connect_four",
    "examples/othello.py": "othello",
}
ROWS = 1024
PLIES_AT_ONCE = 32  # of pgx
Play = Callable[[int], float]


def by_moves(game: noughts.Game, games: int) -> float:
    plies = 0
    for _ in range(games):
        position = game.start()
        while not position.is_game_over():
            position.push(random.choice(position.legal_moves))
        plies += position.ply
    return plies


def by_codes(game: noughts.Game, games: int) -> float:
    plies = 0
    for _ in range(games):
        position = game.start()
        while not position.is_game_over():
            position.push_code(random.choice(position.legal_codes))
        plies += position.ply
    return plies


def open_spiel(game: Any, games: int) -> float:
    plies = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        plies += len(state.history())
    return plies


def in_batch(batch: Batch, has_planes: bool, steps: int) -> float:
    for _ in range(steps):
        if has_planes:
            batch.planes()
        batch.step(batch.random_codes())
        batch.reset(batch.is_over)
    return steps * len(batch)


def in_list(game: Any, steps: int) -> float:
    states = [game.new_initial_state() for _ in range(ROWS)]
    for _ in range(steps):
        for row, state in enumerate(states):
            state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
            if state.is_terminal():
                states[row] = game.new_initial_state()
    return steps * ROWS


class PgxRows:
    """States of pgx, stepped at random, and begun again where a game ends."""

    def __init__(self, name: str) -> None:
        env = pgx.make(name)
        step = jax.vmap(auto_reset(env.step, env.init))

        def ply(states: Any, key: Any) -> tuple[Any, None]:
            choosing, stepping = jax.random.split(key)
            weights = jax.numpy.where(states.legal_action_mask, 0.0, -jax.numpy.inf)
            return step(states, jax.random.categorical(choosing, weights), jax.random.split(stepping, ROWS)), None

        self._plies = jax.jit(lambda states, keys: jax.lax.scan(ply, states, keys)[0])
        self._key = jax.random.PRNGKey(1)
        self._states = jax.jit(jax.vmap(env.init))(jax.random.split(self._key, ROWS))

    def play(self, calls: int) -> float:
        for _ in range(calls):
            self._key, *keys = jax.random.split(self._key, PLIES_AT_ONCE + 1)
            self._states = self._plies(self._states, jax.numpy.array(keys))
        jax.block_until_ready(self._states)
        return calls * PLIES_AT_ONCE * ROWS


def measure(name: str, rounds: int, table: Table) -> None:
    game = noughts.game(name)
    plays: dict[str, Play] = {
        "legal_moves, push": functools.partial(by_moves, game),
        "legal_codes, push_code": functools.partial(by_codes, game),
        "Batch": functools.partial(in_batch, Batch(game, ROWS), False),
        "Batch with planes": functools.partial(in_batch, Batch(game, ROWS), True),
    }
    if pyspiel:
        rival = pyspiel.load_game(OPEN_SPIEL[name])
        plays |= {"one": functools.partial(open_spiel, rival), "list": functools.partial(in_list, rival)}
    if pgx and name in PGX:
        plays["pgx"] = PgxRows(PGX[name]).play
    timings = dict(
        zip(
            plays,
            take_turns([prepared(functools.partial(timed_games, play)) for play in plays.values()], rounds),
            strict=True,
        )
    )
    for label in list(plays)[:4]:
        others = ("list", "pgx") if label.startswith("Batch") else ("one",)
        beside = [figure for other in others for figure in figures(timings[label], timings.get(other))]
        table.add_row(name, label, thousands(best_rate(timings[label])), *beside)


def figures(ours: list[Timing], theirs: list[Timing] | None) -> list[str]:
    """Their rate, and the median of our rates over theirs."""
    return ["", ""] if theirs is None else [thousands(best_rate(theirs)), f"{median_ratio(ours, theirs):.2f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description="Random moves a second in environments, beside OpenSpiel.")
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help=f"some of {', '.join(OPEN_SPIEL)}; all if none is given"
    )
    parser.add_argument("--rounds", type=int, default=7, help="turns that each program takes (default 7)")
    options = parser.parse_args()
    if unknown := set(options.games) - set(OPEN_SPIEL):
        parser.error(f"not measured here: {', '.join(sorted(unknown))}")
    console = Console()
    table = Table(title=f"Thousands of moves a CPU second ({machine()})")
    for heading in ("game", "how", "ours", "OpenSpiel", "median ratio", "pgx", "median ratio"):
        table.add_column(heading)
    for name in options.games or OPEN_SPIEL:
        measure(name, options.rounds, table)
    console.print(table)
    for library, package in ((pyspiel, "open_spiel"), (pgx, "pgx")):
        if library is None:
            console.print(f"left out, as it is not installed: {package} (pip install {package})")


if __name__ == "__main__":
    main()
