"""Puzzles: what the package has is true, files are read and refused, finding goes on, and solving is judged."""

import datetime
import json
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import noughts
from commands import noughts as command
from naive_puzzles import BruteForce, Row, parsed, what_is_wrong
from noughts.errors import NoughtsError
from noughts.puzzles.collection import DATA, daily, next_for, puzzles_of
from noughts.puzzles.file import read_file
from noughts.puzzles.making import Bounds, only_move_in, puzzle_in
from noughts.puzzles.progress import Progress
from noughts.puzzles.proving import Prover
from noughts.puzzles.puzzle import played
from noughts.puzzles.session import PuzzleSession
from noughts.puzzles.themes import theme_of
from noughts.reference import game as reference_game
from noughts.store import Store

GAMES = sorted(file.stem for file in DATA.glob("*.jsonl"))
VERIFIED = 20  # of each game
FORK = "X.O/.O./..X X"  # a1 makes two threats


def entries(game: str) -> list[dict[str, Any]]:
    lines = (DATA / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines[1:]]


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_of_the_package_are_solved_by_naive_rules_and_brute_force(game: str) -> None:
    def costs(entry: dict[str, Any]) -> int:
        choices: int = len(parsed(game, entry["position"]).legal_moves()) ** entry["plies"]
        return choices

    for entry in sorted(entries(game), key=costs)[:VERIFIED]:
        assert what_is_wrong(game, entry, with_slower=False) is None, entry["id"]


@pytest.mark.parametrize("seed", range(6))
def test_the_tests_own_rudder_plays_by_the_reference(seed: int) -> None:
    chance, board = random.Random(seed), reference_game("xrudder").start()
    own = parsed("xrudder", board.text())
    while not board.is_over():
        # Few steps of few tokens, so that X and crossings come about, and ends without a token in hand.
        legal = board.legal_moves()
        assert sorted(own.legal_moves()) == sorted(legal)
        move = chance.choice([text for text in legal if text[0] in "cdefg"] or legal)
        board, own = board.play(move), own.play(move)
        assert (own.winner(), own.is_over()) == (board.winner(), board.is_over())
        assert own.is_over() or own.turn == board.turn


def test_the_brute_force_sees_what_is_false() -> None:
    entry = next(one for one in entries("3x3x3") if one["plies"] == 3)
    key, reply, last = entry["solution"]
    assert what_is_wrong("3x3x3", entry) is None
    assert what_is_wrong("3x3x3", {**entry, "solution": [reply, key, last]}) is not None
    assert what_is_wrong("3x3x3", {**entry, "plies": 5}) is not None
    board = Row.parse("4x5x4", "XXX../...../OOO../..... O")
    assert board.wins_at_once()
    assert not BruteForce().wins(board, 0, 3), "O is first"


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_of_the_package_read_whole_and_no_two_are_images(game: str) -> None:
    found = noughts.game(game)
    puzzles = read_file(found, DATA / f"{game}.jsonl")
    assert tuple(puzzles) == puzzles_of(found)
    assert 5 <= len(puzzles) <= 300
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert len({found.position(puzzle.position).canonical().key for puzzle in puzzles}) == len(puzzles)


def test_a_puzzle_is_found_where_one_move_wins_and_nowhere_else() -> None:
    game = noughts.game("tictactoe")
    prover = Prover(game)
    found = puzzle_in(prover, game.position(FORK), Bounds(3, 5))
    assert found is not None
    assert (found.plies, found.solution[0], found.theme) == (3, "a1", "defence")
    assert puzzle_in(prover, game.start(), Bounds(3, 9)) is None, "it is drawn"
    assert puzzle_in(prover, game.position("XX./OO./... X"), Bounds(3, 5)) is None, "a win at once is too easy"
    two = game.position("X../.O./..X O")
    assert puzzle_in(prover, two, Bounds(3, 5)) is None


