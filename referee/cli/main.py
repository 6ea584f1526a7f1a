"""The command `referee`, and where each of its commands stands. It loads the one that is asked for, and starts fast."""

from __future__ import annotations

from pkgutil import resolve_name

import click

from referee.cli.terminal import ENVIRONMENT, Commands

PLACES = {
    "backup": "records:backup",
    "blank": "records:blank",
    "boards": "boards:boards",
    "check": "check:check",
    "club": "hosting:club",
    "doctor": "serving:doctor",
    "export": "records:export",
    "games": "records:games",
    "import": "records:import_",
    "join": "hosting:join",
    "move": "hosting:move",
    "person": "upkeep:person",
    "restore": "records:restore",
    "seats": "records:seats",
    "serve": "serving:serve",
    "sheet": "records:sheet",
    "snapshot": "upkeep:snapshot",
    "tournament": "tournament:tournament",
    "trust": "trust:trust",
    "verify": "records:verify_",
}
"""The module and the name of each command in it."""


class Program(Commands):
    """All commands of the program."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(PLACES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in PLACES:
            return None
        command: click.Command = resolve_name(f"referee.cli.{PLACES[cmd_name]}")
        return command


@click.group(cls=Program, context_settings=ENVIRONMENT)
@click.version_option(package_name="referee")
def main() -> None:
    """A table referee and scorekeeper for real card games."""
