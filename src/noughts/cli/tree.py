"""`noughts tree`: the tree that a search has searched."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.analyze import EvalName
from noughts.cli.options import GameName, MovesText, PositionText, check_written_file, read_position, write_file

if TYPE_CHECKING:
    from noughts.lab.search_tree import SearchTree

_MOST_LINES = 60


def tree(
    game: GameName,
    position: PositionText = None,
    moves: MovesText = None,
    depth: Annotated[
        int | None,
        typer.Option("--depth", metavar="D", help="Plies to look ahead: 2, or as many as a report's player would."),
    ] = None,
    search: Annotated[
        str,
        typer.Option(
            "--search",
            metavar="S",
            help="minimax, alphabeta, pvs, hminimax or mtdf, with options as in alphabeta:transpositions=true, or a "
            "report's player, such as report004:level=easy.",
        ),
    ] = "alphabeta",
    evaluation: EvalName = None,
    most_nodes: Annotated[int, typer.Option("--nodes", metavar="N", help="A larger tree is refused.")] = 5000,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw the whole tree.")] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page to step through it, fold and unfold.")
    ] = None,
) -> None:
    """Show a search tree as it was searched: windows, values, and what was cut and why."""
    from noughts.lab.search_tree import grow_tree
    from noughts.registry import game as find_game

    check_written_file(svg, (".svg",), "a drawing")
    check_written_file(html, (".html", ".htm"), "a page")
    searched = read_position(find_game(game), position, moves)
    grown = grow_tree(searched, search, depth, evaluation, most_nodes)
    if svg is not None:
        from noughts.lab.tree_svg import draw_tree

        write_file(svg, draw_tree(grown) + "\n")
    if html is not None:
        from noughts.lab.tree_page import tree_html

        write_file(html, tree_html(grown))
    if svg is None and html is None:
        _print_nodes(grown)
    _print_counts(grown)
    for file, what in ((svg, "drawing"), (html, "page")):
        if file is not None:
            print(f"{what} written to {file}")


def _print_nodes(tree: "SearchTree") -> None:
    """The nodes in the order of the search, each below its parent and further in."""
    from noughts.lab.tree_words import explained, passes_title, short_value

    for node in tree.nodes[:_MOST_LINES]:
        if node.parent is None and (title := passes_title(tree, node)):
            print(f"      {title}")
        where = str(node.move) if node.move else "root"
        relation = "" if node.relation == "=" else node.relation
        found = f"{relation}{short_value(node.value)} [{short_value(node.alpha)}, {short_value(node.beta)}]"
        print(f"{node.number + 1:>5} {'  ' * node.ply}{where}  {found}  {explained(node)}")
    left = len(tree.nodes) - _MOST_LINES
    if left > 0:
        print(f"      and {left:,} nodes more: --html or --svg shows them all")
    print()


def _print_counts(tree: "SearchTree") -> None:
    counts = tree.counts()
    passes = len(tree.roots)
    print(
        f"{counts['nodes']:,} nodes{f' in {passes} passes' if passes > 1 else ''}, "
        f"{counts['static_evaluations']:,} static and {counts['dynamic_evaluations']:,} dynamic evaluations, "
        f"{counts['alpha_cutoffs']:,} alpha and {counts['beta_cutoffs']:,} beta cut-offs, "
        f"{counts['table_hits']:,} table hits; best move {tree.best}"
    )


def add_to(app: typer.Typer) -> None:
    app.command()(tree)
