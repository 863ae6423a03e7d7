"""The files in `facts/`, read into the notation of this project.

Each file has its own zero-based coordinates (see `facts/README.md`); here they become moves and position texts, so that
a test of any implementation of the rules needs to know nothing of them.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "facts"

Record = dict[str, Any]

PERFT_GAMES = {
    "tic-tac-toe": ["tictactoe"],
    "mnk 3 rows x 4 cols k=3": ["3x4x3"],
    "mnk 4x4 k=3": ["4x4x3"],
    "mnk 4x4 k=4": ["4x4x4"],
    "mnk 4 rows x 5 cols k=4 (same for 5x4)": ["4x5x4", "5x4x4"],
    "mnk 5x5 k=4": ["5x5x4"],
    "ultimate STANDARD, cell moves (won or full target -> any empty cell of any undecided board)": [
        "ultimate",
        "ultimate-count",  # other results, the same moves
    ],
    "ultimate PLAY-ON (won boards stay playable until full; only a full target is free)": ["ultimate-playon"],
    "nine-board (both full-board rules give these)": ["nineboard", "nineboard-fulldraw"],
    "Xtreme TTT": ["xtreme"],
    "X-Rudder": ["xrudder"],
}


@dataclass(frozen=True)
class RecordedGame:
    """A whole game, from the start to its end."""

    source: str  # file and number, to name the game in a failing test
    game: str
    moves: list[str]
    legal_counts: list[int]  # the number of legal moves before each move
    players: list[int] | None  # who made each move; None where the file does not say
    winner: int | None
    points: tuple[int, int] | None
    last_fields: list[str]  # how the final position's text ends, as far as the file says


@dataclass(frozen=True)
class PerftPosition:
    """A position, given as text or as moves from the start, and its numbers of move sequences of length 1, 2, ..."""

    source: str
    game: str
    text: str | None
    moves: list[str]
    counts: list[int]
    turn: int
    last_fields: list[str]


@dataclass(frozen=True)
class SolvedPosition:
    """A position of an m,n,k game, with the value of every legal move for the side to move."""

    source: str
    game: str
    text: str
    value: str  # win, draw or loss
    move_values: dict[str, str]
    empty_cells: int


@dataclass(frozen=True)
class TurnCase:
    """An X-Rudder board before and after one turn, and who has won by it."""

    name: str
    before: str
    move: str
    after: str
    winner: int | None


def read_json(name: str) -> Record:
    content: Record = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return content


def recorded_games(pattern: str = "*") -> Iterator[RecordedGame]:
    """Every random game of the files that match; a nine-board file also gives its games under nineboard-fulldraw."""
    for path in sorted(FOLDER.glob(f"{pattern}.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            record: Record = json.loads(line)
            source = f"{path.stem} {record['id']}"
            yield recorded_game(source, record)
            if record["game"] == "nine":
                yield fulldraw_game(source, record)


def recorded_game(source: str, record: Record) -> RecordedGame:
    points = record.get("points")
    return RecordedGame(
        source=source,
        game=game_name(record),
        moves=[move_name(record, move) for move in record["moves"]],
        legal_counts=record["legal"],
        players=[player_number(player) for player in record["player"]] if "player" in record else None,
        winner=None if record["result"] in ("draw", 0) else player_number(record["result"]),
        points=(points[0], points[1]) if points else None,
        last_fields=xrudder_fields(record) if record["game"] == "xrudder" else [],
    )


def fulldraw_game(source: str, record: Record) -> RecordedGame:
    """A nine-board game cut off where a player is first sent to a full board, which is where that variant draws it."""
    game = replace(recorded_game(source, record), game="nineboard-fulldraw")
    end = record["full_target_after"]
    if end is None:
        return game
    return replace(game, moves=game.moves[:end], legal_counts=game.legal_counts[:end], winner=None)


def perft_starts() -> Iterator[tuple[str, list[int]]]:
    """The game's name and its numbers of move sequences of length 1, 2, ... from the start."""
    for entry in read_json("perft.json")["start"]:
        for name in PERFT_GAMES[entry["game"]]:
            yield name, entry["counts"]


def perft_positions() -> Iterator[PerftPosition]:
    """The mid-game positions of all games."""
    for number, entry in enumerate(read_json("uttt_perft_positions.json")["positions"]):
        cells, last, side = entry["cells"], entry["last"], entry["side"]
        boards = "/".join(cells[9 * board : 9 * board + 9] for board in range(9))
        text = f"{boards} {side} {'-' if last < 0 else last % 9 + 1}"
        yield PerftPosition(f"uttt {number}", "ultimate", text, [], entry["counts"], player_number(side), [])
    nine_variants = (("nineboard", "counts_free_rule"), ("nineboard-fulldraw", "counts_unsw_draw_rule"))
    for variant, counts in nine_variants:
        for entry in read_json("nine_perft_positions.json")["positions"]:
            moves = [move_name({"game": "nine"}, move) for move in entry["moves"]]
            yield PerftPosition(source_of(entry), variant, None, moves, entry[counts], len(moves) % 2, [])
    for kind, name in (("xttt", "xtreme"), ("xrudder", "xrudder")):
        for entry in read_json(f"{kind}_perft_positions.json")["positions"]:
            moves = [move_name({"game": kind}, move) for move in entry["moves"]]
            fields = xrudder_fields(entry) if kind == "xrudder" else ["b" if entry["bonus_turn"] else "-"]
            turn = player_number(entry["side"])
            yield PerftPosition(source_of(entry), name, None, moves, entry["counts"], turn, fields)


