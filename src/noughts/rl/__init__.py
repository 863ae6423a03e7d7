"""Environments to train in: PettingZoo's, Gymnasium's, and a vectorised one of our own, for every game.

`Batch` needs NumPy alone; `aec_env` and `gym_env` need the extra `rl`. An action is a move's code, from 0 to
`game.move_codes - 1`; observations are planes (noughts/board/planes.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from noughts.board import Game, Move, Position
from noughts.engine.engine import Engine
from noughts.errors import NoughtsError
from noughts.rl.batch import Batch

if TYPE_CHECKING:
    from pettingzoo.utils.env import AECEnv

    from noughts.rl.single_player import SinglePlayerEnv

__all__ = ["Batch", "Opponent", "aec_env", "gym_env"]

Opponent: TypeAlias = str | Engine | Callable[[Position], Move | str]


def aec_env(game: Game | str, render_mode: str | None = None) -> AECEnv[str, object, int]:
    """An environment of PettingZoo for two agents, `player_0` and `player_1`, who take turns as the rules say.

    An illegal action ends the game: its agent loses it.
    """
    try:
        from noughts.rl.two_players import wrapped_env
    except ImportError as error:
        raise _missing("PettingZoo", error) from error
    return wrapped_env(game, render_mode)


def gym_env(
    game: Game | str, opponent: Opponent = "random", player: int | None = None, render_mode: str | None = None
) -> SinglePlayerEnv:
    """An environment of Gymnasium for one agent against an opponent: an engine's text, an engine, or a function of a
    position that returns a move.

    The agent is the player 0 or 1, or in each game either by chance. An illegal action loses the game.
    """
    try:
        from noughts.rl.single_player import SinglePlayerEnv
    except ImportError as error:
        raise _missing("Gymnasium", error) from error
    return SinglePlayerEnv(game, opponent, player, render_mode)


def _missing(library: str, error: ImportError) -> NoughtsError:
    if error.name is None or error.name.split(".")[0] not in ("pettingzoo", "gymnasium"):
        raise error
    return NoughtsError(f"this needs {library}: pip install 'noughts[rl]'")
