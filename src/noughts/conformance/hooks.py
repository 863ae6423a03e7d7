"""Every hook of the contract against trying out one and two plies.

A hook is asked where a search asks it, and as its declaration in `noughts.kernel.contract` promises: each answer must
be right; only `winning_move` must be complete as well.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from noughts.board import MARKS
from noughts.conformance.sample import ContractError, Sample, ask, asking
from noughts.kernel.brute_force import can_win_at_once, loses_at_once, threatens, wins_at_once
from noughts.kernel.contract import (
    DRAW,
    MANY_PLIES,
    MOST_CELLS,
    MOST_LINES,
    MOST_PROMISE,
    NO_MOVE,
    ONGOING,
    UNRESTRICTED,
    moves,
    outcome,
    play,
    plies_left,
    points,
    turn,
)
from noughts.kernel.scores import POINT, POINTS_LIMIT

_PLAYS = 2000  # about so many moves and replies are tried at a position
_PLAYOUTS = 12

Answers = dict[str, Any]


@dataclass(frozen=True)
class Hook:
    is_asked: Callable[[Sample, Answers], bool]
    check: Callable[[Sample, Any], None]


def answers(sample: Sample) -> Answers:
    """Answers of the game's own hooks at a position; NoughtsError if one of them is wrong."""
    found: Answers = {}
    for name, hook in HOOKS.items():
        if name in sample.game.rules.functions and hook.is_asked(sample, found):
            found[name] = ask(sample, name)
            with asking("trying out what", name, "says", sample):
                hook.check(sample, found[name])
    return found


def _while_it_lasts(sample: Sample, found: Answers) -> bool:
    return not sample.is_over


def _without_a_win(sample: Sample, found: Answers) -> bool:
    return not sample.is_over and found.get("winning_move", NO_MOVE) == NO_MOVE


def _near_the_end(sample: Sample, found: Answers) -> bool:
    return not sample.is_over and len(sample.legal) <= MOST_CELLS


def _at_a_draw(sample: Sample, found: Answers) -> bool:
    return outcome(sample.state) == DRAW