def test_the_only_move_that_does_not_lose_is_found_where_values_are_exact() -> None:
    game = noughts.game("tictactoe")
    prover = Prover(game)
    found = only_move_in(prover, game.position("X../.O./..X O"))
    assert found is None, "each edge holds"
    found = only_move_in(prover, game.position("X../.../... O"))
    assert found is not None
    assert (found.solution, found.theme, found.words) == (("b2",), "only", "one move does not lose")
    entry = found.as_dict()
    assert what_is_wrong("3x3x3", entry) is None
    assert what_is_wrong("3x3x3", {**entry, "solution": ["a1"]}) is not None
    assert only_move_in(prover, game.position("X.X/.O./... O")) is None, "all others lose at once"
    assert only_move_in(prover, game.position("X../O../... X")) is None, "it wins"
    assert only_move_in(Prover(noughts.game("ultimate")), noughts.game("ultimate").start()) is None, "nobody knows"
    session = PuzzleSession(game, found)
    assert session.judge("a1").words == "That loses. Try again."
    assert session.judge("b2").kind == "solved"
    assert session.is_solved


def test_two_threats_are_a_fork_on_a_large_board_too() -> None:
    game = noughts.game("15x15x5")
    position = game.start()
    for move in ("h3", "a15", "h4", "c15", "h5", "e15"):
        position.push(move)
    prover = Prover(game)
    prover.allow(1_000_000)
    theme = theme_of(prover, position.copy(stack=False), ("h6", "h7", "h2"))
    assert theme == "fork", "h2 and h7 come late among the replies"


WRONG = [
    ({"position": "X../.O./..X Q"}, "line 2"),
    ({"plies": 10**9}, "'plies' must be a whole number from 1 to 15"),
    ({"plies": True}, "'plies' must be"),
    ({"rating": "high"}, "'rating' must be"),
    ({"solution": ["a1"] * 3000}, "'solution' must be a list of moves"),
    ({"solution": ["a1", "a2", "z9"]}, "'z9' is not a move"),
    ({"solution": ["a1", "a2", "c2"]}, "does not end with a win"),
    ({"solution": ["a1"]}, "says plies 3"),
    ({"also": [["b1"]]}, "'also' must be 2 lists"),
    ({"also": [["a3"], []]}, "a3 is not legal here"),
    ({"theme": "\x1b[2J"}, "its theme is"),
    ({"theme": "only"}, "its solution has 3 moves; it must be the one move"),
]


