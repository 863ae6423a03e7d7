"""A tree of moves as large as people make none."""

import random
from typing import TypedDict

LONGEST = 80  # moves of a line
_COLUMNS = ("acegi", "kmoqs")


class TreeData(TypedDict):
    game: str
    position: None
    nodes: list[tuple[int, str]]


def large_tree(count: int) -> TreeData:
    """Lines and variations of 19x19x5, the main line as long as they get.

    Nobody gets five in a row: columns and rows are left out, each player has half.
    """
    chance = random.Random(28)
    cells = [[f"{column}{row}" for column in columns for row in range(1, 20) if row % 4] for columns in _COLUMNS]
    nodes: list[tuple[int, str]] = []
    lines: list[tuple[str, ...]] = [()]
    made: set[tuple[int, str]] = set()
    while len(nodes) < count:
        goes_on = len(nodes) < LONGEST or (len(lines[-1]) < LONGEST and chance.random() < 0.9)
        parent = len(nodes) if goes_on else chance.randrange(len(lines))
        line = lines[parent]
        move = chance.choice(cells[len(line) % 2])
        if len(line) < LONGEST and move not in line and (parent, move) not in made:
            made.add((parent, move))
            nodes.append((parent, move))
            lines.append((*line, move))
    return {"game": "19x19x5", "position": None, "nodes": nodes}
