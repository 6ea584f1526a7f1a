"""What a game must say, and what it gets for it.

A game says what a play denies, who wins a trick, what it waits for (prompts), what a deal scores and what a
foul costs. Turns, records, proofs, pages and sheets are written once, for all games, from that.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar

from referee.cards import EMPTY, CardSet, Deck
from referee.deal import Deal, Play, Trick
from referee.grammar import Fact
from referee.texts import Slip, T, Text

Holder = int | str
STOCK = "stock"


KINDS = (
    "must-follow", "must-trump", "must-overtrump", "special-too-early", "out-of-turn", "not-in-hand", "already-played",
    "illegal-bid", "illegal-lead", "illegal-discard", "illegal-give", "late-announcement", "false-announcement",
    "wrong-count", "inconsistent",
)  # fmt: skip
"""The kinds of fouls, the same in every game."""


# --- what the judge is told -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Denial:
    """What a play says its player does not hold, and the law broken if it is untrue.

    `text` completes a sentence: “no heart”, “no trump above 10”. `again` are further copies denied, where so many of
    a card may be held and no more: all but a card's first copy for “no two alike”.
    """

    kind: str
    law: str
    cards: CardSet
    text: Text
    again: CardSet = EMPTY


@dataclass(frozen=True, slots=True)
class Denies:
    """By something other than a play, `seat` says that a holder holds none of some cards."""

    holder: Holder
    seat: int
    denial: Denial
    act: Text


@dataclass(frozen=True, slots=True)
class Holds:
    """These cards were shown: the holder has them."""

    holder: Holder
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moves:
    """So many cards go from one holder to another; `cards` are those known among them."""

    source: Holder
    target: Holder
    count: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AtMost:
    """`seat` says that a holder has at most so many of some cards."""

    holder: Holder
    seat: int
    count: int
    denial: Denial
    act: Text


@dataclass(frozen=True, slots=True)
class Returns:
    """A seat takes cards it had just played back into its hand."""

    seat: int
    cards: tuple[str, ...]


Act = Denies | Holds | Moves | AtMost | Returns


@dataclass(frozen=True, slots=True)
class Foul:
    """A breach of the laws, with its proof.

    `proof` is seen (the hand was open, or all saw it), shown (a later card proves it) or counted (the unseen
    cards fit nowhere else); `committed` and `proved` are lines; `seat` is None unless one suspect is left.
    `trick` and `proof_trick` are the tricks to look at, `evidence` the card that proves it.
    """

    kind: str
    seat: int | None
    proof: str
    committed: int
    proved: int
    law: str
    message: Text
    suspects: tuple[int, ...] = ()
    play: Play | None = None
    trick: int | None = None
    evidence: str | None = None
    proof_trick: int | None = None
    explained: int | None = None
    remedy: str | None = None
    """The word of the remedy chosen, where the laws leave a choice."""


@dataclass(frozen=True, slots=True)
class Step:
    """A deal after a fact, with what the fact tells the judge and the fouls plain to all."""

    deal: Deal
    acts: tuple[Act, ...] = ()
    fouls: tuple[Foul, ...] = ()


# --- scores ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score: the law that made it, what it is for, the points of every seat."""

    law: str
    text: Text
    points: tuple[int, ...]


def total(lines: Sequence[Line], seats: int) -> tuple[int, ...]:
    """The sum of score lines, per seat."""
    return tuple(sum(line.points[seat] for line in lines) for seat in range(seats))


@dataclass(frozen=True, slots=True)
class Remedy:
    """What the laws give for a foul: a sentence, the state of the deal, its score lines if it is upheld; where the
    laws leave a choice, `word` and `label` name this one. It may also warn the offender (`warning`) or take points
    (`penalty`) that stand beside the score.
    """

    text: Text
    state: str
    lines: tuple[Line, ...] = ()
    word: str | None = None
    label: Text | None = None
    warning: bool = False
    penalty: int = 0
    fault: Text | None = None
    """What the laws call the foul."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A deal with its fouls and what was decided: `upheld` in the order they were committed; `penalties` the points
    taken from a seat beside the score, as negative numbers. `facts` are the lines of the deal in the order things
    happened, which is not their own where a fact was put in later.
    """

    deal: Deal
    upheld: tuple[Foul, ...] = ()
    penalties: Mapping[int, int] = field(default_factory=dict)
    facts: tuple[int, ...] = ()

    def also(self, foul: Foul) -> Scored:
        """With one more foul upheld, in its place among the others."""
        return replace(self, upheld=in_order((*self.upheld, foul), self.deal, self.facts))


def in_order(fouls: Iterable[Foul], deal: Deal, facts: Sequence[int]) -> tuple[Foul, ...]:
    """Fouls of a deal in the order they were committed: the lines as they happened, the plays of one line in turn."""
    lines = {line: at for at, line in enumerate(facts)}
    plays = {play: at for at, play in enumerate(play for trick in (*deal.tricks, deal.trick) for play in trick.plays)}

    def committed(foul: Foul) -> tuple[int, int]:
        return lines.get(foul.committed, -1), -1 if foul.play is None else plays.get(foul.play, -1)

    return tuple(sorted(fouls, key=committed))


