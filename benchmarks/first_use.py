"""What is learned at a game's first use, against no evaluation: `noughts` against `noughts:eval=zero`.

    python benchmarks/first_use.py [GAME ...] [--nodes 20000] [--number 100]

The default may be `zero` itself, where what was learned has lost the match that decides (`engine/first_use.py`): then
it has half of the points. It should never have fewer than 48 %.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import noughts
from noughts.registry import fitting_evaluation

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
GAMES = [
    str(EXAMPLES / f"{name}.py")
    for name in ("qubic", "quarto", "othello", "dots_and_boxes", "ataxx", "connect_four", "hex", "breakthrough")
]


def score(game: str, nodes: int, games: int) -> float:
    """The default's share of points."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "match.json"
        command = [sys.executable, "-m", "noughts", "match", "noughts", "noughts:eval=zero", "--game", game]
        command += ["--nodes", str(nodes), "--games", str(games), "--json", str(report)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return float(json.loads(report.read_text())["score"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--number", type=int, default=100, help="games of a match")
    options = parser.parse_args()
    for name in options.games:
        game = noughts.game(name)
        default = fitting_evaluation(game, None).name
        print(f"{game.name}: {100 * score(name, options.nodes, options.number):.1f} % with {default}", flush=True)


if __name__ == "__main__":
    main()
