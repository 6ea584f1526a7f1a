"""What a game must say, and what it gets for it.

A game says what a play denies, who wins a trick, what it waits for (prompts), what a deal scores and what a
foul costs. Turns, records, proofs, pages and sheets are written once, for all games, from that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar

from referee.acts import KINDS, STOCK, Act, AtMost, Denial, Denies, Foul, Holder, Holds, Moves, Returns, Step
from referee.cards import Deck
from referee.deal import Deal, Play, Trick
from referee.grammar import Fact
from referee.options import Law, Option, Options, Usual, option
from referee.pairing import DeckMaker
from referee.prompt import Choice, Field, Group, Prompt
from referee.score import Aim, Due, Ladder, Line, Remedy, Scored, Standing, in_order, total
from referee.texts import Slip, T, Text

__all__ = [
    "KINDS",
    "STOCK",
    "Act",
    "Aim",
    "AtMost",
    "Choice",
    "Denial",
    "Denies",
    "Due",
    "Field",
    "Foul",
    "Group",
    "Holder",
    "Holds",
    "Ladder",
    "Law",
    "Line",
    "Moves",
    "Option",
    "Options",
    "Prompt",
    "Remedy",
    "Returns",
    "Ruleset",
    "Scored",
    "Standing",
    "Step",
    "Usual",
    "in_order",
    "option",
    "total",
]  # fmt: skip
"""All that a game needs to say, in one place."""


class Ruleset(ABC):
    """A game at one table: its laws under the options agreed, for the seats that play."""

    name: ClassVar[str]
    title: ClassVar[Text]
    players: ClassVar[tuple[int, ...]]
    presets: ClassVar[Mapping[str, Options]]
    laws: ClassVar[tuple[Law, ...]]
    deck: Deck
    pad: tuple[Group, ...]
    provable: bool = True
    """Whether the cards are known well enough for a foul to be proved."""
    several: ClassVar[bool] = False
    """Whether a play may be of several cards."""
    early: ClassVar[bool] = False
    """Whether a card may be laid before its turn once the trick is led."""
    by_lead: ClassVar[bool] = False
    """Whether what a play denies depends on the lead alone."""
    timed: bool = False
    """Whether the match may end by the clock."""
    goal: int | None = None
    """The points that end the match, where points do."""
    direction: ClassVar[str] = "clockwise"
    """How the turn goes round: `clockwise` or `counter`."""
    picture: ClassVar[tuple[str, str, str]]
    """Three cards by which the game is known at a glance."""
    breaches: tuple[str, ...] = ("must-follow", "out-of-turn")
    """The kinds of fouls people at the table may see for themselves."""
    listed: ClassVar[bool] = False
    """Whether a sheet lists its deals, a row each, before it explains them."""
    balanced: ClassVar[bool] = False
    """Whether a sheet keeps what is won and what is lost in two columns, sums each, and strikes the balance."""
    usual: ClassVar[Usual]
    """What tournaments of this game usually agree."""
    breach_names: ClassVar[Mapping[str, Text]] = {}
    """The kinds of fouls only this game has, beside KINDS, and what they are called."""
    carded: ClassVar[bool] = False
    """Whether a sheet shows each deal's bids, tricks and totals in one row."""
    start: ClassVar[tuple[tuple[Text, int, int], ...]] = ()
    """The chips everybody begins with, where points are chips: as `tokens` names them."""
    own_deck: ClassVar[DeckMaker | None] = None
    """How a club makes a deck of its own, where the laws leave open which two motifs share a card."""

    claims: ClassVar[str | None] = None
    """The law on showing the last cards and claiming their tricks, where there is one."""

    def __init__(self, options: Options, seats: tuple[str, ...]) -> None:
        self.options = options
        self.seats = seats

    # what a table sees

    @abstractmethod
    def begin(self, number: int, line: int, dealer: int, keys: Mapping[str, str], past: Sequence[Scored]) -> Step:
        """A new deal after the deals past; raises Slip for keys it does not know."""

    @abstractmethod
    def holders(self, deal: Deal, past: Sequence[Scored]) -> Mapping[Holder, int] | None:
        """Who holds how many cards when this deal begins, hands by seat, the rest by name (they must add up to the
        deck). None: the hands come out of the stock that the deal before left.
        """

    @abstractmethod
    def takes(self, deal: Deal) -> frozenset[str]:
        """The words of the facts this deal can take now."""

    @abstractmethod
    def step(self, deal: Deal, line: int, fact: Fact) -> Step:
        """The deal after a fact that is no play; raises Slip for one that cannot be written so."""

    @abstractmethod
    def prompts(self, deal: Deal) -> tuple[Prompt, ...]:
        """What the deal waits for, first what has to come."""

    def fields(self, deal: Deal) -> tuple[Field, ...]:
        """What a result of this deal is made of, finished or not: the keys of `result`, with their names."""
        return next((prompt.fields for prompt in self.prompts(deal) if prompt.kind == "result"), ())

    # the play

    def before_lead(self, deal: Deal, line: int) -> Step:
        """The deal when its first card is played, with what must have happened by then and was not written down."""
        return Step(deal)

    def unlawful(self, deal: Deal, play: Play) -> tuple[str, str, Text] | None:
        """Why a play is a breach whatever else is held (kind, law, sentence), or None: an unlawful lead, say."""
        return None

    @abstractmethod
    def denies(self, deal: Deal, play: Play) -> tuple[Denial, ...]:
        """What a play to the present trick says its player does not hold. Nothing for an unseen card."""

    def demands(self, deal: Deal, plays: tuple[Play, ...]) -> Hashable:
        """What the first plays of a trick, all known, ask of those to come. What these deny depends on nothing else of
        the trick; who takes it, on that and on the play that would take it so far.
        """
        return plays

    def revealed(self, deal: Deal, line: int) -> tuple[Foul, ...]:
        """The fouls that the last play brings to light beside what plays deny. Told again they count once."""
        return ()

    @abstractmethod
    def winner(self, deal: Deal, trick: Trick) -> int:
        """Who takes a trick all of whose cards are known."""

    def after_trick(self, deal: Deal) -> Deal:
        """The deal once a trick is gathered; ends it after the last."""
        return deal

    # the score

    @abstractmethod
    def lines(self, scored: Scored, past: Sequence[Scored]) -> tuple[Line, ...]:
        """What a deal scores, given the deals before it and the fouls upheld."""

    @abstractmethod
    def remedy(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> Remedy:
        """What the laws give for this foul if it is upheld beside those already upheld."""

    def ruled(self, deal: Deal, foul: Foul, line: int) -> Step:
        """The open deal after a foul was upheld, with its remedy's word, on this line: a card may go back, say."""
        return Step(deal)

    def remedies(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> tuple[Remedy, ...]:
        """The remedies a person may choose from, the one proposed first. Each has a word where there are several."""
        return (self.remedy(scored, foul, past),)

    @abstractmethod
    def result(self, deal: Deal) -> Mapping[str, Any]:
        """What a `result` line of this deal would say, as far as it is known."""

    def extra(self, scored: Scored, past: Sequence[Scored]) -> Mapping[str, Any]:
        """What a game adds to a deal's JSON."""
        return {}

    def aims(self, scored: Scored) -> tuple[Aim, ...]:
        """What the seats undertook in a finished deal and whether they did it; where tricks are bid, who took exactly
        so many.
        """
        deal = scored.deal
        tricks = self.result(deal).get("tricks") if deal.state == "done" else None
        if tricks is None:
            return ()
        bids = {seat: deal.bid(seat) for seat in deal.order}
        return tuple(Aim(seat, T("bid met"), bid == str(tricks[seat])) for seat, bid in bids.items() if bid is not None)

    @abstractmethod
    def standing(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]], dealer: int | None) -> Standing:
        """The match after these finished deals with these scores; `dealer` who dealt last."""

    def block(self, scored: Scored) -> Text | None:
        """The block of the score sheet a deal stands in; None: the list of deals."""
        return None

    def blocks(self) -> tuple[tuple[Text, int], ...]:
        """The blocks beside the list of deals and how many of a match's deals stand in each."""
        return ()

    def marks(self, deals: Sequence[Scored]) -> tuple[Text | None, ...]:
        """What is to be noted beside each seat's name after these deals: “owes a duty solo”."""
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

    @abstractmethod
    def label(self, deal: Deal) -> Text:
        """What this deal is called: “round 2, part 1”."""

    def said(self, word: str) -> Text:
        """A bid or an announcement as a person says it."""
        return T("{word}", word=word)

    def trump(self, deal: Deal) -> str | None:
        """The suit that is trump where each deal settles it anew, empty for no trump; None where none need be told."""
        return None

    def role(self, deal: Deal, seat: int) -> Text | None:
        """What a seat is in this deal, as far as the table knows: the taker, the taker's partner."""
        return None

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

    def law(self, law_id: str) -> Law | None:
        """A law by its number."""
        return next((law for law in self.laws if law.id == law_id), None)

    def exposed(self, deal: Deal, seat: int) -> tuple[str, ...]:
        """The kinds of fouls that a card exposed by a seat may be, the usual one first; none where it is only noted."""
        return ()

    def kind_law(self, kind: str) -> str:
        """The law that a foul of a kind breaks where the game does not say it itself."""
        return f"{self.name}.{kind}"

    def seat_name(self, seat: int) -> str:
        return self.seats[seat]

    def seat_of(self, name: str) -> int:
        """A seat by its name; raises Slip for a stranger."""
        try:
            return self.seats.index(name)
        except ValueError:
            raise Slip(
                T("there is no seat “{found}”: expected one of {expected}", found=name, expected=self.seats), found=name
            ) from None

    def after(self, seat: int) -> tuple[int, ...]:
        """All seats in the order of play, beginning after this one and ending with it."""
        n = len(self.seats)
        return tuple((seat + step) % n for step in range(1, n + 1))
