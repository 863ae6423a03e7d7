"""Settings stay as last set, in a file that people can edit; what is wrong in it is told and kept."""

import re
from pathlib import Path

import pytest

from commands import noughts
from noughts.errors import NoughtsError
from noughts.play.settings import Settings, load_settings, read_setting, save_settings


def test_without_a_file_there_are_defaults() -> None:
    assert load_settings() == Settings()


def test_what_was_set_stays_and_the_rest_is_as_it_was(data_folder: Path) -> None:
    save_settings({"level": "hard", "time": 2.5})
    save_settings({"mark": "o"})
    settings = load_settings()
    assert (settings.level, settings.time, settings.mark, settings.side) == ("hard", 2.5, "O", "first")
    told = "# how well the engine plays: one of yours, beginner, easy, medium, hard, expert, 1-dan"
    assert f'level = "hard" {told}' in (data_folder / "settings.toml").read_text()


def test_comments_and_settings_of_other_versions_survive(data_folder: Path) -> None:
    file = data_folder / "settings.toml"
    file.write_text('# mine\nlevel = "easy"  # for the children\nvolume = 11\n')
    save_settings({"level": "max"})
    assert file.read_text() == '# mine\nlevel = "max"  # for the children\nvolume = 11\n'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('level = "godlike"', "level is 'godlike'; it must be one of yours, beginner, easy, medium, hard, expert, "),
        ("level = 3", "level is 3; it must be one of"),
        ("level = \n", "is not TOML"),
        ("threads = true", "threads is True; it must be a whole number from 1 to 64"),
        ("threads = 0", "threads is 0; it must be a whole number from 1 to 64"),
        ("time = nan", "it must be a number of seconds from 0 to 3600"),
        ('clock = "yes"', "clock is 'yes'; it must be true or false"),
        ("\xff\xfe", "is not TOML"),
    ],
)
def test_a_wrong_file_is_explained_and_left_alone(data_folder: Path, content: str, message: str) -> None:
    file = data_folder / "settings.toml"
    file.write_bytes(content.encode("latin-1"))
    for attempt in (load_settings, lambda: save_settings({"level": "easy"})):
        with pytest.raises(NoughtsError) as error:
            attempt()
        assert message in str(error.value)
        assert str(file) in str(error.value)
    assert file.read_bytes() == content.encode("latin-1")


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("clock", "off", False),
        ("clock", "TRUE", True),
        ("time", "3", 3.0),
        ("threads", "2", 2),
        ("mark", "o", "O"),
        ("symbols", "squares", "squares"),
    ],
)
def test_settings_are_read_as_they_are_typed(name: str, text: str, value: object) -> None:
    assert read_setting(name, text) == value


@pytest.mark.parametrize(
    ("name", "text"), [("clock", "maybe"), ("time", "soon"), ("threads", "1.5"), ("side", "left"), ("symbols", "dots")]
)
def test_nonsense_is_refused(name: str, text: str) -> None:
    with pytest.raises(NoughtsError, match=f"{name} is '{text}'; it must be"):
        read_setting(name, text)


def test_the_command_shows_and_changes(data_folder: Path) -> None:
    assert noughts("config", "level").stdout == "level = yours\n"
    assert noughts("config", "level", "expert").stdout == "level = expert\n"
    assert re.search(
        r"^level = expert +how well the engine plays: one of yours, ", noughts("config").stdout, re.MULTILINE
    )
    assert str(data_folder / "settings.toml") in noughts("config").stdout
    run = noughts("config", "level", "godlike")
    assert (run.returncode, run.stdout) == (2, "")
    assert "one of yours, beginner" in run.stderr
    run = noughts("config", "colour")
    assert run.returncode == 2
    assert "there is no setting 'colour'; there are level, side" in run.stderr
    assert load_settings().level == "expert"


def test_a_folder_that_cannot_be_made_is_explained() -> None:
    run = noughts("config", NOUGHTS_DATA="/proc/nowhere")
    assert run.returncode == 2
    assert "the data folder /proc/nowhere cannot be made" in run.stderr
