"""A season's standings on paper, in the form of a tournament's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.sheets.contents import Rank, Ranks
from referee.sheets.deals.rows import clean
from referee.sheets.event import NAME
from referee.sheets.page import environment, stylesheet
from referee.sheets.wall import SHEETS, layout, name_type
from referee.tournament.season import Line, Ranking, rate
from referee.words.languages import Language
from referee.words.numbers import figure
from referee.words.text import T


class SeasonPaper:
    """A season's standings in one language. `evenings`: the head of each tournament's column; `how` they are made."""

    place = date = ""

    def __init__(
        self, ranked: Ranking, title: str, evenings: Sequence[str], how: str, voice: Language, paper: str
    ) -> None:
        self.title, self._how = clean(title), how
        self.ranked = ranked
        self.evenings = evenings
        self.voice = voice
        self.paper = paper

    def documents(self) -> list[str]:
        """The standings as one HTML document; none before anybody has played."""
        if not self.ranked.lines:
            return []
        context = {
            "_": self.voice.gettext,
            "event": self,
            "name": T("Standings").say(self.voice),
            "kind": "standings",
            "round": "",
            "lang": self.voice.code,
            "paper": self.paper,
            "contents": self.ranks(),
            "created": "",
            "css": stylesheet("print-tournament"),
        }
        return [environment().get_template("tournament/standings.html").render(context)]

    def _shown(self) -> range:
        """The tournaments that have a column: the last ones that there is room for."""
        lying = SHEETS[self.paper, True]
        room = int((lying.width - lying.rank - lying.total - lying.name) / lying.round)
        return range(max(0, len(self.evenings) - room), len(self.evenings))

    @property
    def how(self) -> str:
        """How the standings are made, and which tournaments have no column."""
        left = self._shown().start
        more = T("the first {number} evenings have no column here, and count all the same", number=left)
        return " · ".join([self._how, *([more.say(self.voice)] if left else [])])

    def ranks(self) -> Ranks:
        """The lines, with as many of the last tournaments as there is room for."""
        shown = self._shown()
        words = ["rank", "name", *["round"] * len(shown), "total"]
        wide, sheet, widths = layout(words, self.paper)
        heads = [T("Rank").say(self.voice), T("Name").say(self.voice), *(self.evenings[at] for at in shown)]
        heads.append(T("Total").say(self.voice))
        rows = []
        for line in self.ranked.lines:
            name, club = clean(line.name, NAME), clean(line.club, NAME)
            cells = list(self._cells(line, shown))
            rows.append(Rank(line, "", name, club, cells, name_type(name, club, widths[1], sheet)))
        columns = list(zip(words, heads, strict=True))
        return Ranks(rows=rows, wide=wide, listed=True, columns=columns, widths=widths)

    def _cells(self, line: Line, shown: Sequence[int]) -> Iterator[tuple[str, str, bool]]:
        worth = {
            part.evening: (figure(rate(self.ranked.rule, part), self.voice.code), part.counts) for part in line.parts
        }
        yield "rank", str(line.place or "–"), True
        yield "name", "", True
        for at in shown:
            text, counts = worth.get(at, ("–", True))
            yield "round", text, counts
        yield "total", figure(line.total, self.voice.code), True
