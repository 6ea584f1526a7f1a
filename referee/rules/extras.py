"""The parts that only some games have. The defaults are for games without them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from referee.record.encoding import JSON
from referee.rules.acts import Foul
from referee.rules.deal import Deal
from referee.rules.decks import DeckMaker
from referee.rules.piles import Won
from referee.rules.score import Ladder, Scored
from referee.words.text import T, Text


@dataclass(frozen=True, slots=True)
class SheetStyle:
    """How a sheet shows a match. `listed`: one row a deal, above the explanations; `balanced`: two columns, won and
    lost, each with its sum, and the balance; `carded`: each deal's bids, tricks and totals in one row.
    """

    listed: bool = False
    balanced: bool = False
    carded: bool = False


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number that decides a deal, as it grows: its value, the most it can be, marks on the way, and its text."""

    value: int
    most: int
    marks: tuple[int, ...]
    text: Text


class Extras:
    """The optional parts of a game."""

    seats: tuple[str, ...]
    sheet: ClassVar[SheetStyle] = SheetStyle()
    """How a sheet shows a match."""
    start: ClassVar[tuple[tuple[Text, int, int], ...]] = ()
    """The chips each player begins with, where points are chips; in the form of `tokens`."""
    least: ClassVar[int | None] = None
    """The fewest points a player can have, if there is such a limit."""
    own_deck: ClassVar[DeckMaker | None] = None
    """The maker of a club's own decks, where the laws leave open which two motifs share a card."""
    void: ClassVar[Text] = T("Void this deal")
    """The words for giving a deal up."""
    bid_forgotten: ClassVar[Text] = T("A bid was forgotten")
    """The words where what a player said before the play was not written down."""
    claims: ClassVar[str | None] = None
    """The number of the law on showing the last cards and claiming their tricks, if there is one."""
    leads_down: ClassVar[bool] = False
    """Whether a lone player who claims the rest without naming an order leads every suit from the top."""
    tells_tricks: ClassVar[bool] = True
    """Whether it matters how many tricks a seat has taken."""
    breach_names: ClassVar[Mapping[str, Text]] = {}
    """The names of the kinds of fouls that only this game has, beside KINDS."""

    def extra(self, scored: Scored, past: Sequence[Scored]) -> JSON:
        """The fields a game adds to the JSON of a deal."""
        return {}

    def doubts(
        self, deal: Deal, hands: Mapping[int, tuple[str, ...]], rest: Mapping[str, tuple[str, ...]]
    ) -> tuple[Text, ...]:
        """The reasons why these hands cannot give the result recorded. `rest`: other cards, by their holder."""
        return ()

    def result_text(self, scored: Scored) -> Text | None:
        """The result of a deal in one sentence, if the first line of its score does not say it."""
        return None

    def brief(self, scored: Scored) -> Text | None:
        """The result of a deal in a few words, for a row of a sheet."""
        return self.result_text(scored)

    def block(self, scored: Scored) -> Text | None:
        """The block of the score sheet that a deal stands in; None for the list of deals."""
        return None

    def blocks(self) -> tuple[tuple[Text, int], ...]:
        """The blocks beside the list of deals, and how many deals of a match stand in each."""
        return ()

    def marks(self, deals: Sequence[Scored], now: Deal | None = None) -> tuple[Text | None, ...]:
        """A note beside each seat's name after these deals, while `now` is played: “owes a solo”."""
        return (None,) * len(self.seats)

    def ladders(self, deals: Sequence[Scored]) -> tuple[Ladder, ...]:
        """How far each side has climbed after these finished deals, where a match is a climb."""
        return ()

    def course(self, deals: Sequence[Scored]) -> tuple[tuple[Text, ...], tuple[tuple[Text, ...], ...]]:
        """A sheet's table of a match, beside the points: its heads, and a row for each of these deals."""
        return (), ()

    def checks(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]]) -> tuple[Text, ...]:
        """The sums that are wrong after these finished deals with these scores; empty if none is."""
        return ()

    def trump(self, deal: Deal) -> str | None:
        """The trump suit, if it changes from deal to deal; empty for no trump, None if nothing need be shown."""
        return None

    def role(self, deal: Deal, seat: int) -> Text | None:
        """The role of a seat in this deal, as far as the table knows: the taker, the taker's partner."""
        return None

    def status(self, deal: Deal) -> Text | None:
        """What players most often want to know while a deal is played: how many tricks were bid in all, say."""
        return None

    def gauge(self, deal: Deal) -> Gauge | None:
        """The number that decides this deal, so far, if all may see it."""
        return None

    def speech(self, deal: Deal, seat: int) -> Text | None:
        """The announcements of a seat in this deal."""
        return None

    def fault(self, foul: Foul) -> Text:
        """The cost to its player of a foul upheld in the present deal, in a few words."""
        return T("foul upheld")

    def lying(self, deal: Deal) -> tuple[str, ...]:
        """The cards face up in the middle that belong to no trick: a kitty until it is taken."""
        return ()

    def other_side(self, card: str) -> str | None:
        """The motif on the other side of a card, if it has one and that is known."""
        return None

    def chips_staked(self, deal: Deal, seat: int) -> int:
        """The chips a seat has put before it in this deal, where points are chips."""
        return 0

    def taker(self, deal: Deal) -> int | None:
        """The taker of this deal, if tables can be compared by it."""
        return None

    def team(self, deal: Deal | None, seat: int) -> int | None:
        """The side of a seat, as far as the table knows."""
        return None

    def values(self) -> tuple[tuple[Text, tuple[tuple[Text, Text], ...]], ...]:
        """The tables of values a sheet prints for those who score by hand: a heading, then names and values. What an
        option changes stands here as it is played; other options of the game say why not (`no_value`).
        """
        return ()

    def tokens(self, points: int) -> tuple[tuple[Text, int, int], ...]:
        """A total in chips, where points are chips: colour, value and number of each, dearest first."""
        return ()

    def remarks(self) -> tuple[Text, ...]:
        """What everybody at the table must know of the cards: which stand for Kings, that no foul can be proved."""
        return ()

    def likely(self, deal: Deal) -> tuple[str, ...]:
        """The kinds of fouls that people most often see in this phase of a deal, the most frequent first."""
        return ()

    def exposure_kinds(self, deal: Deal, seat: int) -> tuple[str, ...]:
        """The kinds of fouls that exposing a card may be, the usual one first; none if it is only noted."""
        return ()

    def won(self, deal: Deal) -> Won | None:
        """The piles of won cards that tell the result of this deal when they are counted; None where none does."""
        return None

    def points_in(self, cards: Sequence[str]) -> float | None:
        """What these cards count in a trick; None in a game without card points."""
        return None
