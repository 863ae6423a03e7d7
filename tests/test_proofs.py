"""Proofs: what is written can be verified, and nothing that is wrong with a file gets through."""

import functools
import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

import noughts
from commands import noughts as command
from noughts import reference
from noughts.solving.proof import proof_lines
from noughts.solving.solver import Solver
from noughts.solving.task import SolveSettings
from noughts.verification.certificates import ProofError, check_pairs, check_stealing, check_weights
from noughts.verification.check import verify
from noughts.verification.symmetry import Symmetries
from positions import last_positions

Lines = list[dict[str, Any]]


def proof_of(game: str, text: str | None = None, method: str | None = None, within: int | None = None) -> Lines:
    found = noughts.game(game)
    position = found.start() if text is None else found.position(text)
    solver = Solver(position, SolveSettings(method, hash_mb=4.0, within=within))
    solver.work()
    return [json.loads(line) for line in proof_lines(position, solver.solution(), solver.method)]


def written(lines: Lines) -> io.StringIO:
    return io.StringIO("".join(json.dumps(line) + "\n" for line in lines))


@pytest.mark.parametrize(
    ("game", "text", "value"),
    [
        ("tictactoe", None, "draw"),
        ("4x4x3", None, "win"),
        ("3x4x3", "X..O/#.../.... O", "win"),
        ("misere-3x3x3", None, "draw"),
        ("misere-3x4x3", None, "loss"),
        ("misere-4x4x4", None, "draw"),
        ("exact-3x4x3", None, "win"),
        ("exact-2x6x3", None, "draw"),
        ("4x5x4", None, "draw"),
        ("3x3x3", "XXX/OO./... O", "loss"),
    ],
)
def test_proofs_of_small_games(game: str, text: str | None, value: str) -> None:
    lines = proof_of(game, text)
    assert lines[0]["value"] == value
    assert verify(written(lines)).value == value


def test_the_longest_line_of_a_proof_is_told() -> None:
    """Won at once; by a threat, a double threat, and a line; and lost whatever is played, to one of two threats."""
    for text, plies in (("X.O/O../..X X", 1), ("X.O/.../... X", 5), ("X.X/O../X.O O", 2)):
        assert verify(written(proof_of("3x3x3", text))).longest_line == plies


@pytest.mark.parametrize("method", ["proof-number", "alphabeta"])
@pytest.mark.parametrize(("game", "plies"), [("3x4x3", 7), ("4x4x3", 5), ("exact-3x4x3", 7)])
def test_a_proof_of_a_win_within_some_plies_has_no_longer_line(game: str, plies: int, method: str) -> None:
    """So many plies are the length of best play; the same proof shows no shorter win."""
    lines = proof_of(game, method=method, within=plies)
    assert lines[1] == {"claim": {"player": 0, "at_least": "win", "within": plies}}
    verified = verify(written(lines))
    assert (verified.value, verified.within, verified.longest_line) == ("win", plies, plies)
    lines[1]["claim"]["within"] = plies - 1
    with pytest.raises(ProofError, match=f"a line goes on for more than {plies - 1} plies"):
        verify(written(lines))


@pytest.mark.parametrize("game", ["nineboard", "ultimate", "ultimate-playon", "ultimate-count", "xtreme"])
def test_proofs_late_in_nested_games(game: str) -> None:
    values = set()
    for position in last_positions(game, 5, 12, seed=31):
        lines = proof_of(game, position.text())
        verified = verify(written(lines))
        values.add(verified.value)
        assert game != "xtreme" or verified.value != "draw" or verified.points is not None
    assert len(values) > 1


# A four in the row, which leaves one reply, makes three in the column.
FOURS = "9/9/4X4/4X4/OXXX5/9/9/9/O3O3O X"
# Shapes of three tokens that share a cell.
SHAPES = (
    "....O......./..........O./...X.X....../...X...X...O/.....X....../"
    "....X......./.O.X..X...../.O........../..OOO......./............ X 3 2 0"
)


