"""All that is tried out of a game uncompiled, within some seconds of work."""

import random
import time
from collections.abc import Callable
from typing import Any

from noughts.board.game import Game
from noughts.conformance.claims import check_claims
from noughts.conformance.guides import check_guide
from noughts.conformance.hooks import answers
from noughts.conformance.positional import check_positional
from noughts.conformance.random_play import RandomPlay
from noughts.conformance.sample import Sample
from noughts.conformance.texts import checked_text
from noughts.conformance.views import checked_view, fingerprint

SECONDS = 3.0
_GAMES, _PLIES = 20, 1000  # as many games as these allow, but one at least
_POSITIONS = 8  # besides endings; looked at closely however long that takes
_IMAGES = 2  # games of which images are played as well
_PATIENCE = 4


def try_out(game: Game, seconds: float, still_alive: Callable[[], None]) -> list[dict[str, Any]]:
    """Games as `replay` takes them: for each ply the legal moves, turn, key, text and the move made, and at some of
    them what hooks and view say. NoughtsError names a mistake in the game.

    Every other game is between players who shun its end, so that late and crowded positions are among them.
    """
    began = time.process_time()
    check_claims(game)
    chance = random.Random(1)
    play = RandomPlay(game, chance, still_alive)
    _look_closely(play, play.start())  # a mistake in every position is told at once, and in few words
    record: list[dict[str, Any]] = []
    closely: list[tuple[Sample, dict[str, Any]]] = []
    while not record or (len(record) < _GAMES and len(closely) < _PLIES and time.process_time() < began + seconds / 3):
        samples = play.whole_game(patience=_PATIENCE if len(record) % 2 else 0)
        plies = [_ply(play, sample) for sample in samples]
        if len(record) < _IMAGES:
            play.check_images(samples)
        for ply, following in zip(plies, samples[1:], strict=False):
            ply["move"] = following.played[-1]
        record.append({"plies": plies})
        closely += zip(samples, plies, strict=True)
    # Endings first: there are few of them, and much is said there alone.
    chance.shuffle(closely)
    closely.sort(key=lambda one: not one[0].is_over)
    for count, (sample, ply) in enumerate(closely, -len(record)):
        if count >= _POSITIONS and time.process_time() > began + seconds:
            break
        ply["answers"], ply["view"] = _look_closely(play, sample)
    check_guide(game)  # by rules and texts that hold
    return record


def _look_closely(play: RandomPlay, sample: Sample) -> tuple[dict[str, Any], str]:
    play.still_alive()
    view = fingerprint(checked_view(sample))
    play.check_transposition(sample)
    return answers(sample), view


def _ply(play: RandomPlay, sample: Sample) -> dict[str, Any]:
    play.still_alive()
    turn, key = play.turn(sample.state, sample), play.key(sample.state, sample)
    text = checked_text(sample)
    check_positional(sample)
    return {"legal": sample.legal, "turn": turn, "key": key, "text": text, "move": None, "answers": None, "view": None}
