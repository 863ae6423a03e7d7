"""Small drawings for a report's page: the score as it went, times by stage, ratings with their errors."""

import html
import math
from collections.abc import Mapping, Sequence

from noughts.arena.statistics import Estimate, ScoreCount, Z

_WIDTH, _HEIGHT, _LEFT = 640, 220, 46
_COLOURS = ("#c2410c", "#1d4ed8")  # the marks' own


def score_plot(results: Sequence[tuple[int, float]], title: str) -> str:
    """The first player's share of points after each game, and the interval in which it lies at 95 %."""
    count, middle, low, high = ScoreCount(), [], [], []
    for pair, share in results:
        count.add(pair, share)
        sample = count.score.sample
        margin = Z * math.sqrt(sample.variance / sample.size)
        middle.append(count.score.score)
        low.append(max(0.0, sample.mean - margin))
        high.append(min(1.0, sample.mean + margin))
    if not middle:
        return ""

    def at(number: int, share: float) -> str:
        x = _LEFT + (_WIDTH - _LEFT - 8) * (number + 1) / len(middle)
        return f"{x:.1f},{_HEIGHT - 24 - (_HEIGHT - 40) * share:.1f}"

    band = [at(n, share) for n, share in enumerate(high)] + [at(n, share) for n, share in reversed([*enumerate(low)])]
    line = " ".join(at(number, share) for number, share in enumerate(middle))
    parts = [_text(2, _HEIGHT - 20 - (_HEIGHT - 40) * share, f"{round(100 * share)} %") for share in (0, 0.5, 1)]
    parts.append(f'<polygon points="{" ".join(band)}" fill="#fed7aa" opacity="0.6"/>')
    parts.append(f'<line x1="{_LEFT}" x2="{_WIDTH}" y1="{_level()}" y2="{_level()}" stroke="#94a3b8"/>')
    parts.append(f'<polyline points="{line}" fill="none" stroke="{_COLOURS[0]}" stroke-width="2"/>')
    parts.append(_text(_LEFT, _HEIGHT - 4, f"games 1 to {len(middle)}"))
    return _drawing(parts, title, _HEIGHT)


def _level() -> float:
    return _HEIGHT - 24 - (_HEIGHT - 40) / 2


def bar_plot(bars: Mapping[str, Sequence[float]], title: str, unit: str) -> str:
    """For each word one bar for each of two players."""
    most = max((value for values in bars.values() for value in values), default=0.0) or 1.0
    parts, y = [], 8
    for word, values in bars.items():
        parts.append(_text(2, y + 20, word))
        for value, colour in zip(values, _COLOURS, strict=False):
            width = (_WIDTH - 220) * value / most
            parts.append(f'<rect x="90" y="{y}" width="{width:.1f}" height="12" fill="{colour}"/>')
            parts.append(_text(96 + width, y + 11, f"{value:.3g} {unit}"))
            y += 15
        y += 10
    return _drawing(parts, title, y)


def rating_plot(names: Sequence[str], ratings: Sequence[Estimate], title: str) -> str:
    """A line for each player with the interval in which its rating lies at 95 %."""
    ends = [one.value + side * _bounded(one.error) for one in ratings for side in (-1, 1)]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    span = (high - low) or 1.0

    def x(value: float) -> float:
        return 220 + (_WIDTH - 300) * (value - low) / span

    parts = []
    for row, (name, one) in enumerate(zip(names, ratings, strict=True)):
        y, error = 20 + 24 * row, _bounded(one.error)
        parts.append(_text(2, y + 4, name))
        parts.append(f'<line x1="{x(one.value - error):.1f}" x2="{x(one.value + error):.1f}" y1="{y}" y2="{y}" '
                     f'stroke="{_COLOURS[1]}" stroke-width="3"/>')  # fmt: skip
        parts.append(f'<circle cx="{x(one.value):.1f}" cy="{y}" r="5" fill="{_COLOURS[0]}"/>')
        parts.append(_text(_WIDTH - 60, y + 4, f"{one.value:+z.0f}"))
    return _drawing(parts, title, 20 + 24 * len(names))


def _bounded(error: float) -> float:
    return error if math.isfinite(error) else 0.0


def _text(x: float, y: float, words: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="#475569">{html.escape(words)}</text>'


def _drawing(parts: Sequence[str], title: str, height: float) -> str:
    return (
        f'<figure><figcaption>{html.escape(title)}</figcaption><svg viewBox="0 0 {_WIDTH} {height:.0f}" role="img" '
        f'font-family="sans-serif" font-size="12"><title>{html.escape(title)}</title>{"".join(parts)}</svg></figure>'
    )
