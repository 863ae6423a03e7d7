"""Plots by matplotlib, which the extra `plots` installs: one look for all, and files that are the same each time."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noughts.errors import NoughtsError
from noughts.system.extras import install_command

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("png", "svg", "pdf")
# Colours that the colour-blind tell apart, and a mark each for print without colours (Okabe and Ito).
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C6D31")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
GREY = "#9aa3ad"

_LOOK = {
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "figure.dpi": 100,
    "font.size": 9,
    "grid.alpha": 0.3,
    "legend.frameon": False,
    "savefig.dpi": 100,
    "svg.fonttype": "none",
    "svg.hashsalt": "noughts",
}


def check_matplotlib() -> None:
    """NoughtsError if nothing can be drawn: before the work, not after it."""
    _matplotlib()


def _matplotlib() -> Any:
    try:
        import matplotlib as found
    except ImportError:
        raise NoughtsError(f"plots need matplotlib: {install_command('plots')}") from None
    return found


def new_figure(rows: int, columns: int, title: str, width: float = 9.0, height: float = 3.2) -> tuple[Figure, Any]:
    """A figure with a grid of axes, `axes[row, column]`; no window is opened."""
    matplotlib = _matplotlib()
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_LOOK):
        figure = Figure(figsize=(width, height * rows), layout="constrained")
        axes = figure.subplots(rows, columns, squeeze=False)
    figure.suptitle(title, fontsize=13, fontweight="bold")
    return figure, axes


def drawn(figure: Figure, file: Path) -> bytes:
    """The figure as a file of that name holds it, the same bytes each time."""
    kind = file.suffix[1:].lower()
    metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind)
    buffer = io.BytesIO()
    with _matplotlib().rc_context(_LOOK):
        figure.savefig(buffer, format=kind, metadata=metadata)
    return _with_few_colours(buffer) if kind == "png" else buffer.getvalue()


def _with_few_colours(png: io.BytesIO) -> bytes:
    """The picture with 256 colours, which are plenty for a plot: a third of the bytes."""
    from PIL import Image

    made = io.BytesIO()
    with Image.open(png) as picture:
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(made, "png", optimize=True)
    return made.getvalue()


def draw_lines(
    axes: Axes,
    lines: dict[str, list[tuple[float, float]]],
    title: str,
    x_label: str,
    y_label: str,
    is_log: bool = False,
) -> None:
    """A line for each name. On a logarithmic scale, zeros are left out."""
    is_empty = True
    for number, (name, points) in enumerate(lines.items()):
        shown = [(x, y) for x, y in points if y > 0 or not is_log]
        is_empty = is_empty and not shown
        below = min(len(lines) - 1 - number, 5)  # lines to come, which may hide this one: it is so much wider
        axes.plot(
            [x for x, _ in shown],
            [y for _, y in shown],
            color=COLOURS[number % len(COLOURS)],
            marker=MARKERS[number % len(MARKERS)],
            markersize=4.5 + 0.8 * below,
            linewidth=1.3 + 0.6 * below,
            label=name,
        )
    if is_empty:
        axes.text(0.5, 0.5, "none", transform=axes.transAxes, ha="center", va="center", color=GREY)
    elif is_log:
        axes.set_yscale("log")
    axes.set_title(title)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)


def whole_ticks(axes: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def plain_log_ticks(axes: Axes) -> None:
    """Numbers as people write them, also between the powers of ten where there are few of those."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    if axes.get_yscale() != "log":
        return
    low, high = axes.get_ylim()
    axes.yaxis.set_major_locator(LogLocator(subs=(1.0,) if high > 100 * low else (1.0, 2.0, 5.0)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}" if value >= 1 else f"{value:g}"))
    axes.yaxis.set_minor_formatter(NullFormatter())


def legend_in(place: Axes, of: Axes) -> None:
    """A legend in a place of its own, where it hides nothing."""
    place.axis("off")
    place.legend(*of.get_legend_handles_labels(), loc="center", frameon=False)


def draw_bars(
    axes: Axes,
    bars: dict[str, float],
    title: str,
    x_label: str,
    form: str = "{:,.3g}",
    notes: Mapping[str, str] | None = None,
) -> None:
    """Horizontal bars, the first on top, each with its number and its note."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    names = list(bars)
    colours = [COLOURS[number % len(COLOURS)] for number in range(len(names))]
    drawn_bars = axes.barh(names, list(bars.values()), color=colours)
    texts = [form.format(value) + (notes or {}).get(name, "") for name, value in bars.items()]
    axes.bar_label(drawn_bars, texts, padding=3)
    axes.invert_yaxis()
    axes.margins(x=0.3 if notes else 0.18)
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))
    axes.grid(axis="y", visible=False)
    axes.set_title(title)
    axes.set_xlabel(x_label)
