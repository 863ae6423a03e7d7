"""The three themes: colours of the board, and the Textual themes of everything around it."""

from dataclasses import dataclass, replace

from textual.theme import Theme

from noughts.board import DRAWN, SYMBOLS

_NUMBERS = {mark: number for marks in SYMBOLS.values() for number, mark in enumerate(marks)}  # X is 0, and so is ■


@dataclass(frozen=True, slots=True)
class Palette:
    background: str
    text: str
    faint: str  # labels, dots, remarks
    frame: str
    playable: str  # frames of boards that may be played on
    tiles: tuple[str, str]  # in turns, like a chessboard
    quiet_tiles: tuple[str, str]  # on boards that may not be played on
    marks: tuple[str, str]  # X and O, whatever their symbols
    tints: tuple[str, str]  # of boards that X and O won
    drawn_tint: str
    obstacle: str
    last: str
    selected: str
    hint: str
    cursor: str
    winning: str
    on_cursor: str
    on_winning: str
    surface: str
    is_dark: bool = True

    def mark(self, mark: str) -> str:
        """The colour of a mark."""
        return self.marks[_NUMBERS[mark]] if mark in _NUMBERS else self.text

    def tint(self, owner: str) -> str:
        return self.drawn_tint if owner == DRAWN else self.tints[_NUMBERS[owner]]


_DARK = Palette(
    background="#11151d",
    text="#dce3ee",
    faint="#8593ab",
    frame="#56637a",
    playable="#f2c14e",
    tiles=("#27303f", "#2d3748"),
    quiet_tiles=("#181d27", "#1b212c"),
    marks=("#5ec8f8", "#ff8f6b"),
    tints=("#123b52", "#54281b"),
    drawn_tint="#33333b",
    obstacle="#8a93a5",
    last="#3c4863",
    selected="#4f3a7a",
    hint="#1f5533",
    cursor="#e8edf6",
    winning="#f2c14e",
    on_cursor="#11151d",
    on_winning="#11151d",
    surface="#1a202b",
)

PALETTES = {
    "dark": _DARK,
    "light": Palette(
        background="#f7f5ef",
        text="#23272f",
        faint="#635f52",
        frame="#8d8778",
        playable="#955800",
        tiles=("#e4dfd0", "#dbd5c3"),
        quiet_tiles=("#f1eee5", "#ece8dd"),
        marks=("#0a57a8", "#b3331d"),
        tints=("#c5dcf3", "#f5cfc5"),
        drawn_tint="#d3d1ca",
        obstacle="#5d5a51",
        last="#f4d98b",
        selected="#dccdf5",
        hint="#bfe8c5",
        cursor="#2b303a",
        winning="#f0b429",
        on_cursor="#f7f5ef",
        on_winning="#23272f",
        surface="#ebe7db",
        is_dark=False,
    ),
    "contrast": replace(
        _DARK,
        background="#000000",
        text="#ffffff",
        faint="#b8b8b8",
        frame="#9a9a9a",
        playable="#ffff00",
        tiles=("#000000", "#1a1a1a"),
        quiet_tiles=("#000000", "#000000"),
        marks=("#00e5ff", "#ffae00"),
        tints=("#004a5c", "#5c3a00"),
        drawn_tint="#444444",
        obstacle="#ffffff",
        last="#0000c0",
        selected="#8000a0",
        hint="#006000",
        cursor="#ffffff",
        winning="#ffff00",
        on_cursor="#000000",
        on_winning="#000000",
        surface="#000000",
    ),
}


def textual_theme(name: str) -> Theme:
    """The theme of the widgets around the board."""
    palette = PALETTES[name]
    return Theme(
        name=name,
        primary=palette.marks[0],
        secondary=palette.marks[1],
        accent=palette.playable,
        warning=palette.playable,
        error=palette.marks[1],
        foreground=palette.text,
        background=palette.background,
        surface=palette.surface,
        panel=palette.surface,
        dark=palette.is_dark,
    )
