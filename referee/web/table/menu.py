"""The bar of a table: what is announced, and the referee's menu of fouls that the judge has not proved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.record.facts import Played
from referee.record.grammar import quote
from referee.rules import Prompt, Ruleset
from referee.rules.deal import Deal
from referee.table.table import Table
from referee.web.table.drawn import SeatName, seat_names
from referee.web.table.prompts import PromptShown
from referee.web.table.tricks import Tricks
from referee.words.languages import Language
from referee.words.text import T, Text

MOST_LIKELY = 6
ALOUD = ("announce", "hand", "show")
"""The kinds of what players say or show; all else stands under the last of the five buttons."""
EXPOSED, CLAIM, WARN, STOP = "exposed", "claim", "warn", "stop"
CASES = {
    EXPOSED: T("Card exposed"),
    CLAIM: T("Claim the rest"),
    WARN: T("Warn a player"),
    STOP: T("Stop the deal"),
}
"""The cases that are no kind of foul."""
CARD_FORGOTTEN = T("A card was forgotten")
FORGOTTEN: Mapping[str, Text] = {
    "play": CARD_FORGOTTEN,
    "show": CARD_FORGOTTEN,
    "turn": CARD_FORGOTTEN,
    "took": T("A trick was forgotten"),
    "announce": T("An announcement was forgotten"),
}
"""What is forgotten where the first thing that a table waits for is of this kind; of a bid the game tells it."""
STOPS = (T("misdealt"), T("a card is missing"), T("cards were seen"), T("agreed by all"))


@dataclass(frozen=True, slots=True)
class OtherPrompt:
    """One thing the table may be told beside what it waits for (_other.html); `place` is its name among them."""

    place: str
    prompt: PromptShown


@dataclass(frozen=True, slots=True)
class Saying:
    """What a seat may announce or show by one tap, `kind` and `word` of its line. `note`: what it says; where it is
    `unusual`, why.
    """

    seat: int
    kind: str
    word: str
    label: str
    note: str
    unusual: bool

    @property
    def column(self) -> str:
        """What is announced, whichever side it is for."""
        return self.word.partition(" side=")[0]


@dataclass(frozen=True, slots=True)
class Speaker:
    """A row of the announcements: what a player has `said`, and for each column what may be said; `quoted`: its name in
    the line that says it.
    """

    name: str
    quoted: str
    said: str
    columns: tuple[tuple[Saying, ...], ...]


@dataclass(frozen=True, slots=True)
class Announcing:
    """What may be announced (_tell.html), a row for each seat. `notes`: why some of it would be a foul, or why nothing
    may be said yet; `others`: what is not said by one tap.
    """

    speakers: tuple[Speaker, ...]
    notes: tuple[str, ...]
    closed: bool
    others: tuple[OtherPrompt, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of foul, or another case, by its word and its name."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Act:
    """A button that records a fact."""

    label: str
    fact: str


@dataclass(frozen=True, slots=True)
class Menu:
    """The referee's menu (_menu.html): the cases that are likely now, and for whom others are looked up. `unseen`: the
    card of whose turn it is, which nobody saw; `claims`: the rest may be claimed; `playing`: the deal is; `counts`: how
    many cards each has left is known.
    """

    likely: tuple[Kind, ...]
    seats: tuple[SeatName, ...]
    unseen: Act | None
    claims: bool
    playing: bool
    counts: bool


@dataclass(frozen=True, slots=True)
class Amends:
    """What an undo would take back, and the line before which a forgotten fact may be put in; the line of the last
    `deal`. `missed`: what may have been forgotten before the last fact; nothing where only a whole deal tells it.
    """

    undo: str
    line: int | None
    deal: int | None
    missed: str


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar below the pad (_actions.html). `tricks`: those before this one; `tell`: what may be announced, None where
    only scores are recorded; `others`: what is rarely told. A device that does not write has no `amends`; a player's
    phone `calls` the referee.
    """

    amends: Amends | None
    calls: bool
    tricks: Tricks | None
    menu: Menu | None
    tell: Announcing | None
    others: tuple[OtherPrompt, ...]
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
    return Bar(
        amends=amends,
        calls=calls,
        tricks=tricks,
        menu=_menu(table, language, table.deals[-1].deal, asked) if amends and table.deals else None,
        tell=None
        if table.rules.scores_only
        else _announcing(table, language, asked, [one for one in beside if one.prompt.kind in ALOUD]),
        others=tuple(one for one in beside if one.prompt.kind not in (*ALOUD, "foul")),  # Referee! has the fouls
        between=table.current is None,
    )


