"""The interface of a game: what it must define, and what it may define.

A game says what a play denies, who wins a trick, what it waits for (prompts), what a deal scores and what a
foul costs. Turns, records, proofs, pages and sheets are written once for all games, and use that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import ClassVar

from referee.record.facts import HandOpened
from referee.record.grammar import Fact
from referee.rules import common
from referee.rules.acts import KINDS, Denial, Foul, Holder, Step
from referee.rules.cards import EMPTY, CardSet, Deck
from referee.rules.deal import Deal, Play, Trick
from referee.rules.extras import Extras
from referee.rules.following import Following, demand_of
from referee.rules.options import Law, Options, Usual
from referee.rules.prompt import Field, Group, Prompt, Result, tally_of
from referee.rules.score import Aim, Carried, Due, Line, Remedy, Scored, Standing
from referee.rules.stakes import Influence, Stakes
from referee.words.text import Slip, T, Text


def seat_of(name: str, seats: tuple[str, ...]) -> int:
    """A seat by its name; raises Slip for a stranger."""
    try:
        return seats.index(name)
    except ValueError:
        raise Slip(
            T("there is no seat “{found}”: expected one of {expected}", found=name, expected=seats), found=name
        ) from None


class Ruleset(Extras, ABC):
    """A game at one table: its laws under the options agreed, for the seats that play."""

    # what a game must say

    name: ClassVar[str]
    title: ClassVar[Text]
    players: ClassVar[tuple[int, ...]]
    presets: ClassVar[Mapping[str, Options]]
    laws: ClassVar[tuple[Law, ...]]
    deck: Deck
    pad: tuple[Group, ...]
    picture: ClassVar[tuple[str, ...]]
    """Three cards by which the game is known at a glance; none for a game without cards."""
    usual: ClassVar[Usual]
    """What tournaments of this game usually agree."""

    @abstractmethod
    def begin(self, number: int, line: int, dealer: int, keys: Mapping[str, str], past: Sequence[Scored]) -> Step:
        """A new deal after the `past` ones; raises Slip for keys it does not know."""

    @abstractmethod
    def takes(self, deal: Deal) -> frozenset[str]:
        """The words of the facts this deal can take now. The table itself takes claim, foul, ruling, penalty, void,
        note and time.
        """

    @abstractmethod
    def prompts(self, deal: Deal) -> tuple[Prompt, ...]:
        """The prompts of the deal, first the one that has to come."""

    @abstractmethod
    def denies(self, deal: Deal, play: Play) -> tuple[Denial, ...]:
        """The denials of a play to the present trick; none for an unseen card."""

    @abstractmethod
    def winner(self, deal: Deal, trick: Trick) -> int:
        """Who takes a trick all of whose cards are known."""

    @abstractmethod
    def lines(self, scored: Scored, past: Sequence[Scored]) -> tuple[Line, ...]:
        """The score of a deal, given the deals before it and the fouls upheld."""

    # what it may say: of itself

    unasked: bool = False
    """Whether a ruling that names no remedy is carried out like the one proposed."""
    provable: bool = True
    """Whether the cards are known well enough for a foul to be proved."""
    scores_only: ClassVar[bool] = False
    """Whether nothing of a deal is recorded but its result (`ScoreSheet`): a table then asks for it at once."""
    lowest_wins: bool = False
    """Whether the fewest points win."""
    preset_names: ClassVar[Mapping[str, Text]] = {}
    """The names of its presets; `standard` has one already."""
    several: ClassVar[bool] = False
    """Whether a play may be of several cards."""
    early: ClassVar[bool] = False
    """Whether a card may be laid before its turn once the trick is led."""
    by_lead: ClassVar[bool] = False
    """Whether what a play denies depends on the lead alone."""
    telling: ClassVar[CardSet] = EMPTY
    """The cards one of which must have been played before `fouls_revealed` has anything to tell."""
    timed: bool = False
    """Whether the match may end by the clock."""
    goal: int | None = None
    """The points that end the match, where points do."""
    evenings: ClassVar[bool] = False
    """Whether points and deals count on for each person when the players change; else whoever takes a place takes over
    its match.
    """
    rounds: bool = False
    """Whether an evening of persons has rounds too: whoever takes a place takes over what it owes in one."""
    direction: ClassVar[str] = "clockwise"
    """How the turn goes round: `clockwise` or `counter`."""
    breaches: tuple[str, ...] = ("must-follow", "out-of-turn")
    """The kinds of fouls that people at the table may see for themselves."""
    called: ClassVar[Mapping[str, Text]] = {}
    """What this game calls a kind of foul, or a breach of a law, that others call otherwise."""
    kind_laws: ClassVar[Mapping[str, str]] = {}
    """The number of the law that a kind of foul breaks, if the game does not name another."""
    other_law: ClassVar[str] = ""
    """The number of the law that any other foul breaks."""
    turn_laws: ClassVar[Mapping[str, str]] = {}
    """The number of the law of whose turn it is to speak, by the phase of a deal; cards have theirs in `kind_laws`."""
    vocabulary: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The game's own words in a record: after `bid` and `announce`, and the keys of `deal` and `result`."""
    weighs: bool = False
    """Whether the remedy of a foul follows from what it could do."""
    pays_at_once: bool = False
    """Whether a foul upheld pays while its deal goes on."""

    def __init__(self, options: Options, seats: tuple[str, ...]) -> None:
        self.options = options
        self.seats = seats
        self.carried = Carried()

    @property
    def before(self) -> int:
        """How many deals of the evening were played before, with other players."""
        return self.carried.deals if self.evenings or self.carried.past else 0

    @property
    def elsewhere(self) -> int:
        """How many of them are no part of the match or round that is played now."""
        return self.before - len(self.carried.past)

    def match(self, past: Sequence[Scored]) -> tuple[Scored, ...]:
        """The deals of the match up to these of one table: before them those of the tables it goes on from."""
        return (*self.carried.past, *past)

    def is_taken_over(self, deals: Sequence[Scored]) -> bool:
        """Whether these are the deals of a match that goes on, and none of this table is among them."""
        return 0 < len(deals) == len(self.carried.past)

    @classmethod
    def words(cls) -> Mapping[str, tuple[str, ...]]:
        """How cards are written in a record of this game, if it has any, and its own words."""
        some = cls(next(iter(cls.presets.values())), tuple(map(str, range(min(cls.players)))))
        cards = dict.fromkeys(face for faces in some.deck.faces for face in faces)
        return {**({"cards": tuple(cards)} if cards else {}), **cls.vocabulary}

    @classmethod
    def preset_name(cls, word: str) -> Text:
        """What people call a preset."""
        return cls.preset_names.get(word) or (T("usual") if word == "standard" else T("{word}", word=word))

    @classmethod
    def book_title(cls, called: str) -> Text:
        """The name of this game in a group's book, or of what is played under it (`booked`)."""
        return cls.title

    @property
    def booked(self) -> str:
        """The word under which a group's book has this table: the game, and after a space what is played under it."""
        return self.name

    def worth(self, points: int) -> int:
        """What points are worth beside those of others: more is better."""
        return -points if self.lowest_wins else points

    def places(self, totals: Sequence[int]) -> tuple[int, ...]:
        """The place of each of these totals, from 1; equal ones share one."""
        worth = list(map(self.worth, totals))
        return tuple(1 + sum(other > own for other in worth) for own in worth)

    # of the deal

    def holders(self, deal: Deal, past: Sequence[Scored]) -> Mapping[Holder, int] | None:
        """The number of cards of each holder when this deal begins, hands by seat, the rest by name; they must add up
        to the deck. None: the hands come out of the stock that the deal before left.
        """
        return common.holders(deal, len(self.deck))

    def step(self, deal: Deal, line: int, fact: Fact) -> Step:
        """The deal after a fact that is no play; raises Slip for a fact that it does not take."""
        if isinstance(fact, HandOpened):
            return common.open_hand(deal, self.seat_of(fact.seat), fact.cards)
        raise Slip(T("“{found}” has no place in this game", found=fact.word), found=fact.word)

    def fields(self, deal: Deal) -> tuple[Field, ...]:
        """The fields of a result of this deal, finished or not: the keys of `result`, with their names."""
        return next((prompt.fields for prompt in self.prompts(deal) if prompt.kind == "result"), ())

    # the play

    def before_lead(self, deal: Deal, line: int) -> Step:
        """The deal when its first card is played, with what must have happened by then but was not recorded."""
        return Step(deal)

    def unlawful(self, deal: Deal, play: Play) -> tuple[str, str, Text] | None:
        """Why a play, an unlawful lead say, is a breach whatever else is held: kind, law, sentence; else None."""
        return None

    def demands(self, deal: Deal, plays: tuple[Play, ...]) -> Hashable:
        """What the first plays of a trick, all known, ask of the next ones. What these deny depends on nothing else in
        the trick; who takes the trick depends on that and on the best play so far.
        """
        following = self.following(deal)
        return plays if following is None else demand_of(following, (play.cards for play in plays))

    def following(self, deal: Deal) -> Following | None:
        """The laws by which cards take a trick of a deal, but for the last; None while that depends on more."""
        return None

    def fouls_revealed(self, deal: Deal, line: int) -> tuple[Foul, ...]:
        """The fouls that the last play brings to light, beside untrue denials. One told twice counts once."""
        return ()

    def after_trick(self, deal: Deal) -> Deal:
        """The deal once a trick is gathered; ends it after the last."""
        return deal._replace(phase="done", state="done") if deal.played_out else deal

    def stakes(self, deal: Deal, seat: int) -> Stakes | None:
        """The stakes of the rest of a deal whose hands all lie open, asked for a seat; None while the sides or the
        tricks taken are not known.
        """
        return None

    def weigh(self, foul: Foul, influence: Influence) -> str | None:
        """The word of the remedy that follows from what a foul could do; None if the laws do not ask."""
        return None

    def with_weight(self, deal: Deal, foul: Foul, weight: str | None) -> Foul:
        """A foul of a deal with its `weight`, if `weigh` gives a word and the foul may still be claimed."""
        return foul

    # the score

    def remedy(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> Remedy:
        """The remedy of a foul, if it is upheld beside those already upheld."""
        text = common.WHO_WAS_IT if foul.seat is None else common.AT_ONCE
        return common.righted(scored.deal, foul, Remedy(text, scored.deal.state, self.lines(scored, past)))

    def after_ruling(self, deal: Deal, foul: Foul, line: int) -> Step:
        """The open deal after a foul, with the word of its remedy, was upheld on this line: a card may go back, say."""
        return common.put_back(deal, foul)

    def remedies(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> tuple[Remedy, ...]:
        """The remedies a person may choose from, the one proposed first. Each has a word where there are several."""
        return common.with_back(self.remedy(scored, foul, past))

    def may_be(self, deal: Deal, play: Play, kind: str) -> bool:
        """Whether a card about to be laid may be a foul of this kind, for some hand of its player."""
        if kind == "out-of-turn":
            return play.seat != deal.turn and not (self.early and bool(deal.trick.plays))
        unlawful = self.unlawful(deal, play)
        return kind in (*(denial.kind for denial in self.denies(deal, play)), *(unlawful or ())[:1])

    def result(self, deal: Deal) -> Result:
        """The keys of a `result` line of this deal, as far as they are known."""
        return {}

    def aims(self, scored: Scored) -> tuple[Aim, ...]:
        """What the seats undertook in a finished deal, and whether they did it: if tricks are bid, to take exactly so
        many.
        """
        deal = scored.deal
        tricks = tally_of(self.result(deal), "tricks") if deal.state == "done" else []
        if not tricks:
            return ()
        bids = {seat: deal.bid(seat) for seat in deal.order}
        return tuple(Aim(seat, T("bid met"), bid == str(tricks[seat])) for seat, bid in bids.items() if bid is not None)

    def standing(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]], dealer: int | None) -> Standing:
        """The match after these finished deals with these scores; `dealer` dealt last."""
        seats, again = len(self.seats), bool(deals) and deals[-1].deal.state == "void"
        number = self.elsewhere + len(deals) + 1
        due = Due(common.next_dealer(dealer, seats, again), T("deal {number}", number=number))
        return Standing(common.totals(scores, seats), due)

    def pad_in(self, deal: Deal) -> tuple[Group, ...]:
        """The rows of the card pad in this deal, where its trumps are not always the same."""
        return self.pad

    def label(self, deal: Deal) -> Text:
        """The name of this deal: “round 2, part 1”."""
        return T("deal {number}", number=self.before + deal.number)

    def word_text(self, word: str) -> Text:
        """A bid or an announcement as a person says it."""
        return T("{word}", word=word)

    def law(self, law_id: str) -> Law | None:
        """A law by its number."""
        return next((law for law in self.laws if law.id == law_id), None)

    def foul_name(self, kind: str) -> Text:
        """The name of a kind of foul."""
        return self.called.get(kind) or KINDS.get(kind) or self.breach_names.get(kind, T("{kind}", kind=kind))

    def name_of(self, foul: Foul) -> Text:
        """The name of a foul: of the law it breaks where the game has one for it, else of its kind."""
        return self.called.get(foul.law) or self.foul_name(foul.kind)

    def sentence(self, foul: Foul) -> Text:
        """A foul in a sentence, for a place without the name of its kind."""
        if not foul.named:
            return foul.message
        return T("{label}: {value}", label=self.name_of(foul), value=foul.message)

    def kind_law(self, kind: str) -> str:
        """The law that a foul of this kind breaks, if the game does not name another."""
        return f"{self.name}.{self.kind_laws.get(kind, self.other_law or kind)}"

    def law_named(self, deal: Deal, kind: str) -> str:
        """The law that a foul breaks which people name now: out of turn is a bid as long as bids are made."""
        turn = self.turn_laws.get(deal.phase) if kind == "out-of-turn" else None
        return f"{self.name}.{turn}" if turn else self.kind_law(kind)

    def seat_name(self, seat: int) -> str:
        return self.seats[seat]

    def seat_of(self, name: str) -> int:
        """A seat by its name; raises Slip for a stranger."""
        return seat_of(name, self.seats)

    def after(self, seat: int) -> tuple[int, ...]:
        """All seats in the order of play, beginning after this one and ending with it."""
        n = len(self.seats)
        return tuple([(seat + step) % n for step in range(1, n + 1)])
