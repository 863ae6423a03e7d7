"""A game's own description as sets of cells, against playing it to its end."""

from noughts.board.positional import PositionalGame
from noughts.conformance.sample import ContractError, Sample, asking
from noughts.kernel.contract import DRAW, FIRST, MOST_CELLS, ONGOING, moves, outcome, play, turn


def check_positional(sample: Sample) -> None:
    """A random game from a position with few cells left; the state's rules and the sets must agree at every ply."""
    game = sample.game
    if not game.is_positional or sample.is_over or len(sample.legal) > MOST_CELLS:
        return
    if "points" in game.rules.functions:
        raise ContractError("positional is for games that count no points, but there are `points`")
    before = sample.state.tobytes()
    with asking("positional", sample):
        left = game.positional(sample.state)
    if not isinstance(left, PositionalGame):
        raise ContractError(f"positional {sample} returns {left!r}; it must be a PositionalGame")
    if sample.state.tobytes() != before:
        raise ContractError(f"positional {sample} leaves the state changed; only play may")
    with asking("playing on", sample):
        _play_on(sample, left)


def _play_on(sample: Sample, left: PositionalGame) -> None:
    game, line = sample.game, sample.line
    line[1] = line[0]
    taken, free = [0, 0], dict(enumerate(left.moves))
    mover, ending = int(turn(line[1])), ONGOING
    played: list[str] = []
    while ending == ONGOING:
        sample.still_alive()
        _check_same(sample, played, "legal moves", sorted(_legal(sample)), sorted(free.values()))
        _check_same(sample, played, "turn", int(turn(line[1])), mover)
        cell = sample.chance.choice(sorted(free))
        code = free.pop(cell)
        taken[mover] |= 1 << cell
        play(line[1], code)
        played.append(game.moves[code].text)
        if any(taken[mover] & (its.cells | its.without) == its.cells for its in left.lines[mover]):
            ending = FIRST + (1 - mover if left.is_avoidance else mover)
        elif not free:
            ending = DRAW
        mover = 1 - mover
        _check_same(sample, played, "outcome", int(outcome(line[1])), ending)


def _legal(sample: Sample) -> list[int]:
    out = sample.game.new_moves()
    return [int(code) for code in out[: moves(sample.line[1], out)]]


def _check_same(sample: Sample, played: list[str], what: str, by_rules: object, by_lines: object) -> None:
    if by_rules != by_lines:
        after = f", after {' '.join(played)}" if played else ""
        raise ContractError(f"positional {sample}{after}: {what} would be {by_lines}, but the rules say {by_rules}")
