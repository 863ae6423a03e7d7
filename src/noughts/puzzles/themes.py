"""Themes: the idea of a puzzle, as far as the rules alone tell it."""

from noughts.board import Position
from noughts.puzzles.proving import Prover, moves_of
from noughts.puzzles.puzzle import Theme, played

MOST_REPLIES = 40  # that are looked at, of the defender's


def theme_of(prover: Prover, start: Position, solution: tuple[str, ...]) -> Theme:
    """The theme of a solution, the most telling first; see THEMES."""
    line = played(start, solution)
    mover, after_key = start.turn, line[1]
    if len(_owned(line[-2], 1 - mover)) > len(_owned(start, 1 - mover)):
        return "sacrifice"
    if start.game.frames and len(_boards(after_key)) > 1 >= len(_boards(start)):
        return "free"
    if _losing(prover, start) * 2 > len(start.legal_moves):
        return "defence"
    if len(solution) >= 3 and after_key.turn != mover:
        before_last = line[-3]
        if before_last.turn != mover and _is_forked(prover, before_last, mover):
            return "fork"
        if len(solution) > 3 and not _threatens(prover, after_key, mover):
            return "quiet"
    return "win"


def _owned(position: Position, player: int) -> set[int]:
    """The small boards that a player has won."""
    mark = position.view(has_clicks=False).marks[player]
    groups = position.game.groups(position.states[0])
    return {number for number, group in enumerate(groups) if group.owner == mark}


def _boards(position: Position) -> set[int | None]:
    """The small boards that may be played on."""
    view = position.view()
    return {view.cells[clicks[-1]].group for clicks in view.clicks.values() if clicks}


def _losing(prover: Prover, position: Position) -> int:
    """The number of moves after which the opponent wins at once."""
    other = 1 - position.turn
    return sum(1 for _, then in moves_of(position) if then.turn == other and prover.wins_within(then, other, 1))


def _is_forked(prover: Prover, position: Position, winner: int) -> bool:
    """Whether no single cell answers all threats: the winner's wins after all replies have no move in common."""
    replies = [(move.text, then) for move, then in moves_of(position) if then.turn == winner]
    if not replies:
        return False
    common = {move.text for move in prover.winning_moves(replies[0][1], 1)}
    replies.sort(key=lambda reply: reply[0] not in common)  # on large boards few replies meet a threat
    for _, then in replies[:MOST_REPLIES]:
        common &= {move.text for move in prover.winning_moves(then, 1)}
    return not common


def _threatens(prover: Prover, position: Position, player: int) -> bool:
    """Whether some reply lets the player win at once."""
    replies = moves_of(position)[:MOST_REPLIES]
    return any(then.turn == player and prover.wins_within(then, player, 1) for _, then in replies)
