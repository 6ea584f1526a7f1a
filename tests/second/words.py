"""The words of a line of a record, by docs/record.md."""

import re
from collections.abc import Iterator

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


def lines(text: str) -> Iterator[tuple[int, str, list[str], dict[str, str]]]:
    """The lines of a record that say something: number, first word, the words without a key, those with one."""
    for number, line in enumerate(text.splitlines(), 1):
        said = words(line)
        if said:
            plain = [word for key, word in said[1:] if key is None]
            yield number, said[0][1], plain, {key: word for key, word in said[1:] if key is not None}
