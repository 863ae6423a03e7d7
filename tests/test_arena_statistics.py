"""What games say: Elo, pairs, the sequential test and ratings, beside numbers that others have published."""

import math
import re
from pathlib import Path

import numpy as np
import pytest

import noughts
from noughts.arena.ratings import maximum_likelihood, ratings
from noughts.arena.sprt import Sprt
from noughts.arena.statistics import Estimate, MatchScore, Sample, score_of_elo

# app/tests/elo_test.cpp of fastchess (github.com/Disservin/fastchess, commit 2f5e888): losses, draws and wins, or pairs
# from LL to WW; then nElo and its error, Elo and its error, LOS in percent. Its tests allow 1 % of a value.
FASTCHESS_ELO = [
    (Sample((89, 123, 76)), (-20.76, 40.13), None, 15.53),
    (Sample((96, 111, 136)), (49.77, 36.77), (40.70, 30.43), 99.60),
    (Sample((356, 0, 34)), (-508.44, 34.48), None, None),
    (Sample((34, 54, 31 + 32, 64, 75), 2), (57.94, 28.28), (55.58, 27.65), 100.0),
    (Sample((332, 433, 457 + 41, 333, 334), 2), (-9.17, 10.96), (-8.64, 10.33), 5.05),
    (Sample((7895, 8757, 5485 + 200, 568, 9999), 2), (-19.01, 2.65), (-21.04, 2.95), None),
]


@pytest.mark.parametrize(("sample", "normalized", "elo", "superiority"), FASTCHESS_ELO)
def test_elo_is_what_fastchess_publishes(
    sample: Sample, normalized: tuple[float, float], elo: tuple[float, float] | None, superiority: float | None
) -> None:
    assert sample.normalized_elo == pytest.approx(normalized, rel=0.005)
    if elo is not None:
        assert sample.elo == pytest.approx(elo, rel=0.005)
    if superiority is not None:
        assert 100 * sample.superiority == pytest.approx(superiority, abs=0.005)


def test_the_whole_report_is_what_fastchess_prints() -> None:
    """A user's match in chess.stackexchange.com/questions/45881: Elo: 277.00 +/- 40.90, nElo: 345.17 +/- 34.05,
    LOS: 100.00 %, DrawRatio: 17.00 %, PairsRatio: 22.71, 400 games, 332.5 points, Ptnml(0-2): [4, 3, 34, 42, 117]."""
    score = MatchScore(307, 51, 42, (4, 3, 34, 42, 117))
    assert score.sample.elo == pytest.approx((277.00, 40.90), abs=0.01)
    assert score.sample.normalized_elo == pytest.approx((345.17, 34.05), abs=0.01)
    assert (score.games, score.points, score.draw_ratio) == (400, 332.5, 0.17)
    assert score.pairs_ratio == pytest.approx(22.71, abs=0.01)
    assert score.sample.superiority == pytest.approx(1)


# app/tests/sprt_test.cpp of fastchess (commit 0cbac49), which follows fishtest: model, elo0, elo1, and the LLR to 1 %.
# Left out are two samples of one result alone, all draws and all pairs won: its iteration ends before it has found the
# greatest likelihood there. It can be worked out by hand, which the test after the next does.
FASTCHESS_LLR = [
    (Sample((36027, 68692, 36433)), "normalized", 0, 2, 0.92),
    (Sample((10650, 20431, 10871)), "normalized", -1.75, 0.25, 2.30),
    (Sample((21184, 40708, 21404)), "logistic", 0.5, 2.5, -1.57),
    (Sample((57030, 106593, 57433)), "logistic", 0, 2, -2.59),
    (Sample((365, 16618, 36029 + 200, 16974, 390), 2), "normalized", 0, 2, 2.25),
    (Sample((127, 4883, 10311 + 401, 5150, 104), 2), "normalized", -1.75, 0.25, 3.01),
    (Sample((223, 9863, 20279 + 1000, 10037, 246), 2), "logistic", 0.5, 2.5, -3.07),
    (Sample((871, 26175, 55003 + 980, 26678, 821), 2), "logistic", 0, 2, -4.98),
]


@pytest.mark.parametrize(("sample", "model", "elo0", "elo1", "llr"), FASTCHESS_LLR)
def test_the_likelihood_ratio_is_what_fastchess_publishes(
    sample: Sample, model: str, elo0: float, elo1: float, llr: float
) -> None:
    assert Sprt(elo0, elo1, model=model).llr(sample) == pytest.approx(llr, rel=0.01)


def test_the_likelihood_ratio_follows_from_its_definition() -> None:
    """Of wins and losses alone a hypothesis says everything: the ratio of two coins, w log(p1/p0) + l log(q1/q0)."""
    test = Sprt(-20, 30)
    low, high = score_of_elo(-20), score_of_elo(30)
    coins = 60 * math.log(high / low) + 40 * math.log((1 - high) / (1 - low))
    assert test.llr(Sample((40, 60))) == pytest.approx(coins)
    assert Sprt(-30, 20).llr(Sample((60, 40))) == pytest.approx(-coins), "seen from the other side"
    assert test.llr(Sample((0, 0, 0, 0, 0), 2)) == 0


