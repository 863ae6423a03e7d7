"""Standings of a tournament: points, the results of each against each, and ratings with their errors."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from noughts.arena.played import PlayedGame, forfeit_lines
from noughts.arena.ratings import ratings
from noughts.arena.statistics import Estimate, MatchScore, shown


@dataclass(frozen=True)
class Standings:
    """Standings after the games so far. Games that were lost by default count as points, and not for the ratings."""

    names: Sequence[str]
    games: Sequence[PlayedGame]

    @classmethod
    def among(cls, players: Sequence[int], names: Sequence[str], games: Iterable[PlayedGame]) -> "Standings":
        """The standings of some players, by their games against each other."""
        places = {player: place for place, player in enumerate(players)}
        kept = [
            replace(game, players=(places[game.players[0]], places[game.players[1]]))
            for game in games
            if game.players[0] in places and game.players[1] in places
        ]
        return cls([names[player] for player in players], kept)

    @cached_property
    def scores(self) -> dict[tuple[int, int], MatchScore]:
        """The results of i against j, for both orders of players who have met."""
        results: dict[tuple[int, int], list[tuple[int, float]]] = {}
        for game in self.games:
            i, j = game.players
            results.setdefault((i, j), []).append((game.pair, game.share))
            results.setdefault((j, i), []).append((game.pair, 1 - game.share))
        return {key: MatchScore.of(some) for key, some in results.items()}

    def score(self, player: int) -> MatchScore:
        """All results of a player together."""
        found = [score for (i, _), score in self.scores.items() if i == player]
        return MatchScore(
            sum(one.wins for one in found), sum(one.draws for one in found), sum(one.losses for one in found)
        )

    def by_default(self, player: int) -> int:
        """How many games a player won because the other one forfeited them."""
        return sum(game.forfeit and game.players[0 if game.share == 1 else 1] == player for game in self.games)

    def forfeits(self, player: int) -> list[str]:
        """How a player lost games by default."""
        return [game.reason for game in self.games if game.forfeit and game.players[int(game.share)] == player]

    def forfeit_lines(self) -> list[str]:
        return [line for player in self.order for line in forfeit_lines(self.names[player], self.forfeits(player))]

    def scoring(self, player: int) -> int | None:
        """A player's points by the game's own scoring, where it has one."""
        told = [(game, game.points) for game in self.games if game.points and player in game.players]
        return sum(points[game.side(game.players.index(player))] for game, points in told) if told else None

    @cached_property
    def ratings(self) -> list[Estimate | None]:
        """Ratings of those who have played: games by default, and half pairs, say nothing about strength.

        A player without a whole pair has no rating, and takes no part in the mean of the others.
        """
        pairs: dict[tuple[int, int], dict[int, list[float]]] = {}
        for game in self.games:
            if not game.forfeit:
                pairs.setdefault(game.players, {}).setdefault(game.pair, []).append(game.share)
        whole = {key: [sum(both) for both in some.values() if len(both) == 2] for key, some in pairs.items()}
        rated = sorted({player for pairing, some in whole.items() if some for player in pairing})
        if not rated:
            return [None] * len(self.names)
        places = {player: place for place, player in enumerate(rated)}
        found = ratings(len(rated), {(places[i], places[j]): some for (i, j), some in whole.items() if some})
        return [found[places[player]] if player in places else None for player in range(len(self.names))]

    @cached_property
    def order(self) -> list[int]:
        """The players, the best first: by points won of those played, then as they were named."""
        return sorted(range(len(self.names)), key=lambda player: (-self.score(player).score, player))

    def table(self) -> tuple[list[str], list[list[str]]]:
        """The cross table: its head and its rows."""
        has_scoring = any(game.points for game in self.games)
        head = ["", "player", "games", "points", "%", "rating", "default", *(["scoring"] if has_scoring else [])]
        rows = []
        for rank, player in enumerate(self.order, 1):
            score, rating = self.score(player), self.ratings[player]
            against = (self.scores.get((player, other)) for other in self.order)
            rows.append(
                [
                    str(rank),
                    self.names[player],
                    str(score.games),
                    f"{score.points:g}",
                    f"{100 * score.score:.1f}" if score.games else "-",
                    "-" if rating is None else shown(rating, 0),
                    str(self.by_default(player) or "-"),
                    *([str(self.scoring(player) or 0)] if has_scoring else []),
                    *("" if one is None else f"{one.points:g}-{one.games - one.points:g}" for one in against),
                ]
            )
        return head + [str(rank) for rank in range(1, len(self.names) + 1)], rows

    def as_json(self) -> list[dict[str, Any]]:
        told = []
        for player in self.order:
            score, rating = self.score(player), self.ratings[player]
            told.append(
                {
                    "player": self.names[player],
                    "games": score.games,
                    "wins": score.wins,
                    "draws": score.draws,
                    "losses": score.losses,
                    "points": score.points,
                    "rating": None if rating is None else rating.value,
                    "error": rating.error if rating is not None and math.isfinite(rating.error) else None,
                    "wins_by_default": self.by_default(player),
                    "forfeits": self.forfeits(player),
                    "scoring": self.scoring(player),
                }
            )
        return told
