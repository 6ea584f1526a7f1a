"""`python -m referee.cli`."""

from referee.cli.main import main

main()