@pytest.mark.parametrize(
    ("game", "text", "method"),
    [
        ("9x9x5", FOURS, "proof-number"),
        ("9x9x5", FOURS, "alphabeta"),
        ("9x9x5", FOURS, "threats"),
        ("xrudder", SHAPES, "threats"),
    ],
)
def test_wins_by_threats_are_written_out_and_verified(game: str, text: str, method: str) -> None:
    lines = proof_of(game, text, method)
    assert lines[0]["value"] == "win"
    assert verify(written(lines)).value == "win"
    assert lines[-1]["end"] == (1 if game == "xrudder" else 2)


def test_no_line_can_be_left_out_or_changed() -> None:
    """Of a proof that a game is won every position is needed: without its move the claim is open."""
    lines = proof_of("4x4x3")
    for number in range(2, len(lines) - 1):
        fewer = lines[:number] + lines[number + 1 : -1] + [{"end": lines[-1]["end"] - 1}]
        with pytest.raises(ProofError, match="does not say what to play"):
            verify(written(fewer))
    for value in ("draw", "loss"):
        with pytest.raises(ProofError, match="do not show"):
            verify(written([lines[0] | {"value": value}, *lines[1:]]))


def test_a_move_that_gives_the_win_away_is_found() -> None:
    game, lines = noughts.game("3x4x3"), proof_of("3x4x3")
    wrong = 0
    for number in range(2, len(lines) - 1):
        values = noughts.solve(game.position(lines[number]["at"]), all_moves=True, hash_mb=0.1).move_values
        for move in [move for move, value in values.items() if value != "win"]:
            changed = [*lines[:number], lines[number] | {"move": move}, *lines[number + 1 :]]
            with pytest.raises(ProofError):
                verify(written(changed))
            wrong += 1
    assert wrong > 0


def test_symmetries_of_texts_are_those_of_the_rules() -> None:
    """A position and its image have the same legal moves, by the map of moves, and lead to images again."""
    chance = random.Random(2)
    for name in ("3x3x3", "4x5x4", "nineboard", "ultimate", "ultimate-playon", "xtreme", "xrudder"):
        rules, symmetries = reference.game(name), Symmetries(name)
        board = rules.start()
        while not board.is_over():
            image = symmetries.representative(board.text())
            there = rules.parse(image.text)
            assert there.text() == image.text
            assert sorted(map(image.original, there.legal_moves())) == sorted(board.legal_moves())
            move = chance.choice(there.legal_moves())
            board, there = board.play(image.original(move)), there.play(move)
            assert symmetries.representative(board.text()).text == symmetries.representative(there.text()).text
            assert (board.is_over(), board.winner()) == (there.is_over(), there.winner())


def test_all_images_have_one_representative() -> None:
    symmetries = Symmetries("3x3x3")
    images = ["XO./.../... X", ".OX/.../... X", ".../.../XO. X", "X../O../... X", ".../O../X.. X"]
    assert {symmetries.representative(text).text for text in images} == {".../.../.OX X"}


def test_pairs_weights_and_stealing_are_checked() -> None:
    """Two rows of four cells: O holds X off by taking b1 for c1 and so on, but not without the upper row."""
    text = "..../.... X"
    check_pairs("2x4x4", text, 1, [["b2", "c2"], ["a1", "d1"]])
    for pairs, message in (
        ([["b2", "c2"]], "in spite of the pairs"),
        ([["b2", "c2"], ["c2", "b1"]], "a cell in common"),
        ([["b2", "z9"], ["a1", "d1"]], "no empty cell"),
        ([["b2"], ["a1", "d1"]], "a list of two cells"),
        (["b2", "c2"], "a list of two cells"),
        ([["b2", "c2"], [["a1"], "d1"]], "no empty cell"),
    ):
        with pytest.raises(ProofError, match=message):
            check_pairs("2x4x4", text, 1, pairs)
    check_weights("2x4x4", text, 1)  # two lines, 1/16 each
    check_weights("2x4x4", "..../X.X. O", 1)  # 1/16 and 1/4, and O moves
    check_weights("2x4x4", "..../X.X. X", 1)
    with pytest.raises(ProofError, match="the weights of the lines are 1/2"):
        check_weights("2x4x4", "X.X./X.X. X", 1)
    check_stealing("3x3x3", "#../.../... O", 1)
    for text, player in (("X../.../... O", 1), (".../.../... X", 1)):
        with pytest.raises(ProofError, match="without stones"):
            check_stealing("3x3x3", text, player)
    check_pairs("misere-2x4x4", "..../.... X", 1, [["b2", "c2"], ["a1", "d1"]])  # O's own lines, which O avoids
    with pytest.raises(ProofError, match="in spite of the pairs"):
        check_pairs("misere-2x4x4", "..../.... X", 1, [["b2", "c2"]])
    with pytest.raises(ProofError, match="not for misere"):
        check_stealing("misere-2x4x4", text, 0)


