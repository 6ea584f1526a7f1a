"""The prompts of a table as its page shows them; `answers` reads what comes back from their forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from referee.cache import cached
from referee.record.grammar import quote
from referee.rules import Choice, Field, Prompt, Ruleset
from referee.rules.deal import Deal
from referee.table.table import Table
from referee.web.table.between import opening_line
from referee.web.table.drawn import Row, known_cards, pad_rows
from referee.words.languages import Language
from referee.words.text import T, Text, capitalize

PAD_KINDS = ("play", "discard", "give", "call", "turn", "show", "kitty", "hand")
COSTS = (0, 10, 20, 50, 100, 200, 500)
"""Penalty points that are given; none is a warning."""
FIELDS_KEPT = 1000
MOST_CHIPS = 15
"""Values of a number beyond which its digits are chosen one by one."""

LABELS: Mapping[str, Text] = {
    "took": T("Only the winner"),
    "result": T("Enter the result"),
    "play": T("Record the cards"),
    "announce": T("Announcement"),
    "hand": T("Open hand"),
    "show": T("Cards shown"),
}


def table_prompts(table: Table) -> tuple[Prompt, ...]:
    """What may be said at any time beside the game."""
    timed = table.rules.timed and bool(table.deals) and not table.deals[-1].deal.last and not table.standing.finished
    return _table_prompts(table.rules, bool(table.deals), table.current is not None, timed)


@lru_cache(400)
def _table_prompts(rules: Ruleset, dealt: bool, playing: bool, timed: bool) -> tuple[Prompt, ...]:
    prompts = []
    who, why = Field("seat", T("Who"), "seat"), Field("reason", T("Why"), "text")
    if dealt:
        kinds = tuple(Choice(kind, rules.foul_name(kind)) for kind in rules.breaches)
        what = Field("breach", T("What"), "choice", choices=kinds)
        if kinds:
            prompts.append(Prompt("foul", T("Report a foul"), fields=(who, what), optional=True))
        costs = tuple(Choice(str(points), T("{number}", number=points)) for points in COSTS)
        cost = Field("points", T("Points"), "choice", choices=costs, start="0")
        prompts.append(Prompt("penalty", T("Penalty points"), fields=(who, cost, why), optional=True))
    if playing:
        prompts.append(Prompt("void", rules.void, fields=(why,), optional=True))
    if timed:
        prompts.append(Prompt("time", T("The agreed time is up"), optional=True))
    prompts.append(Prompt("note", T("A note"), fields=(Field("text", T("Note"), "text"),), optional=True))
    return tuple(prompts)


def at_depth(prompts: Sequence[Prompt], deal: Deal) -> tuple[Prompt, ...]:
    """The prompts in the order of how deep a deal is recorded: one has to come, the others may."""
    depth, asked = deal.keys.get("depth", "cards"), list(prompts)
    first = {"cards": "play", "tricks": "took", "score": "result"}[depth]
    kinds = [prompt.kind for prompt in asked]
    if first in kinds and (depth != "cards" or kinds[0] in ("play", "took", "result")):
        asked.insert(0, asked.pop(kinds.index(first)))
    return tuple(
        prompt if prompt.optional == (place > 0) else replace(prompt, optional=place > 0)
        for place, prompt in enumerate(asked)
    )


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """A button or chip. `note`: why the choice is unusual; `under`: the heading of a row of short ones; `usual`: what
    was chosen last; `takes`: the seat that takes a trick.
    """

    word: str
    label: str
    note: str | None = None
    under: str | None = None
    usual: bool = False
    takes: str | None = None


@dataclass(frozen=True, slots=True)
class Chips:
    """A row of chips of which one is chosen; it begins with `value`."""

    name: str
    label: str
    choices: tuple[ChoiceShown, ...]
    value: str


@dataclass(frozen=True, slots=True)
class Digits:
    """The tens (`place` 10) or the ones of a number: a chip for each digit up to the `last`."""

    name: str
    place: int
    step: int
    last: int
    value: int | None


@dataclass(frozen=True, slots=True)
class FieldShown:
    """A field of a prompt, as _fields.html draws its `type`."""

    name: str
    label: str
    type: str
    choices: tuple[ChoiceShown, ...]
    value: str | None = None
    min: float = 0
    max: float = 0
    step: float = 1
    sum: int | None = None
    optional: bool = False
    rows: tuple[Chips, ...] | tuple[Digits, ...] = ()


@dataclass(frozen=True, slots=True)
class Pad:
    """A card pad, which is the same for every play of a game. `ticks`: cards are ticked, and sent together; `several`:
    how many equal ones may be led in games with such plays, where the room for their button is kept; `first`: the suit
    that a phone shows first.
    """

    kind: str
    optional: bool
    ticks: bool
    several: int
    rows: tuple[Row, ...]
    first: str


@dataclass(frozen=True, slots=True)
class PromptShown:
    """A prompt for its template (_prompt.html)."""

    kind: str
    seat: int | None
    seat_name: str | None
    text: str
    label: str | None
    optional: bool
    fact: str
    choices: tuple[ChoiceShown, ...]
    closed: str | None
    until: str | None
    lifts: bool
    within: tuple[ChoiceShown, ...]
    pad: Pad | None
    count: int
    exact: int | None
    whole: int | None
    fields: tuple[FieldShown, ...]
    submit: str | None
    opens: str


def prompt_view(
    table: Table, prompt: Prompt, language: Language, gone: frozenset[str] = frozenset(), usual: str = ""
) -> PromptShown:
    """A prompt for its template; the cards `gone` are marked on its pad, the choice of the word `usual` among its
    buttons.
    """
    say = language.say
    has_pad = _has_pad(prompt) and not _is_one_card(prompt)
    plays_several = has_pad and prompt.kind == "play" and table.rules.several
    one_tap = prompt.count == 1 and not prompt.fields and not plays_several
    count = 0 if one_tap else (prompt.count or 1 if has_pad else 0)
    choices = _choices(table, prompt, language, usual)
    by_itself = plays_several or (count > 1 and not choices and not prompt.fields)  # once its last card is tapped
    return PromptShown(
        kind=prompt.kind,
        seat=prompt.seat,
        seat_name=None if prompt.seat is None else table.seats[prompt.seat],
        text=say(prompt.text),
        label=_label(table, prompt, language),
        optional=prompt.optional,
        fact=_opening(table, prompt),
        choices=choices,
        closed=say(prompt.closed) if prompt.closed else None,
        until=say(prompt.until) if prompt.until else None,
        lifts=lifts(table, prompt),
        within=tuple(ChoiceShown(each.word, capitalize(say(each.label))) for each in _worth_noting(table, prompt)),
        pad=_pad(table, prompt, language, count, gone) if has_pad else None,
        count=count,
        exact=prompt.count if count and prompt.kind != "announce" else None,
        whole=_most(table, prompt) if by_itself else None,
        fields=(
            *(() if _is_one_card(prompt) else _whose(table, prompt, language)),
            *(_field(field, table.seats, language) for field in prompt.fields),
        ),
        submit=say(T("Play")) if plays_several else None,
        opens=prompt.opens,
    )


def _label(table: Table, prompt: Prompt, language: Language) -> str | None:
    """The text of the button or fold that opens a prompt beside the one that has to come."""
    label = (prompt.label or LABELS.get(prompt.kind)) if prompt.optional else None
    if label and not prompt.label and prompt.kind == "announce" and prompt.seat is not None:
        label = T("{name} announces …", name=table.seats[prompt.seat])
    return language.say(label) if label else None


def _choices(table: Table, prompt: Prompt, language: Language, usual: str) -> tuple[ChoiceShown, ...]:
    say = language.say
    if prompt.kind == "took":
        return _takers(table)
    if _is_one_card(prompt):
        return _takers(table, prompt.cards)
    return tuple(
        ChoiceShown(
            each.word,
            capitalize(say(each.label)),
            note=say(each.note) if each.note else None,
            under=say(each.under) if each.under else None,
            usual=each.word == usual,
        )
        for each in prompt.choices
    )


def _most(table: Table, prompt: Prompt) -> int:
    """The most cards a play may have: as many as are asked for, or all copies of a card."""
    return prompt.count or _copies(table)


def _copies(table: Table) -> int:
    """How many copies of a card there are at most."""
    return max(table.rules.deck.mask(group.cards[0]).bit_count() for group in table.rules.pad)


NOBODYS = ("deal", "turn", "kitty", "result", "took", "withdraw", "note", "time", "void", "foul", "penalty")
"""The kinds of facts that name no seat, or name it among their fields or choices."""


def gone_cards(table: Table, marked: bool) -> frozenset[str]:
    """The cards of which every copy has been played: in the parts before this one whose cards do not come back, and
    where they are `marked` also in this deal.
    """
    if table.current is None:
        return frozenset()
    played: Counter[str] = Counter()
    for at in range(len(table.deals) - 1, -1, -1):
        deal = table.deals[at].deal
        if marked or deal is not table.current.deal:
            played.update(card for _, plays, _, _ in deal.all_tricks for _, cards, _ in plays for card in cards)
        if table.rules.holders(deal, table.state.past[:at]) is not None:  # its hands came out of a whole deck
            break
    deck = table.rules.deck
    return frozenset(card for card, n in played.items() if card != "?" and n >= deck.mask(card).bit_count())


def _whose(table: Table, prompt: Prompt, language: Language) -> tuple[FieldShown, ...]:
    """The question whose it is, where it may be anybody's."""
    if prompt.seat is not None or prompt.kind in NOBODYS:
        return ()
    choices = tuple(ChoiceShown(str(seat), name) for seat, name in enumerate(table.seats))
    return (FieldShown("seat", language.say(T("Who")), "seat", choices),)