def source_of(entry: Record) -> str:
    return f"{entry['source']} {entry['game_id']}"


def solved_mnk_positions() -> Iterator[SolvedPosition]:
    for entry in read_json("mnk_positions.json")["positions"]:
        rows, columns = entry["rows_cols"]
        values = {
            cell_name(rows - 1 - int(row), int(column)): value
            for (row, column), value in ((key.split(","), value) for key, value in entry["move_values"].items())
        }
        text = f"{'/'.join(entry['rows'])} {entry['to_move']}"
        game = f"{rows}x{columns}x{entry['k']}"
        yield SolvedPosition(f"mnk {entry['id']}", game, text, entry["value"], values, entry["empties"])


def solved_games() -> Iterator[tuple[str, int | None]]:
    """The m,n,k games of known value: the name, and who wins with best play (None for a draw)."""
    winners = {"win for first player": 0, "win for second player": 1, "draw": None}
    for entry in read_json("solved.json")["entries"]:
        sizes, kind = entry["parameters"], entry["game"].split()[0]
        if kind == "mnk" and isinstance(sizes, dict):
            yield f"{sizes['rows']}x{sizes['cols']}x{sizes['k']}", winners[entry["value"]]
        elif kind == "misere" and entry["game"].split()[1] == "mnk":
            yield "misere-" + sizes.replace(",", "x"), winners[entry["value"]]


def xrudder_cases() -> Iterator[TurnCase]:
    """The hand-made cases; the board before the turn is the one after it with that turn taken back."""
    for case in read_json("xrudder_cases.json")["cases"]:
        mover = player_number(case["mover"])
        tokens = [{(row, column) for row, column in case[player]} for player in ("p1", "p2")]
        after = xrudder_text(tokens, 1 - mover, 29 if case["last_action"][0] == "m" else 30)
        kind, *numbers = case["last_action"]
        tokens[mover].remove((numbers[-2], numbers[-1]))
        if kind == "m":
            tokens[mover].add((numbers[0], numbers[1]))
        before = xrudder_text(tokens, mover, 30)
        result = case["result_mover_wins_rule"]
        move = move_name({"game": "xrudder"}, case["last_action"])
        yield TurnCase(case["name"], before, move, after, player_number(result) if result else None)


def xrudder_text(tokens: list[set[tuple[int, int]]], turn: int, moves_left: int) -> str:
    """A position text; every token that is not on the board is in hand."""
    rows = [
        "".join(
            "X" if (row, column) in tokens[0] else "O" if (row, column) in tokens[1] else "." for column in range(12)
        )
        for row in reversed(range(10))
    ]
    return f"{'/'.join(rows)} {'XO'[turn]} {15 - len(tokens[0])} {15 - len(tokens[1])} {moves_left}"


def xrudder_fields(record: Record) -> list[str]:
    return [str(number) for number in (*record["tokens_left"], record["moves_left"])]


def player_number(player: str | int) -> int:
    """0 for first and 1 for second, however a file writes them."""
    return {"x": 0, "o": 1, "1": 0, "2": 1}[str(player).lower()]


def game_name(record: Record) -> str:
    if record["game"] == "mnk":
        return f"{record['rows']}x{record['cols']}x{record['k']}"
    return {"uttt": "ultimate", "nine": "nineboard", "xttt": "xtreme", "xrudder": "xrudder"}[record["game"]]


def move_name(record: Record, move: list[Any]) -> str:
    """One move of a record, in the notation of its game."""
    if record["game"] == "mnk":
        row, column = move
        return cell_name(record["rows"] - 1 - row, column)
    if record["game"] in ("uttt", "nine"):
        board, cell = move
        return f"{board + 1}.{cell + 1}"
    if record["game"] == "xttt":
        big, row, column = move
        return f"{big + 1}.{row // 3 * 3 + column // 3 + 1}.{row % 3 * 3 + column % 3 + 1}"
    cells = [cell_name(row, column) for row, column in zip(move[1::2], move[2::2], strict=True)]
    return "-".join(cells)


def cell_name(row_from_the_bottom: int, column: int) -> str:
    return f"{'abcdefghijklmnopqrstuvwxyz'[column]}{row_from_the_bottom + 1}"
