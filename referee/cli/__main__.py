"""Start the program."""

from __future__ import annotations

import sys
from importlib import import_module

from referee.cli.main import main as commands
from referee.memory import keep_what_is_loaded


def main() -> None:
    """Run the command named on the command line."""
    if sys.argv[1:2] == ["check"]:  # it makes many facts, and collects none of what was loaded before
        import_module("referee.cli.check")
        keep_what_is_loaded()
    commands(prog_name="referee")


if __name__ == "__main__":
    main()
