"""Random games in moves a second: through Python and inside compiled code, beside OpenSpiel.

    python benchmarks/random_play.py [GAME ...] [--rounds N]

Through Python, both sides do what a user would write: ask for the legal moves, choose with `random.choice`, make the
move, until the game is over. Inside compiled code, ours is `random_games`; OpenSpiel's is its own random rollouts,
reached through an MCTS bot that is allowed a single simulation: it evaluates the start by n rollouts and stops.

A move is a stone on the board. OpenSpiel's ultimate tic-tac-toe has a further action, choosing a board where the
target is closed; those actions cost it time, as they must, but are not counted as moves. Its rollouts do not tell how
many moves they made: their number of games is multiplied by the mean length of its games played through Python, which
are as random. OpenSpiel has free-style gomoku twice, as the newer `gomoku` and as `mnk`: both are shown.
"""

import argparse
import functools
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import noughts
from noughts.kernel.playout import random_games_for
from side_by_side import Timing, best_rate, best_ratio, machine, median_ratio, repetitions_for, take_turns, timed

try:
    import pyspiel
except ImportError:
    pyspiel = None

# What OpenSpiel calls the same games, the faster one first.
OPEN_SPIEL = {
    "tictactoe": ("tic_tac_toe", "mnk(m=3,n=3,k=3)"),
    "5x5x4": ("gomoku(size=5,connect=4)", "mnk(m=5,n=5,k=4)"),
    "15x15x5": ("gomoku(size=15,connect=5)", "mnk(m=15,n=15,k=5)"),
    "nineboard": (),
    "ultimate": ("ultimate_tic_tac_toe",),
    "xtreme": (),
    "xrudder": (),
}

Play = Callable[[int], float]  # plays so many games and returns the number of moves


def our_python(game: noughts.Game) -> Play:
    def play(games: int) -> float:
        moves = 0
        for _ in range(games):
            position = game.start()
            while not position.is_game_over():
                position.push(random.choice(position.legal_moves))
                moves += 1
        return moves

    return play


def our_kernel(game: noughts.Game) -> Play:
    random_games = random_games_for(game.rules, game.name)
    states = game.new_states(2)
    states[:1] = game.start().states
    generator = np.array([random.getrandbits(64) | 1], np.uint64)
    out, results = game.new_moves(), np.zeros(4, np.int64)
    return lambda games: random_games(states, games, generator, out, results)


@dataclass
class OpenSpielGame:
    """A game of OpenSpiel, and how long its games through Python have been."""

    name: str
    lengths: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game = pyspiel.load_game(self.name)

    def through_python(self, games: int) -> Timing:
        finished: list[Any] = []

        def play() -> float:
            actions = 0
            for _ in range(games):
                state = self.game.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(random.choice(state.legal_actions()))
                    actions += 1
                finished.append(state)
            return actions

        timing = timed(play)
        lengths = [self._moves(state) for state in finished]  # after the clock has stopped
        self.lengths += lengths
        return Timing(sum(lengths), timing.seconds)

    def in_cpp(self, games: int) -> Timing:
        """The amount is a number of games: see `moves_of`."""
        seed = random.getrandbits(30)
        evaluator = pyspiel.RandomRolloutEvaluator(games, seed)
        bot = pyspiel.MCTSBot(self.game, evaluator, 1.0, 1, 1, False, seed, False)  # 1 simulation, 1 MB, no solving
        start = self.game.new_initial_state()

        def roll_out() -> float:
            bot.step(start)
            return games

        return timed(roll_out)

    def moves_of(self, timings: list[Timing]) -> list[Timing]:
        mean = sum(self.lengths) / len(self.lengths)
        return [Timing(timing.amount * mean, timing.seconds) for timing in timings]

    def _moves(self, state: Any) -> int:
        """The stones that a game put on the board: all its actions but the choices of a board."""
        history = state.history()
        if self.name != "ultimate_tic_tac_toe":
            return len(history)
        replay, moves = self.game.new_initial_state(), 0
        for action in history:
            moves += not replay.action_to_string(action).startswith("Choose")
            replay.apply_action(action)
        return moves


def prepared(run: Callable[[int], Timing]) -> Callable[[], Timing]:
    """A contender that plays as many games in one go as a timing needs."""
    games = 1
    run(games)  # what is compiled or learned once is no part of it
    while (timing := run(games)).seconds < 0.03:
        games *= 4
    return functools.partial(run, games * repetitions_for(timing.seconds))


def timed_games(play: Play, games: int) -> Timing:
    return timed(lambda: play(games))


def measure(name: str, rounds: int, through_python: Table, compiled: Table) -> None:
    """Add rows for the game, one for each of OpenSpiel's versions of it."""
    game = noughts.game(name)
    rivals = [OpenSpielGame(other) for other in OPEN_SPIEL[name]] if pyspiel else []
    contenders = [prepared(functools.partial(timed_games, play)) for play in (our_python(game), our_kernel(game))]
    for rival in rivals:
        contenders += [prepared(rival.through_python), prepared(rival.in_cpp)]
    ours, our_compiled, *theirs = take_turns(contenders, rounds)
    if not rivals:
        through_python.add_row(name, thousands(best_rate(ours)))
        compiled.add_row(name, thousands(best_rate(our_compiled)))
    for rival, their_python, rollouts in zip(rivals, theirs[::2], theirs[1::2], strict=True):
        through_python.add_row(name, *figures(ours, their_python), rival.name)
        compiled.add_row(name, *figures(our_compiled, rival.moves_of(rollouts)), rival.name)


def figures(ours: list[Timing], theirs: list[Timing]) -> list[str]:
    ratios = (best_ratio(ours, theirs), median_ratio(ours, theirs))
    return [*(thousands(best_rate(side)) for side in (ours, theirs)), *(f"{ratio:.2f}" for ratio in ratios)]


def thousands(rate: float) -> str:
    return f"{rate / 1e3:,.0f}"


def empty_table(title: str) -> Table:
    table = Table(title=title)
    table.add_column("game")
    for heading in ("ours", "OpenSpiel", "ratio", "median"):
        table.add_column(heading, justify="right")
    table.add_column("OpenSpiel's game")
    return table


def main() -> None:
    names = list(OPEN_SPIEL)
    parser = argparse.ArgumentParser(description="Random games in moves a second, beside OpenSpiel.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(names)}; all if none is given")
    parser.add_argument("--rounds", type=int, default=7, help="turns that each program takes (default 7)")
    options = parser.parse_args()
    if unknown := set(options.games) - set(names):
        parser.error(f"not measured here: {', '.join(sorted(unknown))}")
    console = Console()
    through_python = empty_table(f"Through Python, thousands of moves a CPU second ({machine()})")
    compiled = empty_table("Inside compiled code, thousands of moves a CPU second")
    with console.status("Playing…") as status:
        for name in options.games or names:
            status.update(f"Playing {name}…")
            measure(name, options.rounds, through_python, compiled)
    console.print(through_python, compiled)
    console.print("ratio: our best over theirs; median: of the rounds' ratios; above 1 ours is faster")
    if pyspiel is None:
        console.print("OpenSpiel is not installed: ours alone (pip install open_spiel)")


if __name__ == "__main__":
    main()
