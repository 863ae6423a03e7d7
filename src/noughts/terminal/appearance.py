"""How a game appears in the terminal: with the symbols that are set, and cells numbered where the game has numbers."""

from noughts.board import Game, View, symbols_of


def appearance(view: View, game: Game, symbols: str) -> View:
    """The view as it is drawn.

    >>> import noughts
    >>> start = noughts.game("tictactoe").position("..X/.O./... O")
    >>> shown = appearance(start.view(), start.game, "squares")
    >>> shown.status, [cell.content if cell.content != "." else cell.name for cell in shown.cells]
    ('□ to move', ['1', '2', '■', '4', '□', '6', '7', '8', '9'])
    """
    shown = view.numbered() if game.numbers_cells else view
    return shown.marked(symbols_of(view.marks, symbols))
