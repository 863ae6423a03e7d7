"""The figures of a match or tournament for programs: who played what under which conditions, and every game.

Whoever reads the file needs nothing beside it. `players` and `first` of a game are numbers in `contestants`, as earlier
versions wrote them; `first_player`, `second_player` and `winner` are names.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from noughts import __version__
from noughts.arena.competition import Competition
from noughts.arena.contestants import files_of, own_sources
from noughts.arena.played import PlayedGame
from noughts.conformance.discovery import existing_file, is_file_name, short_name
from noughts.errors import printable
from noughts.records import WINNERS


def competition_figures(competition: Competition) -> dict[str, Any]:
    """What all games have in common."""
    game, conditions = competition.game, competition.conditions
    limit = conditions.limit
    return {
        "noughts": __version__,
        "game": short_name(game),
        "game_file": _version(existing_file(game, "game")) if is_file_name(game) else None,
        "contestants": [
            {"name": name, "text": printable(text), "files": versions(competition, text)}
            for name, text in zip(competition.names, competition.players, strict=True)
        ],
        "conditions": competition.conditions_told,
        "time_control": {
            "clock": None if conditions.clock is None else str(conditions.clock),
            "time": limit.time,
            "depth": limit.depth,
            "nodes": limit.nodes,
            "margin": conditions.margin,
            "counts_cpu": conditions.counts_cpu,
        },
        "odds": {competition.names[player]: str(own) for player, own in sorted(competition.odds.items())},
        "adjudication": None if competition.adjudication is None else asdict(competition.adjudication),
        "openings": str(competition.openings),
        "seed": competition.seed,
    }


def versions(competition: Competition, text: str) -> dict[str, str]:
    """The SHA-256, as far as people read it, of the files that a player is made of, by their names."""
    paths = {source for file in files_of(text, competition.bots) for source in own_sources(Path(file).expanduser())}
    return {printable(path.name): _version(path) for path in sorted(paths)}


def _version(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    except OSError as error:
        return f"cannot be read: {error.strerror}"


def game_figures(games: Iterable[PlayedGame], names: list[str]) -> list[dict[str, Any]]:
    """The games, each with its players' names and the seconds that they thought in all."""
    told = []
    for game in games:
        both = [names[game.players[game.side(turn)]] for turn in (0, 1)]
        winner = WINNERS[game.result]
        told.append(
            {
                **game.as_json(),
                "first_player": both[0],
                "second_player": both[1],
                "winner": None if winner is None else both[winner],
                "seconds": [
                    round(sum(move.seconds for move in game.moves if move.turn == turn and move.seconds is not None), 6)
                    for turn in (0, 1)
                ],
            }
        )
    return told
