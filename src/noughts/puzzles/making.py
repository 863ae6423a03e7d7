"""From a position to a puzzle: one move wins within so many plies, proved, and each of the others is proved not to; or,
near the end, all moves but one are proved to lose.
"""

from dataclasses import dataclass

from noughts.board import Position
from noughts.puzzles.proving import Prover, TooHard, moves_of
from noughts.puzzles.puzzle import Puzzle, puzzle_id
from noughts.puzzles.themes import theme_of
from noughts.solving.question import UNLIMITED

LOOK_NODES = 300_000  # to see whether there is a win of a number of plies
PROOF_NODES = 16_000_000  # to prove that no other move has one
SLOWER_NODES = 1_500_000  # to find wins that take longer: what is not found is not said to win
ONLY_NODES = 1000  # to the end of the game, of all moves together: near it, where naive rules can verify it
MOST_TIED = 12  # replies that last as long, among which one that leaves the fewest wins is looked for
MOST_SLOWER = 40  # moves: where more win, it is no news
BY_THREATS = 3  # plies; longer wins, in games that know threats, are looked for where threats alone win


@dataclass(frozen=True)
class Bounds:
    """The plies of puzzles that are looked for."""

    least: int = 3
    most: int = 9


def puzzle_in(prover: Prover, position: Position, bounds: Bounds) -> Puzzle | None:
    """The puzzle of a position without its rating, if it is one and that can be proved."""
    mover, base = position.turn, position.copy(stack=False)
    if len(base.legal_moves) < 2:
        return None
    try:
        plies = _shortest_win(prover, base, mover, bounds)
        if plies is None:
            return None
        prover.allow(PROOF_NODES)
        keys = list[str]()
        for move, then in moves_of(base):
            if prover.wins_within(then, mover, plies - 1):
                keys.append(move.text)
                if len(keys) > 1:
                    return None
        if len(keys) != 1:
            return None
        return _solved(prover, base, plies)
    except TooHard:
        return None


def only_move_in(prover: Prover, position: Position) -> Puzzle | None:
    """The puzzle of a drawn position, without its rating, in which all moves but one lose, and not all of them at once.

    A game that counts points has draws that people lose by: there is none.
    """
    base, opponent = position.copy(stack=False), 1 - position.turn
    if "points" in base.game.rules.functions:
        return None
    holding, is_hidden = list[str](), False
    try:
        prover.allow(ONLY_NODES)
        for move, then in moves_of(base):
            if not prover.wins_within(then, opponent, UNLIMITED):
                if holding or prover.wins_within(then, base.turn, UNLIMITED):
                    return None
                holding.append(move.text)
            else:
                is_hidden = is_hidden or not prover.wins_within(then, opponent, 1)
    except TooHard:
        return None
    if not holding or not is_hidden:
        return None
    text = base.text()
    return Puzzle(text, 1, tuple(holding), ((),), ((),), "only", 0, puzzle_id(base.game, text))


def _shortest_win(prover: Prover, position: Position, mover: int, bounds: Bounds) -> int | None:
    has_threats = True
    for plies in range(1, bounds.most + 1):
        if plies == BY_THREATS + 1:
            known = prover.wins_by_threats(position)
            has_threats = known is True
            if known is False:
                return None
        prover.allow(PROOF_NODES if has_threats and plies > BY_THREATS else LOOK_NODES)
        if prover.wins_within(position, mover, plies):
            return plies if plies >= bounds.least else None
    return None


def _solved(prover: Prover, start: Position, plies: int) -> Puzzle:
    """Best play from a position that is proved to be won within exactly so many plies."""
    mover, here, left = start.turn, start.copy(stack=False), plies
    solution, also, slower = list[str](), list[tuple[str, ...]](), list[tuple[str, ...]]()
    while left > 0:
        prover.allow(PROOF_NODES)
        if here.turn == mover:
            quickest = [move.text for move in prover.winning_moves(here, left)]
            chosen = quickest[0]
            also.append(tuple(quickest[1:]))
            slower.append(_slower(prover, here, left, set(quickest)) if left > 1 else ())
        else:
            chosen = _reply(prover, here, mover, left)
        solution.append(chosen)
        here.push(chosen)
        left -= 1
    text = start.text()
    theme = theme_of(prover, start, tuple(solution))
    return Puzzle(text, plies, tuple(solution), tuple(also), tuple(slower), theme, 0, puzzle_id(start.game, text))


def _reply(prover: Prover, position: Position, winner: int, left: int) -> str:
    """The reply that resists for longest; of several, one that leaves the winner the fewest quick wins."""
    tied = prover.resistance(position, winner, left)
    best, fewest = tied[0], 1 << 30
    if len(tied) > MOST_TIED:  # where any move is as good, people take the cell that the other one wants
        then = position.copy(stack=False)
        then.push(best)
        wanted = set(prover.winning_moves(then, left - 1)) if then.turn == winner else set()
        tied = sorted(tied, key=lambda move: move not in wanted)[:MOST_TIED]
    for move in tied if len(tied) > 1 else []:
        then = position.copy(stack=False)
        then.push(move)
        if then.turn == winner:
            wins = len(prover.winning_moves(then, left - 1))
            if wins < fewest:
                best, fewest = move, wins
    return best.text


def _slower(prover: Prover, position: Position, plies: int, quickest: set[str]) -> tuple[str, ...]:
    """Moves that win too, two plies later at most or, for longer wins, as far as that is found."""
    found = list[str]()
    try:
        prover.allow(SLOWER_NODES)
        for move, then in moves_of(position):
            if move.text not in quickest and prover.wins_within(then, position.turn, plies + 1):
                found.append(move.text)
    except TooHard:
        pass
    return tuple(found[:MOST_SLOWER])
