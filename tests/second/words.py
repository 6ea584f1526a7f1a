"""The words of a line of a record, by docs/record.md."""

import re

WORD = re.compile(r'\s*(?:([^\s="#\\]+)=)?("(?:[^"\\]|\\.)*"|[^\s"=#\\]+)')


def words(line: str) -> list[tuple[str | None, str]]:
    """The words of a line, each with its key, without its comment."""
    found, at = [], 0
    while (match := WORD.match(line, at)) is not None:
        key, word = match.groups()
        found.append((key, re.sub(r"\\(.)", r"\1", word[1:-1]) if word[0] == '"' else word))
        at = match.end()
    rest = line[at:].strip()
    assert not rest or rest.startswith("#"), rest
    return found
