"""Levels against each other and the casual player: writes the tables of docs/levels.md, and ratings.

In every game that levels were fitted in, and in three that they were not, each plays the one below it, and the casual
player those near it. The ratings that follow go to src/noughts/engine/levels.json, where a game has levels of its own.

    python benchmarks/levels.py [--games 100] [--concurrency 2] [--only ultimate examples/othello.py]

`max` has as many nodes as it searches in 0.1 s of an idle core instead of its own time: longer thinking only widens its
distance, and no clock decides. A run that was broken off goes on. With --only, these games are measured anew, and the
others stay as benchmarks/levels.json has them; a game that is not in the tables is told and written nowhere.
"""

import argparse
import json
import os
import sys
from collections import defaultdict
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "levels.md"
RESULTS = ROOT / "benchmarks" / "levels.json"  # of every game, as measured last
UNSEEN = ("examples/othello.py", "examples/qubic.py", "examples/dots_and_boxes.py")  # not looked at while tuning
sys.path.insert(0, str(ROOT / "tuning"))
NEAR = 1  # levels above and below the default that the casual player meets


@dataclass(frozen=True)
class Measured:
    """The levels of a game, weakest first, and what they made."""

    name: str
    levels: tuple[str, ...]
    default: str
    steps: list[float]  # the share of each level against the one below it, from the second on
    casual: dict[str, float]  # the casual player's share by level
    ratings: dict[str, int]


def measured(name: str, games: int, concurrency: int, known_nodes: int | None) -> Measured:
    from fit_levels import OPENINGS, max_text, nodes_of_max

    from noughts.arena.competition import Competition
    from noughts.arena.journal import Journal
    from noughts.arena.openings import Openings
    from noughts.arena.played import score_of
    from noughts.arena.ratings import ratings
    from noughts.arena.scheduling import LocalProcesses, play_pairings
    from noughts.engine.levels import CASUAL, calibration
    from noughts.registry import game

    found = calibration(game(name))
    levels, casual, place = found.levels, len(found.levels), found.levels.index(found.default)
    nodes = known_nodes or nodes_of_max(game(name))
    players = (*(f"noughts:level={level},hash_mb=16" for level in levels[:-1]), max_text(nodes), "casual")
    steps = [(above, below) for below, above in pairwise(range(len(levels)))]
    meetings = [(casual, near) for near in range(max(0, place - NEAR), min(casual, place + NEAR + 1))]
    matches = Competition(name, players, Openings.read(OPENINGS, game(name)))
    with Journal(matches.definition()) as journal:
        played = list(play_pairings(matches, steps + meetings, games, journal, LocalProcesses(concurrency)))
    shares = {pairing: score_of(one for one in played if one.players == pairing).score for pairing in steps + meetings}
    pairs: dict[tuple[int, int], dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for one in played:
        pairs[one.players][one.pair] += one.share
    fitted = [one.value for one in ratings(len(players), {key: list(some.values()) for key, some in pairs.items()})]
    return Measured(
        name,
        levels,
        found.default,
        [shares[step] for step in steps],
        {levels[near]: shares[casual, near] for _, near in meetings},
        {level: round(CASUAL + fitted[at] - fitted[casual]) for at, level in enumerate(levels)},
    )


def table(heads: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in (heads, ["---"] * len(heads), *rows)]
    return "\n".join(lines) + "\n"


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def tables(found: list[Measured]) -> str:
    """Steps from above, as games have different numbers of levels; the casual player; ratings."""
    longest = max((one.levels for one in found), key=len)
    columns = [*longest[:-1], "max"]

    def row(one: Measured, cells: dict[str, str]) -> list[str]:
        return [one.name, *(cells.get(level, "") for level in columns)]

    def stepped(one: Measured) -> dict[str, str]:
        return {level: percent(share) for level, share in zip(one.levels[1:], one.steps, strict=True)}

    steps = table(["game", *columns], [row(one, stepped(one)) for one in found])
    rated = table(["game", *columns], [row(one, {name: str(n) for name, n in one.ratings.items()}) for one in found])
    casual = [[one.name, one.default, *(f"{level} {percent(n)}" for level, n in one.casual.items())] for one in found]
    widest = max(map(len, casual))
    met = table(
        ["game", "default", *["against"] * (widest - 2)], [[*line, *[""] * (widest - len(line))] for line in casual]
    )
    return f"Against the level below:\n\n{steps}\nRatings:\n\n{rated}\nThe casual player:\n\n{met}"


def main() -> None:
    from noughts.engine.levels import DATA, GENERAL

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="of each level against the one below it")
    parser.add_argument("--concurrency", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", nargs="+", metavar="GAME")
    arguments = parser.parse_args()
    kept = json.loads(DATA.read_text())
    fitted = {one["from"]: key for key, one in kept["games"].items() if key != GENERAL}
    listed = (*fitted, *UNSEEN)
    results = json.loads(RESULTS.read_text())
    for name in arguments.only or listed:
        nodes = kept["games"].get(fitted.get(name), {}).get("max")
        one = measured(name, arguments.games, arguments.concurrency, nodes)
        print(tables([one]), flush=True)
        if name not in listed:
            continue
        results[name] = asdict(one)
        RESULTS.write_text(json.dumps(results, indent=1) + "\n")
        if name in fitted:
            kept["games"][fitted[name]]["ratings"] = one.ratings
            DATA.write_text(json.dumps(kept, indent=1) + "\n")
    found = [Measured(**results[name]) for name in listed if name in results]
    before, _, after = TARGET.read_text().partition("<!-- tables -->\n")
    _, _, after = after.partition("<!-- end of tables -->\n")
    TARGET.write_text(f"{before}<!-- tables -->\n{tables(found)}<!-- end of tables -->\n{after}")


if __name__ == "__main__":
    main()
