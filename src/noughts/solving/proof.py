"""Writing a proof down, so that `noughts verify` can replay it by the naive rules alone.

A certificate of 'the player gets at least so much' is the player's move wherever it is the player's turn; of the
opponent's replies, all are looked at. Where the table no longer knows a move, the question is asked again. Positions
are told apart by the least text among their images, as `verification.symmetry` has it.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from noughts.board import Position
from noughts.errors import NoughtsError
from noughts.games.mnk import Mnk
from noughts.games.shared.pairing import BY_MIRRORING, BY_PAIRS, BY_WEIGHTS, PAIRS
from noughts.games.shared.windows import cannot_win
from noughts.kernel.contract import ROOM
from noughts.kernel.intrinsics import lowest
from noughts.solving.method import Method
from noughts.solving.question import NOT_LOST, UNLIMITED, WIN, Question, fewer
from noughts.solving.solution import Solution
from noughts.solving.stealing import mover_does_not_lose
from noughts.verification.proof_file import VERSION
from noughts.verification.symmetry import Symmetries


def proof_lines(
    position: Position, solution: Solution, method: Method, on_entry: Callable[[int], None] = lambda count: None
) -> Iterator[str]:
    """The lines of a proof file for a solution that is known; `on_entry` is told how many positions were written."""
    if not solution.bounds.is_known or solution.value is None:
        raise NoughtsError("only what is solved has a proof")
    mover, other = position.turn, 1 - position.turn
    questions = {
        "win": [Question(mover, WIN, solution.within or UNLIMITED)],
        "loss": [Question(other, WIN)],
        "draw": [Question(mover, NOT_LOST), Question(other, NOT_LOST)],
    }[solution.value]
    if solution.points is not None:
        questions += [Question(mover, solution.points), Question(other, -solution.points)]
    header = {"game": position.game.name, "position": position.text(), "value": solution.value}
    yield _line({"noughts-proof": VERSION, **header, "points": solution.points})
    count = 0
    for question in questions:
        at_least = {WIN: "win", NOT_LOST: "draw"}.get(question.target, question.target)
        within = {} if question.within == UNLIMITED else {"within": question.within}
        yield _line({"claim": {"player": question.player, "at_least": at_least, **within}})
        for entry in _Certificate(position, question, method).entries():
            count += 1
            on_entry(count)
            yield _line(entry)
    yield _line({"end": count})


def _line(content: dict[str, Any]) -> str:
    return json.dumps(content, separators=(",", ":")) + "\n"


class _Certificate:
    def __init__(self, position: Position, question: Question, method: Method) -> None:
        self._root, self._question, self._method = position, question, method
        self._symmetries = Symmetries(position.game.name)
        self._room = np.zeros(ROOM, np.int64)

    def entries(self) -> Iterator[dict[str, Any]]:
        seen: dict[str, int] = {}  # the plies that were left: where fewer are, another move may be needed
        waiting = [(self._root, self._question.within)]
        while waiting:
            position, plies = waiting.pop()
            if position.is_game_over():
                continue
            # The image itself is looked at: its moves are those that the file names.
            text = self._symmetries.representative(position.text()).text
            if plies >= seen.get(text, plies + 1):
                continue
            seen[text] = plies
            here = position.game.position(text)
            reason = self._reason(here)
            if reason:
                yield {"at": text, **reason}
            elif here.turn != self._question.player:
                waiting += ((_after(here, move), fewer(plies)) for move in here.legal_moves)
            else:
                after = self._answer(here, plies)
                if not (after.is_game_over() and self._is_win(after)):
                    yield {"at": text, "move": str(after.peek())}
                    waiting.append((after, fewer(plies)))

    def _is_win(self, position: Position) -> bool:
        outcome = position.outcome()
        return outcome is not None and outcome.winner == self._question.player

    def _answer(self, position: Position, plies: int) -> Position:
        """The position after a move that keeps the claim, within so many plies."""
        if not self._method.ask(position, replace(self._question, within=plies)):
            raise NoughtsError("the proof was stopped before it was whole")
        if self._method.best_move is not None:
            return _after(position, self._method.best_move)
        # A hook has answered without a move: one is found among those that lead to where it holds as well.
        for move in position.legal_moves:
            after = _after(position, move)
            if self._method.ask(after, replace(self._question, within=fewer(plies))):
                return after
        raise NoughtsError("the proof was stopped before it was whole")

    def _reason(self, position: Position) -> dict[str, Any]:
        """Why the player does not lose, without moves, at k in a row."""
        game, player = position.game, self._question.player
        if self._question.target != NOT_LOST or not isinstance(game, Mnk):
            return {}
        if player == position.turn and mover_does_not_lose(position):
            return {"stealing": True}
        found = cannot_win(position.states[0], 1 - player, self._room)
        if found != BY_PAIRS:
            return {BY_WEIGHTS: {"weights": True}, BY_MIRRORING: {"mirroring": True}}.get(found, {})
        pairs = []
        for pair in self._room[PAIRS:]:
            if pair == 0:
                break
            word, cells = np.uint64(pair), []
            while word:
                cells.append(str(game.moves[lowest(word)]))
                word &= word - np.uint64(1)
            pairs.append(cells)
        return {"pairs": pairs}


def _after(position: Position, move: Any) -> Position:
    after = position.copy()
    after.push(move)
    return after
