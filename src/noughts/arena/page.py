"""A match or a tournament as one HTML page that stands alone: table, plots, and games to replay.

The page knows no rules: it is given what stands on each cell after each move.
"""

import html
import json
from collections.abc import Sequence
from importlib import resources
from string import Template
from typing import Any

from noughts.arena.played import STAGES, PlayedGame
from noughts.arena.plots import bar_plot, rating_plot, score_plot
from noughts.arena.report import MatchReport
from noughts.arena.standings import Standings
from noughts.board import Position, View
from noughts.records import Record

MOST_GAMES = 200  # that a page holds: more would make it too large to open


class _Template(Template):
    delimiter = "%%"  # the page's script has its own use for $


def match_page(report: MatchReport, game: str) -> str:
    """The page of a match; `game` is what `noughts.game` takes."""
    title = f"{report.names[0]} against {report.names[1]} in {report.game}"
    times = report.times()
    means = {
        stage: [1000 * sum(one.by_stage[stage]) / max(1, len(one.by_stage[stage])) for one in times] for stage in STAGES
    }
    body = [
        f"<pre>{html.escape(chr(10).join(report.lines()))}</pre>",
        score_plot([(one.pair, one.share) for one in report.games], f"Score of {report.names[0]}"),
        bar_plot(means, f"Mean time a move: {report.names[0]} above {report.names[1]}", "ms"),
    ]
    return _page(title, body, report.games, report.names, game)


def tournament_page(standings: Standings, title: str, game: str) -> str:
    head, rows = standings.table()
    body = "".join(f"<tr>{_cells('td', row)}</tr>" for row in rows)
    table = f"<table><thead><tr>{_cells('th', head)}</tr></thead><tbody>{body}</tbody></table>"
    ranked = [(standings.names[player], standings.ratings[player]) for player in standings.order]
    rated = {name: rating for name, rating in ranked if rating is not None}
    parts = [
        f'<div class="wide" tabindex="0" role="region" aria-label="Standings">{table}</div>',
        rating_plot(list(rated), list(rated.values()), "Ratings and their errors"),
    ]
    if defaults := "\n".join(standings.forfeit_lines()):
        parts.append(f"<pre>{html.escape(defaults)}</pre>")
    return _page(title, parts, standings.games, standings.names, game)


def _cells(tag: str, words: Sequence[str]) -> str:
    """A head without words is none, as screen readers would read it out."""
    tags = [(tag if word else "td", word) for word in words]
    return "".join(f"<{one}>{html.escape(word)}</{one}>" for one, word in tags)


def _page(title: str, body: Sequence[str], games: Sequence[PlayedGame], names: Sequence[str], game: str) -> str:
    shown = f"The first {MOST_GAMES} of {len(games)}." if len(games) > MOST_GAMES else f"All {len(games)}."
    told = [_replay(one, names, game) for one in games[:MOST_GAMES]]
    view = Record(game).replay().view()
    data = {
        "rows": view.rows,
        "columns": view.columns,
        "cells": [[cell.row, cell.column] for cell in view.cells],
        "groups": [[group.row, group.column, group.rows, group.columns] for group in view.groups],
        "games": told,
    }
    template = _Template(resources.files("noughts.arena").joinpath("page.html").read_text(encoding="utf-8"))
    # No name ends the script that it stands in.
    embedded = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return template.substitute(title=html.escape(title), body="\n".join(body), shown=shown, data=embedded)


def _replay(game: PlayedGame, names: Sequence[str], name: str) -> dict[str, Any]:
    """A game's words, and what stands on the board after each of its moves."""
    first, second = (names[game.players[game.side(turn)]] for turn in (0, 1))
    position = Record(name, position=game.position).replay()
    frames = [_frame(position, "before the first move")]
    for number, move in enumerate(game.moves, 1):
        position.push(move.text)
        took = "from the opening" if move.seconds is None else f"{move.seconds:.3f} s"
        frames.append(_frame(position, f"{number}. {move.text} by {(first, second)[move.turn]} ({took})"))
    frames[-1][3] += f"; {game.reason}"
    return {"words": f"{first} - {second} {game.result}", "frames": frames}


def _frame(position: Position, caption: str) -> list[Any]:
    view: View = position.view()
    contents = "".join(cell.content for cell in view.cells)
    return [contents, "".join(group.owner for group in view.groups), list(view.last), caption]
