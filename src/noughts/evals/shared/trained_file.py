"""The file of an evaluation that `noughts train` has made: tuples, their tables, and how they came about.

A NumPy archive (`.npz`): `bits` and `steps` of all tuples one after the other, `sizes` of the tuples, `starts` of their
tables, `entries` of all tables, and `story`, a text in JSON with a digest of the rest. It belongs to a game by the
game's name and the fields of its state. Compiled code looks entries up without checking, so all numbers are checked
here: a file that is damaged, foreign or forged is refused.
"""

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game
from noughts.errors import NoughtsError, shown
from noughts.evals.shared.state_bits import layout_of
from noughts.evals.shared.tuples import MOST_TUPLES, Table
from noughts.kernel.evaluation import Weights
from noughts.system.folders import data_folder, write_whole

MOST_ENTRIES = 1 << 24
HIGHEST = 1 << 20  # of an entry: no sum of entries leaves an int32
_ARRAYS = ("bits", "steps", "sizes", "starts", "entries")


@dataclass(frozen=True)
class Story:
    """How an evaluation came about."""

    game: str
    date: str
    games: int  # of self-play
    positions: int
    against: str  # the evaluation that it has won against
    score: float
    match_games: int
    command: str

    @property
    def words(self) -> str:
        """
        >>> Story("hex", "2026-11-18", 2000, 50_000, "ntuples", 0.7, 100, "noughts train hex").words
        'trained on 2026-11-18 by 2,000 games: 70 % of 100 games against ntuples'
        """
        match = f"{100 * self.score:.0f} % of {self.match_games} games against {self.against}"
        return f"trained on {self.date} by {self.games:,} games: {match}"


def place_of(game: Game) -> Path:
    """The file in the user's data folder that is used by default."""
    slug = re.sub(r"\W+", "-", game.name)[:40]
    return data_folder() / "trained" / f"{slug}-{hashlib.sha256(game.name.encode()).hexdigest()[:8]}.npz"


def write_trained(path: Path, game: Game, tables: Sequence[Table], entries: NDArray[Any], story: Story) -> None:
    """Write the file, whole or not at all."""
    arrays: dict[str, NDArray[Any]] = {
        "bits": np.array([bit for one in tables for bit in one.bits], np.int32),
        "steps": np.array([step for one in tables for step in one.steps], np.int32),
        "sizes": np.array([len(one.bits) for one in tables], np.int32),
        "starts": np.array([one.start for one in tables], np.int64),
        "entries": np.asarray(entries, np.int32),
    }
    told = {**asdict(story), "state": state_of(game), "digest": digest_of(arrays)}
    out = io.BytesIO()
    np.savez_compressed(out, allow_pickle=False, **arrays, story=np.array(json.dumps(told)))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, out.getvalue())


def read_story(path: Path, game: Game) -> Story:
    return _read(path, game)[0]


def read_weights(path: Path, game: Game) -> Weights:
    """The weights, as compiled code takes them."""
    _, arrays = _read(path, game)
    ends = np.cumsum(arrays["sizes"])[:-1]
    bits, steps = (np.split(arrays[name], ends) for name in ("bits", "steps"))
    tables = [
        (one.tolist(), by.tolist(), start)
        for one, by, start in zip(bits, steps, arrays["starts"].tolist(), strict=True)
    ]
    layout = layout_of(game, tables, len(arrays["entries"]))
    return np.concatenate([layout, arrays["entries"].astype(np.int64)])


def _read(path: Path, game: Game) -> tuple[Story, dict[str, NDArray[Any]]]:
    try:
        with open(path, "rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in _ARRAYS}
            told = json.loads(str(archive["story"]))
        digest, state = told.pop("digest"), told.pop("state")
        story = Story(**told)
    except FileNotFoundError:
        raise NoughtsError(f"there is no file {path.name}") from None
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise NoughtsError(f"{path.name} is damaged, or no file that `noughts train` wrote ({error})") from None
    if story.game != game.name or state != state_of(game):
        other = f"for {shown(story.game)}" if story.game != game.name else "for another version of the game"
        raise NoughtsError(f"{path.name} was trained {other}, and does not fit {game.name}")
    if digest != digest_of(arrays) or not _is_sound(arrays, game):
        raise NoughtsError(f"{path.name} is damaged: its numbers are not those that were written")
    return story, arrays


def state_of(game: Game) -> str:
    """The fields of a game's state, but for the tag, which changes with every edit."""
    fields: Mapping[str, Any] = game.rules.dtype.fields or {}
    return json.dumps([[name, str(kind[0]), kind[1]] for name, kind in fields.items() if name != game.rules.tag])


def digest_of(arrays: dict[str, NDArray[Any]]) -> str:
    digest = hashlib.sha256()
    for name in _ARRAYS:
        digest.update(f"{name} {arrays[name].dtype} {arrays[name].shape} ".encode() + arrays[name].tobytes())
    return digest.hexdigest()


def _is_sound(arrays: dict[str, NDArray[Any]], game: Game) -> bool:
    bits, steps, sizes, starts, entries = (arrays[name] for name in _ARRAYS)
    if any(one.ndim != 1 or one.dtype.kind != "i" for one in arrays.values()):
        return False
    is_whole = len(sizes) == len(starts) and len(bits) == len(steps) == sizes.sum()
    if not is_whole or not 0 < len(sizes) <= MOST_TUPLES or not 0 < len(entries) <= MOST_ENTRIES:
        return False
    if (sizes < 0).any() or (bits < 0).any() or (bits >= 8 * game.rules.dtype.itemsize).any() or (steps < 0).any():
        return False
    if np.abs(entries.astype(np.int64)).max() > HIGHEST:
        return False
    owners = np.repeat(np.arange(len(sizes)), sizes)
    if len(set(zip(owners.tolist(), bits.tolist(), strict=True))) < len(bits):
        return False  # a bit twice in a tuple
    reach = starts + 2 * np.bincount(owners, steps, len(sizes)).astype(np.int64) + 1
    return bool((starts >= 0).all() and (reach < len(entries)).all())
