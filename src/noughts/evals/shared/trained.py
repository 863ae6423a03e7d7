"""Evaluations that `noughts train` has made: n-tuples, as in evals/ntuples.py, with tables from a file."""

import functools
import logging
from dataclasses import replace
from pathlib import Path

from noughts.board import Game
from noughts.errors import NoughtsError
from noughts.evals import ntuples
from noughts.evals.shared.trained_file import place_of, read_story, read_weights
from noughts.kernel.evaluation import Evaluation, Weights
from noughts.system.folders import FolderError

log = logging.getLogger("noughts.learning")

NAME, TRAINED_SUFFIX = "trained", ".npz"


def _weights_of(game: Game) -> Weights:
    path = trained_file(game)
    if path is None:
        raise NoughtsError(f"nothing has been trained for {game.name}: `noughts train` does it")
    return _read(path, path.stat().st_mtime_ns, game)


@functools.lru_cache(maxsize=16)
def _read(path: Path, written: int, game: Game) -> Weights:
    return read_weights(path, game)


TRAINED = replace(
    ntuples.EVALUATION, name=NAME, summary="What `noughts train` has learned of a game.", learn=_weights_of
)


@functools.lru_cache(maxsize=16)
def trained_in(path: Path) -> Evaluation:
    """The evaluation of a file, under its name."""

    def weights_of(game: Game) -> Weights:
        return _read(path, path.stat().st_mtime_ns if path.exists() else 0, game)

    return replace(TRAINED, name=str(path), learn=weights_of)


def trained_for(game: Game) -> Evaluation | None:
    """The evaluation that was trained for a game and is used by default, if there is one."""
    path = trained_file(game)
    return None if path is None else _default(path, path.stat().st_mtime_ns, game)


def training_words(game: Game, name: str | None) -> str:
    """When and how well the evaluation of a name, or without one the default, was trained; empty if it was not."""
    if name is None or name == NAME:
        path = trained_file(game)
    else:
        path = Path(name).expanduser() if name.endswith(TRAINED_SUFFIX) else None
    try:
        return "" if path is None or not path.is_file() else _words(path, path.stat().st_mtime_ns, game)
    except NoughtsError:
        return ""


def trained_file(game: Game) -> Path | None:
    """The file in the user's data folder, None if there is none."""
    try:
        path = place_of(game)
    except FolderError:  # a home that cannot be written to holds none
        return None
    return path if path.exists() else None


@functools.lru_cache(maxsize=16)
def _words(path: Path, written: int, game: Game) -> str:
    return read_story(path, game).words


@functools.lru_cache(maxsize=16)
def _default(path: Path, written: int, game: Game) -> Evaluation | None:
    try:
        words = _words(path, written, game)
    except NoughtsError as error:
        log.warning("%s; it is not used (`noughts train %s --take-back` removes it)", error, game.name)
        return None
    return replace(TRAINED, summary=f"What `noughts train` has learned, {words}.")
