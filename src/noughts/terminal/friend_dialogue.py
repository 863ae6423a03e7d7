"""A game with a friend on a server, in lines of text: what is entered and what the server says come in any order."""

import queue
import sys
import threading
from typing import Any

from noughts.board.text import draw_text
from noughts.errors import NoughtsError
from noughts.terminal.plain_setup import Lines
from noughts.terminal.remote import RemoteServer, ServerError, plain, read_view

_MOST_LISTED = 81
_OFFERED = {"draw": "offers a draw", "takeback": "asks to take a move back", "rematch": "wants a rematch"}

HELP = (
    "Enter a move, or one of these words:",
    "  draw, takeback, rematch    offer it; accept or decline what the other offers",
    "  abort                      before the second move; later: resign",
    "  claim                      the win, if a clock runs and the other is gone",
    "                             for a minute",
    "  say 1 to say 6             Hello! Good luck! Well played! Good game!",
    "                             Thank you! I have to go, sorry.",
    "  board, moves, help, quit",
)


class FriendDialogue:
    """One player's side of a game on a server."""

    def __init__(self, server: RemoteServer, number: int, lines: Lines) -> None:
        self._server, self._number, self._lines = server, number, lines
        self._events: queue.Queue[tuple[str, str]] = queue.Queue()
        self._is_over = threading.Event()
        self._game: dict[str, Any] = {}
        self._held: list[str] = []  # moves that came before their turn, from a pipe
        self._has_ended = False  # the input
        self._told: tuple[Any, ...] = ()

    def run(self) -> None:
        """Play until the game is over and nobody wants another, or the player leaves."""
        self._look()
        self._follow()
        threading.Thread(target=self._read, daemon=True).start()
        try:
            while True:
                if not self._obey(*self._events.get()):
                    return
                if self._has_ended and not self._held:
                    self._tell_way_back()
                    return
        finally:
            self._is_over.set()

    def _follow(self) -> None:
        hear = lambda kind, text: self._events.put((kind, text))  # noqa: E731
        threading.Thread(target=self._server.follow, args=(self._number, hear, self._is_over), daemon=True).start()

    def _read(self) -> None:
        while line := sys.stdin.readline():
            self._events.put(("entry", line.strip()))
        self._events.put(("end", ""))

    def _obey(self, kind: str, text: str) -> bool:
        """Whether to go on."""
        match kind:
            case "entry":
                return self._enter(text)
            case "end":
                self._has_ended = True
            case "news":
                try:
                    self._look()
                except NoughtsError as error:
                    self._lines.tell_wrapped(f"{error}.")
            case "said":
                self._lines.tell(f"  “{text}”")
            case "error":
                self._lines.tell_wrapped(f"{text}.")
            case "lost":
                if self._told != ("lost",):
                    self._lines.tell("The connection is lost; trying again…")
                self._told = ("lost",)
            case "gone":
                self._lines.tell_wrapped(f"{text[:1].upper()}{text[1:]}.")
                return False
        self._play_held()
        return True

    # What is entered

    def _enter(self, entry: str) -> bool:
        words = entry.lower().split()
        try:
            match words:
                case []:
                    pass
                case ["quit" | "exit"]:
                    self._tell_way_back()
                    return False
                case ["help"]:
                    self._lines.tell(*HELP)
                case ["board"]:
                    self._tell_board()
                case ["moves"]:
                    self._lines.tell_wrapped(" ".join(self._moves()))
                case ["draw" | "takeback" | "rematch" as what]:
                    self._server.send({"do": "offer", "what": what})
                case ["accept" | "decline" | "abort" | "claim" | "resign" as do]:
                    self._server.send({"do": do})
                case ["say", number] if number in "123456":
                    self._server.send({"do": "say", "phrase": int(number) - 1})
                case _:
                    self._move(entry)
        except NoughtsError as error:
            self._lines.tell_wrapped(f"{error}.")
        return True

    def _move(self, entry: str) -> None:
        if not sys.stdin.isatty() and not self._is_my_turn() and self._game["result"] == "*":
            self._held.append(entry)
        else:
            self._server.send({"do": "move", "move": entry[:16]})

    def _play_held(self) -> None:
        if self._held and self._is_my_turn():
            self._enter(self._held.pop(0))
        elif self._held and self._game["result"] != "*":
            self._held.clear()

    # What there is to tell

    def _look(self) -> None:
        """Ask for the game, and tell what is new."""
        try:
            game = self._server.ask("GET", f"games/{self._number}")
            table = game["table"]
            if table["next"] is not None and self._game and self._game["table"]["next"] is None:
                self._go_on(int(table["next"]))
                return
            self._game = game
            offer = table["offer"]
            state = (len(game["moves"]), game["result"], table["free"], offer and (offer["kind"], offer["side"]))
            if state == self._told:
                return
            is_board_new = state[:3] != self._told[:3]
            self._told = state
            if is_board_new:
                self._tell_board()
            if offer is not None and offer["side"] != game["you"]:
                name = plain(game["seats"][offer["side"]]["label"])
                self._lines.tell_wrapped(f"{name} {_OFFERED.get(offer['kind'], '')}: accept, or decline?")
        except (KeyError, TypeError, IndexError, AttributeError, ValueError, OverflowError):
            raise ServerError("the game that the server sends cannot be read") from None

    def _go_on(self, number: int) -> None:
        """To the rematch."""
        self._is_over.set()
        self._is_over, self._number, self._game, self._told = threading.Event(), number, {}, ()
        self._lines.tell("", "The rematch:")
        self._look()
        self._follow()

    def _tell_board(self) -> None:
        game = self._game
        names = " - ".join(
            f"{plain(seat['label'])} ({plain(mark)})" for seat, mark in zip(game["seats"], game["marks"], strict=True)
        )
        view = read_view(game["view"])
        self._lines.tell("", f"{view.title}: {names}", draw_text(view))
        if game["moves"]:
            last = game["moves"][-1]
            self._lines.tell_wrapped(
                f"Last move: {plain(game['seats'][last['mover']]['label'])}, {plain(last['text'])}"
            )
        if game["seconds_left"]:
            left = (
                f"{plain(mark)} {_clock(seconds)}"
                for mark, seconds in zip(game["marks"], game["seconds_left"], strict=True)
            )
            self._lines.tell(f"Time left: {', '.join(left)}")
        if game["table"]["free"] is not None:
            self._lines.tell("Waiting for your friend…")
        elif self._is_my_turn():
            moves = self._moves()
            more = " … (moves: lists them all)" if len(moves) > _MOST_LISTED else ""
            self._lines.tell_wrapped(f"It's your turn. Legal moves: {' '.join(moves[:_MOST_LISTED])}{more}")
        elif game["result"] != "*":
            self._lines.tell("The game is over: rematch, or quit?")

    def _moves(self) -> list[str]:
        return list(read_view(self._game["view"]).clicks)

    def _is_my_turn(self) -> bool:
        game = self._game
        return game["result"] == "*" and game["table"]["free"] is None and game["turn"] == game["you"]

    def _tell_way_back(self) -> None:
        if self._game and self._game["result"] == "*":
            self._lines.tell(
                f"The game goes on; the way back: noughts play --join {self._server.address}/#/game/{self._number}"
            )


def _clock(seconds: Any) -> str:
    whole = max(0, min(int(seconds), 10**6))
    return f"{whole // 60}:{whole % 60:02}"
