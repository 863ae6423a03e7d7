"""Moves are judged alike wherever that happens: by the engine, and by pages that have no server."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from noughts.engine import judgement
from noughts.engine.score import Score
from noughts.kernel.scores import MATE, WON

MODULE = Path(__file__).resolve().parent.parent / "src/noughts/web/static/words/judgement.js"
VALUES = [*range(-3000, 3001, 75), 1, -1, 10**6, -(10**6), MATE - 3, 3 - MATE, WON, -WON]
LOST = [number / 100 for number in range(101)]
SPREADS = (0, 1, 40, 333)

SCRIPT = """
const { MISTAKES, accuracyOf, chance, markOf } = await import(process.argv[1]);
const { terms, values, lost } = JSON.parse(process.argv[2]);
console.log(JSON.stringify({
  names: MISTAKES,
  chances: terms.map((one) => values.map((value) => chance(one, value))),
  marks: lost.map((share) => markOf(terms[0], share)),
  accuracies: lost.map((share) => accuracyOf(terms[0], share)),
}));
"""


def test_the_page_judges_as_the_engine_does() -> None:
    node = shutil.which("node")
    assert node
    asked = {"terms": [judgement.terms(spread) for spread in SPREADS], "values": VALUES, "lost": LOST}
    command = [node, "--input-type=module", "-e", SCRIPT, MODULE.as_uri(), json.dumps(asked)]
    page = json.loads(subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout)
    assert page["names"] == {mark: name for mark, (_, name) in judgement.MISTAKES.items()}
    for spread, chances in zip(SPREADS, page["chances"], strict=True):
        assert chances == pytest.approx([judgement.chance(Score(value, 0), max(spread, 1)) for value in VALUES])
    assert page["marks"] == [judgement.mark(share) for share in LOST]
    assert page["accuracies"] == pytest.approx([judgement.accuracy(share) for share in LOST])


def test_what_counts_as_a_mistake() -> None:
    even, ahead = (judgement.chance(Score(value, 0), 100) for value in (0, 150))
    assert (even, ahead) == pytest.approx((0.5, 0.731), abs=0.001)
    assert [judgement.mark(share) for share in (0.3, 0.299, 0.15, 0.07, 0.069)] == ["??", "?", "?", "?!", ""]
    assert [round(judgement.accuracy(share)) for share in (0, 0.25, 1)] == [100, 37, 2]