def _some(sample: Sample, codes: list[int]) -> list[int]:
    """Some of the moves, at random: as many as there is time to try all replies to."""
    most = max(4, _PLAYS // len(sample.legal))
    return codes if len(codes) <= most else sample.chance.sample(codes, most)


def _text(sample: Sample, code: int) -> str:
    return sample.game.moves[code].text


def _check_winning_move(sample: Sample, move: int) -> None:
    if move == NO_MOVE:
        for code in sample.legal:
            sample.still_alive()
            if wins_at_once(sample.line, 0, code):
                raise ContractError(f"winning_move {sample} finds no win, but {_text(sample, code)} wins at once")
    elif move not in sample.legal:
        raise ContractError(f"winning_move {sample} says {move}, which is not a legal move")
    elif not wins_at_once(sample.line, 0, move):
        raise ContractError(f"winning_move {sample} says {_text(sample, move)}, which does not win at once")


def _check_forced_moves(sample: Sample, answer: list[int]) -> None:
    if answer == [UNRESTRICTED]:
        return
    forced = _legal_list(sample, "forced_moves", answer)
    buffer = sample.game.new_moves()
    for code in _some(sample, [code for code in sample.legal if code not in forced]):
        sample.still_alive()
        if not loses_at_once(sample.line, 0, code, buffer):
            raise ContractError(f"forced_moves {sample} leaves out {_text(sample, code)}, which does not lose at once")


def _check_threat_moves(sample: Sample, answer: list[int]) -> None:
    found = _legal_list(sample, "threat_moves", answer)
    if "turn" in sample.game.rules.functions:
        return  # only where the turn is a field can it be given back, to see the threat
    buffer = sample.game.new_moves()
    for code in _some(sample, found):
        sample.still_alive()
        if not threatens(sample.line, 0, code, buffer):
            raise ContractError(
                f"threat_moves {sample} has {_text(sample, code)}, after which the mover could not win at once "
                "if the turn came straight back"
            )


def _legal_list(sample: Sample, name: str, answer: list[int]) -> list[int]:
    n, *codes = answer
    if not 0 <= n <= sample.game.move_codes:
        raise ContractError(f"{name} {sample} returns {n}; it must be the number of moves that it wrote")
    for code in codes:
        if code not in sample.legal:
            raise ContractError(f"{name} {sample} wrote {code}, which is not a legal move")
    if len(set(codes)) != len(codes):
        raise ContractError(f"{name} {sample} wrote a move twice: {codes}")
    return codes


def _check_is_dead(sample: Sample, answer: int) -> None:
    if answer not in (0, 1):
        raise ContractError(f"is_dead {sample} returns {answer}; it must be 0 or 1")
    for number in range(_PLAYOUTS if answer else 0):
        # Half of the games by players who win where they can, so that a win far off is found.
        played = _play_out(sample, takes_wins=bool(number % 2))
        end = sample.line[1]
        if outcome(end) != DRAW or points(end, 0) != points(end, 1):
            raise ContractError(
                f"is_dead {sample} says that it will be a draw with equal points, but it is not "
                f"after {' '.join(_text(sample, code) for code in played)}"
            )


def _play_out(sample: Sample, takes_wins: bool) -> list[int]:
    """A game from the position to its end, on line[1]; line[2] is to try moves on."""
    line, legal = sample.line, sample.game.new_moves()
    line[1] = line[0]
    played: list[int] = []
    while outcome(line[1]) == ONGOING:
        sample.still_alive()
        codes = [int(code) for code in legal[: moves(line[1], legal)]]
        move = sample.chance.choice(codes)
        if takes_wins and can_win_at_once(line, 1, legal):
            move = next(code for code in codes if wins_at_once(line, 1, code))
        play(line[1], move)
        played.append(move)
        if len(played) > sample.game.max_plies:
            raise ContractError(f"max_plies is {sample.game.max_plies}, but a game {sample} goes on for longer")
    return played


def _check_cannot_win(sample: Sample, answer: list[int]) -> None:
    for player, value in enumerate(answer):
        if not value or turn(sample.state) != player:
            continue
        for code in sample.legal:
            sample.still_alive()
            if wins_at_once(sample.line, 0, code):
                raise ContractError(
                    f"cannot_win {sample} says that {MARKS[player]} cannot win, but {_text(sample, code)} wins at once"
                )


def _check_promise(sample: Sample, answer: list[list[int]]) -> None:
    for knows, *values in answer:
        if knows not in (0, 1):
            raise ContractError(f"promise {sample} returns {knows}; it must be 1, or 0 if it says nothing")
        for code, value in zip(sample.legal if knows else (), values, strict=False):
            if not 0 <= value <= MOST_PROMISE:
                raise ContractError(
                    f"promise {sample} says {value} for {_text(sample, code)}; it must be from 0 to {MOST_PROMISE}"
                )


def _check_plies_left(sample: Sample, left: int) -> None:
    if left < 1:
        raise ContractError(f"plies_left {sample} returns {left}, but the game goes on")
    for code in _some(sample, sample.legal):
        sample.still_alive()
        sample.line[1] = sample.line[0]
        play(sample.line[1], code)
        then = plies_left(sample.line[1])
        if outcome(sample.line[1]) == ONGOING and left < MANY_PLIES and then >= left:
            raise ContractError(
                f"plies_left {sample} returns {left}, and {then} after {_text(sample, code)}: every move must lower it"
            )


def _check_is_near(sample: Sample, answer: list[int]) -> None:
    for value, code in zip(answer, sample.legal, strict=True):
        if value not in (0, 1):
            raise ContractError(f"is_near {sample} says {value} of {_text(sample, code)}; it must be 0 or 1")


def _check_points(sample: Sample, answer: list[int]) -> None:
    for player, value in enumerate(answer):
        if abs(value) * POINT > POINTS_LIMIT // 2:
            most = POINTS_LIMIT // 2 // POINT
            raise ContractError(f"points {sample} returns {value} for player {player}; it can be {most} at most")


def _check_lines_left(sample: Sample, answer: list[list[Any]]) -> None:
    """What the sets say is compared with playing on by conformance/positional.py."""
    for count, *_ in answer:
        if not 0 <= count <= MOST_LINES:
            raise ContractError(f"lines_left {sample} returns {count}; it must be the number of lines that it wrote")


# Every function of the contract that is neither a rule nor of the look, in the order in which a search asks them.
HOOKS = {
    "winning_move": Hook(_while_it_lasts, _check_winning_move),
    "forced_moves": Hook(_without_a_win, _check_forced_moves),
    "threat_moves": Hook(_without_a_win, _check_threat_moves),
    "is_dead": Hook(_while_it_lasts, _check_is_dead),
    "cannot_win": Hook(_while_it_lasts, _check_cannot_win),
    "promise": Hook(_while_it_lasts, _check_promise),
    "is_near": Hook(_while_it_lasts, _check_is_near),
    "plies_left": Hook(_while_it_lasts, _check_plies_left),
    "points": Hook(_at_a_draw, _check_points),
    "lines_left": Hook(_near_the_end, _check_lines_left),
}
# The rules themselves, which `random_play` asks at every position.
RULES = frozenset({"moves", "play", "turn", "outcome", "key"})