def _announcing(table: Table, language: Language, asked: Sequence[Prompt], aloud: Sequence[OtherPrompt]) -> Announcing:
    """What may be announced: the words that are one tap in columns, a row for each seat."""
    deal = table.current.deal if table.current else None
    prompts = [p for p in asked if p.kind in ("announce", "show") and p.choices and p.optional and not p.beside]
    by_tap = [each for prompt in prompts for each in sayings(prompt, deal.order if deal else (), language)]
    columns = tuple(dict.fromkeys(each.column for each in by_tap))
    closed = [language.say(prompt.closed) for prompt in prompts if prompt.closed]
    remarks: dict[str, list[str]] = {}
    for each in by_tap:
        if each.note and each.label not in remarks.setdefault(each.note, []):
            remarks[each.note].append(each.label)
    return Announcing(
        tuple(_speaker(table, language, seat, columns, by_tap) for seat in sorted({each.seat for each in by_tap})),
        tuple(
            closed[:1]
            or [
                language.say(T("{label}: {value}", label=", ".join(labels), value=note))
                for note, labels in remarks.items()
            ]
        ),
        bool(closed),
        tuple(_with_cards(one) for one in aloud if one.prompt.pad),
    )


def _with_cards(other: OtherPrompt) -> OtherPrompt:
    """What is told by its cards, without what is said by one tap."""
    prompt = other.prompt
    if prompt.kind != "announce":
        return other
    ways = tuple(choice for choice in prompt.choices if "=" not in choice.word)
    return replace(other, prompt=replace(prompt, text="", choices=ways))


def _speaker(table: Table, language: Language, seat: int, columns: Sequence[str], by_tap: Sequence[Saying]) -> Speaker:
    own = [each for each in by_tap if each.seat == seat]
    said = table.rules.speech(table.deals[-1].deal, seat)
    cells = tuple(tuple(each for each in own if each.column == column) for column in columns)
    name = table.seats[seat]
    return Speaker(name, quote(name), language.say(said) if said else "", cells)


def sayings(prompt: Prompt, order: Sequence[int], language: Language) -> Iterator[Saying]:
    """What each of these seats may announce or show by a prompt, without cards to tap."""
    say, several = language.say, len(prompt.choices) > 1
    kind = say(prompt.label) if prompt.label and prompt.seat is None and several else ""
    for seat in order if prompt.seat is None else (prompt.seat,):
        for choice in prompt.choices:
            if prompt.count is None or "=" in choice.word:
                label, note = say(choice.label), say(choice.note) if choice.note else ""
                if prompt.label and not several:
                    label, note = say(prompt.label), note or label
                elif kind.casefold() not in label.casefold():
                    label = say(T("{label}: {value}", label=kind, value=label))
                yield Saying(seat, prompt.kind, choice.word, label, note, bool(choice.note))


def _menu(table: Table, language: Language, deal: Deal, asked: Sequence[Prompt]) -> Menu:
    say, seats = language.say, table.seats
    playing = table.current is not None and not table.rules.scores_only
    turn = next((prompt.seat for prompt in asked if prompt.kind == "play"), None)
    return Menu(
        likely=tuple(Kind(kind, say(case_name(table.rules, kind))) for kind in cases(table.rules, deal)),
        seats=seat_names(seats, sorted(deal.order)),
        unseen=None if turn is None else Act(seats[turn], Played(seats[turn], ("?",)).line()),
        claims=playing
        and "took" in table.rules.takes(deal)
        and not deal.over
        and bool(deal.tricks or deal.trick.plays),
        playing=playing,
        counts=playing and deal.keys.get("depth") != "score",
    )


def likely(rules: Ruleset, deal: Deal) -> list[str]:
    """The kinds of fouls that are offered first in this phase."""
    return list(dict.fromkeys((*rules.likely(deal), *rules.breaches)))[:MOST_LIKELY]


def cases(rules: Ruleset, deal: Deal) -> list[str]:
    """The cases of the menu: the likely kinds of fouls, and in place of those that a card exposed may be, EXPOSED; none
    without cards.
    """
    if rules.scores_only:
        return []
    exposures = {kind for seat in deal.order for kind in rules.exposure_kinds(deal, seat)}
    found = [EXPOSED if kind in exposures else kind for kind in likely(rules, deal)]
    return list(dict.fromkeys(found if EXPOSED in found else (*found, EXPOSED)))


def case_name(rules: Ruleset, kind: str) -> Text:
    """What a case is called."""
    return CASES[kind] if kind in CASES else rules.foul_name(kind)