def test_one_result_alone_has_the_likelihood_ratio_that_can_be_worked_out_by_hand() -> None:
    """The greatest likelihood is that of the largest share of the one result that a hypothesis leaves it.

    All pairs won: the rest is best put on 0, and p = 1/2 + t sqrt(p (1 - p)); at t = 0 it is 1/2. All games drawn: a
    share e of wins has mean - 1/2 = e / 2 and deviation sqrt(e (1 - e)) / 2 nearly, so that e = t^2 nearly.
    """
    nelo = 5 / (800 / math.log(10))
    t = math.sqrt(2) * nelo
    won = 0.5
    for _ in range(50):
        won = 0.5 + t * math.sqrt(won * (1 - won))
    test = Sprt(0, 5, model="normalized")
    assert test.llr(Sample((0, 0, 0, 0, 104), 2)) == pytest.approx(104 * math.log(won / 0.5), rel=0.002)
    assert test.llr(Sample((0, 16700, 0))) == pytest.approx(16700 * math.log(1 - nelo**2), rel=0.005)


def test_walds_bounds_say_when_to_stop() -> None:
    test = Sprt(0, 5, 0.05, 0.1)
    assert test.bounds == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))
    assert (test.verdict(2.88), test.verdict(2.9), test.verdict(-2.26)) == (None, "H1", "H0")
    assert Sprt().bounds == pytest.approx((-2.94, 2.94), abs=0.005), "as everybody knows them"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("elo0=5,elo1=5", "elo0 is 5 and elo1 5; elo1 must be the greater"),
        ("elo2=5", "'elo2=5' is no setting; it has elo0, elo1, alpha, beta, model"),
        ("alpha=x", "alpha is 'x'; it must be a number"),
        ("beta=.7", "beta is 0.7; it must lie between 0 and 0.5"),
        ("elo0=nan", "elo1 must be the greater"),
        ("model=bayesian", "model is 'bayesian'; it must be one of logistic, normalized"),
    ],
)
def test_wrong_tests_are_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(noughts.NoughtsError, match=message):
        Sprt.read(text)


# The American League East of 1987 (Agresti, Categorical Data Analysis), points[i][j] being i's wins against j; the
# strengths are those that the vignette of the R package BradleyTerry2 gives for it, with Baltimore's at 0.
BASEBALL = np.array(
    [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ],
    float,
)
STRENGTHS = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0]


def test_ratings_are_what_bradley_terry_fits_have_published() -> None:
    found, is_added = maximum_likelihood(BASEBALL)
    assert not is_added
    assert (found - found[-1]) * math.log(10) / 400 == pytest.approx(STRENGTHS, abs=0.0002)
    assert found.mean() == pytest.approx(0)


def test_two_players_are_rated_by_their_score() -> None:
    found = ratings(2, {(0, 1): [2, 2, 1, 1] * 10})  # 75 %: 400 * log10(3) = 190.85 points
    assert found[0].value - found[1].value == pytest.approx(190.85, abs=0.01)
    # The mean of 40 pairs of deviation 1/4 has the error 1.96 / 4 / sqrt(40) = 7.7 %. Between 67.3 % and 82.7 % lie 147
    # Elo, so that the difference has an error of 73, and each of the two ratings, which move against each other, half.
    assert found[0].error == pytest.approx(73 / 2, rel=0.2)
    assert found[0].error > ratings(2, {(0, 1): [2, 2, 1, 1] * 40})[0].error


def test_players_who_have_met_once_have_errors_too() -> None:
    found = ratings(3, {(0, 1): [2], (1, 2): [1], (0, 2): [1]})
    assert all(one.error > 50 for one in found)
    assert [one.error for one in ratings(2, {(0, 1): [2]})] == [math.inf, math.inf], "of one pair nothing can be told"


def test_whoever_wins_everything_has_a_finite_rating_all_the_same() -> None:
    found = ratings(3, {(0, 1): [2, 2], (1, 2): [1, 1], (0, 2): [2, 2]})
    assert found[0].value > found[1].value == pytest.approx(found[2].value)
    assert all(math.isfinite(one.value) and math.isfinite(one.error) for one in found)


def test_errors_come_from_pairs_and_not_from_games() -> None:
    """Openings that decide every game: each pair is level, and says exactly that."""
    level = MatchScore.of((pair, result) for pair in range(50) for result in (1.0, 0.0))
    assert level == MatchScore(50, 0, 50, (0, 0, 50, 0, 0))
    assert level.elo == Estimate(0, 0)
    assert "Elo 0 (every result the same)" in str(level)
    alone = MatchScore.of((number, result) for number in range(50) for result in ((1.0, 0.0)[number % 2],))
    assert alone.sample == Sample((25, 0, 25)), "games without the other of their pair"


def test_a_score_without_losses_has_no_end() -> None:
    won = MatchScore.of((number // 2, 1.0) for number in range(10))
    assert won.elo == (math.inf, math.inf)
    assert str(won) == "10 wins, 0 draws, 0 losses: 100.0 %, Elo +∞ ± ∞"
    assert won.sample.superiority == 1
    assert MatchScore().elo == (0, math.inf)


def test_no_number_is_a_negative_zero() -> None:
    assert "Elo +0 ± " in str(MatchScore(999, 0, 1000))
    root = Path(__file__).parent.parent
    sources = [path for folder in ("src", "tuning", "benchmarks") for path in (root / folder).rglob("*.py")]
    unsafe = [path.name for path in sources if re.search(r":[<>^]?\+[0-9,]*\.[0-9]f\}", path.read_text("utf-8"))]
    assert unsafe == [], "+z, not +: what rounds to zero has no sign of its own"
