"""Puzzles in the page: judged by a server, and in the browser where there is none."""

import base64
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import noughts
from browser import PATIENCE, Person
from commands import noughts as command
from noughts.board import Position
from noughts.puzzles.collection import puzzles_of
from noughts.puzzles.finding import Finder
from noughts.puzzles.making import Bounds
from noughts.puzzles.puzzle import Puzzle
from noughts.records import Record, RecordedMove, read_records, write_records
from static_host import hosted
from web_server import Server, Visitor


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return next(one for one in puzzles_of(noughts.game("tictactoe")) if one.plies == 3 and not any(one.also))


def wrong_move(puzzle: Puzzle) -> str:
    legal = noughts.game("tictactoe").position(puzzle.position).legal_moves
    known = {puzzle.solution[0], *puzzle.slower[0]}
    return next(move.text for move in legal if move.text not in known)


def solve(page: Page, puzzle: Puzzle) -> None:
    """A wrong move, the right ones, and what is said of each."""
    said = expect(page.locator("#status"))
    cell = page.locator
    said.to_contain_text("Find the only move")
    cell(f'[data-cell="{wrong_move(puzzle)}"]').click()
    said.to_contain_text("does not win within 3 plies")
    cell(f'[data-cell="{puzzle.solution[0]}"]').click()
    said.to_contain_text("One more move")
    cell(f'[data-cell="{puzzle.solution[2]}"]').click()
    said.to_have_text("Solved.")
    expect(page.locator('[data-part="progress"]')).to_contain_text("0 puzzles solved")


def test_a_puzzle_is_judged_by_the_server(person: Person, puzzle: Puzzle) -> None:
    page = person.page
    person.open(f"#/puzzles/tictactoe?id={puzzle.id}")
    solve(page, puzzle)
    page.locator('[data-action="next"]').click()
    expect(page.locator("#status")).to_contain_text("Find the only move")
    page.locator('[data-action="solution"]').click()
    expect(page.locator("#status")).to_contain_text("This is the solution")
    address = f"{person.server.url}/api/puzzles/tictactoe"
    post, get = person.context.request.post, person.context.request.get
    told = get(f"{address}?id={puzzle.id}")
    assert "solution" not in told.json()
    assert told.json()["progress"]["tried"] == 2
    for moves in (["zz"], [wrong_move(puzzle), puzzle.solution[0]], [*puzzle.solution, "a1"]):
        answer = post(f"{address}/{puzzle.id}", data={"moves": moves})
        assert answer.status == 400, moves
        assert answer.json()["error"]
    assert post(f"{address}/0000000000", data={"moves": ["a1"]}).status == 400
    assert post(f"{address}/{puzzle.id}", data={"moves": []}).status == 422
    assert get(f"{person.server.url}/api/puzzles/7x7x5").status == 400


def choose_those_of_one_move(page: Page) -> None:
    """Ask for puzzles in which one move does not lose, and solve one."""
    page.get_by_label("Puzzles of").select_option("only")
    expect(page.locator("#status")).to_contain_text("Find the only move that does not lose.")
    name = page.locator("puzzle-page").evaluate("page => page.puzzle.id")
    puzzle = next(one for one in puzzles_of(noughts.game("tictactoe")) if one.id == name)
    page.locator(f'[data-cell="{wrong_move(puzzle)}"]').click()
    expect(page.locator("#status")).to_contain_text("That loses. Try again.")
    page.locator(f'[data-cell="{puzzle.solution[0]}"]').click()
    expect(page.locator("#status")).to_have_text("Solved.")
    page.locator('[data-action="next"]').click()
    expect(page.locator("#status")).to_contain_text("Find the only move that does not lose.")


def test_puzzles_of_a_theme_are_chosen(person: Person) -> None:
    person.open("#/puzzles/tictactoe")
    choose_those_of_one_move(person.page)