def _opening(table: Table, prompt: Prompt) -> str:
    """The beginning of the line that a tap completes."""
    if prompt.kind == "deal" and prompt.seat is not None:
        return opening_line(table, prompt.seat)
    if prompt.seat is None or prompt.kind in ("took", "turn", "kitty", "result"):
        return prompt.kind
    return f"{prompt.kind} {quote(table.seats[prompt.seat])}"


def _takers(table: Table, cards: tuple[str, ...] = ()) -> tuple[ChoiceShown, ...]:
    """Who may have taken the trick, or laid these cards."""
    order = table.current.deal.order if table.current else range(len(table.seats))
    names = [table.seats[seat] for seat in order]
    return tuple(ChoiceShown(" ".join(map(quote, (name, *cards))), name, takes=name) for name in names)


def _is_one_card(prompt: Prompt) -> bool:
    """Whether only who laid a card is asked, as there is but one that it can be."""
    return prompt.seat is None and prompt.kind not in NOBODYS and prompt.count == 1 == len(prompt.cards)


def lifts(table: Table, prompt: Prompt) -> bool:
    """Whether cards that lie on the felt are kept by a tap when others are set aside."""
    deal = table.current.deal if table.current else None
    face_down = prompt.kind == "discard" and prompt.count is None
    return face_down and deal is not None and bool(table.rules.lying(deal))


