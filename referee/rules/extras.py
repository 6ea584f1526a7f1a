"""What only some games have, and what every other game then says of it: nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from referee.rules.acts import Foul
from referee.rules.deal import Deal
from referee.rules.decks import DeckMaker
from referee.rules.score import Ladder, Scored
from referee.words.text import T, Text


@dataclass(frozen=True, slots=True)
class SheetStyle:
    """How a sheet shows a match. `listed`: the deals a row each, before it explains them; `balanced`: what is won and
    what is lost in two columns, sums each, with the balance struck; `carded`: each deal's bids, tricks and totals in
    one row.
    """

    listed: bool = False
    balanced: bool = False
    carded: bool = False


@dataclass(frozen=True, slots=True)
class Gauge:
    """How far something has come that decides a deal: its value, the most there is, marks on the way, and in words."""

    value: int
    most: int
    marks: tuple[int, ...]
    text: Text


class Extras:
    """What a game may say beside what it must."""

    seats: tuple[str, ...]
    sheet: ClassVar[SheetStyle] = SheetStyle()
    """How a sheet shows a match."""
    start: ClassVar[tuple[tuple[Text, int, int], ...]] = ()
    """The chips everybody begins with, where points are chips: as `tokens` names them."""
    least: ClassVar[int | None] = None
    """The points below which nobody goes, where there are such."""
    own_deck: ClassVar[DeckMaker | None] = None
    """How a club makes a deck of its own, where the laws leave open which two motifs share a card."""
    void: ClassVar[Text] = T("Void this deal")
    """What giving a deal up is called."""
    claims: ClassVar[str | None] = None
    """The law on showing the last cards and claiming their tricks, where there is one."""
    leads_down: ClassVar[bool] = False
    """Whether who plays alone and claims the rest without a word leads every suit from the top."""
    tells_tricks: ClassVar[bool] = True
    """Whether it matters how many tricks a seat has taken."""
    breach_names: ClassVar[Mapping[str, Text]] = {}
    """The kinds of fouls only this game has, beside KINDS, and what they are called."""

    def extra(self, scored: Scored, past: Sequence[Scored]) -> Mapping[str, Any]:
        """What a game adds to a deal's JSON."""
        return {}

    def doubts(
        self, deal: Deal, hands: Mapping[int, tuple[str, ...]], rest: Mapping[str, tuple[str, ...]]
    ) -> tuple[Text, ...]:
        """Why what a deal is said to have come to cannot come of the hands that were dealt, the rest by who held it."""
        return ()

    def told(self, scored: Scored) -> Text | None:
        """What a deal came to in one sentence, where the first line of its score does not say it."""
        return None

    def brief(self, scored: Scored) -> Text | None:
        """The same in the few words that a row of a sheet has room for."""
        return self.told(scored)

    def block(self, scored: Scored) -> Text | None:
        """The block of the score sheet a deal stands in; None: the list of deals."""
        return None

    def blocks(self) -> tuple[tuple[Text, int], ...]:
        """The blocks beside the list of deals and how many of a match's deals stand in each."""
        return ()

    def marks(self, deals: Sequence[Scored], now: Deal | None = None) -> tuple[Text | None, ...]:
        """What is to be noted beside each seat's name after these deals, while `now` is played: “owes a duty solo”."""
        return (None,) * len(self.seats)

    def ladders(self, deals: Sequence[Scored]) -> tuple[Ladder, ...]:
        """How far each side has climbed after these finished deals, where a match is a climb."""
        return ()

    def course(self, deals: Sequence[Scored]) -> tuple[tuple[Text, ...], tuple[tuple[Text, ...], ...]]:
        """What a sheet lists of a match beside points by seat: the heads, and a row for each of these deals."""
        return (), ()

    def checks(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]]) -> tuple[Text, ...]:
        """What does not add up after these finished deals with these scores, as a scorer checks it; empty: all does."""
        return ()

    def trump(self, deal: Deal) -> str | None:
        """The suit that is trump where each deal settles it anew, empty for no trump; None where none need be told."""
        return None

    def role(self, deal: Deal, seat: int) -> Text | None:
        """What a seat is in this deal, as far as the table knows: the taker, the taker's partner."""
        return None

    def status(self, deal: Deal) -> Text | None:
        """What everybody at the table asks about this deal while it is played: how many tricks were bid in all."""
        return None

    def gauge(self, deal: Deal) -> Gauge | None:
        """What decides this deal, as far as it has come, where all may see it."""
        return None

    def speech(self, deal: Deal, seat: int) -> Text | None:
        """What a seat has announced in this deal."""
        return None

    def fault(self, foul: Foul) -> Text:
        """What a foul upheld in the deal being played has cost its player already."""
        return T("foul upheld")

    def lying(self, deal: Deal) -> tuple[str, ...]:
        """The cards that lie face up in the middle and belong to no trick: a kitty until it is taken."""
        return ()

    def other_side(self, card: str) -> str | None:
        """The motif on the other side of a card, where cards have two and it is known."""
        return None

    def staked(self, deal: Deal, seat: int) -> int:
        """The chips a seat has put before it in this deal, where points are chips."""
        return 0

    def taker(self, deal: Deal) -> int | None:
        """Who played this deal against the others, where one does and it can be compared across tables."""
        return None

    def team(self, deal: Deal | None, seat: int) -> int | None:
        """Which side a seat is on, as far as the table knows."""
        return None

    def values(self) -> tuple[tuple[Text, tuple[tuple[Text, Text], ...]], ...]:
        """The tables of values a sheet prints for those who score by hand: a heading, then names and values."""
        return ()

    def tokens(self, points: int) -> tuple[tuple[Text, int, int], ...]:
        """How a total lies on the table where points are chips: colour, value and number of each, dearest first."""
        return ()

    def remarks(self) -> tuple[Text, ...]:
        """What everybody at the table is to know of its cards: which play the Kings, that no foul can be proved."""
        return ()

    def likely(self, deal: Deal) -> tuple[str, ...]:
        """The kinds of fouls that people most often see in this phase of a deal, the likeliest first."""
        return ()

    def exposed(self, deal: Deal, seat: int) -> tuple[str, ...]:
        """The kinds of fouls that a card exposed by a seat may be, the usual one first; none where it is only noted."""
        return ()
