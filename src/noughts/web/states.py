"""Games and analyses as JSON: docs/api.md describes them."""

import functools
from typing import Any

from noughts.kernel.announcing import Preparation
from noughts.play import Session, label, player_labels
from noughts.records import formats_for
from noughts.results import Result
from noughts.review import Verdict
from noughts.store import HUMAN, KeptGame, Statistics, Tally
from noughts.web.catalogue import Catalogue
from noughts.web.models import seat_choice


def game_state(session: Session, catalogue: Catalogue) -> dict[str, Any]:
    view, record = session.view(), session.record()
    seat = session.seat
    movers = session.movers()
    return {
        "id": session.id,
        "game": catalogue.shown_name(record.game),
        "title": view.title,
        "seats": [_seat(one.text, one.is_human, one.label) for one in session.seats],
        "marks": list(session.marks),
        "start": session.position.root().text(),
        "position": session.position.text(),
        "moves": [
            {
                "text": move.text,
                "mover": mover,
                "seconds": move.seconds,
                "value": move.value,
                "depth": move.depth,
            }
            for move, mover in zip(session.line, movers, strict=True)
        ],
        "redo": len(session.redo_line),
        "seconds_used": [session.seconds_used(0), session.seconds_used(1)],
        "paused": session.is_paused,
        "turn": view.turn,
        "to_move": None if seat is None else "human" if seat.is_human else "engine",
        "result": record.result,
        "reason": record.reason,
        "view": view.as_dict(),
        "note": "the game cannot be kept just now" if session.trouble else None,
    }


def game_summary(kept: KeptGame, catalogue: Catalogue) -> dict[str, Any]:
    record = kept.record
    return {
        "id": kept.id,
        "game": catalogue.shown_name(record.game),
        "title": catalogue.title(record.game),
        "seats": [
            _seat(text, text == HUMAN or not kept.is_played_here, shown)
            for text, shown in zip(record.players, player_labels(kept), strict=True)
        ],
        "marks": list(kept.marks),
        "plies": kept.ply,
        "result": record.result,
        "reason": record.reason,
        "changed": kept.changed.isoformat() + "Z" if kept.changed else None,
        "is_played_here": kept.is_played_here,
        "date": str(record.date) if record.date else None,
        "formats": _formats(record.game, record.position) if catalogue.offers(record.game) else [],
    }


# Of most games there are many, and that of a file is long to look at.
_formats = functools.lru_cache(maxsize=1000)(formats_for)


def _seat(text: str, is_human: bool, shown: str) -> dict[str, Any]:
    """Somebody who played elsewhere is a person here, whose seat nobody can ask for, whatever the name."""
    choice = seat_choice(text) if text == HUMAN or not is_human else None
    return {"kind": "human" if is_human else "engine", "label": shown, "choice": choice}


def analysis_state(results: list[Result]) -> dict[str, Any]:
    stats = results[0].stats
    return {
        "depth": stats.depth,
        "nodes": stats.nodes,
        "nodes_per_second": stats.nodes_per_second,
        "time": stats.time,
        "counters": {
            "static_evaluations": stats.static_evaluations,
            "dynamic_evaluations": stats.dynamic_evaluations,
            "alpha_cutoffs": stats.alpha_cutoffs,
            "beta_cutoffs": stats.beta_cutoffs,
            "table_hits": stats.table_hits,
            "evaluations_saved": stats.evaluations_saved,
        },
        "lines": [
            {
                "move": result.move.text,
                "value": result.score.value,
                "mate": result.score.mate,
                "score": str(result.score),
                "side": result.score.side,
                "pv": [move.text for move in result.pv],
            }
            for result in results
        ],
    }


def preparing_state(preparation: Preparation | None) -> dict[str, Any]:
    """What is being compiled, for a bar: how far it is, and the seconds that are left, if somebody knows."""
    if preparation is None:
        return {"type": "preparing", "what": None}
    label, done, seconds = preparation.label, preparation.done, preparation.seconds
    return {"type": "preparing", "what": label, "share": round(done, 3), "seconds": seconds and round(seconds, 1)}


def verdict_state(verdict: Verdict) -> dict[str, Any]:
    return {
        "move": verdict.move.text,
        "mover": verdict.mover,
        "mark": verdict.mark,
        "value": verdict.after.value,
        "score": str(verdict.after),
        "best": verdict.best.text,
        "before": str(verdict.before),
        "before_value": verdict.before.value,
        "accuracy": round(verdict.accuracy, 1),
        "line": [move.text for move in verdict.line],
    }


def statistics_state(found: Statistics, catalogue: Catalogue) -> dict[str, Any]:
    return {
        "total": _tally(found.total),
        "by_opponent": [
            {
                "game": catalogue.shown_name(game),
                "title": catalogue.title(game),
                "against": label(opponent),
                **_tally(tally),
            }
            for (game, opponent), tally in sorted(found.by_opponent.items())
        ],
    }


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "wins": tally.wins,
        "losses": tally.losses,
        "draws": tally.draws,
        "winning_percentage": tally.winning_percentage,
        "streak": tally.streak,
        "longest_streak": tally.longest_streak,
    }