def _worth_noting(table: Table, prompt: Prompt) -> tuple[Choice, ...]:
    """The cards worth noting in a trick of which the winner alone is written down, less those that are gone."""
    if prompt.kind != "took" or table.current is None:
        return ()
    known, deck = known_cards(table.current.deal), table.rules.deck
    return tuple(c for c in prompt.choices if known[c.word] < deck.mask(c.word).bit_count())


def _has_pad(prompt: Prompt) -> bool:
    if prompt.count is None and (prompt.kind == "announce" or (prompt.kind in ("discard", "show") and prompt.choices)):
        return False
    return prompt.kind in (*PAD_KINDS, "announce")


def _pad(table: Table, prompt: Prompt, language: Language, count: int, gone: frozenset[str]) -> Pad:
    pad = table.rules.pad_in(table.current.deal) if table.current else table.rules.pad
    rows = pad_rows(prompt, table.rules, pad, language, gone)
    led = _open_suit(table)
    several = _copies(table) if prompt.kind == "play" and table.rules.several else 0
    ticks = bool(count or prompt.choices)
    return Pad(prompt.kind, prompt.optional, ticks, several, rows, rows[0].suit if led is None else led)


def _open_suit(table: Table) -> str | None:
    """The suit a phone shows first: that of the last card led to this trick, as far as its code tells."""
    current = table.current
    if current is None or not current.deal.trick.plays:
        return None
    card = current.deal.trick.plays[0].card
    return next((group.suit for group in table.rules.pad if card in group.cards), None)


