"""A club's book in the store: its tables as evenings, what was said of the groups, and evenings typed from paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict

from referee.book.facts import Said, Words, said_of
from referee.book.groups import Group, groups
from referee.book.sittings import Sitting
from referee.cache import Cache, answers_cache
from referee.club.paper_evenings import PaperEvening
from referee.club.shelf import is_demo, shelf_of
from referee.club.summaries import Booked, Summaries
from referee.club.tables import Tables
from referee.store import Stream

WORDS, PAPER = "book", "paper"
"""The kinds of the log with what was said, one for each club, and of a log with evenings typed from paper."""
_books: Cache[tuple[Group, ...]] = answers_cache(20)
"""The groups by the tables they come from, as long as these are."""


class Book:
    """The groups of a club and their evenings."""

    def __init__(self, tables: Tables, summaries: Summaries, day: Callable[[str], str]) -> None:
        """`day` tells the day of a time of the log, in the zone of the table."""
        self._store = tables.store
        self._tables, self._summaries, self._day = tables, summaries, day

    def groups(self, sees: Callable[[str], bool]) -> tuple[tuple[Group, ...], int]:
        """The groups by the tables that a device `sees`, and how many tables are still to be folded."""
        streams = [one for one in self._tables.all() if not is_demo(one) and shelf_of(one) != "bin" and sees(one.id)]
        papers = [one for one in self._store.streams(PAPER) if not one.label.get("gone")]
        words = self.words()
        key = (words.joined, *((one.id, one.seq, one.label.get("date"), one.label.get("after"))
                               for one in (*streams, *papers)))  # fmt: skip
        known = _books.find(key)
        if known is not None:
            return known, 0
        booked, left = self._summaries.booked(streams)
        there = sorted((one for one in streams if one.id in booked), key=lambda one: one.created)
        sittings = [self._sitting(one, booked[one.id]) for one in there if booked[one.id].deals]
        paper = [sitting for one in papers for sitting in self._of_paper(one)]
        answer = groups([*paper, *sittings], words.joined)
        if not left:
            _books.put(key, answer)
        return answer, left

    def _sitting(self, stream: Stream, table: Booked) -> Sitting:
        """A table for the book. It was played when its record says, else when it was opened: corrections come later."""
        day = self._day(stream.label.get("date") or stream.created)
        after = stream.label.get("after", "")
        return Sitting(stream.id, table.game, day, table.seats, table.won, table.deals, after, table.lowest_wins)

    def _of_paper(self, stream: Stream) -> list[Sitting]:
        return [
            Sitting(stream.id, row["game"], row["day"], tuple(one["name"] for one in row["scores"]),
                    tuple(one["points"] for one in row["scores"]))
            for event in self._store.events(stream.id) for row in event.body["evenings"]
        ]  # fmt: skip

    def words(self) -> Words:
        """All that was said of the groups."""
        logs = (self._store.events(stream.id) for stream in self._store.streams(WORDS))
        return Words(tuple(said_of(event.kind, event.body) for log in logs for event in log))

    def say(self, said: Sequence[Said], key: str, by: str = "") -> None:
        """Write down something said of the groups, once for each key."""
        stream = self._store.create(WORDS, {}, "book of the club")
        self._store.append(stream, key, self._store.seq(stream), [(one.word, one.json()) for one in said], by)

    def take_in(self, evenings: Sequence[PaperEvening], key: str, by: str = "") -> str:
        """Keep evenings typed from paper, as one log; return its id, the same again for a known key."""
        stream = self._store.create(PAPER, {}, key, by)
        if self._store.seq(stream) == 0:
            self._store.append(stream, key, 0, [("evenings", {"evenings": [asdict(one) for one in evenings]})], by)
        return stream

    def put_paper(self, stream: str, *, gone: bool) -> None:
        """Leave what was typed from paper out of the book, or take it back."""
        self._store.set_label(stream, {"gone": True} if gone else {})

    def papers(self) -> list[Stream]:
        """All that was typed from paper, the last first."""
        return sorted(self._store.streams(PAPER), key=lambda one: one.created, reverse=True)
