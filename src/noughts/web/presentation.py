"""Games and analyses as the models that are sent: docs/api.md describes them."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from noughts import board, store
from noughts.engine import results, review
from noughts.engine.score import Score
from noughts.errors import NoughtsError
from noughts.kernel.announcing import Preparation
from noughts.play import Session, in_order, label, player_labels
from noughts.play.rating import own_ratings
from noughts.records import RecordedMove, formats_for
from noughts.store import HUMAN, KeptGame
from noughts.web import answers, messages
from noughts.web.catalogue import Catalogue
from noughts.web.models import LiveRequest, seat_choice

_Clicks = Mapping[str, tuple[int, ...]]


class State(NamedTuple):
    """A game as it stands, to be sent whole, or as what has changed since another state of it."""

    facts: dict[str, Any]
    line: tuple[RecordedMove, ...]
    movers: tuple[int, ...]
    view: board.View


def state_of(session: Session) -> State:
    view, seat, outcome = session.view(), session.seat, session.outcome
    facts = {
        "id": session.id,
        "position": session.position.text(),
        "redo": len(session.redo_line),
        "seconds_used": (session.seconds_used(0), session.seconds_used(1)),
        "seconds_left": (session.seconds_left(0), session.seconds_left(1)) if session.control else None,
        "is_counting": session.is_counting,
        "paused": session.is_paused,
        "turn": view.turn,
        "to_move": None if seat is None else "human" if seat.is_human else "engine",
        "result": session.result,
        "reason": outcome.reason if outcome else "",
        "note": "the game cannot be kept just now" if session.trouble else None,
    }
    return State(facts, tuple(session.line), tuple(session.movers()), view)


def game_answer(session: Session, catalogue: Catalogue, state: State | None = None) -> answers.Game:
    facts, line, movers, view = state or state_of(session)
    found = {
        **facts,
        "game": catalogue.shown_name(session.game_name),
        "title": catalogue.title(session.game_name),
        "seats": [_seat(one.text, one.is_human, one.label) for one in session.seats],
        "marks": session.marks,
        "start": session.position.root().text(),
        "moves": _moves(line, movers),
        "view": view.as_dict(),
        "engine": catalogue.engines.answer(session.position, catalogue.shown_name(session.game_name)),
    }
    return answers.Game.model_validate(found)


def change_answer(before: State, after: State) -> answers.GameChange:
    """The difference between two states."""
    kept = 0
    for old, new in zip(before.line, after.line, strict=False):
        if old is not new and old != new:
            break
        kept += 1
    moves = _moves(after.line[kept:], after.movers[kept:])
    view = view_change(before.view, after.view)
    return answers.GameChange.model_validate({**after.facts, "kept": kept, "moves": moves, "view": view})


def view_change(before: board.View, after: board.View) -> dict[str, Any]:
    """The difference between two views of one board."""
    cells = zip(before.cells, after.cells, strict=True)
    groups = zip(before.groups, after.groups, strict=True)
    return {
        **_view_facts(after),
        "clicks": _changed_clicks(before.clicks, after.clicks),
        "cells": {index: new.content for index, (old, new) in enumerate(cells) if old is not new and old != new},
        "groups": {
            index: {"owner": new.owner, "playable": new.playable}
            for index, (old, new) in enumerate(groups)
            if old != new
        },
    }


def _changed_clicks(before: _Clicks, after: _Clicks) -> Mapping[str, tuple[int, ...] | None]:
    """The cells of moves that were not possible before, or had other cells; None for moves no longer possible."""
    possible = {move: cells for move, cells in after.items() if before.get(move) != cells}
    return {**possible, **{move: None for move in before if move not in after}}


def _moves(line: tuple[RecordedMove, ...], movers: tuple[int, ...]) -> list[Any]:
    return [
        {"text": move.text, "mover": mover, "seconds": move.seconds, "value": move.value, "depth": move.depth}
        for move, mover in zip(line, movers, strict=True)
    ]


def view_answer(view: board.View, title: str) -> answers.View:
    return answers.View.model_validate({**view.as_dict(), "title": title})


def _view_facts(view: board.View) -> dict[str, Any]:
    return {
        "turn": view.turn,
        "where": view.where,
        "outcome": view.outcome and asdict(view.outcome),
        "last": view.last,
        "winning": view.winning,
        "winning_groups": view.winning_groups,
        "counters": [asdict(counter) for counter in view.counters],
        "status": view.status,
    }


def game_summary(kept: KeptGame, catalogue: Catalogue) -> answers.GameSummary:
    record = kept.record
    return answers.GameSummary.model_validate(
        {
            "id": kept.id,
            "game": catalogue.shown_name(record.game),
            "title": catalogue.title(record.game),
            "seats": [
                _seat(text, text == HUMAN or not kept.is_played_here or kept.friends is not None, shown)
                for text, shown in zip(record.players, player_labels(kept), strict=True)
            ],
            "marks": kept.marks,
            "plies": kept.ply,
            "result": record.result,
            "reason": record.reason,
            "changed": kept.changed.isoformat() + "Z" if kept.changed else None,
            "is_played_here": kept.is_played_here,
            "date": str(record.date) if record.date else None,
            "formats": _formats(record.game, record.position) if catalogue.offers(record.game) else [],
        }
    )


# Most games are asked for many times, and that of a file is long to look at.
_formats = functools.lru_cache(maxsize=1000)(formats_for)


def _seat(text: str, is_human: bool, shown: str) -> answers.Seat:
    """A seat's answer. A player of a game from elsewhere is a person whose seat cannot be asked for, of any name."""
    choice = seat_choice(text) if text == HUMAN or not is_human else None
    return answers.Seat.model_validate({"kind": "human" if is_human else "engine", "label": shown, "choice": choice})


