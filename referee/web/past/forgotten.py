"""What was forgotten in a deal: all that could have been said in it, and the place where each belongs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.record.facts import Bid, Corrected, Inserted, Played, Resulted, Struck, TrickPlayed
from referee.record.grammar import Fact, parse, quote
from referee.record.text import Entry
from referee.rules import UNSEEN, Prompt
from referee.table.fold import fold
from referee.table.state import State
from referee.table.table import EMPTY, Table
from referee.web.table.menu import sayings
from referee.words.languages import Language
from referee.words.text import Slip, T, capitalize

WITH_CARDS = ("kitty", "turn", "call", "show", "discard", "give")
"""The kinds of facts that are told by cards: what is forgotten of them is tapped on the pad."""
MOST_AGAIN = 40
"""The most facts that are written again, each for the next player, after one that was forgotten."""


@dataclass(frozen=True, slots=True)
class Way:
    """A thing that may have been forgotten: the `fact` that says it, or on the pad the prompt at `place` before the
    entry on `line`; `how`: that alone (before), or a whole trick.
    """

    label: str
    fact: str = ""
    line: int = 0
    place: int = 0
    how: str = "before"


@dataclass(frozen=True, slots=True)
class Missing:
    """A thing that a player may have said (`label`), or that all may have seen (no label), and the ways to say it."""

    label: str
    ways: tuple[Way, ...]


def missing(table: Table, number: int, language: Language) -> tuple[Missing, ...]:
    """What may be put into a deal (from 1): all that its players could say at any moment, but for what they did say."""
    rows: dict[str, dict[str, Way]] = {}
    states = table.state.of_deal(number)
    words = {state.entry.fact.word for state in states if state.entry is not None}
    seen = {state.entry.fact.line() for state in states if state.entry is not None}
    bidding = table.current is not None and table.current.deal.number == number and not table.current.deal.begun
    for state, later in zip(states, (*states[1:], None), strict=True):
        for place, prompt in enumerate(_prompts(table, state, later)):
            if prompt.kind in WITH_CARDS and prompt.kind not in words and later is not None and later.entry is not None:
                label = language.say(prompt.label or prompt.text)
                rows.setdefault("", {})[label] = Way(label, "", later.entry.line, place)
            elif prompt.kind == "announce" or (prompt.kind == "bid" and bidding):
                for name, label, line in _sayings(table, prompt, state, language):
                    if line not in seen and (later is None or _goes_on(table, state, line)):
                        rows.setdefault(label, {})[name] = Way(name, line)
                    seen.add(line)
    return tuple(Missing(capitalize(label) if label else "", tuple(ways.values())) for label, ways in rows.items())


def missing_tricks(table: Table, language: Language) -> tuple[Missing, ...]:
    """The tricks of the open deal before which a whole one may be put in, the latest first."""
    current = table.current
    tricks = current.deal.all_tricks if current is not None else ()
    lines = {trick.plays[0].line: trick.number for trick in reversed(tricks) if trick.plays}
    ways = tuple(
        Way(language.say(T("trick {number}", number=number)), "", line, 0, "trick")
        for line, number in lines.items()
        if current is not None and sum(at >= line for at in current.facts) <= MOST_AGAIN
    )
    return (Missing(language.say(T("A whole trick, before")), ways),) if ways else ()


def trick_put_in(table: Table, line: int, laid: Sequence[str]) -> tuple[Table, TrickPlayed | None]:
    """The table before the entry on a line with these plays of a forgotten trick (a play's cards with `+` between
    them), and that trick once it is whole. Raises Slip for what cannot have been laid.
    """
    state, _ = table.state.back_before(line)
    leader, plays = "", list[tuple[str, ...]]()
    for at, cards in enumerate(laid, len(table.log) + 1):
        turn = _turn(table, state) if state is not None else None
        fact = parse(f"play {quote(turn)} {cards}") if turn is not None else None
        if state is None or not isinstance(fact, Played):
            raise Slip(T("that cannot have been in this deal"))
        leader, plays = leader or fact.seat, [*plays, fact.cards]
        state = fold(table.rules, state, Entry(at, fact))
    before = Table(table.header, table.rules, (), state or EMPTY)
    whole = bool(plays) and (before.current is None or not before.current.deal.trick.plays)
    return before, TrickPlayed(leader, tuple(plays)) if whole else None


def _prompts(table: Table, state: State, later: State | None) -> tuple[Prompt, ...]:
    """What a table could be told at a moment of a deal: before its first card also what steps that nobody wrote down
    would have asked.
    """
    if state.current is None:
        return ()
    deal, asked = state.current.deal, table.rules.prompts(state.current.deal)
    begins = not deal.begun and later is not None and later.last is not None and later.last.deal.begun
    led = table.rules.before_lead(deal, 0).deal if begins else deal
    return asked if led == deal else (*asked, *table.rules.prompts(led))


def _sayings(table: Table, prompt: Prompt, state: State, language: Language) -> Iterator[tuple[str, str, str]]:
    """Who may say what by a prompt: the name, what it is called, the line. What needs cards is not among them."""
    for each in sayings(prompt, state.current.deal.order if state.current else (), language):
        name = table.seats[each.seat]
        yield name, each.label, f"{prompt.kind} {quote(name)} {each.word}"


def _goes_on(table: Table, state: State, line: str) -> bool:
    """Whether the deal goes on when this was said, as it did."""
    try:
        return fold(table.rules, state, Entry(len(table.log) + 1, parse(line))).current is not None
    except Slip:
        return False


def place_in_deal(table: Table, number: int, fact: Fact) -> list[Fact]:
    """The facts that put a forgotten one into a deal (from 1): at the last moment where it is no foul; a bid when its
    player was first asked.

    Raises Slip where it can be at no moment of the deal.
    """
    states, refused = table.state.of_deal(number), Slip(T("that cannot have been in this deal"))
    fallback: int | None = None
    line = len(table.log) + 1
    asked = next((at for at, state in enumerate(states) if _turn(table, state) == getattr(fact, "seat", "")), None)
    for at in range(len(states) - 1, -1, -1) if asked is None or not isinstance(fact, Bid) else (asked,):
        later = states[at + 1].entry if at + 1 < len(states) else None
        if states[at].current is None or (later is None and table.current is None):
            continue
        try:
            after = fold(table.rules, states[at], Entry(line, fact))
        except Slip as slip:
            refused = slip
            continue
        before = later.line if later is not None else 0
        fallback = before if fallback is None else fallback
        if after.last is not None and not any(foul.committed == line for foul in after.last.fouls):
            return insertion(table, before, fact) if before else [fact]
    if fallback is None:
        raise refused
    return [Inserted(fallback, fact)] if fallback else [fact]


def insertion(table: Table, line: int, fact: Fact) -> list[Fact]:
    """The facts that put a forgotten bid, card or trick before the entry on a line.

    Where it is of the player whose turn it was, all bids and cards since were written for the player before the right
    one: they are corrected; where they belong to another trick then, they are struck out and written again.
    """
    before, later = table.state.back_before(line)
    deal = next((judged for judged in table.deals if line in judged.facts), None)
    plain: list[Fact] = [Inserted(line, fact)]
    if before is None or deal is None or not isinstance(fact, Bid | Played | TrickPlayed):
        return plain
    again = [entry for entry in later[::-1] if entry.line in deal.facts]
    turn, whose = _turn(table, before), fact.leader if isinstance(fact, TrickPlayed) else fact.seat
    if turn != whose or getattr(again[0].fact, "seat", "") != turn or len(again) > MOST_AGAIN:
        return plain
    back: list[Fact] = [Struck(entry.line) for entry in reversed(again)] if len(again) == len(later) else []
    try:
        right = _in_turn(table, before, [fact, *(entry.fact for entry in again)])
    except Slip:
        return plain
    pairs = list(zip(again, right[1:], strict=True))
    corrected: list[Fact] = [Corrected(old.line, new) for old, new in reversed(pairs) if old.fact != new]
    try:
        _after(table, mended := [*corrected, *plain])
    except Slip:
        return [*back, *right] if back else plain
    return mended


def exchange(table: Table, correction: Corrected) -> list[Fact]:
    """A correction, and with it that of the entry which has its card in the same deal, or is its player's in the same
    trick: the two cards were exchanged. So are two players' numbers of a result.
    """
    facts = table.fact_at
    old, new = facts.get(correction.at), correction.fact
    if isinstance(old, Resulted) and isinstance(new, Resulted):
        return [_numbers_exchanged(table, correction, old, new)]
    deal = next((judged.deal for judged in table.deals if correction.at in judged.facts), None)
    if deal is None or not isinstance(old, Played) or not isinstance(new, Played) or len(old.cards) != 1:
        return [correction]
    if old.seat != new.seat and old.cards == new.cards:
        trick = next(trick for trick in deal.all_tricks if any(play.line == correction.at for play in trick.plays))
        theirs = trick.by(table.rules.seat_of(new.seat))
        twin = facts.get(theirs.line) if theirs else None
        if theirs is None or not isinstance(twin, Played):
            return [correction]
        return [
            Corrected(correction.at, replace(old, cards=twin.cards)),
            Corrected(theirs.line, replace(twin, cards=old.cards)),
        ]
    lines = [play.line for play in deal.plays if play.cards == new.cards and play.line != correction.at]
    twin = facts.get(lines[0]) if lines else None
    room = table.rules.deck.mask(new.cards[0]).bit_count() if new.cards != (UNSEEN,) else len(lines) + 1
    if not isinstance(twin, Played) or len(lines) < room or old.cards == new.cards or old.seat != new.seat:
        return [correction]
    return [correction, Corrected(lines[0], replace(twin, cards=old.cards))]


def _numbers_exchanged(table: Table, correction: Corrected, old: Resulted, new: Resulted) -> Corrected:
    """A correction of a result: where it cannot stand, as one player's number of an agreed sum was changed alone, the
    one other player who had that number gets theirs.
    """
    try:
        _after(table, [correction])
    except Slip:
        before, keys = dict(old.keys), list(new.keys)
        for at, (name, told) in enumerate(keys):
            had, numbers = before.get(name, "").split(","), told.split(",")
            changed = [seat for seat, pair in enumerate(zip(had, numbers, strict=False)) if pair[0] != pair[1]]
            if len(numbers) != len(table.seats) or len(had) != len(numbers) or len(changed) != 1:
                continue
            twins = [seat for seat, number in enumerate(had) if number == numbers[changed[0]]]
            if len(twins) == 1:
                numbers[twins[0]] = had[changed[0]]
                keys[at] = (name, ",".join(numbers))
        return replace(correction, fact=replace(new, keys=tuple(keys)))
    return correction


def _after(table: Table, facts: Sequence[Fact]) -> Table:
    """The table after these facts. Raises Slip for an impossible one."""
    return table.extend(Entry(len(table.log) + at, fact) for at, fact in enumerate(facts, 1))


def _in_turn(table: Table, state: State, facts: Sequence[Fact]) -> list[Fact]:
    """Facts that are to follow, each bid and each card of the player whose turn it then is. Raises Slip for an
    impossible one.
    """
    moved: list[Fact] = []
    for line, fact in enumerate(facts, len(table.log) + 1):
        turn = _turn(table, state)
        if turn is not None and isinstance(fact, Bid | Played):
            fact = replace(fact, seat=turn)
        moved.append(fact)
        state = fold(table.rules, state, Entry(line, fact))
    return moved


def _turn(table: Table, state: State) -> str | None:
    """Whose bid or card a table waits for."""
    prompts = table.rules.prompts(state.current.deal) if state.current is not None else ()
    first = prompts[0] if prompts and prompts[0].kind in ("bid", "play") else None
    return None if first is None or first.seat is None else table.seats[first.seat]
