"""Options: declared once, read and listed alike by texts, protocols, commands and the page."""

from typing import Any

import pytest

from commands import noughts
from noughts.engine.engine_text import EngineSettings, engine_options, player_texts
from noughts.engine.limit import Limit
from noughts.errors import NoughtsError
from noughts.evals.zero import value
from noughts.kernel.evaluation import Evaluation
from noughts.option import Option
from noughts.play.settings import OPTIONS as SETTINGS
from noughts.protocols.bots import OPTIONS as BOTS
from noughts.registry import all_players, evaluations, searches
from noughts.web.catalogue import Catalogue

ENGINES = [*searches(), *all_players()]
DECLARED = {
    **{name: engine_options(name) for name in ENGINES},
    **{name: one.options for name, one in evaluations().items()},
    "limits": Limit.options(),
    "settings": SETTINGS,
    "bots": BOTS,
}


@pytest.mark.parametrize("owner", DECLARED)
def test_every_option_says_what_it_does_and_can_have_its_default(owner: str) -> None:
    for name, option in DECLARED[owner].items():
        assert option.words, name
        assert (option.least is None) == (option.most is None), name
        if option.default is not None:
            assert option.check(name, option.default) == option.read(name, option.as_text()) == option.default


def test_the_page_and_the_commands_list_what_is_declared() -> None:
    catalogue = Catalogue().answer
    for kinds, listed in ((searches(), catalogue.searches), (all_players(), catalogue.players)):
        assert {one.name: [option.name for option in one.options] for one in listed} == {
            name: list(kind.options) for name, kind in kinds.items()
        }
    for command, name in (("searches", "hminimax"), ("players", "report004")):
        lines = noughts(command, name, COLUMNS="300").stdout.splitlines()
        assert [line.partition("=")[0] for line in lines[2:]] == [*engine_options(name), *Limit.options()]
    run = noughts("players", "hminimax")
    assert run.returncode == 2
    assert "there is no player 'hminimax'; there are report000" in run.stderr


@pytest.mark.parametrize("name", all_players())
def test_what_is_offered_of_a_player_is_a_text(name: str) -> None:
    texts = player_texts(name)
    made = [EngineSettings.read(text).player for text in texts]
    assert len({repr(player.option) for player in made}) == len(texts)
    assert texts[0] == name


@pytest.mark.parametrize(
    ("option", "given", "found"),
    [
        (Option(False), "on", True),
        (Option("X", choices=("X", "O")), "o", "O"),
        (Option(1.5, 0, 9), "2", 2.0),
        (Option(None, 0, 9, kind="whole"), 3.0, 3),
    ],
)
def test_values_are_read_from_text_or_as_they_are(option: Option, given: Any, found: Any) -> None:
    read = option.read("it", given)
    assert (read, type(read)) == (found, type(found))


@pytest.mark.parametrize(
    ("option", "value", "rule"),
    [
        (Option(False), 1, "true or false"),
        (Option("X", choices=("X", "O")), True, "one of X, O"),
        (Option(1.5, 0, 9, unit="seconds"), "2", "a number of seconds from 0 to 9"),
        (Option(None, 1, 2**62, kind="whole"), 3.0, r"a whole number from 1 to 2\^62"),
        (Option(3, 0, 10**9), True, r"a whole number from 0 to 10\^9"),
    ],
)
def test_a_value_of_another_type_is_refused_where_it_has_one(option: Option, value: Any, rule: str) -> None:
    with pytest.raises(NoughtsError, match=f"it is {value!r}; it must be {rule}"):
        option.check("it", value)


def test_an_evaluation_s_option_may_be_a_number_as_files_of_older_versions_have_it() -> None:
    numbers: Any = {"reach": 3}
    old = Evaluation("old", "-", None, value, options=numbers)
    assert old.loaded_weights[0] == 3
    assert old.with_options({"reach": "5"}).loaded_weights[0] == 5
    with pytest.raises(NoughtsError, match="the evaluation old: reach is '-1'; it must be a whole number from 0 to"):
        old.with_options({"reach": "-1"})