def test_puzzles_come_out_of_ones_own_finished_games(person: Person, puzzle: Puzzle) -> None:
    page, address = person.page, f"{person.server.url}/api"
    person.open("#/puzzles")
    page.get_by_label("Tic-tac-toe: from my games", exact=True).click()
    expect(page.locator("puzzle-page")).to_contain_text("You have no finished game of Tic-tac-toe here")
    quiet = read_records('[Variant "tictactoe"]\n1. b2 a1 2. c3 a3 3. a2 c2 4. b1 b3 5. c1 1/2-1/2')
    won = Record("3x3x3", tuple(map(RecordedMove, puzzle.solution)), position=puzzle.position)
    for record in (won, *quiet):
        text = write_records([record], "pgn")
        assert person.context.request.post(f"{address}/records", data=text).status == 201
    page.reload()
    said = expect(page.locator("#status"))
    said.to_contain_text("Find the only move")
    expect(page.locator("#puzzle-title")).to_have_text("Tic-tac-toe: from your games")
    assert page.locator("puzzle-page").evaluate("page => page.puzzle.id") == puzzle.id
    page.locator(f'[data-cell="{puzzle.solution[0]}"]').click()
    said.to_contain_text("One more move")
    page.locator(f'[data-cell="{puzzle.solution[2]}"]').click()
    said.to_have_text("Solved.")
    expect(page.locator('[data-part="progress"]')).to_contain_text("1 puzzle solved")
    page.locator('[data-action="next"]').click()
    expect(page.locator("puzzle-page")).to_contain_text("There is no other puzzle in your finished games")
    assert len(person.errors) == 2, "the two refusals"
    person.errors.clear()


def test_a_puzzle_of_ones_own_is_in_no_file_and_another_visitors_is_not_to_be_had(
    page_server: Server,
) -> None:
    game = "5x5x4"  # which has no puzzles in the package
    played = "1. b2 a5 2. c2 e5 3. d2 c5 4. e2 1-0"
    with Visitor(page_server) as ada, Visitor(page_server) as bob:
        assert ada.get(f"/api/puzzles/{game}?own=true").status_code == 400
        ada.post("/api/records", content=f'[Variant "{game}"]\n{played}\n').raise_for_status()
        shown = ada.get(f"/api/puzzles/{game}?own=true").json()
        assert (shown["words"], shown["themes"], shown["is_daily"]) == ("win in 2 moves", {}, False)
        assert ada.get(f"/api/puzzles/{game}?own=true").json()["id"] == shown["id"], "kept"
        path = f"/api/puzzles/{game}/{shown['id']}"
        assert bob.post(path, json={"moves": ["a1"]}).status_code == 400
        wrong = ada.post(path, json={"moves": ["a1"]}).json()
        assert (wrong["kind"], wrong["progress"]["tried"]) == ("wrong", 1)
        assert ada.post(f"{path}/solution", json={"moves": []}).json()["kind"] == "shown"
        assert "no other puzzle" in ada.get(f"/api/puzzles/{game}?own=true").json()["error"]


def test_a_puzzle_is_judged_without_a_server(browser: Browser, tmp_path: Path, puzzle: Puzzle) -> None:
    assert command("page", "tictactoe", "--out", str(tmp_path / "site")).returncode == 0
    with hosted(tmp_path) as host:
        page = browser.new_page(bypass_csp=True)
        page.set_default_timeout(PATIENCE)
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"{host}/site/#/puzzles")
        page.get_by_role("link", name="Tic-tac-toe", exact=True).click()
        page.goto(f"{host}/site/#/puzzles/tictactoe?id={puzzle.id}")
        expect(page.locator(".game.puzzle")).to_be_visible()
        solve(page, puzzle)
        choose_those_of_one_move(page)
        page.reload()
        expect(page.locator(".game.puzzle")).to_contain_text("you have tried it before")
        page.close()
        assert not wrong


