"""The result of a match, as text and as data: the figures that fastchess shows, who moved first, and times by stage."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from noughts.arena.played import STAGES, PlayedGame, forfeit_lines, score_of
from noughts.arena.sprt import Sprt
from noughts.arena.statistics import Estimate, MatchScore, shown


@dataclass
class Times:
    """Seconds a move, in all and by stage of the game."""

    by_stage: dict[str, list[float]] = field(default_factory=lambda: {stage: [] for stage in STAGES})

    @property
    def all(self) -> list[float]:
        return [seconds for some in self.by_stage.values() for seconds in some]


@dataclass(frozen=True)
class MatchReport:
    """The games of one pairing, from the view of the first of its players."""

    names: tuple[str, str]
    game: str
    conditions: str
    games: Sequence[PlayedGame]
    sprt: Sprt | None = None

    @property
    def score(self) -> MatchScore:
        return score_of(self.games)

    def as_first(self, side: int) -> MatchScore:
        """The results of one of the two, 0 or 1, in the games in which it moved first."""
        results = [game.share for game in self.games if game.first == side]
        return MatchScore.of((number, share if side == 0 else 1 - share) for number, share in enumerate(results))

    def times(self) -> tuple[Times, Times]:
        times = Times(), Times()
        for game in self.games:
            for side, stage, seconds in game.timed_moves():
                times[side].by_stage[stage].append(seconds)
        return times

    def depths(self) -> tuple[list[int], list[int]]:
        """How deep each of the two looked at its moves, where that was told."""
        depths: tuple[list[int], list[int]] = ([], [])
        for game in self.games:
            for move in game.moves:
                if move.depth is not None:
                    depths[game.side(move.turn)].append(move.depth)
        return depths

    def points(self) -> tuple[int, int] | None:
        """Both players' points by the game's own scoring, where it has one."""
        told = [[game.points[turn] for turn in (game.first, 1 - game.first)] for game in self.games if game.points]
        return (sum(pair[0] for pair in told), sum(pair[1] for pair in told)) if told else None

    def forfeits(self, side: int) -> list[str]:
        """How one of the two lost games by default."""
        return [game.reason for game in self.games if game.forfeit and game.share == side]

    @property
    def llr(self) -> float | None:
        return None if self.sprt is None else self.sprt.llr(self.score.sample)

    def lines(self) -> list[str]:
        """The report for people."""
        a, b = self.names
        score, sample = self.score, self.score.sample
        lines = [
            f"{a} against {b} in {self.game}, {score.games} games: {score}",
            "",
            f"Results of {a} vs {b} ({self.conditions}):",
            f"Elo: {shown(sample.elo)}, nElo: {shown(sample.normalized_elo)}",
            f"LOS: {100 * sample.superiority:.2f} %, DrawRatio: {100 * score.draw_ratio:.2f} %, "
            f"PairsRatio: {_ratio(score.pairs_ratio)}",
            f"Games: {score.games}, Wins: {score.wins}, Losses: {score.losses}, Draws: {score.draws}, "
            f"Points: {score.points:.1f} ({100 * score.score:.2f} %)",
            f"Ptnml(0-2): {list(score.pairs)}",
        ]
        if self.sprt is not None and self.llr is not None:
            low, high = self.sprt.bounds
            verdict = self.sprt.verdict(self.llr)
            lines.append(
                f"LLR: {self.llr:+z.2f} ({low:.2f}, {high:.2f}) [{self.sprt.elo0:.2f}, {self.sprt.elo1:.2f}]: "
                + (f"{verdict} accepted" if verdict else "undecided")
            )
        lines += ["", *self._first_lines(), "", *self._time_lines()]
        told = [
            f"{name} {sum(some) / len(some):.1f} (at most {max(some)})"
            for name, some in zip(self.names, self.depths(), strict=True)
            if some
        ]
        lines += ["", f"Mean depth: {', '.join(told)}"] if told else []
        points = self.points()
        if points is not None:
            lines += ["", f"Points by the game's own scoring: {a} {points[0]}, {b} {points[1]}"]
        for side in (0, 1):
            lines += forfeit_lines(self.names[side], self.forfeits(side))
        return lines

    def _first_lines(self) -> list[str]:
        width = max(map(len, (*self.names, "moving first")))
        rows = [f"{'moving first':<{width}}    wins   draws  losses   score"]
        for side in (0, 1):
            score = self.as_first(side)
            rows.append(
                f"{self.names[side]:<{width}} {score.wins:>7} {score.draws:>7} {score.losses:>7} "
                f"{100 * score.score:>6.1f} %"
            )
        return rows

    def _time_lines(self) -> list[str]:
        width = max(map(len, (*self.names, "mean / worst")))
        heads = "".join(f"{head:>22}" for head in ("all moves", *STAGES))
        rows = [f"{'mean / worst':<{width}}{heads}"]
        for name, times in zip(self.names, self.times(), strict=True):
            cells = (_mean_and_worst(seconds) for seconds in (times.all, *times.by_stage.values()))
            rows.append(f"{name:<{width}}" + "".join(f"{cell:>22}" for cell in cells))
        return rows

    def as_json(self) -> dict[str, Any]:
        score, sample = self.score, self.score.sample
        told: dict[str, Any] = {
            "game": self.game,
            "players": list(self.names),
            "conditions": self.conditions,
            "games": score.games,
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "score": score.score,
            "elo": _finite(sample.elo),
            "normalized_elo": _finite(sample.normalized_elo),
            "superiority": sample.superiority,
            "draw_ratio": score.draw_ratio,
            "pentanomial": list(score.pairs),
            "moving_first": [
                {"wins": one.wins, "draws": one.draws, "losses": one.losses} for one in map(self.as_first, (0, 1))
            ],
            "seconds": [
                {stage: _seconds(some) for stage, some in {"all": times.all, **times.by_stage}.items()}
                for times in self.times()
            ],
            "depths": [
                {"moves": len(some), "mean": sum(some) / len(some), "most": max(some)} if some else None
                for some in self.depths()
            ],
            "points": self.points(),
            "forfeits": [self.forfeits(0), self.forfeits(1)],
            "sprt": None,
        }
        if self.sprt is not None and self.llr is not None:
            told["sprt"] = {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "model": self.sprt.model,
                "llr": self.llr,
                "bounds": self.sprt.bounds,
                "accepted": self.sprt.verdict(self.llr),
            }
        return told


def _ratio(value: float) -> str:
    return f"{value:.2f}" if math.isfinite(value) else "∞" if value > 0 else "-"


def _mean_and_worst(seconds: Sequence[float]) -> str:
    if not seconds:
        return "-"
    return f"{_duration(sum(seconds) / len(seconds))} / {_duration(max(seconds))}"


def _duration(seconds: float) -> str:
    """Three digits: 0.25 ms, 12.3 ms, 1.20 s."""
    return f"{1000 * seconds:.3g} ms" if seconds < 0.9995 else f"{seconds:.3g} s"


def _seconds(some: Sequence[float]) -> dict[str, float] | None:
    return {"moves": len(some), "mean": sum(some) / len(some), "worst": max(some)} if some else None


def _finite(estimate: Estimate) -> dict[str, float | None]:
    """JSON has no infinity."""
    return {name: value if math.isfinite(value) else None for name, value in estimate._asdict().items()}
