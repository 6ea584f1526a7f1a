"""Start the program. `referee check` loads nothing else, so that it starts fast."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command named on the command line."""
    if sys.argv[1:2] == ["check"]:
        from referee.cli.check import check
        from referee.cli.terminal import ENVIRONMENT, Commands
        from referee.memory import keep_what_is_loaded

        keep_what_is_loaded()
        Commands(name="referee", commands={"check": check}, context_settings=ENVIRONMENT)(prog_name="referee")
    from referee.cli.main import main as commands

    commands(prog_name="referee")


if __name__ == "__main__":
    main()