FOUND_IN_THE_PAGE = """async (games) => {
    const folder = document.querySelector('script[type="module"]').src;
    const [{ keeper }, { puzzlesOf }] = await Promise.all(
        ["keeper/chosen.js", "puzzles/own-games.js"].map((name) => import(new URL(name, folder))),
    );
    const found = [];
    for (const { game, moves } of games) found.push(await puzzlesOf((await keeper().runtime.rules(game)).line(moves)));
    return found;
}"""
KEPT_IN_THE_PAGE = """(games) => games.forEach(({ game, moves }, at) => {
    const seats = [{ kind: "human" }, { kind: "level", level: "easy" }];
    const line = moves.map((move) => [move, null, null, null]);
    const record = { version: 1, id: at + 1, game, seats, marks: ["X", "O"], line, ply: line.length, resigned: null };
    const ends = { result: "1-0", reason: "", changed: new Date(at * 1000).toISOString() };
    localStorage.setItem(`noughts:/site/:game.${at + 1}`, JSON.stringify({ ...record, ...ends }));
})"""


def random_game(name: str, seed: int) -> Position:
    chance, position = random.Random(f"{name} {seed}"), noughts.game(name).start()
    while not position.is_game_over():
        position.push(chance.choice(position.legal_moves))
    return position


def wins_in(played: Position) -> list[Puzzle]:
    finder = Finder(played.game, bounds=Bounds(most=5))
    finder.only_moves = 100  # enough of them
    return list(finder.of_game(played))


def test_puzzles_of_ones_own_games_are_found_and_proved_without_a_server(browser: Browser, tmp_path: Path) -> None:
    """In the page as in Python: the same positions, first moves and lengths."""
    names = ["tictactoe"] * 12 + ["ultimate"] * 6
    played = [random_game(name, seed) for seed, name in enumerate(names)]
    wanted = [[(one.position, one.plies, one.solution[0]) for one in wins_in(game)] for game in played]
    assert sum(map(len, wanted)) > 8
    assert {plies for one in wanted for _, plies, _ in one} >= {3, 5}
    games = [
        {"game": name, "moves": [move.text for move in game.move_stack]}
        for name, game in zip(names, played, strict=True)
    ]
    assert command("page", *dict.fromkeys(names), "--out", str(tmp_path / "site")).returncode == 0
    with hosted(tmp_path) as host:
        page = browser.new_page(bypass_csp=True)
        page.set_default_timeout(PATIENCE)
        page.goto(f"{host}/site/#/puzzles/tictactoe?own")
        expect(page.locator("puzzle-page")).to_contain_text("There is no finished game of Tic-tac-toe here")
        found = page.evaluate(FOUND_IN_THE_PAGE, games)
        for name, game, expected, entries in zip(names, played, wanted, found, strict=True):
            start = {
                base64.b64encode(position.states[:1].tobytes()).decode(): position.text()
                for position in positions_of(game)
            }
            shown = [(start[entry["state"]], entry["plies"], entry["solution"][0]) for entry in entries]
            assert shown == expected, name
            for entry in entries:
                line = noughts.game(name).position(start[entry["state"]])
                mover = line.turn
                for move in entry["solution"]:
                    line.push(move)
                outcome = line.outcome()
                assert outcome is not None
                assert (outcome.winner, line.ply) == (mover, entry["plies"])
        page.evaluate(KEPT_IN_THE_PAGE, games)
        page.reload()
        expect(page.locator("#puzzle-title")).to_have_text("Tic-tac-toe: from your games")
        entry = page.locator("puzzle-page").evaluate("page => page.puzzle")
        moves = next(one["solution"] for entries in found for one in entries if one["id"] == entry["id"])
        for move in moves[::2]:
            page.locator(f'[data-cell="{move}"]').click()
        expect(page.locator("#status")).to_have_text("Solved.")
        page.locator('[data-action="next"]').click()
        said = expect(page.locator("puzzle-page"))
        said.to_contain_text(re.compile("Find the only move|There is no other puzzle"))
        page.close()


def positions_of(game: Position) -> Iterator[Position]:
    """The positions of a game, each a root of its own."""
    position = game.copy()
    while position.ply:
        position.pop()
        yield position.copy(stack=False)
