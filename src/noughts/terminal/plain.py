"""The plain dialogue: questions and answers in lines of text, for a screen reader, a pipe or a small terminal.

It follows the dialogue of report 002: x or o, the board, whose turn it is, the legal positions; nested games ask for
the board first where it is free. At every prompt `help`, `undo`, `hint`, `save` and `quit` may be entered instead.
"""

import threading
import time
from collections.abc import Sequence

from noughts.board import MARKS, Move, View, symbols_of, with_marks
from noughts.board.guide import guide_text
from noughts.board.text import draw_text
from noughts.conformance.discovery import short_name
from noughts.engine.engine import Engine
from noughts.engine.results import Result
from noughts.errors import NoughtsError
from noughts.kernel.announcing import Waiting, announce_to_commands, set_announcer
from noughts.play import Session, Thought, in_order, label
from noughts.play.statistics_tables import NO_GAMES
from noughts.store import Store, StoreError, Tally, statistics
from noughts.terminal.appearance import appearance
from noughts.terminal.move_by_cells import moves_without_cells
from noughts.terminal.plain_setup import Leave, Lines

_MOST_MOVES_LISTED = 81
_PATIENCE = 3.0  # seconds between signs of life while an engine thinks


class Dialogue:
    """A game in lines of text."""

    def __init__(self, session: Session, store: Store | None, lines: Lines, symbols: str = "letters") -> None:
        self._session, self._store = session, store
        self._lines, self._symbols = lines, symbols
        self._game = session.position.game
        self._adviser: Engine | None = None
        self._told_trouble: str | None = None

    def run(self) -> None:
        """Play to the end of the game, or until the person leaves or the input ends."""
        session = self._session
        view = self._view()
        names = " - ".join(f"{seat.label} ({mark})" for seat, mark in zip(session.seats, view.marks, strict=True))
        self._lines.tell(f"{view.title}: {names}", "")
        try:
            while (seat := session.seat) is not None:
                self._tell_trouble()
                if seat.is_human:
                    self._person_moves()
                else:
                    self._computer_moves()
        except Leave:
            session.leave()
            self._tell_trouble()
            self._lines.tell(session.where_kept())
            return
        except KeyboardInterrupt:
            session.leave()
            self._lines.tell("", session.where_kept())
            raise
        self._tell_trouble()
        self._tell_board()
        self._lines.tell(self._result())

    # A person's turn

    def _person_moves(self) -> None:
        session = self._session
        self._tell_board()
        mark = self._view().marks[session.position.turn]
        self._lines.tell("It's your turn." if len(session.people) == 1 else f"It's {mark}'s turn.")
        line = len(session.line)
        while session.seat is not None and session.seat.is_human and len(session.line) == line:
            try:
                move = self._ask_move(session.view())
                if move is not None:
                    session.play(move)
                    return
            except NoughtsError as error:
                self._lines.tell_wrapped(with_marks(str(error), MARKS, symbols_of(MARKS, self._symbols)))

    def _ask_move(self, view: View) -> Move | None:
        """A legal move; None if a command was entered instead."""
        legal = self._session.position.legal_moves
        by_board = _by_board(view, legal)
        if len(by_board) > 1:
            entry = self._lines.ask(f"Which board ({', '.join(by_board)})? ")
            if self._obeys(entry):
                return None
            if entry not in by_board:
                return self._read_move(entry, legal)
            legal = by_board[entry]
            self._tell_moves(f"Positions on board {entry}", [_cell(move) for move in legal])
            entry = self._lines.ask("Which position? ")
        else:
            is_nested, words = bool(by_board), moves_without_cells(view.clicks)
            on_cells = [move for move in legal if move.text not in words]
            if on_cells:
                self._tell_moves("Legal moves", [_cell(move) if is_nested else self._spoken(move) for move in on_cells])
            if words:
                self._lines.tell(f"{'Or' if on_cells else 'You can only'} enter: {', '.join(words)}")
            entry = self._lines.ask("Your move: ")
        return None if self._obeys(entry) else self._read_move(entry, legal)

    def _read_move(self, entry: str, legal: Sequence[Move]) -> Move:
        """A move in full, or only the cell where the board is known."""
        if not entry:
            raise NoughtsError("enter a move, or help")
        matching = [move for move in legal if move.text.lower() == entry.lower() or _cell(move) == entry]
        return matching[0] if len(matching) == 1 else self._session.parse_move(entry)

    def _tell_moves(self, what: str, moves: Sequence[str]) -> None:
        shown = moves[:_MOST_MOVES_LISTED]
        more = f" and {len(moves) - len(shown)} more (moves: lists them all)" if len(moves) > len(shown) else ""
        self._lines.tell_wrapped(f"{what}: {' '.join(shown)}{more}")

    def _obeys(self, entry: str) -> bool:
        """Whether an entry was a command; it has then been carried out."""
        session = self._session
        match entry.lower():
            case "quit" | "exit":
                raise Leave
            case "help":
                self._lines.tell(*HELP)
                self._tell_rules()
            case "rules":
                self._tell_rules()
            case "undo":
                count = session.undo()
                self._lines.tell(f"Took back {count} move{'s' if count > 1 else ''}.")
            case "redo":
                count = session.redo()
                self._lines.tell(f"Made {count} move{'s' if count > 1 else ''} again.")
            case "hint":
                self._hint()
            case "save":
                session.keep()
                self._tell_trouble()
                self._lines.tell(session.where_kept())
            case "resign":
                session.resign()
            case "board":
                self._tell_board()
            case "stats":
                self._tell_statistics()
            case "moves":
                self._lines.tell_wrapped(" ".join(self._spoken(move) for move in session.position.legal_moves))
            case _:
                return False
        return True

    def _hint(self) -> None:
        self._adviser = self._adviser or Engine()
        result = self._wait_for(self._session.hint(self._adviser), "looking for a hint")
        line = " ".join(map(self._spoken, result.pv))
        self._lines.tell_wrapped(
            f"Hint: {self._spoken(result.move)} (score {result.words}, depth {result.stats.depth}: {line})"
        )

    # The computer's turn

    def _computer_moves(self) -> None:
        session = self._session
        seat = session.seat
        if seat is None:
            return
        mark = self._view().marks[session.position.turn]
        who = "computer" if len(session.people) == 1 else seat.label
        if len(session.people) != 1:
            self._tell_board()
        self._lines.tell(f"It's {who}'s turn.")
        thought = session.begin_thought()
        result = self._wait_for(thought, f"{who} is thinking")
        session.answer(thought, result)
        seconds = session.line[-1].seconds or 0.0
        self._lines.tell(f"{who} ({mark}) plays {self._spoken(result.move)} ({seconds:.2f} s).", "")

    def _wait_for(self, thought: Thought, what: str) -> Result:
        """The thought's result; where it takes long, a line now and then says how far it is."""
        found: list[Result | BaseException] = []

        def work() -> None:
            try:
                found.append(thought.run())
            except BaseException as error:  # noqa: BLE001 - raised below, where it can be answered
                found.append(error)

        worker = threading.Thread(target=work, daemon=True)
        waiting = Waiting()
        set_announcer(waiting.take)
        worker.start()
        began = time.monotonic()
        try:
            while worker.is_alive():
                worker.join(_PATIENCE)
                if worker.is_alive() and (now := waiting.now):
                    self._lines.tell(f"(preparing, once on this machine: {now.words})")
                elif worker.is_alive():
                    self._lines.tell(f"({what}: {time.monotonic() - began:.0f} s)")
        except KeyboardInterrupt:
            thought.give_up()
            raise
        finally:
            set_announcer(announce_to_commands)
        if isinstance(found[0], BaseException):
            raise found[0]
        return found[0]

    # Telling

    def _tell_trouble(self) -> None:
        trouble = self._session.trouble
        if trouble and trouble != self._told_trouble:
            self._lines.tell_wrapped(f"Note: {trouble}")
        self._told_trouble = trouble

    def _view(self) -> View:
        return appearance(self._session.view(), self._game, self._symbols)

    def _tell_board(self) -> None:
        self._lines.tell(draw_text(self._view(), has_owners=self._game.wins_boards))

    def _tell_rules(self) -> None:
        self._lines.tell(with_marks(guide_text(self._game), MARKS, symbols_of(MARKS, self._symbols)))

    def _tell_statistics(self) -> None:
        """A line a game and opponent: a screen reader makes nothing of a table."""
        if self._store is None:
            raise NoughtsError("games are not kept, and so none are counted")
        found = statistics(self._store.results())
        if not found.total.games:
            self._lines.tell(f"{NO_GAMES}.")
        for (game, opponent), tally in in_order(found.by_opponent):
            self._lines.tell(f"{short_name(game)} against {label(opponent)}: {_score(tally)}.")
        if len(found.by_opponent) > 1:
            self._lines.tell(f"All games: {_score(found.total)}.")

    def _spoken(self, move: Move) -> str:
        return self._game.spoken(move.text)

    def _result(self) -> str:
        session = self._session
        outcome = session.outcome
        if outcome is None or len(session.people) != 1:
            return ""
        me = session.people[0]
        result = "It's a draw." if outcome.winner is None else "You win!" if outcome.winner == me else "You lose."
        try:
            found = statistics(self._store.results()) if self._store else None
        except StoreError:
            found = None
        opponent = session.seats[1 - me].text
        tally = found.by_opponent.get((session.record().game, opponent)) if found else None
        if tally is None:
            return result
        return f"{result} Against {label(opponent)} in this game so far: {_score(tally)}."


HELP = (
    "Enter a move, or one of these words:",
    "  help    this text and the rules; rules: the rules alone",
    "  undo    take your last move back; redo makes it again",
    "  hint    what a strong player would do",
    "  board   the board once more; moves: every legal move",
    "  stats   what your games against engines add up to",
    "  resign  give up",
    "  save    say where the game is kept (every move is kept as it is made)",
    "  quit    leave; the game is kept and can be resumed",
    "",
)


def _score(tally: Tally) -> str:
    return f"{tally.wins} won, {tally.losses} lost, {tally.draws} drawn"


def _by_board(view: View, legal: Sequence[Move]) -> dict[str, list[Move]]:
    """The legal moves by the name of the small board that they go to; empty where there are no boards."""
    boards: dict[str, list[Move]] = {}
    for move in legal:
        clicks = view.clicks[move.text]
        group = view.cells[clicks[-1]].group if clicks else None
        if group is None:
            return {}
        boards.setdefault(view.groups[group].name.removeprefix("board "), []).append(move)
    return boards


def _cell(move: Move) -> str:
    """The last part of a move's text: the cell on its board."""
    return move.text.rpartition(".")[2]
