"""`noughts train`: what a run makes, that it goes on after a kill, and which files are refused."""

import io
import json
import random
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import noughts as package
from commands import CONNECT_FOUR, ROOT, noughts
from noughts.arena.competition import Competition
from noughts.arena.openings import Openings
from noughts.engine.engine_text import EngineSettings
from noughts.evals.shared.trained import trained_for, trained_in
from noughts.evals.shared.trained_file import place_of, read_story, read_weights
from noughts.kernel.contract import NO_MOVE
from noughts.lab.training_plot import draw
from noughts.learning.folder import RunFolder
from noughts.learning.inputs import walks
from noughts.learning.training import Generation
from noughts.play.seats import seat
from noughts.play.session import Session
from noughts.registry import default_evaluation, fitting_evaluation

HEX = ROOT / "examples" / "hex.py"
# A run of 80 games, in as many processes as asked for.
RUN = """
import sys; from pathlib import Path
import noughts; from noughts.learning.folder import RunFolder; from noughts.learning.training import Settings, Training
if __name__ == "__main__":
    game, folder = noughts.game(sys.argv[1]), Path(sys.argv[2])
    settings = Settings(games=80, nodes=50, processes=int(sys.argv[3]), times=1.0, match_games=20, first_times=1)
    for one in Training(game, settings, RunFolder(folder, game), folder / "out.npz").generations():
        print(one.number, one.games, flush=True)
"""


def command(folder: Path, processes: int = 1) -> list[str]:
    script = folder.parent / "run.py"
    script.write_text(RUN)
    return [sys.executable, str(script), str(CONNECT_FOUR), str(folder), str(processes)]


