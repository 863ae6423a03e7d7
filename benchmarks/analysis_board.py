"""How long an analysis board with many moves takes to open and to step, in Chromium of a phone's size.

    python benchmarks/analysis_board.py [--nodes 10000] [--rounds 5] [--steps 40]

The tree is of 19x19x5, of lines and variations at random, kept in the browser by a page of `noughts page`. Opening is
counted from the click on its link to the frame with its moves and its first position, with the page's modules and the
game's there already; a step from the key to the frame with the position that it leads to. Wall clock, medians, worst.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from browser import Someone, chromium  # noqa: E402
from large_tree import LONGEST, large_tree  # noqa: E402
from side_by_side import machine  # noqa: E402
from static_host import hosted  # noqa: E402

# What is done by a script is seen by `isThere` within a frame.
_TIMED = """async ([what, ply]) => {
  const begin = performance.now();
  if (what === "open") document.querySelector(".game-row a").click();
  else document.dispatchEvent(new KeyboardEvent("keydown", { key: what }));
  const page = () => document.querySelector("analysis-page");
  const isThere = () => page()?.seen && page().seen === page().opened?.node && page().sight.shownPly === ply
    && page().querySelector(".tree-moves .move") && page().querySelector(".ply").textContent.startsWith(`${ply} /`);
  do await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  while (!isThere());
  return performance.now() - begin;
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description="A large analysis board in Chromium: opening, stepping.")
    parser.add_argument("--nodes", type=int, default=10_000, help="moves of the tree")
    parser.add_argument("--rounds", type=int, default=5, help="times that it is opened")
    parser.add_argument("--steps", type=int, default=40, help="steps after each opening")
    chosen = parser.parse_args()
    if not 0 < chosen.steps <= LONGEST <= chosen.nodes:
        parser.error(
            f"the line that is stepped through has {LONGEST} moves: --steps 1 to {LONGEST}, --nodes {LONGEST} or more"
        )
    opened, stepped = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-m", "noughts", "page", "19x19x5", "--out", f"{place}/site"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        file = Path(place) / "large.json"
        file.write_text(json.dumps(large_tree(chosen.nodes)))
        with chromium() as browser, hosted(Path(place)) as host:
            phone = {"width": 390, "height": 844}
            with Someone(browser, f"{host}/site", bypass_csp=True, viewport=phone) as someone:
                page = someone.page
                someone.open("#/analysis")
                page.locator('input[type="file"]').set_input_files(file)
                page.locator(".tree-moves .move").first.wait_for()
                for _ in range(chosen.rounds):
                    someone.open("#/analysis")
                    page.locator(".game-row a").first.wait_for()
                    opened.append(page.evaluate(_TIMED, ["open", 0]))
                    for ply in range(1, chosen.steps + 1):
                        stepped.append(page.evaluate(_TIMED, ["ArrowRight", ply]))
                drawn = page.locator(".tree-moves .move").count()
    print_ = Console().print
    print_(f"{chosen.nodes:,} moves, {drawn} of them in the document, 390x844, on {machine()}")
    for what, times in (("open", opened), ("step", stepped)):
        print_(f"{what}: median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms of {len(times)}")


if __name__ == "__main__":
    main()
