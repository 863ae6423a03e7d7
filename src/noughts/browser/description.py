"""The description of a game, for a page: what people read of it, its start, its levels, and where code and weights are.

`static/engine/description.d.ts` tells the same to JavaScript; the page builds from it what `View.as_dict` gives.
"""

import base64
import gzip
from dataclasses import asdict
from typing import Any

import numpy as np

from noughts.board import Game
from noughts.browser.engine_module import solves
from noughts.engine.judgement import terms
from noughts.engine.levels import level_table
from noughts.errors import NoughtsError
from noughts.kernel.chance import CERTAIN
from noughts.kernel.compiling import collected_parts
from noughts.kernel.evaluation import Evaluation, Weights
from noughts.registry import fitting_evaluation
from noughts.search.base import SearchSettings
from noughts.search.noughts import Noughts
from noughts.search.worker import RUN_FIELDS

FORMAT = 1


def describe(game: Game) -> dict[str, Any]:
    """The description of a game, but for its files: `module` and `weights` are to be added."""
    if problem := game.look_problem():
        raise NoughtsError(problem)
    evaluation = fitting_evaluation(game, None)
    codes = range(game.move_codes)
    return {
        "format": FORMAT,
        "name": game.name,
        "title": game.title,
        "summary": type(game).summary(game.name),
        "rows": game.rows,
        "columns": game.columns,
        "cells": [[cell.name, cell.row, cell.column, cell.group] for cell in game.cells],
        "groups": [[one.name, one.row, one.column, one.rows, one.columns, one.parent] for one in game.frames],
        "group_rows": [list(row) for row in game.group_rows],
        "row_labels": list(game.row_labels),
        "column_labels": list(game.column_labels),
        "layout": game.layout,
        "edges": list(game.edges),
        "pieces": {glyph: asdict(piece) for glyph, piece in game.pieces.items()},
        "glyphs": list(game.glyphs),
        "reasons": list(game.reasons),
        "wheres": list(game.wheres),
        "counters": [[counter.name, counter.player] for counter in game.counted],
        "has_points": "points" in game.rules.functions,
        "has_landings": "landing" in game.rules.functions,
        "numbers_cells": game.numbers_cells,
        "wins_boards": game.wins_boards,
        "moves": [game.moves[code].text if code in game.moves else None for code in codes],
        "clicks": [list(game.clicks(code)) if code in game.moves else None for code in codes],
        "sizes": list(game.look_sizes),
        "start": base64.b64encode(game.start().states[:1].tobytes()).decode(),
        "max_plies": game.max_plies,
        "levels": [
            {
                **level,
                "noise": round(level["noise"] * evaluation.spread),
                "oversight": round(level["oversight"] * CERTAIN),
                "solves": level["solves"] and solves(game),
            }
            for level in level_table(game)
        ],
        "is_avoidance": game.is_avoidance,
        "evaluation": evaluation.name,
        "judgement": terms(evaluation.spread),
        "run": _settings(game, evaluation),
    }


_settings_known: dict[tuple[str, str], dict[str, int]] = {}  # by rules and evaluation: the same for every size


def _settings(game: Game, evaluation: Evaluation) -> dict[str, int]:
    """Settings of the search for a game, as its record has them."""
    key = game.rules.tag, evaluation.name
    if key not in _settings_known:
        _settings_known[key] = _find_settings(game, evaluation)
    return _settings_known[key]


def _find_settings(game: Game, evaluation: Evaluation) -> dict[str, int]:
    with collected_parts():
        run = Noughts(game, SearchSettings(evaluation, hash_mb=0)).threads[0].run
        names = [name for name in run.dtype.names or () if name not in RUN_FIELDS]
        return {name: int(run[name]) for name in names if run[name]} | {"transpositions": 1}
    raise NoughtsError(f"{evaluation.name} has learned nothing of {game.name} yet")


def packed_weights(weights: Weights) -> tuple[bytes, dict[str, int]]:
    """The weights of an evaluation for a page, and what it must know of them.

    They are sent as planes: the lowest bytes of all, then the next ones, as many as the largest takes. That packs
    better than the numbers one after the other.
    """
    planes = next(size for size in range(1, 9) if ((weights >> 8 * size - 1) == (weights >> 63)).all())
    in_bytes = weights.astype("<i8").view(np.uint8).reshape(-1, 8)
    packed = gzip.compress(in_bytes[:, :planes].T.tobytes(), mtime=0)
    return packed, {"planes": planes, "count": len(weights)}
