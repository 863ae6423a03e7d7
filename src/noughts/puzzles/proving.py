"""Exact answers about wins within so many plies: exhaustive search, bounded in positions, and nothing but."""

from noughts.board import Game, Move, Position
from noughts.solving.method import Exhaustive, Threats
from noughts.solving.question import UNLIMITED, WIN, Question

HASH_MB = 24.0
THREAT_NODES = 30_000


class TooHard(Exception):  # noqa: N818 - no error: the position is left alone
    """The question takes more positions than may be looked at."""


class Prover:
    """Questions about a game's positions. Each player has a table of its own, which serves all questions.

    Symmetry is left out: it saves little within a few plies, and images of a position take longer than most questions.
    """

    def __init__(self, game: Game) -> None:
        self._methods = [Exhaustive(game, HASH_MB, symmetry=False) for _ in range(2)]
        self._threats = Threats(game, 1.0) if "threat_moves" in game.rules.functions else None
        self._nodes_left = 0

    def allow(self, nodes: int) -> None:
        """Let the questions from now on take so many positions in all, then raise TooHard."""
        self._nodes_left = nodes

    def wins_within(self, position: Position, player: int, plies: int) -> bool:
        """Whether the player can force a win within so many plies."""
        if position.is_game_over() or plies <= 0:
            outcome = position.outcome()
            return outcome is not None and outcome.winner == player
        method, question = self._methods[player], Question(player, WIN, plies)
        method.take_up(question)
        before, run = method.nodes, method.run
        run["eager"], run["node_limit"] = 0, before + max(self._nodes_left, 1)
        answer = method.ask_of(position.states, question)
        self._nodes_left -= method.nodes - before
        if answer is None or method.nodes >= int(run["node_limit"]):
            raise TooHard
        return answer

    def wins_by_threats(self, position: Position) -> bool | None:
        """Whether a few positions show that the side to move wins by threats alone; None where nobody knows threats.

        It says where to look, and proves nothing that a puzzle says.
        """
        if self._threats is None:
            return None
        self._threats.most_nodes = THREAT_NODES
        return self._threats.ask_of(position.states, Question(position.turn, WIN, UNLIMITED)) is True

    def distance(self, position: Position, player: int, most: int) -> int | None:
        """The least number of plies within which the player wins by force; None if not within so many."""
        return next((plies for plies in range(most + 1) if self.wins_within(position, player, plies)), None)

    def winning_moves(self, position: Position, within: int) -> list[Move]:
        """The moves by which the side to move wins within so many plies."""
        mover = position.turn
        return [move for move, then in moves_of(position) if self.wins_within(then, mover, within - 1)]

    def resistance(self, position: Position, winner: int, within: int) -> list[Move]:
        """The moves of the side to move that put off, for longest, the other's win within so many plies."""
        longest, found = -1, list[Move]()
        for move, then in moves_of(position):
            lasts = self.distance(then, winner, within - 1)
            assert lasts is not None, "a win that was proved"
            if lasts > longest:
                longest, found = lasts, []
            if lasts == longest:
                found.append(move)
        return found


def moves_of(position: Position) -> list[tuple[Move, Position]]:
    """The legal moves and what each leads to."""
    found = []
    for move in position.legal_moves:
        then = position.copy(stack=False)
        then.push(move)
        found.append((move, then))
    return found
