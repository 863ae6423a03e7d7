"""Replaying a proof: every reply of the opponent's, the proof's own move where it is the player's turn, to the end."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any

from noughts import reference
from noughts.reference import Board
from noughts.verification.certificates import ProofError, check_mirroring, check_pairs, check_stealing, check_weights
from noughts.verification.proof_file import Claim, Header, read_proof
from noughts.verification.symmetry import Symmetries

_REPLIES = 2000  # more positions than this, for each that a proof names, are not worth looking at


@dataclass(frozen=True)
class Verified:
    """What has been shown, for the side to move. Nothing here is copied from the file without a check."""

    game: str
    position: str  # as the rules write it: of a side without a move they say that the other one moves
    turn: int
    value: str
    points: int | None
    positions: int  # that were looked at
    longest_line: int  # plies to the end, of the lines that lead there
    within: int | None = None  # plies, if a win was claimed that takes no longer


def verify(file: IO[str], on_position: Callable[[int], None] = lambda count: None) -> Verified:
    """Check a proof file; ProofError names the mistake. `on_position` is told how many were looked at."""
    header, claims = read_proof(file)
    try:
        root = reference.game(header.game).parse(header.position)
    except ValueError as error:
        raise ProofError(f"line 1: {error}") from None
    _check_that_value_follows(header, claims, root)
    positions, longest_line = 0, 0
    for claim in claims:
        checking = _Checking(header.game, claim, on_position, positions)
        checking.check(root)
        positions, longest_line = checking.positions, max(longest_line, checking.longest_line)
    within = min((claim.within for claim in claims if claim.within is not None), default=None)
    found = (header.game, root.text(), root.turn, header.value, header.points)
    return Verified(*found, positions, longest_line, within)


def _check_that_value_follows(header: Header, claims: list[Claim], root: Board) -> None:
    if header.points is not None and header.value != "draw":
        raise ProofError(f"line 1: a draw may have points, a {header.value} has none")
    mover, other = root.turn, 1 - root.turn
    wanted: list[tuple[int, str | int]]
    if header.value == "draw" and header.points is not None:
        wanted = [(mover, header.points), (other, -header.points), (mover, "draw"), (other, "draw")]
    else:
        wanted = {
            "win": [(mover, "win")],
            "loss": [(other, "win")],
            "draw": [(mover, "draw"), (other, "draw")],
        }[header.value]  # type: ignore[assignment]
    claimed = {(claim.player, claim.at_least) for claim in claims}
    if not set(wanted) <= claimed:
        raise ProofError(f"the claims do not show that the value is a {header.value}")


class _Checking:
    def __init__(self, game: str, claim: Claim, on_position: Callable[[int], None], positions: int) -> None:
        self._game, self._claim, self._on_position = game, claim, on_position
        self._symmetries = Symmetries(game)
        self._most = positions + _REPLIES * (len(claim.entries) + 1)
        self.positions, self.longest_line = positions, 0

    def check(self, root: Board) -> None:
        """Equal positions came about in as many plies: in all games here a text tells how many there were.

        Where a claim is about plies, that is not relied upon: a position reached later than before is looked at again.
        """
        seen: dict[str, int] = {}
        within = self._claim.within
        waiting = [(root, 0)]
        while waiting:
            board, plies = waiting.pop()
            self.longest_line = max(self.longest_line, plies)
            self.positions += 1
            self._on_position(self.positions)
            if self.positions > self._most:
                raise ProofError("the proof leaves too much open")
            if within is not None and plies > within:
                raise ProofError(f"a line goes on for more than {within} plies, to {board.text()}")
            if board.is_over():
                if not self._is_enough(board):
                    raise ProofError(f"the claim does not hold at the end of the game {board.text()}")
                continue
            image = self._symmetries.representative(board.text())
            if image.text not in seen or (within is not None and plies > seen[image.text]):
                seen[image.text] = plies
                boards = self._next_boards(board, image.text, image.original)
                waiting += [(after, plies + 1) for after in boards]

    def _next_boards(self, board: Board, text: str, original: Callable[[str], str]) -> list[Board]:
        kind, content = self._claim.entries.get(text, ("nothing", None))
        if kind not in ("nothing", "move"):
            self._check_reason(text, kind, content)
            return []
        if board.turn != self._claim.player:
            return [board.play(move) for move in board.legal_moves()]
        if kind == "move":
            try:
                return [board.play(original(str(content)))]
            except ValueError as error:
                raise ProofError(f"at {board.text()}: {error}") from None
        for move in board.legal_moves():
            after = board.play(move)
            if after.is_over() and self._is_enough(after):
                return [after]
        raise ProofError(f"the proof does not say what to play at {board.text()}")

    def _check_reason(self, text: str, kind: str, content: Any) -> None:
        if self._claim.at_least != "draw":
            raise ProofError(f"{kind} show no more than a draw, at {text}")
        try:
            if kind == "pairs":
                check_pairs(self._game, text, self._claim.player, content)
            elif kind == "weights":
                check_weights(self._game, text, self._claim.player)
            elif kind == "mirroring":
                check_mirroring(self._game, text, self._claim.player)
            else:
                check_stealing(self._game, text, self._claim.player)
        except ProofError as error:
            raise ProofError(f"at {text}: {error}") from None

    def _is_enough(self, board: Board) -> bool:
        """Whether a finished game is what the claim says."""
        player, at_least, winner = self._claim.player, self._claim.at_least, board.winner()
        if winner is not None:
            return winner == player
        if isinstance(at_least, int):
            points = board.points()
            if points is None:
                raise ProofError(f"{self._game} counts no points")
            return points[player] - points[1 - player] >= at_least
        return at_least == "draw"