@cached(FIELDS_KEPT)
def _field(field: Field, seats: tuple[str, ...], language: Language) -> FieldShown:
    say = language.say
    names = tuple(ChoiceShown(name, name) for name in seats)
    choices = tuple(ChoiceShown(each.word, say(each.label)) for each in field.choices)
    whole = field.step == int(field.step)
    low, high, step = (int(each) if whole else each for each in (field.low, field.high, field.step))
    shown = FieldShown(
        field.name, say(field.label), field.kind, choices, field.start, low, high, step, optional=field.optional
    )
    if field.kind == "number":
        digits = _digits(field)
        return replace(shown, type="digits", rows=digits) if digits else shown
    if field.per_seat:
        return replace(shown, type="rows", rows=tuple(_chips(name, field, choices) for name in seats))
    if field.kind == "counts":
        return replace(shown, type="rows", rows=tuple(_counts(field, choices)))
    if field.kind in ("seat", "choice"):
        return _of_one(replace(shown, choices=names if field.kind == "seat" and not choices else choices), say)
    if field.of_seats:
        return replace(shown, choices=names, sum=field.total)
    if field.kind in ("seats", "several"):
        return replace(shown, choices=choices or names, type="choices_seats")
    return shown


def _of_one(shown: FieldShown, say: Callable[[Text], str]) -> FieldShown:
    """A field of which one choice is made; nobody or nothing is the first, if it may be left out."""
    if not shown.optional:
        return shown
    nothing = ChoiceShown("", say(T("nobody") if shown.type == "seat" else T("none")))
    return replace(shown, choices=(nothing, *shown.choices), value=shown.value or "")


def _chips(seat: str, field: Field, choices: Sequence[ChoiceShown]) -> Chips:
    """A row of chips for one seat: nothing, or one of the choices."""
    words = tuple(ChoiceShown(f"{each.word}:{seat}", each.label) for each in choices)
    chosen = (field.start or "").split(",")
    value = next((each.word for each in words if each.word in chosen), "")
    return Chips(f"{field.name}.{seat}", seat, (ChoiceShown("", "–"), *words), value)


def _counts(field: Field, choices: Sequence[ChoiceShown]) -> Iterator[Chips]:
    """A row of chips for each thing there may be several of: none, unless some were seen, or how many; it is called
    what one of it is.
    """
    things: dict[str, list[ChoiceShown]] = {}
    chosen = {word.partition(":")[0]: word for word in (field.start or "").split(",") if word}
    for choice in choices:
        things.setdefault(choice.word.partition(":")[0], []).append(choice)
    for thing, several in things.items():
        none = () if thing in chosen and not field.typed else (ChoiceShown("", "0"),)
        numbers = (ChoiceShown(each.word, each.word.rpartition(":")[2]) for each in several)
        yield Chips(f"{field.name}.{thing}", several[0].label, (*none, *numbers), chosen.get(thing, ""))


def _digits(field: Field) -> tuple[Digits, ...]:
    """A number too large for a chip each as a row of tens and a row of ones; nothing where chips do. Both are asked
    for: what is left out would make another number.
    """
    if (field.high - field.low) / field.step <= MOST_CHIPS:
        return ()
    tens, ones = divmod(int(float(field.start)), 10) if field.start is not None else (None, None)
    return (
        Digits(f"{field.name}.10", 10, 1, int(field.high) // 10, tens),
        Digits(f"{field.name}.1", 1, max(1, int(field.step)), 9, ones),
    )
