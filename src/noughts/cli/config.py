"""`noughts config`: settings that stay as last set."""

from dataclasses import asdict
from typing import Annotated

import typer


def config(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="A setting; all are shown if left out.")] = None,
    value: Annotated[str | None, typer.Argument(metavar="[VALUE]", help="What it is to be.")] = None,
) -> None:
    """Show the settings, or change one: noughts config level hard."""
    from noughts.play.settings import known_name, load_settings, read_setting, save_settings, settings_file

    settings = load_settings()
    if name is not None and value is not None:
        settings = save_settings({name: read_setting(name, value)})
    shown = asdict(settings)
    if name is not None:
        print(f"{name} = {_written(shown[known_name(name)])}")
        return
    for key, setting in shown.items():
        print(f"{key} = {_written(setting)}")
    print(f"\nkept in {settings_file()}")


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def add_to(app: typer.Typer) -> None:
    app.command()(config)