@dataclass(frozen=True, slots=True)
class Due:
    """The deal that comes next: who deals it, the keys of its line, what it is called."""

    dealer: int
    label: Text
    keys: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the match stands: totals by seat, the winners once it is finished, else the deal that is due."""

    totals: tuple[int, ...]
    due: Due
    finished: bool = False
    winners: tuple[int, ...] = ()


# --- prompts: what a game waits for ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be said; `note` where saying it would be unusual or a foul."""

    word: str
    label: Text
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """One typed field of a result.

    `kind`: number (min, max, step), tally (a number per seat, summing to `total`), choice, several (any of the
    choices), seat, seats, flag. `optional` fields may be left out.
    """

    name: str
    label: Text
    kind: str
    low: float = 0
    high: float = 0
    step: float = 1
    total: int | None = None
    choices: tuple[Choice, ...] = ()
    optional: bool = False
    per_seat: bool = False


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the game waits for. `kind` is the word of the fact it will become; `seat` whose it is; `choices` what
    may be said; `count` how many cards (None: any number); `fields` of a result; `optional` if it need not come;
    `cards` the codes that come into question where not the whole deck does. A page shows the pad for plays, discards,
    gifts, calls and cards turned or shown, for an announcement where a count is given.
    """

    kind: str
    text: Text
    seat: int | None = None
    choices: tuple[Choice, ...] = ()
    count: int | None = None
    fields: tuple[Field, ...] = ()
    optional: bool = False
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """A row of the card pad: a suit, and its cards in order."""

    suit: str
    label: Text
    cards: tuple[str, ...]


# --- laws and options -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Law:
    """A numbered law in a sentence, and where it stands: `source` S the document, F a federation, D our default."""

    id: str
    text: Text
    source: str = "S"


def option(default: str, text: Text, choices: Mapping[str, Text], pattern: str | None = None) -> Any:
    """An option of a game: a closed choice, or words of a pattern such as `minus:20`."""
    return field(default=default, metadata={"text": text, "choices": choices, "pattern": pattern})


@dataclass(frozen=True, slots=True)
class Option:
    """An option as a page shows it."""

    name: str
    text: Text
    choices: Mapping[str, Text]
    value: str
    default: str


@dataclass(frozen=True)
class Options:
    """A game's options: every field is one, made by `option`."""

    def described(self) -> tuple[Option, ...]:
        """Every option with its value."""
        return tuple(
            Option(f.name, f.metadata["text"], f.metadata["choices"], getattr(self, f.name), str(f.default))
            for f in fields(self)
        )

    def changed(self, name: str, value: str) -> Options:
        """With one option set; raises Slip for an unknown option or value."""
        known = {f.name: f for f in fields(self)}
        if name not in known:
            raise Slip(
                T("there is no option “{found}”: expected one of {expected}", found=name, expected=tuple(known)),
                found=name,
            )
        meta = known[name].metadata
        if value not in meta["choices"] and not (meta["pattern"] and re.fullmatch(meta["pattern"], value)):
            raise Slip(
                T(
                    "option {name} cannot be “{found}”: expected one of {expected}",
                    name=name,
                    found=value,
                    expected=tuple(meta["choices"]),
                ),
                found=value,
            )
        return type(self)(**{f.name: getattr(self, f.name) for f in fields(self)} | {name: value})


# --- the game -------------------------------------------------------------------------------------------------


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
    """Whether what a play denies depends on the lead alone, and who takes a trick on the lead and the best so far."""
    timed: bool = False
    """Whether the match may end by the clock."""
    goal: int | None = None
    """The points that end the match, where points do."""
    direction: ClassVar[str] = "clockwise"
    """How the turn goes round: `clockwise` or `counter`."""
    picture: ClassVar[tuple[str, str, str]]
    """Three cards by which the game is known at a glance."""
    breaches: ClassVar[tuple[str, ...]] = ("must-follow", "out-of-turn")
    """The kinds of fouls people at the table may see for themselves."""
    balanced: ClassVar[bool] = False
    """Whether a sheet keeps what is won and what is lost in two columns, sums each, and strikes the balance."""
    breach_names: ClassVar[Mapping[str, Text]] = {}
    """The kinds of fouls only this game has, beside KINDS, and what they are called."""

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

    @abstractmethod
    def standing(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]], dealer: int | None) -> Standing:
        """The match after these finished deals with these scores; `dealer` who dealt last."""

    def block(self, scored: Scored) -> Text | None:
        """The block of the score sheet a deal stands in; None: the list of deals."""
        return None

    def marks(self, deals: Sequence[Scored]) -> tuple[Text | None, ...]:
        """What is to be noted beside each seat's name after these deals: “owes a duty solo”."""
        return (None,) * len(self.seats)

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

    def team(self, deal: Deal | None, seat: int) -> int | None:
        """Which side a seat is on, as far as the table knows."""
        return None

    def values(self) -> tuple[tuple[Text, tuple[tuple[Text, Text], ...]], ...]:
        """The tables of values a sheet prints for those who score by hand: a heading, then names and values."""
        return ()

    def tokens(self, points: int) -> tuple[tuple[Text, int, int], ...]:
        """How a total lies on the table where points are chips: colour, value and number of each, dearest first."""
        return ()

    def law(self, law_id: str) -> Law | None:
        """A law by its number."""
        return next((law for law in self.laws if law.id == law_id), None)

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