def analysis_answer(found: list[results.Result]) -> answers.Analysis:
    stats = found[0].stats
    return answers.Analysis.model_validate(
        {
            "depth": stats.depth,
            "nodes": stats.nodes,
            "nodes_per_second": stats.nodes_per_second,
            "time": stats.time,
            "counters": {name: getattr(stats, name) for name in answers.SearchCounters.model_fields},
            "lines": [
                {
                    "move": result.move.text,
                    "value": result.score.value,
                    "mate": result.score.mate,
                    "score": str(result.score),
                    "is_proved": result.is_proved,
                    "side": result.score.side,
                    "pv": [move.text for move in result.pv],
                }
                for result in found
            ],
        }
    )


def page_result(position: board.Position, answer: LiveRequest) -> results.Result | None:
    """What a page's engine says it found, None if that is no legal move: nothing else of it is believed."""
    try:
        move = position.parse_move(answer.move or "")
    except NoughtsError:
        return None
    stats = results.Stats(depth=answer.depth, time=answer.seconds)
    return results.Result(move, Score(answer.value, position.turn), [move], stats)


def preparing_message(preparation: Preparation | None) -> messages.PreparingMessage:
    """Progress of a compilation, for a bar: the share done, and the seconds that are left, if known."""
    if preparation is None:
        return messages.PreparingMessage(what=None)
    seconds = preparation.seconds and round(preparation.seconds, 1)
    return messages.PreparingMessage(what=preparation.label, share=round(preparation.done, 3), seconds=seconds)


def verdict_answer(verdict: review.Verdict) -> answers.Verdict:
    return answers.Verdict.model_validate(
        {
            "move": verdict.move.text,
            "mover": verdict.mover,
            "mark": verdict.mark,
            "value": verdict.after.value,
            "score": str(verdict.after),
            "best": verdict.best.text,
            "before": str(verdict.before),
            "before_value": verdict.before.value,
            "accuracy": round(verdict.accuracy, 1),
            "lost": round(verdict.lost, 4),
            "stake": round(verdict.stake, 4),
            "scale": verdict.scale,
            "line": [move.text for move in verdict.line],
            "reply": [move.text for move in verdict.reply],
            "facts": [fact._asdict() for fact in verdict.facts],
        }
    )


def statistics_answer(results: Sequence[tuple[str, str, str, str]], catalogue: Catalogue) -> answers.Statistics:
    """Statistics of these games, and the ratings that they make."""
    found = store.statistics(results)
    by_opponent = [
        answers.OpponentTally(
            game=catalogue.shown_name(game),
            title=catalogue.title(game),
            against=label(opponent),
            **_tally(tally),
        )
        for (game, opponent), tally in in_order(found.by_opponent)
    ]
    ratings = [
        answers.OwnRating.model_validate(
            {
                "game": catalogue.shown_name(game),
                "title": catalogue.title(game),
                "games": len(own.played),
                "rating": own.rating,
                "as_first": own.of_side(0),
                "as_second": own.of_side(1),
                "level": own.level,
                "curve": own.curve,
            }
        )
        for game, own in sorted(own_ratings(results).items())
    ]
    total = answers.Tally(**_tally(found.total))
    return answers.Statistics(total=total, by_opponent=by_opponent, ratings=ratings)


def _tally(tally: store.Tally) -> dict[str, Any]:
    return {name: getattr(tally, name) for name in answers.Tally.model_fields}
