"""Moves are judged and mistakes explained alike everywhere: by the engine, and by pages that have no server."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from noughts import game
from noughts.engine import judgement
from noughts.engine.explanation import Fact, explanation, facts_of
from noughts.engine.score import Score
from noughts.kernel.scores import MATE, WON

WORDS = Path(__file__).resolve().parent.parent / "src/noughts/web/static/words"
VALUES = [*range(-3000, 3001, 75), 1, -1, 10**6, -(10**6), MATE - 3, 3 - MATE, WON, -WON]
SHARES = [(lost / 20, stake / 10) for lost in range(21) for stake in range(11)]
SPREADS = (0, 1, 40, 333)
COUNTS = [(count, ply) for count in (0, 1, 4, 5, 9, 81, 225) for ply in range(12)]
STAKES: list[tuple[float, list[float], list[float], int]] = [
    (0.9, [0.9, 0.2], [0.5, 0.1], 40),
    (0.5, [0.5], [], 1),
    (1.0, [0.3, 1.0], [0.0], 3),
    (0.2, [0.2], [0.7], 2),
]
LINES = [
    [(0, 0.5, 0.4), (1, 0.9, 0.5), (0, 0.5, 0.3), (1, 0.8, 0.0), (0, 0.2, 0.2)],
    [(0, 0.3, 0.1), (1, 0.9, 0.05), (0, 0.4, 0.3)],
    [(0, 0.5, 0.0), (1, 0.5, 0.01)],
]
MISTAKES: list[tuple[int, int, float, list[str], list[Fact]]] = [
    (before, after, 0.234, reply, facts)
    for before in (20, MATE - 1, MATE - 5, WON)
    for after in (-40, -MATE, 1 - MATE, 3 - MATE, 8 - MATE, -WON)
    for reply in ([], ["d5", "e6"])
    for facts in (
        [],
        [Fact("gives", "board 5")],
        [Fact("misses", "board 1"), Fact("gives", "board 2"), Fact("frees", "")],
    )
]

# Ultimate: a position, a move with its reply, a better line, and what is to be said of it.
BOARDS: list[tuple[str, list[str], list[str], list[Fact]]] = [
    ("OO......./9/9/9/9/9/9/9/9 X 5", ["5.1", "1.3"], ["5.5", "5.2"], [Fact("gives", "board 1")]),
    ("OO......./9/9/9/9/9/9/9/9 X 5", ["5.1", "1.3"], ["5.4", "4.1"], [Fact("gives", "board 1")]),
    ("9/9/9/9/XX......./9/9/9/9 X 5", ["5.9", "9.1"], ["5.3", "3.1"], [Fact("misses", "board 5")]),
    ("XXX....../9/9/9/9/9/9/9/9 X 5", ["5.1", "2.2"], ["5.5", "5.1"], [Fact("frees", "")]),
    ("9/9/9/9/9/9/9/9/9 X 5", ["5.1", "1.3"], ["5.5", "5.2"], []),
]

SCRIPT = """
import { readFileSync } from "node:fs";
const words = process.argv[1];
const { MISTAKES, accuracyOf, atStake, chance, gameAccuracy, markOf, someOthers, turningPoint } =
  await import(words + "/judgement.js");
const { explanation, factsOf } = await import(words + "/explanation.js");
const { terms, values, shares, counts, stakes, lines, mistakes, boards } = JSON.parse(readFileSync(0, "utf8"));
const asMoves = (line) => line.map(([mover, best, lost]) => ({ mover, best, lost }));
const asFacts = (facts) => facts.map(([kind, board]) => ({ kind, board }));
console.log(JSON.stringify({
  names: MISTAKES,
  chances: terms.map((one) => values.map((value) => chance(one, value))),
  marks: shares.map(([lost, stake]) => markOf(terms[0], lost, stake)),
  accuracies: shares.map(([lost, stake]) => accuracyOf(lost, stake)),
  game: gameAccuracy(shares.map(([lost, stake]) => ({ accuracy: accuracyOf(lost, stake), stake }))),
  nothing: gameAccuracy([]),
  others: counts.map(([count, ply]) => someOthers(terms[0], count, ply)),
  stakes: stakes.map(([best, known, some, count]) => atStake(best, known, some, count)),
  turns: lines.flatMap((line) => [0, 1, null].map((loser) => turningPoint(asMoves(line), loser))),
  facts: boards.map(({ views, played, better }) =>
    factsOf(views[""], played[0], played.slice(1), better, (moves) => views[moves.join(" ")]),
  ),
  words: mistakes.map(([before, after, lost, reply, facts]) =>
    explanation(before, after, lost, "O", reply, asFacts(facts)),
  ),
}));
"""


def _view(text: str, moves: list[str]) -> dict[str, Any]:
    position = game("ultimate").position(text)
    for move in moves:
        position.push(move)
    return position.view().as_dict()


@pytest.fixture(scope="module")
def page() -> Any:
    """What the page's modules answer."""
    node = shutil.which("node")
    assert node
    asked = {"terms": [judgement.terms(spread) for spread in SPREADS], "values": VALUES, "shares": SHARES}
    boards = [
        {
            "views": {
                "": _view(text, []),
                **{" ".join(line[:n]): _view(text, line[:n]) for line in lines for n in (1, 2)},
            },
            "played": lines[0],
            "better": lines[1],
        }
        for text, *lines in ((text, played, better) for text, played, better, _ in BOARDS)
    ]
    asked |= {"boards": boards, "counts": COUNTS, "stakes": STAKES, "lines": LINES, "mistakes": MISTAKES}
    command = [node, "--input-type=module", "-e", SCRIPT, WORDS.as_uri()]
    return json.loads(
        subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, timeout=60, check=True).stdout
    )


