"""The folder of a training run: all that it has done so far, so that it goes on after whatever ended it.

    run.json                    what the run is: game, seed, nodes a move, and the ratio of speeds
    before.npz                  the evaluation that was trained before, if there was one
    games/000003-000120.npz     positions of generation 3 from game 120 on
    generation-000003.npz       tables after fitting, with errors
    evaluation-000003.npz       the same, for the engine
    match-000003.json           results of the match that decided, game by game
    measure-000003.json         and of the one against what there was before
    verdict-000003.json         what came of it

A file is written whole or not at all, and holds what follows from the files before it: a kill takes no more than the
file that was being made.
"""

import hashlib
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game
from noughts.errors import NoughtsError
from noughts.evals.shared.trained_file import place_of, state_of
from noughts.learning.fitting import Fit
from noughts.learning.games import Positions
from noughts.system.folders import data_folder, write_whole


class RunFolder:
    """A folder and what lies in it."""

    def __init__(self, path: Path, game: Game) -> None:
        self.path, self._game = path, game
        (path / "games").mkdir(parents=True, exist_ok=True)

    @classmethod
    def usual(cls, game: Game) -> "RunFolder":
        """The folder of a game in the user's data folder."""
        return cls(data_folder() / "training" / place_of(game).stem, game)

    def claim(self, definition: dict[str, Any]) -> dict[str, Any]:
        """Begin a run, or go on with it; NoughtsError if the folder is another's."""
        given = {"game": self._game.name, "state": state_of(self._game), **definition}
        kept = self.read_json("run.json")
        if kept is None:
            self.write_json("run.json", given)
            return given
        different = [name for name in given if given[name] is not None and kept.get(name) != given[name]]
        if different:
            was = ", ".join(f"{name} was {kept.get(name)!r}" for name in different if name != "state")
            was = was or "the state of the game has changed"
            raise NoughtsError(f"{self.path} holds another run ({was}); --folder names a new one")
        return kept

    def name(self, kind: str, generation: int, suffix: str) -> Path:
        return self.path / f"{kind}-{generation:06}.{suffix}"

    def read_json(self, name: str | Path) -> Any:
        """None if there is no such file."""
        path = self.path / name
        try:
            return json.loads(path.read_text())
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise NoughtsError(f"{path} is damaged ({error}); remove it, and the run goes on without it") from None

    def write_json(self, name: str | Path, content: Any) -> None:
        write_whole(self.path / name, json.dumps(content, indent=1).encode())

    def chunks(self, generation: int) -> dict[int, Path]:
        """The files of a generation's games, by the number of the first game."""
        found = sorted((self.path / "games").glob(f"{generation:06}-*.npz"))
        return {int(path.stem.partition("-")[2]): path for path in found}

    def write_games(self, generation: int, numbers: range, positions: Positions) -> None:
        raw = positions.states.view(np.uint8).reshape(len(positions.states), -1)
        self._write(
            self.path / "games" / f"{generation:06}-{numbers.start:06}.npz",
            states=raw,
            labels=positions.labels,
            games=positions.games,
            played=np.array(len(numbers)),
        )

    def count_games(self, generation: int) -> int:
        return sum(int(self._read(path)["played"]) for path in self.chunks(generation).values())

    def read_games(self, generations: range, most: int) -> Positions:
        """The positions of some generations, the latest so many of them."""
        parts: list[Positions] = []
        for generation in reversed(generations):
            for path in reversed(self.chunks(generation).values()):
                if sum(len(part.labels) for part in parts) < most:
                    parts.append(self._read_chunk(path))
        states, labels, games = (np.concatenate(column) for column in zip(*reversed(parts), strict=True))
        return Positions(states, labels, games)

    def _read_chunk(self, path: Path) -> Positions:
        arrays = self._read(path)
        states = arrays["states"].reshape(-1).view(self._game.rules.dtype)
        return Positions(states, arrays["labels"], arrays["games"])

    def write_fit(self, generation: int, fitted: Fit) -> None:
        numbers = np.array([fitted.usual, fitted.error, fitted.checked])
        self._write(self.name("generation", generation, "npz"), table=fitted.table, numbers=numbers)

    def read_fit(self, generation: int) -> Fit | None:
        path = self.name("generation", generation, "npz")
        if not path.exists():
            return None
        arrays = self._read(path)
        return Fit(arrays["table"], *arrays["numbers"].tolist())

    def _write(self, path: Path, **arrays: NDArray[Any]) -> None:
        out = io.BytesIO()
        np.savez_compressed(out, allow_pickle=False, **arrays)
        content = out.getvalue()
        write_whole(path, content + hashlib.sha256(content).digest())

    def _read(self, path: Path) -> dict[str, NDArray[Any]]:
        content = path.read_bytes()
        try:
            if hashlib.sha256(content[:-32]).digest() != content[-32:]:
                raise ValueError("its checksum is wrong")
            with np.load(io.BytesIO(content[:-32]), allow_pickle=False) as archive:
                return {name: archive[name] for name in archive.files}
        except (ValueError, KeyError, zipfile.BadZipFile) as error:
            raise NoughtsError(f"{path} is damaged ({error}); remove it, and the run goes on without it") from None
