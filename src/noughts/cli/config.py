"""`noughts config`: settings that stay as last set."""

from typing import Annotated

import typer


def config(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="A setting; all are shown if left out.")] = None,
    value: Annotated[str | None, typer.Argument(metavar="[VALUE]", help="What it is to be.")] = None,
) -> None:
    """Show the settings, or change one: noughts config level hard."""
    from noughts.cli.tables import print_table
    from noughts.play.settings import OPTIONS, known_option, load_settings, read_setting, save_settings, settings_file

    settings = load_settings()
    if name is not None and value is not None:
        settings = save_settings({name: read_setting(name, value)})
    if name is not None:
        option = known_option(name)
        print(f"{name} = {option.as_text(getattr(settings, name))}")
        return
    rows = []
    for key, option in OPTIONS.items():
        rows.append((f"{key} = {option.as_text(getattr(settings, key))}", f"{option.words}: {option.rule}"))
    print_table(rows, folding=(1,))
    print(f"\nkept in {settings_file()}")


def add_to(app: typer.Typer) -> None:
    app.command()(config)