def test_no_reason_shows_more_than_a_draw() -> None:
    root = ".../.../... X"
    lines: Lines = [
        {"noughts-proof": 1, "game": "3x3x3", "position": root, "value": "win", "points": None},
        {"claim": {"player": 0, "at_least": "win"}},
        {"at": root, "stealing": True},
        {"end": 1},
    ]
    with pytest.raises(ProofError, match="no more than a draw"):
        verify(written(lines))


def test_no_points_are_told_that_were_not_claimed_and_checked() -> None:
    won, drawn = proof_of("3x4x3"), proof_of("tictactoe")
    with pytest.raises(ProofError, match="a draw may have points, a win has none"):
        verify(written([won[0] | {"points": 999}, *won[1:]]))
    with pytest.raises(ProofError, match="do not show"):
        verify(written([drawn[0] | {"points": 0}, *drawn[1:]]))
    claims: Lines = [{"claim": {"player": player, "at_least": 0}} for player in (0, 1)]
    lines = proof_of("3x3x3", "XOX/XOO/OX. X")
    with pytest.raises(ProofError, match="3x3x3 counts no points"):
        verify(written([lines[0] | {"points": 0}, *lines[1:-1], *claims, lines[-1]]))


XRUDDER_WITHOUT_A_MOVE_OF_X = "1O1O8/1XOX8/1OXO8/1XOX8/2X1X7/2OXO7/2XOX7/1O1O8/12/12 {} 0 2 0"


def test_where_a_side_is_skipped_the_other_one_is_named(tmp_path: Path) -> None:
    lines = proof_of("xrudder", XRUDDER_WITHOUT_A_MOVE_OF_X.format("O"))
    lines[0]["position"] = XRUDDER_WITHOUT_A_MOVE_OF_X.format("X")
    file = tmp_path / "proof"
    file.write_text(written(lines).getvalue())
    run = command("verify", str(file))
    assert run.returncode == 0, run.stderr
    assert " O 0 2 0: win for the side to move, O\n" in run.stdout
    told = json.loads(command("verify", str(file), "--json").stdout)
    assert (told["turn"], told["position"].split()[1]) == ("O", "O")


@functools.cache
def solution_of(game: str, text: str) -> noughts.Solution:
    return noughts.solve(noughts.game(game).position(text), distance=game != "xtreme", hash_mb=0.1)


@pytest.mark.parametrize(
    ("game", "text", "within"),
    [
        ("3x3x3", "X.O/.../... X", 5),
        ("3x3x3", "XOX/.O./.X. O", None),
        ("xtreme", "/".join(["XOXXOOOXX"] * 17 + ["XXX6"]) + " O - -", None),
    ],
)
def test_no_flipped_bit_makes_a_proof_say_what_is_not_so(game: str, text: str, within: int | None) -> None:
    """What is still accepted is a proof: of this position, or of the one that the file names now."""
    whole = written(proof_of(game, text, within=within)).getvalue().encode()
    accepted = 0
    for bit in range(8 * len(whole)):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        try:
            found = verify(io.TextIOWrapper(io.BytesIO(flipped), "utf-8"))
        except (ProofError, UnicodeDecodeError):
            continue
        known = solution_of(found.game, found.position)
        assert (found.value, found.points) in ((known.value, known.points), (known.value, None)), flipped
        assert found.within is None or (known.distance or 0) <= found.within, flipped
        accepted += 1
    assert 0 < accepted < len(whole)