@pytest.mark.parametrize(("change", "words"), WRONG)
def test_a_hostile_file_is_refused_in_words(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    entry = {"position": FORK, "plies": 3, "solution": ["a1", "a2", "b1"], "theme": "fork", "rating": 1000}
    header = {"noughts": "puzzles", "format": 1, "game": "3x3x3", "version": 1, "made": {}}
    file = tmp_path / "some.jsonl"
    game = noughts.game("tictactoe")
    file.write_text(f"{json.dumps(header)}\n{json.dumps(entry)}\n", encoding="utf-8")
    assert len(read_file(game, file)) == 1
    file.write_text(f"{json.dumps(header)}\n{json.dumps({**entry, **change})}\n", encoding="utf-8")
    with pytest.raises(NoughtsError, match=words):
        read_file(game, file)


@pytest.mark.parametrize("content", ["", "[" * 100_000, '{"game": "3x3x3"}\n', "\0\xff", '{"noughts": "puzzles"}'])
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(NoughtsError, match=r"some\.jsonl"):
        read_file(noughts.game("tictactoe"), file)


def test_finding_goes_on_after_a_kill_and_ends_with_as_many(tmp_path: Path) -> None:
    out = tmp_path / "found.jsonl"
    asked = ["puzzles", "tictactoe", "--count", "4", "--most", "5", "--out", str(out)]
    with subprocess.Popen([sys.executable, "-m", "noughts", *asked], stderr=subprocess.DEVNULL) as process:
        end = time.monotonic() + 240
        while time.monotonic() < end and process.poll() is None:
            if out.exists() and out.read_bytes().count(b"\n") >= 2:
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    before = out.read_bytes().splitlines(keepends=True)[:3]
    out.write_bytes(b"".join(before) + b'{"id": "broken o')
    answer = command(*asked)
    assert answer.returncode == 0, answer.stderr
    after = out.read_bytes().splitlines(keepends=True)
    assert after[: len(before)] == before
    assert len(after) == 5
    for line in after[1:]:
        assert what_is_wrong("3x3x3", json.loads(line)) is None
    other = command(*asked, "--seed", "9")
    assert other.returncode == 2
    assert "was made with seed 1" in other.stderr


@pytest.mark.parametrize("game", GAMES)
def test_every_solution_is_judged_right_to_its_end(game: str) -> None:
    found = noughts.game(game)
    for puzzle in puzzles_of(found)[:10]:
        session = PuzzleSession(found, puzzle)
        kinds = []
        while not session.is_solved:
            kinds.append(session.judge(puzzle.solution[session.position.ply]).kind)
        assert kinds == ["right"] * (puzzle.moves - 1) + ["solved"]
        assert not session.has_erred


def test_slower_and_equal_wins_are_told_apart_from_errors() -> None:
    game = noughts.game("ultimate")
    slow = next(puzzle for puzzle in puzzles_of(game) if puzzle.slower[0])
    session = PuzzleSession(game, slow)
    assert session.judge(slow.slower[0][0]).kind == "slower"
    assert not session.has_erred
    known = {slow.solution[0], *slow.slower[0]}
    losing = next(move.text for move in session.position.legal_moves if move.text not in known)
    assert session.judge(losing).kind == "wrong"
    assert session.has_erred
    assert session.position.ply == 0, "it can be tried again"
    equal = next(puzzle for puzzle in puzzles_of(game) if any(puzzle.also))
    session = PuzzleSession(game, equal)
    while not equal.also[session.moves_made]:
        session.judge(equal.solution[session.position.ply])
    assert session.judge(equal.also[session.moves_made][0]).kind == "solved"


def test_a_solved_puzzle_agrees_with_brute_force_about_its_errors() -> None:
    puzzle = next(one for one in puzzles_of(noughts.game("ultimate")) if one.plies == 3)
    board, search = parsed("ultimate", puzzle.position), BruteForce()
    for move in board.legal_moves():
        assert search.wins(board.play(move), board.turn, 2) == (move == puzzle.solution[0])


def test_ratings_of_person_and_puzzle_meet_in_the_middle() -> None:
    person, puzzle = Progress(), 1400.0
    chance = random.Random(1)
    for number in range(200):  # a person who is as strong as 1300 meets one puzzle in many names
        is_solved = chance.random() < 1 / (1 + 10 ** ((1400 - 1300) / 400))
        puzzle += person.count(str(number), puzzle, is_solved) / 4
    assert abs((puzzle - person.rating) - 100) < 80
    kept = Progress.read(person.text())
    assert kept == person
    assert Progress.read('{"rating": "x", "tried": [1]}') == Progress()


def test_progress_is_kept_for_each_owner_and_follows_a_visitor(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/noughts.db") as store:
        store.puzzles.change("3x3x3", "abc", lambda text, change: ('{"streak": 1}', 5.0), "ada")
        store.puzzles.change("3x3x3", "abc", lambda text, change: (text or "", change), "ada")
        assert store.puzzles.changes("3x3x3") == {"abc": 10.0}
        assert store.puzzles.progress("3x3x3") is None
        store.adopt("ada", "bob")
        assert store.puzzles.progress("3x3x3", "ada") is None
        assert Progress.read(store.puzzles.progress("3x3x3", "bob")).streak == 1


def test_the_daily_one_is_everybodys_and_the_next_one_is_near() -> None:
    puzzles = puzzles_of(noughts.game("ultimate"))
    days = [daily(puzzles, datetime.date(2026, 11, 1) + datetime.timedelta(days)) for days in range(30)]
    assert days[0] is daily(puzzles[::-1], datetime.date(2026, 11, 1))
    assert len(set(days)) > 20
    tried = {puzzle.id for puzzle in puzzles if abs(puzzle.rating - 1200) > 100}
    for seed in range(10):
        assert next_for(puzzles, 1200, tried, random.Random(seed)).id not in tried
    with pytest.raises(NoughtsError, match="no puzzle of that theme"):
        next_for(puzzles, 1200, (), random.Random(1), "nonsense")


SOLVING = """
import { readFileSync } from "node:fs";
const { judged, daily, counted } = await import(process.argv[1]);
const { entries, turns, tries, dates, results } = JSON.parse(readFileSync(0, "utf8"));
let progress = { rating: 1000, streak: 0, best_streak: 0, tried: {} };
results.forEach((isSolved, at) => (progress = counted(progress, entries[at], isSolved)));
console.log(JSON.stringify({
  said: tries.map((moves, at) => moves.map((line) => judged(entries[at], turns[at], line))),
  days: dates.map((date) => daily(entries, date).id),
  progress,
}));
"""


@pytest.mark.parametrize("name", ["ultimate", "xtreme", "misere-3x3x3", "4x5x4"])
def test_pages_without_a_server_judge_count_and_choose_as_python_does(name: str) -> None:
    game = noughts.game(name)
    puzzles = sorted(puzzles_of(game), key=lambda one: (one.theme != "only", not any(one.slower), not any(one.also)))[
        :40
    ]
    said, tries, turns = list[list[Any]](), list[list[list[str]]](), list[list[int]]()
    for puzzle in puzzles:
        lines, answers = list[list[str]](), list[Any]()
        whose = [one.turn for one in played(game.position(puzzle.position), puzzle.solution)[:-1]]
        for ply in (at for at, turn in enumerate(whose) if turn == whose[0]):
            number = whose[:ply].count(whose[0])
            legal = [move.text for move in played(game.position(puzzle.position), puzzle.solution)[ply].legal_moves]
            for move in {puzzle.solution[ply], *puzzle.also[number], *puzzle.slower[number], legal[0], legal[-1]}:
                session = PuzzleSession(game, puzzle)
                while session.position.ply < ply:
                    session.judge(puzzle.solution[session.position.ply])
                found = session.judge(move)
                made = [one.text for one in session.position.move_stack]
                answers.append({"kind": found.kind, "words": found.words, "moves": made})
                lines.append([*puzzle.solution[:ply], move])
        said.append(answers)
        tries.append(lines)
        turns.append(whose)
    person, results = Progress(), [len(puzzle.id.strip("0123456789")) % 2 == 0 for puzzle in puzzles]
    for puzzle, is_solved in zip(puzzles, results, strict=True):
        person.count(puzzle.id, puzzle.rating, is_solved)
    dates = [datetime.date(2026, 11, 1) + datetime.timedelta(days) for days in range(40)]
    rows = [{**one.as_dict(), "also": one.also, "slower": one.slower} for one in puzzles]
    asked = {"entries": rows, "turns": turns, "tries": tries, "dates": list(map(str, dates)), "results": results}
    node = shutil.which("node")
    assert node
    script = (DATA.parent.parent / "web/static/puzzles/solving.js").as_uri()
    command_ = [node, "--input-type=module", "-e", SOLVING, script]
    answer = subprocess.run(command_, input=json.dumps(asked), capture_output=True, text=True, timeout=60, check=True)
    page = json.loads(answer.stdout)
    assert page["said"] == said
    assert page["days"] == [daily(puzzles, date).id for date in dates]
    kept = page["progress"]
    assert (kept["rating"], kept["streak"]) == (pytest.approx(person.rating), person.streak)
    assert (kept["best_streak"], kept["tried"]) == (person.best_streak, person.tried)


def test_a_puzzle_in_the_terminal() -> None:
    puzzle = next(one for one in puzzles_of(noughts.game("tictactoe")) if one.plies == 3)
    legal = noughts.game("tictactoe").position(puzzle.position).legal_moves
    wrong = next(move.text for move in legal if move.text != puzzle.solution[0])
    typed = [wrong, "\x1b[2J", "", "hint", puzzle.solution[0], "moves", puzzle.solution[2], "quit"]
    answer = command("puzzle", "tictactoe", "--id", puzzle.id, stdin="\n".join(typed) + "\n")
    assert answer.returncode == 0, answer.stderr
    assert "That does not win within 3 plies. Try again." in answer.stdout
    assert "Right. One more move." in answer.stdout
    assert "Solved." in answer.stdout
    assert "0 solved" in answer.stdout, "the first try counts"
    again = command("puzzle", "tictactoe", "--id", puzzle.id, stdin="solution\n")
    assert "The solution:" in again.stdout
    assert "Your rating" not in again.stdout, "it counts once"
    refused = command("puzzle", "7x7x5", stdin="")
    assert refused.returncode == 2
    assert "there are no puzzles of 7x7x5" in refused.stderr
