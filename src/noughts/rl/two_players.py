"""A game as an environment of PettingZoo, for two agents. Needs the extra `rl`."""

from __future__ import annotations

from typing import Any

from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from noughts.board import Game, Position
from noughts.errors import NoughtsError
from noughts.registry import game as find_game
from noughts.rl.spaces import RENDER_MODES, Observation, observation_of, observation_space, rendered

AGENTS = ["player_0", "player_1"]


def wrapped_env(game: Game | str, render_mode: str | None = None) -> Any:
    """The environment inside PettingZoo's usual wrappers: an illegal action ends the game with a reward of -1."""
    env: Any = TwoPlayersEnv(game, render_mode)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class TwoPlayersEnv(AECEnv):
    """`position` is the position that it is at: read it, and leave moves to `step`."""

    def __init__(self, game: Game | str, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = find_game(game) if isinstance(game, str) else game
        self.metadata = {
            "name": f"noughts_{self.game.name}_v{self.game.version}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
        }
        if render_mode not in (None, *RENDER_MODES):
            raise NoughtsError(f"render_mode is ansi or human, not {render_mode!r}")
        self.render_mode = render_mode
        self.possible_agents = AGENTS[:]
        self.agents = AGENTS[:]
        self._observation_space = observation_space(self.game)
        self._action_space = Discrete(self.game.move_codes)
        self.position: Position = self.game.start()

    def observation_space(self, agent: str) -> Dict:
        return self._observation_space

    def action_space(self, agent: str) -> Discrete:
        return self._action_space

    def observe(self, agent: str) -> Observation:
        player = AGENTS.index(agent)
        is_to_move = bool(self.agents) and agent == self.agent_selection
        return observation_of(self.position, player, has_moves=is_to_move)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.position = self.game.start()
        self.agents = AGENTS[:]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.position.turn]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position.push_code(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        outcome = self.position.outcome()
        if outcome is not None:
            self.terminations = dict.fromkeys(AGENTS, True)
            if outcome.winner is not None:
                self.rewards = {AGENTS[outcome.winner]: 1.0, AGENTS[1 - outcome.winner]: -1.0}
        # After the end both agents are told in turn, whoever would have moved next.
        self.agent_selection = AGENTS[self.position.turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        return rendered(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is held."""

    def __repr__(self) -> str:
        return f"<{self.metadata['name']}>"
