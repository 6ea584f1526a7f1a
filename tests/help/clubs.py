"""A server with clubs, and devices that use it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from click.testing import CliRunner
from flask import Flask

from referee.cli.main import main
from tests.help.web import Visitor

SECRET = "one for all"


@dataclass
class Hall:
    """A server with clubs, and devices that use it."""

    app: Flask
    address: str

    def command(self, *words: str) -> str:
        """The output of `referee club …`."""
        done = CliRunner().invoke(
            main, ["club", *words, "--database", self.address], env={"REFEREE_SECRET_KEY": SECRET}
        )
        assert done.exit_code == 0, done.output
        return done.output

    def add(self, *more: str) -> tuple[str, str]:
        """Add a club. Return its word, and its director's link as a path."""
        word = f"club-{secrets.token_hex(4)}"
        link = self.command("add", f"The {word}", "--as", word, "--at", "http://localhost", *more).strip()
        assert link.startswith(f"http://{word}.localhost/club/join/"), link
        return word, link.removeprefix(f"http://{word}.localhost")

    def device(self, word: str, link: str = "", name: str = "a tablet") -> Visitor:
        """A device at a club, let in by a link if given."""
        made = Visitor(self.app, address="192.168.1.7", host=f"{word}.localhost")
        if link:
            made.open(link)
            made.press("Join", name=name)
            assert made.status == 200, made.page.text
        return made
