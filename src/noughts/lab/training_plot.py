"""A plot of a training run: errors and strength by games of self-play."""

from collections.abc import Sequence
from pathlib import Path

from noughts.errors import NoughtsError
from noughts.lab.plots import FORMATS, draw_lines, drawn, new_figure
from noughts.learning.training import Generation
from noughts.system.folders import write_whole


def draw(generations: Sequence[Generation], title: str, file: Path) -> None:
    """Write the plot; the file's name says in which format."""
    if file.suffix[1:].lower() not in FORMATS:
        raise NoughtsError(f"--plot is {str(file)!r}; the name of a plot ends in .{', .'.join(FORMATS)}")
    figure, axes = new_figure(1, 2, f"Training of {title}")
    fitted = [one for one in generations if one.number]
    errors = {
        "on games learned from": [(float(one.games), one.error) for one in fitted],
        "on other games": [(float(one.games), one.checked) for one in fitted],
    }
    draw_lines(axes[0, 0], errors, "Errors", "games of self-play", "mean squared error")
    axes[0, 0].legend()
    strength = [(float(one.games), one.elo) for one in generations if one.elo is not None]
    draw_lines(axes[0, 1], {"best so far": strength}, "Strength", "games of self-play", "Elo over the default before")
    write_whole(file, drawn(figure, file))
