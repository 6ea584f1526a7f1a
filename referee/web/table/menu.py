"""The bar of a table, and in it the referee's menu: fouls that somebody saw, without a proof of the judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.record.facts import Noted, Penalised, Played, Voided
from referee.rules import Prompt, Ruleset
from referee.rules.deal import Deal
from referee.table.table import Table
from referee.web.table.drawn import SeatName, seat_names
from referee.web.table.prompts import PromptShown
from referee.web.table.tricks import Tricks
from referee.words.languages import Language
from referee.words.text import T

MOST_LIKELY = 6
RARE = ("withdraw", "note", "time", "foul", "penalty", "void")
"""The kinds that are rarely told; they stand under the last of the five buttons."""
STOPS = (T("misdealt"), T("a card is missing"), T("cards were seen"), T("agreed by all"))


@dataclass(frozen=True, slots=True)
class OtherPrompt:
    """One thing the table may be told beside what it waits for (_other.html); `place` is its name among them."""

    place: str
    prompt: PromptShown


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of foul by its word and its name, perhaps with whose it is."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Act:
    """A button that records a fact."""

    label: str
    fact: str


@dataclass(frozen=True, slots=True)
class Exposure:
    """What a card exposed by a seat leads to: rulings of the game, or a note if it has none."""

    seat: int
    name: str
    kinds: tuple[Kind, ...]
    noted: str


@dataclass(frozen=True, slots=True)
class Menu:
    """The referee's menu (_menu.html). `unseen`: the card of whose turn it is, which nobody saw; `early`: who may be
    out of turn, but for the seat whose `turn` it is; `left`: the number of cards each should have in hand.
    """

    likely: tuple[Kind, ...]
    seats: tuple[SeatName, ...]
    unseen: Act | None
    turn: int | None
    playing: bool
    exposed: tuple[Exposure, ...]
    claims: bool
    warned: tuple[Act, ...]
    stops: tuple[Act, ...]
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Amends:
    """What an undo would take back, and the line before which a forgotten fact may be put in."""

    undo: str
    line: int | None


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar below the pad (_actions.html). `tricks`: those before this one; `result`: a result may be told and no
    announcement. A device that does not write has no `amends`; a player's phone `calls` the referee.
    """

    amends: Amends | None
    calls: bool
    tricks: Tricks | None
    menu: Menu | None
    tell: tuple[OtherPrompt, ...]
    result: bool
    rare: tuple[OtherPrompt, ...]
    between: bool


def bar(
    table: Table,
    language: Language,
    asked: Sequence[Prompt],
    beside: Sequence[OtherPrompt],
    tricks: Tricks | None,
    amends: Amends | None,
    calls: bool,
) -> Bar:
    """The bar of a table with the prompts `asked`, where those `beside` may be told too."""
    rare = tuple(one for one in beside if one.prompt.kind in RARE and one.prompt.seat is None)
    tell = tuple(one for one in beside if one not in rare)
    kinds = {one.prompt.kind for one in tell}
    return Bar(
        amends=amends,
        calls=calls,
        tricks=tricks,
        menu=_menu(table, language, table.current.deal, asked) if amends and table.current else None,
        tell=tell,
        result="result" in kinds and "announce" not in kinds,
        rare=rare,
        between=table.current is None,
    )


def _menu(table: Table, language: Language, deal: Deal, asked: Sequence[Prompt]) -> Menu:
    say, seats, takes = language.say, table.seats, table.rules.takes(deal)
    turn = next((prompt.seat for prompt in asked if prompt.kind == "play"), None)
    unseen = None if turn is None else Act(seats[turn], Played(seats[turn], ("?",)).line())
    return Menu(
        likely=tuple(Kind(kind, say(table.rules.foul_name(kind))) for kind in likely(table.rules, deal)),
        seats=seat_names(seats, deal.order),
        unseen=unseen,
        turn=turn,
        playing="play" in takes,
        exposed=tuple(_exposure(table, language, deal, seat) for seat in deal.order),
        claims="took" in takes and not deal.over and bool(deal.tricks or deal.trick.plays),
        warned=tuple(Act(seats[seat], Penalised(seats[seat], 0, say(T("conduct"))).line()) for seat in deal.order),
        stops=tuple(Act(say(why), Voided(say(why)).line()) for why in STOPS),
        left=tuple(deal.cards_left(seat) for seat in deal.order),
    )


def likely(rules: Ruleset, deal: Deal) -> list[str]:
    """The kinds of fouls that the menu offers first in this phase."""
    return list(dict.fromkeys((*rules.likely(deal), *rules.breaches)))[:MOST_LIKELY]


def _exposure(table: Table, language: Language, deal: Deal, seat: int) -> Exposure:
    name, say = table.seats[seat], language.say
    kinds = tuple(
        Kind(kind, say(T("{name}: {said}", name=name, said=table.rules.foul_name(kind))))
        for kind in table.rules.exposure_kinds(deal, seat)
    )
    return Exposure(seat, name, kinds, Noted(say(T("{name} has exposed a card", name=name))).line())
