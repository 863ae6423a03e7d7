"""What both kinds of environment share: the space of observations, an observation, a drawing."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict
from numpy.typing import NDArray

from noughts.board import Game, Position

RENDER_MODES = ["ansi", "human"]

Observation: TypeAlias = dict[str, NDArray]  # "observation": planes; "action_mask": 1 for a legal move's code


def observation_space(game: Game) -> Dict:
    """Planes, as `game.planes.names` tells them, and a mask."""
    shape = game.planes.shape
    most = np.ones(shape, np.float32)
    # Counters may count as far as they like.
    names, counted = game.planes.names, len(game.counted)
    most[len(names) - 1 - counted : len(names) - 1] = np.finfo(np.float32).max
    least = np.where(most > 1, -most, 0).astype(np.float32)
    return Dict(
        {"observation": Box(least, most, shape, np.float32), "action_mask": Box(0, 1, (game.move_codes,), np.int8)}
    )


def observation_of(position: Position, player: int, has_moves: bool = True) -> Observation:
    """The position as the player sees it; no action is open to one who is not to move."""
    mask = position.mask if has_moves else np.zeros(position.game.move_codes, np.bool_)
    return {"observation": position.planes(player), "action_mask": mask.astype(np.int8)}


def rendered(position: Position, mode: str | None) -> str | None:
    """The position as text, or printed."""
    if mode == "human":
        print(position)
    return str(position) if mode == "ansi" else None
