"""Random games by the contract's functions alone, checking the rules at every ply."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from noughts.board.game import Game
from noughts.board.symmetry import Symmetry
from noughts.conformance.sample import After, ContractError, Sample, asking, differing_fields, whole
from noughts.kernel.contract import DRAW, FIRST, ONGOING, SECOND, State, States

_IMAGES = 3  # symmetries by which a game is played again


class RandomPlay:
    """Plays games of one game, and remembers the keys of all positions met."""

    def __init__(self, game: Game, chance: random.Random, still_alive: Callable[[], None]) -> None:
        self.game = game
        self.still_alive = still_alive
        self._chance = chance
        self._met: dict[int, tuple[States, tuple[int, ...]]] = {}

    def whole_game(self, patience: int) -> list[Sample]:
        """The positions of a game to its end; players think again so often when a move would end it."""
        samples = [self.start()]
        while not samples[-1].is_over:
            here = samples[-1]
            if len(here.played) >= self.game.max_plies:
                raise ContractError(
                    f"max_plies is {self.game.max_plies}, but a game goes on {here}: "
                    "state a greater number, or if games may last for ever, end them: "
                    "let play count moves in a field of the state, and make it a DRAW after so many"
                )
            for _ in range(patience + 1):
                move = self._chance.choice(here.legal)
                line = self.play(here, move)
                if self._outcome(line[0], (*here.played, move)) == ONGOING:
                    break
            samples.append(self._sample(line, (*here.played, move)))
        return samples

    def start(self) -> Sample:
        states = self.game.new_states(4)
        for number in range(2):
            with asking("setup"):
                self.game.setup(states[number])
        if states[0].tobytes() != states[1].tobytes():
            fields = ", ".join(differing_fields(states[0], states[1]))
            raise ContractError(f"setup makes another start each time (it differs in {fields})")
        return self._sample(states, ())

    def _sample(self, line: States, played: tuple[int, ...]) -> Sample:
        self.still_alive()
        state = line[0]
        result, where = self._outcome(state, played), After(self.game, played)
        if self.turn(state, where) not in (0, 1):
            raise ContractError(f"the turn {where} is {self.turn(state, where)}; it must be 0 or 1")
        legal = self._legal(state, where) if result == ONGOING else []
        sample = Sample(self.game, line, played, legal, self._chance, self.still_alive)
        self._check_key(sample)
        return sample

    def _ask(self, name: str, state: State, where: object) -> int:
        with asking(name, where):
            return whole(self.game.rules.function(name)(state), name, where)

    def turn(self, state: State, where: object) -> int:
        return self._ask("turn", state, where)

    def key(self, state: State, where: object) -> int:
        return self._ask("key", state, where)

    def _outcome(self, state: State, played: tuple[int, ...]) -> int:
        where = After(self.game, played)
        result = self._ask("outcome", state, where)
        if result not in (ONGOING, FIRST, SECOND, DRAW):
            raise ContractError(f"the outcome is {result} {where}; it must be ONGOING, FIRST, SECOND or DRAW")
        return result

    def _legal(self, state: State, where: object) -> list[int]:
        game = self.game
        out = np.full(game.move_codes, -1, np.int64)  # not an entry more: NumPy finds a move too many
        before = state.tobytes()
        with asking("moves", where, "with move_codes", game.move_codes):
            n = whole(game.rules.function("moves")(state, out), "moves", where)
        if state.tobytes() != before:
            raise ContractError(f"moves {where} leaves the state changed; only play may")
        if n == 0:
            raise ContractError(f"a game that goes on has no legal move {where}: play must set the outcome")
        if not 0 < n <= game.move_codes:
            raise ContractError(f"moves {where} returns {n}; move_codes is {game.move_codes}")
        legal = [int(code) for code in out[:n]]
        if len(set(legal)) != len(legal):
            raise ContractError(f"moves {where} wrote a move twice: {legal}")
        for code in legal:
            if code not in game.moves:
                raise ContractError(
                    f"moves {where} wrote {code}, which write_move has no notation for "
                    f"(move_codes is {game.move_codes})"
                )
        return legal

    def play(self, sample: Sample, move: int) -> States:
        """A line of states that begins with the position after a move."""
        line = self.game.new_states(len(sample.line))
        for number in range(2):
            line[number] = sample.line[0]
            with asking("play of", self.game.moves[move], sample):
                returned: Any = self.game.rules.function("play")(line[number], move)
            if returned is not None:
                raise ContractError(f"play returns {returned!r}; it must return nothing and change the state")
        where = After(self.game, (*sample.played, move))
        if line[0].tobytes() != line[1].tobytes():
            fields = ", ".join(differing_fields(line[0], line[1]))
            raise ContractError(f"play does another thing each time (the state differs in {fields} {where})")
        if self.key(line[0], where) == self.key(sample.line[0], sample):
            raise ContractError(f"play did not change the key with the last move {where}")
        return line

    def _check_key(self, sample: Sample) -> None:
        """Positions that differ have different keys."""
        key = self.key(sample.state, sample)
        met, played = self._met.setdefault(key, (sample.line[:1].copy(), sample.played))
        if met[0].tobytes() != sample.state.tobytes():
            fields = ", ".join(differing_fields(met[0], sample.state))
            raise ContractError(
                f"two positions that differ in {fields} have one key, {After(self.game, played)} and {sample}: "
                "play must bring all that matters into the key"
            )

    def check_transposition(self, sample: Sample) -> None:
        """Two moves of a side in the other order lead to the same position, and then to the same key."""
        line = [sample]
        for _ in range(3):
            if line[-1].is_over:
                return
            move = self._chance.choice(line[-1].legal)
            line.append(self._sample(self.play(line[-1], move), (*line[-1].played, move)))
        there, here = line[-1], sample
        for move in reversed(there.played[-3:]):
            if move not in here.legal:
                return
            here = self._sample(self.play(here, move), (*here.played, move))
        keys = [self.key(one.state, one) for one in (there, here)]
        if keys[0] != keys[1] and differing_fields(there.state, here.state) in ([], ["key"]):
            raise ContractError(f"one position has two keys, {there} and {here}: play must not depend on the way there")

    def check_images(self, samples: list[Sample]) -> None:
        """A game and its images by some symmetries run alike."""
        symmetries = self.game.symmetries[1:]
        for symmetry in symmetries if len(symmetries) <= _IMAGES else self._chance.sample(symmetries, _IMAGES):
            image = {move.code: its_image.code for move, its_image in symmetry.moves.items()}
            there = self.start()
            for following in samples[1:]:
                move = image[following.played[-1]]
                there = self._sample(self.play(there, move), (*there.played, move))
                self._check_alike(following, there, {image[code] for code in following.legal})
            self._check_image_text(samples[-1], there, symmetry)

    def _check_image_text(self, here: Sample, there: Sample, symmetry: Symmetry) -> None:
        states = self.game.new_states(1)
        with asking("image_text", here):
            text = self.game.image_text(here.state, symmetry)
            self.game.read_position(text, states[0])
        if states[0].tobytes() != there.state.tobytes():
            raise ContractError(f"image_text {here} writes {text!r}, which is not the position {there}, its image")

    def _check_alike(self, here: Sample, there: Sample, image: set[int]) -> None:
        turns, results = ([self._ask(name, one.state, one) for one in (here, there)] for name in ("turn", "outcome"))
        if turns[0] != turns[1] or results[0] != results[1] or image != set(there.legal):
            raise ContractError(
                f"symmetries: legal moves, turn and outcome {here} are not those {there}, which should be its image"
            )