def tables(folder: Path) -> list[bytes]:
    game = package.game(str(CONNECT_FOUR))
    fits = [RunFolder(folder, game).read_fit(number) for number in (0, 1)]
    return [one.table.tobytes() for one in fits if one is not None]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished run."""
    folder = tmp_path_factory.mktemp("training") / "run"
    done = subprocess.run(command(folder), capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["0", "0", "1", "80"], done.stdout + done.stderr
    return folder


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own."""
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def test_a_run_killed_at_ten_random_moments_comes_to_the_same_by_two_processes(run: Path, tmp_path: Path) -> None:
    chance = random.Random(1)
    for _ in range(10):
        process = subprocess.Popen(command(tmp_path / "run", 2), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.3, 3))
        process.kill()
        process.wait()
    done = subprocess.run(command(tmp_path / "run", 2), capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["0", "0", "1", "80"], done.stdout + done.stderr
    assert len(tables(run)) == 2
    assert tables(tmp_path / "run") == tables(run)


def test_compiled_values_are_sums_of_table_entries_and_updates_agree_with_counting_anew(run: Path) -> None:
    game = package.game(str(CONNECT_FOUR))
    with np.load(run / "evaluation-000001.npz") as file:
        arrays = {name: file[name] for name in ("bits", "steps", "sizes", "starts", "entries")}
    owners = np.repeat(np.arange(len(arrays["sizes"])), arrays["sizes"])
    evaluation = trained_in(run / "evaluation-000001.npz")
    compiled, weights = evaluation.for_rules(game.rules, game.name), evaluation.weights_for(game)
    chance, seen = random.Random(1), 0
    while seen < 2000:
        position = game.start()
        played: list[int] = []
        states = game.new_states(60)
        states[:1] = position.states
        accumulators = np.full((60, evaluation.accumulator_size), -7, np.int32)
        while not position.is_game_over():
            ply = len(played)
            compiled.call_update(states, ply, played[-1] if played else NO_MOVE, weights, accumulators)
            found = int(compiled.call_value(states, ply, weights, accumulators))
            compiled.call_update(states, ply, NO_MOVE, weights, accumulators)
            assert int(compiled.call_value(states, ply, weights, accumulators)) == found
            bits = np.unpackbits(np.frombuffer(states[ply : ply + 1].tobytes(), np.uint8), bitorder="little")
            index = np.bincount(owners, bits[arrays["bits"]] * arrays["steps"], len(arrays["sizes"])).astype(int)
            total = int(arrays["entries"][arrays["starts"] + 2 * index + position.turn].sum())
            # In hundredths for the first player, of which tables count 64 parts; then for the side to move.
            assert found == (total // 64 if position.turn == 0 else -(total // 64))
            move = chance.choice(position.legal_moves)
            position.push(move)
            played.append(move.code)
            states[ply + 1 : ply + 2] = position.states
            seen += 1


def test_walks_of_connect_four_share_a_table_with_their_mirror_images() -> None:
    found = walks(package.game(str(CONNECT_FOUR)))
    by_table: dict[object, int] = {}
    for one in found:
        assert len(one.views) == 1
        by_table[one.views[0].key] = by_table.get(one.views[0].key, 0) + 1
    assert len(by_table) == 40
    assert set(by_table.values()) == {1, 2} or set(by_table.values()) == {2}  # a walk may be its own image
    assert max(one.views[0].size for one in found) == 3**7


def test_a_board_with_more_symmetries_than_its_drawing_has_fewer_walks() -> None:
    assert len(walks(package.game(str(ROOT / "examples" / "qubic.py")))) <= 160


def test_what_was_trained_is_the_default_is_listed_and_can_be_taken_back(run: Path, data: Path) -> None:
    game = package.game(str(CONNECT_FOUR))
    assert trained_for(game) is None
    place_of(game).parent.mkdir(parents=True)
    place_of(game).write_bytes((run / "evaluation-000000.npz").read_bytes())
    assert default_evaluation(game).name == "trained"
    position = game.start()
    assert package.Engine().play(position, package.Limit(nodes=500)).move in position.legal_moves
    listed = noughts("evals", str(CONNECT_FOUR)).stdout
    assert listed.startswith("trained "), listed
    assert "trained on 20" in listed
    taken = noughts("train", str(CONNECT_FOUR), "--take-back")
    assert "connect-four: taken back: trained on 20" in taken.stdout, taken.stdout + taken.stderr
    assert not place_of(game).exists()
    assert fitting_evaluation(game, None).name == "ntuples"
    with pytest.raises(package.NoughtsError, match="nothing has been trained for connect-four: `noughts train` does"):
        package.Engine(eval="trained").play(position, package.Limit(nodes=500))


def test_records_say_when_and_how_well_an_evaluation_was_trained(run: Path, data: Path, tmp_path: Path) -> None:
    game, pgn = package.game(str(CONNECT_FOUR)), tmp_path / "games.pgn"
    place_of(game).parent.mkdir(parents=True)
    place_of(game).write_bytes((run / "evaluation-000000.npz").read_bytes())
    words = read_story(place_of(game), game).words
    asked = ("match", "noughts", "noughts:eval=zero", "--game", str(CONNECT_FOUR), "--games", "2", "--nodes", "100")
    noughts(*asked, "--pgn", str(pgn))
    first, second = pgn.read_text().split("[Event ")[1:]
    assert f'[WhiteEvaluation "{words}"]' in first
    assert f'[BlackEvaluation "{words}"]' in second
    assert "[BlackEvaluation" not in first
    seats = seat("noughts:level=easy", game), seat("human", game)
    assert ("WhiteEvaluation", words) in Session(game.start(), seats).record().tags
    assert EngineSettings.read(f"alphabeta:eval={run / 'evaluation-000000.npz'}").training(game) == words
    assert EngineSettings.read("mcts").training(game) == ""


def test_a_file_is_named_as_an_evaluation_and_one_for_another_game_is_refused(run: Path) -> None:
    path = run / "evaluation-000000.npz"
    assert read_story(path, package.game(str(CONNECT_FOUR))).game == "connect-four"
    played = noughts("eval", str(CONNECT_FOUR), "--eval", str(path))
    assert "for X, who is to move" in played.stdout, played.stdout + played.stderr
    with pytest.raises(package.NoughtsError, match="was trained for 'connect-four', and does not fit hex"):
        read_weights(path, package.game(str(HEX)))


def test_damaged_and_forged_files_are_refused(run: Path, tmp_path: Path) -> None:
    game = package.game(str(CONNECT_FOUR))
    whole = (run / "evaluation-000000.npz").read_bytes()
    path = tmp_path / "damaged.npz"
    for content in (b"", whole[:1000], whole[:-5000], b"PK" + whole[2:2000], b"\0" * 5000):
        path.write_bytes(content)
        with pytest.raises(package.NoughtsError, match=r"damaged\.npz is damaged"):
            read_weights(path, game)
    with np.load(io.BytesIO(whole)) as file:
        arrays = {name: file[name] for name in file.files}
    for name, wrong in (("starts", 1 << 40), ("starts", -8), ("bits", 1 << 20), ("steps", -1), ("entries", 1 << 30)):
        forged = dict(arrays, **{name: arrays[name].copy()})
        forged[name][0] = wrong
        np.savez_compressed(path, **forged)
        with pytest.raises(package.NoughtsError, match=r"damaged\.npz is damaged"):
            read_weights(path, game)


def test_forged_numbers_are_refused_with_the_right_digest_too(run: Path, tmp_path: Path) -> None:
    from noughts.evals.shared import trained_file

    game = package.game(str(CONNECT_FOUR))
    with np.load(run / "evaluation-000000.npz") as file:
        arrays = {name: file[name] for name in file.files}
    for name, wrong in (("starts", 1 << 40), ("starts", -8), ("bits", 1 << 20), ("steps", 1 << 30), ("sizes", 5)):
        forged = dict(arrays, **{name: arrays[name].copy()})
        forged[name][0] = wrong
        story = json.loads(str(forged.pop("story")))
        story["digest"] = trained_file.digest_of(forged)
        np.savez_compressed(tmp_path / "forged.npz", **forged, story=np.array(json.dumps(story)))
        with pytest.raises(package.NoughtsError, match=r"forged\.npz is damaged"):
            read_weights(tmp_path / "forged.npz", game)


def test_a_damaged_file_in_the_data_folder_is_told_and_the_default_of_before_plays(data: Path) -> None:
    game = package.game(str(CONNECT_FOUR))
    place_of(game).parent.mkdir(parents=True)
    place_of(game).write_bytes(b"not an archive")
    told = noughts("eval", str(CONNECT_FOUR))
    assert told.stdout.startswith("ntuples: "), told.stdout
    assert "is damaged" in told.stderr
    assert "--take-back" in told.stderr


def test_another_run_in_the_same_folder_is_refused(run: Path) -> None:
    told = noughts("train", str(CONNECT_FOUR), "--folder", str(run), "--nodes", "77")
    assert told.returncode == 2
    assert "holds another run (nodes was 50); --folder names a new one" in told.stderr


def test_bad_input_is_told_in_words(tmp_path: Path) -> None:
    told = noughts("train", str(CONNECT_FOUR), "--out", str(tmp_path / "mine.txt"))
    assert told.returncode == 2
    assert "ends in .npz" in told.stderr
    told = noughts("train", "tictactoe", "--games", "5", NOUGHTS_UNCOMPILED="1")
    assert told.returncode == 2
    assert "training needs compiled code" in told.stderr


def test_a_plot_shows_errors_and_strength(tmp_path: Path) -> None:
    generations = [
        Generation(0, 0, 0, 0.0, 0.0, 0.6, 100, True, 70.4),
        Generation(1, 2000, 50_000, 0.08, 0.11, 0.56, 300, True, 110.2),
    ]
    draw(generations, "Connect four", tmp_path / "plot.svg")
    text = (tmp_path / "plot.svg").read_text()
    assert "Training of Connect four" in text
    assert "on other games" in text
    with pytest.raises(package.NoughtsError, match=r"plot\.txt'; the name of a plot ends in \.png"):
        draw(generations, "Connect four", tmp_path / "plot.txt")


def test_a_match_is_another_one_after_training(run: Path, data: Path) -> None:
    def definition() -> dict[str, object]:
        openings = Openings.read("none", package.game(str(CONNECT_FOUR)), 1)
        return Competition(str(CONNECT_FOUR), ("noughts", "noughts:eval=zero"), openings).definition()

    before = definition()
    assert definition() == before
    place_of(package.game(str(CONNECT_FOUR))).parent.mkdir(parents=True)
    place_of(package.game(str(CONNECT_FOUR))).write_bytes((run / "evaluation-000000.npz").read_bytes())
    assert definition() != before


def test_a_home_that_cannot_be_written_to_holds_nothing_trained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path / "file" / "data"))
    assert trained_for(package.game(str(CONNECT_FOUR))) is None
    assert fitting_evaluation(package.game(str(CONNECT_FOUR)), None).name == "ntuples"