def test_the_page_judges_as_the_engine_does(page: Any) -> None:
    assert page["names"] == {mark: name for mark, (_, name) in judgement.MISTAKES.items()}
    for spread, chances in zip(SPREADS, page["chances"], strict=True):
        scale = judgement.scale(spread)
        assert chances == pytest.approx([judgement.chance(Score(value, 0), scale) for value in VALUES])
    assert page["marks"] == [judgement.mark(*share) for share in SHARES]
    assert page["accuracies"] == pytest.approx([judgement.accuracy(*share) for share in SHARES])
    weighed = [(judgement.accuracy(lost, stake), stake) for lost, stake in SHARES]
    assert page["game"] == pytest.approx(judgement.game_accuracy(weighed))
    assert page["nothing"] is None
    assert page["others"] == [judgement.some_others(*count) for count in COUNTS]
    assert page["stakes"] == pytest.approx([judgement.at_stake(*stake) for stake in STAKES])
    assert page["turns"] == [judgement.turning_point(line, loser) for line in LINES for loser in (0, 1, None)]


def test_the_page_explains_as_the_engine_does(page: Any) -> None:
    told = [explanation(before, after, lost, "O", reply, facts) for before, after, lost, reply, facts in MISTAKES]
    assert page["words"] == told


def test_what_happens_to_small_boards_is_told(page: Any) -> None:
    by_text = {move.text: move for move in game("ultimate").moves.values()}
    for (text, played, better, facts), told in zip(BOARDS, page["facts"], strict=True):
        position = game("ultimate").position(text)
        moves, line = (tuple(by_text[one] for one in texts) for texts in (played, better))
        assert facts_of(position, moves[0], moves[1:], line) == tuple(facts)
        assert told == [fact._asdict() for fact in facts]


def test_what_counts_as_a_mistake() -> None:
    even, ahead = (judgement.chance(Score(value, 0), judgement.scale(100)) for value in (0, 300))
    assert (even, ahead) == pytest.approx((0.5, 0.731), abs=0.001)
    assert [judgement.mark(share, 0.5) for share in (0.3, 0.299, 0.15, 0.07, 0.069)] == ["??", "?", "?", "?!", ""]
    assert [judgement.mark(share, 0.02) for share in (0.05, 0.029)] == ["?!", ""], "worse than a move by chance"


def test_what_was_at_stake() -> None:
    # Three of four moves lose: the mean is a quarter. Whoever finds the fourth keeps all of it, any other nothing.
    stake = judgement.at_stake(1.0, [1.0, 0.0], [0.0, 0.0], 4)
    assert stake == pytest.approx(0.75)
    assert [judgement.accuracy(lost, stake) for lost in (0.0, 0.375, 1.0)] == [100, 50, 0]
    assert judgement.at_stake(0.4, [0.4, 0.4], [0.4], 9) == pytest.approx(0, abs=1e-9)
    assert judgement.game_accuracy([(0.0, 0.0), (100.0, 0.04), (0.0, 0.36)]) == pytest.approx(25)


def test_words_for_mistakes() -> None:
    def told(before: int, after: int, *facts: Fact) -> str:
        return explanation(before, after, 0.2, "O", ["c3", "a1"], facts)

    assert told(0, 1 - MATE) == "lets O win at once by c3"
    assert told(0, 7 - MATE) == "lets O win in 4 moves, beginning with c3"
    assert told(0, -MATE) == "loses at once"
    assert told(MATE - 1, 3 - MATE) == "misses a win at once and lets O play c3, and nothing stops the win then"
    assert told(MATE - 9, 10) == "misses a win in 5 moves"
    assert told(0, -50) == "gives away 20 % of the chance to win"
    facts = Fact("gives", "board 5"), Fact("frees", "")
    assert told(0, -50, *facts) == (
        "gives up board 5 and lets O choose the board, and with it 20 % of the chance to win"
    )