HEADER = '{"noughts-proof": 1, "game": "3x3x3", "position": ".../.../... X", "value": "win", "points": null}\n'
CLAIM = '{"claim": {"player": 0, "at_least": "win"}}\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a proof of version 1"),
        ("hello\n", "line 1 is not a line"),
        ("[" * 15_000 + "\n", "line 1 is not a line"),
        ("{" + " " * 30_000 + "}\n", "line 1 is not a line"),
        ("[1, 2]\n", "line 1 is not a line"),
        ('{"noughts-proof": 2}\n', "not a proof of version 1"),
        (HEADER.replace("win", "won"), "does not say game"),
        (HEADER.replace("3x3x3", "9x9x99") + CLAIM + '{"end": 0}\n', "line 1: 9x9x99"),
        (HEADER.replace("... X", "..Z X") + CLAIM + '{"end": 0}\n', "line 1: "),
        (HEADER, "not whole"),
        (HEADER + CLAIM, "not whole"),
        (HEADER + CLAIM + '{"end": 1}\n', "line 3: the file is not whole"),
        (HEADER + CLAIM + '{"end": 0}\n' + CLAIM, "line 3: the file is not whole"),
        (HEADER + CLAIM + '{"end": 0}', "line 3 is not a line"),
        (HEADER + '{"at": "x", "move": "a1"}\n', "a claim must come first"),
        (HEADER + '{"claim": {"player": 2, "at_least": "win"}}\n', "line 2: a claim says"),
        (HEADER + '{"claim": {"player": 0, "at_least": [1]}}\n', "line 2: a claim says"),
        (HEADER + '{"claim": 3}\n', "line 2: a claim says"),
        (HEADER + CLAIM.replace("}}", ', "within": 0}}'), "line 2: a claim of a win may say within"),
        (HEADER + CLAIM.replace("}}", ', "within": "5"}}'), "line 2: a claim of a win may say within"),
        (HEADER + CLAIM.replace('"win"}', '"draw", "within": 5}'), "line 2: a claim of a win may say within"),
        (HEADER + CLAIM + '{"at": "x"}\n', "line 3 says neither"),
        (HEADER + CLAIM + '{"at": "x", "move": 3}\n', "line 3 has no proper move"),
        (HEADER + CLAIM + '{"end": 0}\n', "does not say what to play"),
        (HEADER + CLAIM + '{"at": ".../.../... X", "move": "z9"}\n{"end": 1}\n', "at .../.../... X: "),
    ],
)
def test_files_that_are_no_proof(text: str, message: str) -> None:
    with pytest.raises(ProofError, match=message):
        verify(io.StringIO(text))


def test_a_proof_is_written_and_verified_by_the_commands(tmp_path: Path) -> None:
    file = tmp_path / "4x5x4.proof"
    run = command("solve", "4x5x4", "--hash-mb", "8", "--proof", str(file), "--json")
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert (told["game"], told["value"], told["move_values"]) == ("4x5x4", "draw", {})
    run = command("verify", str(file), "--json")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["value"] == "draw"
    file.write_text(file.read_text()[:-20])
    run = command("verify", str(file))
    assert run.returncode == 2
    assert run.stderr.startswith(f"noughts: {file} proves nothing: line ")
    assert command("verify", str(tmp_path / "none")).stderr.endswith("cannot be read: No such file or directory\n")
    assert [path.name for path in tmp_path.iterdir()] == ["4x5x4.proof"], "nothing half-written is left"


def test_a_win_within_some_plies_is_told_written_and_verified_by_the_commands(tmp_path: Path) -> None:
    file = tmp_path / "3x4x3.proof"
    run = command("solve", "3x4x3", "--within", "6", "--hash-mb", "1")
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("3×4, 3 in a row, X to move: no win within 6 plies\n")
    run = command("solve", "3x4x3", "--within", "7", "--hash-mb", "1", "--proof", str(file), "--json")
    told = json.loads(run.stdout)
    assert (told["value"], told["within"], told["wins_within"]) == ("win", 7, True)
    run = command("verify", str(file))
    assert "win within 7 plies for the side to move" in run.stdout, run.stderr
    assert json.loads(command("verify", str(file), "--json").stdout)["within"] == 7
