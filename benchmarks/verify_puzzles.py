"""Verify the puzzles of the package, or of a file, by the naive rules and brute force of tests/naive_puzzles.py.

    python benchmarks/verify_puzzles.py [--game NAME] [--file FILE] [--plies N] [--count N]

For each puzzle: exactly one move wins within its plies, no win is quicker, the solution's replies resist for longest,
and the other moves that it lists win as it says. --plies leaves longer ones out, --count takes so many a game, the
shortest first. It ends with 1 if anything is false.
"""

import argparse
import json
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from naive_puzzles import what_is_wrong  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game")
    parser.add_argument("--file", type=Path)
    parser.add_argument("--plies", type=int, default=99)
    parser.add_argument("--count", type=int, default=10_000)
    chosen = parser.parse_args()
    files = [chosen.file] if chosen.file else sorted((ROOT / "src/noughts/puzzles/data").glob("*.jsonl"))
    wrong = 0
    for file in files:
        header, *entries = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        if chosen.game in (None, header["game"]):
            short = sorted((one for one in entries if one["plies"] <= chosen.plies), key=lambda one: int(one["plies"]))
            begun, false = time.process_time(), 0
            for entry in short[: chosen.count]:
                fault = what_is_wrong(header["game"], entry)
                if fault is not None:
                    print(f"{header['game']} {entry['id']}: {fault}")
                    false += 1
            wrong += false
            count, seconds = len(short[: chosen.count]), time.process_time() - begun
            print(f"{header['game']}: {count} of {len(entries)} verified, {false} false, {seconds:.1f} s", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
