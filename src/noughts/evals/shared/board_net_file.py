"""The file of a net over nine small boards, and the array of words that compiled code takes.

A NumPy archive (`.npz`) of
- `rows` int8: 64 weights for each row of `state_orbits`;
- `target_rows` int8: 128 for each row of `threat_orbits`, those for the sums of the side to move first;
- `bias` int16: what the sums of each unit begin with;
- `outputs` int16: the last layer by phase, board to play on, side and unit, as the unit that is not turned has them;
- `constants`, `sends`, `leads`, `targets` int16: numbers that are added to the value, the last by the row of the board
  to play on;
- `story`: how it was made, and a digest of the rest, as a text in JSON.

Compiled code looks up without checking: whatever is not as it should be is refused here.
"""

import functools
import hashlib
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from noughts.errors import NoughtsError
from noughts.evals.shared.board_net import WAYS, Orbits, settled_states, threat_labels
from noughts.evals.shared.small_boards import BOARDS, SENDS_SIZE
from noughts.kernel.vectors import BLOCK, BLOCKS, MOST_OUTPUT, OUTPUT_WORDS, SUMS
from noughts.system.folders import write_whole

PHASE_OF = np.array([0, 0, 0, 1, 1, 2, 2, 2, 2, 2], np.int64)  # by the boards that are closed
PHASES = 3
TARGETS = 10  # boards to play on; the last is free choice
KINDS = 4  # of boards to play on, by KIND; the last is free choice
LEADS = 19  # from nine boards less to nine boards more
SCALE_BITS = 16  # the last layer's weights are that much finer than values

# The rows of each kind of place begin at these; in all there are as many as the last says.
START_OF = np.array([0, 5763, 11459, 13044], np.int64)
_ROWS, _TARGET_ROWS = int(START_OF[-1]), 1346

_SHAPES = {
    "rows": (np.int8, (_ROWS, SUMS)),
    "target_rows": (np.int8, (_TARGET_ROWS, 2 * SUMS)),
    "bias": (np.int16, (BLOCK,)),
    "outputs": (np.int16, (2 * PHASES, TARGETS, 2, BLOCK)),
    "constants": (np.int16, (2 * PHASES, KINDS)),
    "sends": (np.int16, (SENDS_SIZE,)),
    "leads": (np.int16, (TARGETS, LEADS)),
    "targets": (np.int16, (_ROWS,)),
}
Arrays = dict[str, NDArray[Any]]

# The words of each part, one after another: rows; the last layer for each phase and board to play on; the sums'
# beginnings; which row by kind and state, four to a word; which one of the board to play on by its row; the numbers.
ROW = 0
TARGET_ROW = ROW + BLOCKS * _ROWS
NO_TARGET_ROW = TARGET_ROW + 2 * BLOCKS * _TARGET_ROWS
OUTPUT = NO_TARGET_ROW + 2 * BLOCKS
BIAS = OUTPUT + 2 * OUTPUT_WORDS * TARGETS * 2 * PHASES
ROW_OF = BIAS + SUMS // 4
TARGET_ROW_OF = ROW_OF + -(-3 * BOARDS // 4)
CONSTANT = TARGET_ROW_OF + _ROWS // 4
SENDS = CONSTANT + KINDS * 2 * PHASES // 4
LEAD = SENDS + SENDS_SIZE // 4
TARGET_STATE = LEAD + -(-TARGETS * LEADS // 4)
SIZE = TARGET_STATE + _ROWS // 4


@functools.cache
def state_orbits() -> Orbits:
    return Orbits(settled_states())


@functools.cache
def threat_orbits() -> Orbits:
    return Orbits(threat_labels())


def load_net(path: Path) -> NDArray[np.int64]:
    """The words of a net's file."""
    net = read_net(path)
    words = np.zeros(SIZE, np.int64)
    orbits = state_orbits()
    assert ([*orbits.starts, orbits.size], threat_orbits().size) == (START_OF.tolist(), _TARGET_ROWS)
    _write(words, ROW_OF, orbits.found.astype(np.uint16))
    _write(words, TARGET_ROW_OF, orbits.seen_by(threat_orbits()).astype(np.uint16))
    _write(words, BIAS, np.tile(net["bias"], BLOCKS))
    _write(words, ROW, net["rows"])
    _write(words, TARGET_ROW, net["target_rows"])
    outputs = net["outputs"][:, WAYS].transpose(0, 1, 3, 2, 4)  # by phase, board to play on, side, way, unit
    _write(words, OUTPUT, outputs)
    for at, name in ((CONSTANT, "constants"), (SENDS, "sends"), (LEAD, "leads"), (TARGET_STATE, "targets")):
        _write(words, at, net[name])
    return words


def _write(words: NDArray[np.int64], at: int, part: NDArray[Any]) -> None:
    content = np.ascontiguousarray(part).tobytes()
    words[at : at - (-len(content) // 8)] = np.frombuffer(content + bytes(-len(content) % 8), np.int64)


def write_net(path: Path, net: Arrays, story: dict[str, Any]) -> None:
    """Write a net's file, whole or not at all; `story` says how the net was made."""
    out = io.BytesIO()
    np.savez_compressed(out, allow_pickle=False, **net, story=np.array(json.dumps({**story, "digest": _digest(net)})))
    write_whole(path, out.getvalue())


def read_net(path: Path) -> Arrays:
    """The arrays of a net's file, checked."""
    try:
        with open(path, "rb") as file, np.load(file, allow_pickle=False) as archive:
            net = {name: archive[name] for name in _SHAPES}
            digest = json.loads(str(archive["story"]))["digest"]
    except FileNotFoundError:
        raise NoughtsError(f"there is no file {path.name}") from None
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise NoughtsError(f"{path.name} is damaged, or no net's file ({error})") from None
    for name, (kind, shape) in _SHAPES.items():
        if net[name].dtype != kind or net[name].shape != shape:
            found = f"{net[name].dtype} {net[name].shape}"
            raise NoughtsError(
                f"{path.name} is the file of another net: {name} is {found}, not {np.dtype(kind)} {shape}"
            )
    if digest != _digest(net) or np.abs(net["outputs"].astype(np.int64)).max() > MOST_OUTPUT:
        raise NoughtsError(f"{path.name} is damaged: its numbers are not those that were written")
    return net


def _digest(net: Arrays) -> str:
    digest = hashlib.sha256()
    for name in _SHAPES:
        digest.update(name.encode() + net[name].tobytes())
    return digest.hexdigest()
