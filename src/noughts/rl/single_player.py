"""A game as an environment of Gymnasium: one agent against an opponent. Needs the extra `rl`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from noughts.board import Game, Position
from noughts.engine.engine import Engine
from noughts.errors import NoughtsError
from noughts.registry import game as find_game
from noughts.rl.spaces import RENDER_MODES, Observation, observation_of, observation_space, rendered

if TYPE_CHECKING:
    from noughts.rl import Opponent


class SinglePlayerEnv(gymnasium.Env[Observation, int]):
    """`position` is the position that it is at: read it, and leave moves to `step`."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self, game: Game | str, opponent: Opponent, player: int | None = None, render_mode: str | None = None
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        if player not in (None, 0, 1):
            raise NoughtsError(f"the player is 0 or 1, or None for either, not {player!r}")
        if render_mode not in (None, *RENDER_MODES):
            raise NoughtsError(f"render_mode is ansi or human, not {render_mode!r}")
        if not (isinstance(opponent, str | Engine) or callable(opponent)):
            raise NoughtsError(f"an opponent is an engine's text, an engine or a function, not {opponent!r}")
        self.opponent = opponent
        self._engine = Engine(opponent) if isinstance(opponent, str) else opponent
        if isinstance(self._engine, Engine):
            self._engine.prepare(self.game)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game)
        self.action_space = Discrete(self.game.move_codes)
        self.position: Position = self.game.start()
        self._fixed_player = player
        self.player = player or 0
        self._is_over = True  # until the first reset

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict]:
        super().reset(seed=seed)
        chance = self.np_random
        self.player = int(chance.integers(2)) if self._fixed_player is None else self._fixed_player
        if isinstance(self.opponent, str):  # the same game follows from the same seed
            self._engine = Engine(self.opponent, seed=int(chance.integers(2**31)))
        self.position = self.game.start()
        self._let_opponent_play()
        self._is_over = self.position.is_game_over()
        return self._observation(), {"action_mask": self.action_masks(), "player": self.player}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict]:
        if self._is_over:
            raise NoughtsError("the game is over, or has not begun: reset() begins one")
        is_legal = bool(self.action_space.contains(action) and self.position.mask[action])
        if is_legal:
            self.position.push_code(int(action))
            self._let_opponent_play()
        outcome = self.position.outcome()
        self._is_over = not is_legal or outcome is not None
        reward = 0.0 if is_legal else -1.0
        if is_legal and outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner == self.player else -1.0
        if self.render_mode == "human":
            self.render()
        return (
            self._observation(),
            reward,
            self._is_over,
            False,
            {"action_mask": self.action_masks(), "player": self.player},
        )

    def action_masks(self) -> NDArray:
        """The legal actions, by the name that MaskablePPO of sb3-contrib asks for."""
        return observation_of(self.position, self.player)["action_mask"]

    def _observation(self) -> Observation:
        return observation_of(self.position, self.player)

    def _let_opponent_play(self) -> None:
        while not self.position.is_game_over() and self.position.turn != self.player:
            if isinstance(self._engine, Engine):
                self.position.push(self._engine.play(self.position).move)
            else:
                assert not isinstance(self._engine, str)
                self.position.push(self._engine(self.position.copy()))

    def render(self) -> str | None:
        return rendered(self.position, self.render_mode)
