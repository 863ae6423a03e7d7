"""The file of bots, and that no text of anybody else's starts a program."""

from pathlib import Path

import pytest

import noughts
from noughts.engine.engine import Engine
from noughts.errors import NoughtsError
from noughts.protocols.bots import Bot, read_bots
from noughts.web.catalogue import Catalogue
from web_server import Visitor, serving

BOTS = """
[mine]
command = "./mybot --fast 'two words'"

["The other"]
command = "pbrain"
protocol = "gomocup"
memory = 350
options = { evaluate = true, Style = "wild", Hash = 64, Ratio = 0.5 }
"""


def test_bots_are_read_by_their_names(tmp_path: Path) -> None:
    file = tmp_path / "bots.toml"
    file.write_text(BOTS)
    mine, other = Bot("mine", "./mybot --fast 'two words'"), read_bots(file)["The other"]
    assert read_bots(file)["mine"] == mine
    assert mine.words == ["./mybot", "--fast", "two words"]
    options = {"evaluate": "true", "Style": "wild", "Hash": "64", "Ratio": "0.5"}
    assert other == Bot("The other", "pbrain", "gomocup", options, 350)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[mine", "is not TOML"),
        ("\xff", "is not TOML"),
        ("mine = 3", r"bots.toml: mine is no table; a bot is written as \[mine\]"),
        ("[mine]", r'bots.toml: mine has no command; write command = "./program"'),
        ("[mine]\ncommand = 3", "bots.toml: mine: command is 3; it must be a text"),
        ("[mine]\ncommand = ''", "bots.toml: mine: there is no command"),
        ('[mine]\ncommand = "\'x"', "bots.toml: mine: the command .* cannot be read: No closing quotation"),
        ("[mine]\ncommand = 'x'\nprotocol = 'uci'", "mine: protocol is 'uci'; it must be one of ugi, gomocup"),
        (
            "[mine]\ncommand = 'x'\nmemory = 0",
            "mine: memory is 0; it must be a whole number of megabytes from 1 to 1048576",
        ),
        ("[mine]\ncommand = 'x'\nmemory = true", "mine: memory is True; it must be a whole number"),
        ("[mine]\ncommand = 'x'\nspeed = 2", "mine has no setting 'speed'; there are command, protocol, memory"),
        ("[mine]\ncommand = 'x'\noptions = { a = [1] }", "mine: a is .1.; an option is a text, a number"),
        ('[mine]\ncommand = "x"\noptions = { a = "1\\nquit" }', "the option '1.nquit' has more than one line"),
        ("[mine]\ncommand = 'x'\n" + "#" * 1_000_000, "bots.toml has more than 1,000,000 bytes"),
    ],
)
def test_what_is_wrong_with_the_file_is_told(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "bots.toml"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(NoughtsError, match=words):
        read_bots(file)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(NoughtsError, match=r"bots.toml cannot be read: No such file"):
        read_bots(tmp_path / "bots.toml")


def texts(mark: Path) -> list[str]:
    """Programs that would leave a mark, in the forms that name a player of a match."""
    return [f"{form}:touch {mark}" for form in ("cmd", "gomocup", "ugi", " cmd", "noughts:cmd")] + [f"cmd:{mark}"]


def test_no_engine_game_or_evaluation_names_a_program(tmp_path: Path) -> None:
    mark = tmp_path / "was-run"
    for text in texts(mark):
        for take in (Engine, lambda text: Engine("alphabeta", eval=text), noughts.game, Catalogue().game):
            with pytest.raises(NoughtsError):
                take(text)
    assert not mark.exists()


def test_no_visitor_of_the_page_starts_a_program(tmp_path: Path) -> None:
    mark = tmp_path / "was-run"
    human = {"kind": "human"}
    with serving(tmp_path, folder=tmp_path) as server, Visitor(server) as visitor:
        for text in texts(mark):
            for seat in (
                {"kind": "player", "player": text},
                {"kind": "search", "search": text},
                {"kind": "search", "search": "noughts", "evaluation": text},
                {"kind": "cmd", "command": text},
                {"kind": "player", "player": "report003", "settings": {"cmd": text}},
            ):
                answer = visitor.post("/api/games", json={"game": "tictactoe", "first": seat, "second": human})
                assert answer.status_code in (400, 422), (seat, answer.text)
            answer = visitor.post("/api/games", json={"game": text, "first": human, "second": human})
            assert answer.status_code in (400, 404, 422), answer.text
    assert not mark.exists()
