"""What the command says of a record: JSON for programs, sentences for players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from referee.record.facts import DECISIONS
from referee.record.text import Header
from referee.rules import JSON, Foul, Line, Remedy, total
from referee.rules.deal import STATES, Play
from referee.table.damage import Did, damage_of
from referee.table.reads import NOBODY
from referee.table.table import Judged, Table, remedies, remedy
from referee.words.numbers import gain
from referee.words.text import ENGLISH, CardName, T, Text, Voice, say_value

VERSION = 1
"""The version of the JSON, raised when a key changes its meaning or goes (docs/check.schema.json)."""


def answer(file: str, table: Table, voice: Voice = ENGLISH, did: Did | None = None) -> JSON:
    """The JSON object of one record, as the record's contract states it; `did` tells what its fouls did."""
    if did is None:
        did = partial(damage_of, table.rules, table.state)
    standing = table.standing
    seats = table.seats
    return {
        "version": VERSION,
        "file": file,
        "game": table.header.game,
        "preset": table.header.preset or next(iter(table.rules.presets)),
        **when_and_where(table.header),
        "options": {option.name: option.value for option in table.rules.options.rows()},
        "seats": list(seats),
        "provable": table.rules.provable,
        "deals": [deal_answer(table, number, voice, did) for number in range(1, len(table.deals) + 1)],
        "totals": dict(zip(seats, standing.totals, strict=True)),
        "finished": standing.finished,
        "winners": [seats[seat] for seat in standing.winners],
        "next": following(table),
    }


def when_and_where(header: Header) -> dict[str, str | None]:
    """Day, title and place of a record in the JSON; None where it does not say."""
    return {"date": header.date or None, "title": header.title or None, "place": header.place or None}


def following(table: Table) -> JSON | None:
    """What the table waits for: the first prompt; None once the match is over."""
    current = table.current
    if current is not None:
        prompts = table.rules.prompts(current.deal)
        if prompts:
            return {"kind": prompts[0].kind, "seat": _name(table, prompts[0].seat)}
    if table.standing.finished:
        return None
    due = table.standing.due
    return {"kind": "deal", "seat": table.seats[due.dealer]} | dict(due.keys)


def _name(table: Table, seat: int | None) -> str | None:
    return None if seat is None else table.seats[seat]


def deal_answer(table: Table, number: int, voice: Voice, did: Did) -> JSON:
    """One deal of the answer, counted from 1."""
    judged_deal = table.deals[number - 1]
    deal, seats = judged_deal.deal, table.seats
    past = table.rules.match(table.state.past[: number - 1])
    keys = {
        "number": number,
        "line": deal.line,
        "dealer": seats[deal.dealer],
        "state": judged_deal.state,
        "tricks": [
            {
                "leader": _name(table, trick.leader),
                "cards": [list(play.cards) for play in trick.plays],
                "winner": _name(table, trick.winner),
            }
            for trick in deal.all_tricks
        ],
        "fouls": [_foul(table, number, foul, voice, did) for foul in judged_deal.fouls],
        "result": dict(table.rules.result(deal)),
        "lines": [_line(line, seats, voice) for line in judged_deal.lines],
        "scores": dict(zip(seats, judged_deal.scores(len(seats)), strict=True)),
        "penalties": {
            name: judged_deal.penalty_points(seat)
            for seat, name in enumerate(seats)
            if judged_deal.penalty_points(seat)
        },
        "warnings": [
            {"seat": seats[cost.seat], "line": cost.line, "points": -cost.points, "text": say_value(cost.reason, voice)}
            for cost in judged_deal.costs
        ],
        **table.rules.extra(judged_deal.scored, past),
    }
    return keys | _where_so(table, judged_deal)


def _where_so(table: Table, judged_deal: Judged) -> JSON:
    """The keys at the end of a deal, each only where it says something."""
    looks = judged_deal.looks
    to_look_at = [
        {"line": line, "seat": None if seat == NOBODY else table.seats[seat], "cards": list(cards)}
        for seat, cards, line in looks
    ]
    keys = {"undecided": judged_deal.undecided, "read": list(judged_deal.own_reads), "to_look_at": to_look_at}
    return {name: value for name, value in keys.items() if value}


def _line(line: Line, seats: tuple[str, ...], voice: Voice) -> JSON:
    return {"law": line.law, "text": line.text.say(voice), "points": dict(zip(seats, line.points, strict=True))}


def _foul(table: Table, number: int, foul: Foul, voice: Voice, did: Did) -> JSON:
    seats = table.seats
    ruling = table.deals[number - 1].ruling(foul)
    choice = remedies(table, number, foul, did)
    keys: JSON = {
        "kind": foul.kind,
        "seat": _name(table, foul.seat),
        "proof": foul.proof,
        "committed": None if foul.vague else foul.committed,
        "proved": foul.proved,
        "suspects": [seats[seat] for seat in foul.suspects],
        "law": foul.law,
        "message": table.rules.sentence(foul).say(voice),
        "ruling": ruling.decision if ruling else None,
        "remedy": _remedy(choice[0], seats, voice),
    }
    if len(choice) > 1:
        keys["remedies"] = [_remedy(one, seats, voice) for one in choice]
    if foul.explained is not None:
        keys["explained"] = foul.explained
    damage = did(table.deals[number - 1], foul)
    if damage is not None:
        keys["damage"] = damage.json(voice)
    return keys


def _remedy(remedy_: Remedy, seats: tuple[str, ...], voice: Voice) -> JSON:
    scores = dict(zip(seats, total(remedy_.lines, len(seats)), strict=True))
    word = {} if remedy_.word is None else {"word": remedy_.word}
    return {**word, "text": remedy_.text.say(voice), "state": remedy_.state, "scores": scores}


def sentences(file: str, table: Table, voice: Voice) -> Iterator[str]:
    """The record as a player reads it: fouls, score lines, where the match stands."""

    def say(text: Text) -> str:
        return text.say(voice)

    seats = table.seats
    yield say(T("{file}: {game}, {names}", file=file, game=table.rules.title, names=seats))
    head = table.header
    if known := [word for word in (head.title, head.place, head.date) if word]:
        yield ", ".join(known)
    if not table.rules.provable:
        yield say(T("The cards are not known: scores and winners count, but no play can be proved a foul."))
    for judged_deal in table.deals:
        yield from ("", *_deal_sentences(table, judged_deal, voice))
    standing = table.standing
    yield ""
    yield say(T("Total: {points}", points=_points(seats, standing.totals)))
    if standing.finished:
        yield say(T("Won by {names}.", names=tuple(seats[seat] for seat in standing.winners)))


def _deal_sentences(table: Table, judged_deal: Judged, voice: Voice) -> Iterator[str]:
    deal, seats = judged_deal.deal, table.seats

    def say(text: Text) -> str:
        return text.say(voice)

    yield say(
        T(
            "Deal {number} (line {line}), {label}, dealt by {dealer}: {state}",
            number=deal.number,
            line=deal.line,
            label=table.rules.label(deal),
            dealer=seats[deal.dealer],
            state=STATES[judged_deal.state],
        )
    )
    for foul in judged_deal.fouls:
        yield from ("  " + text for text in _foul_sentences(table, judged_deal, foul, voice))
    yield from ("  " + say(text) for text in _open_questions(table, judged_deal))
    for line in judged_deal.lines:
        yield f"  {say(line.text)} [{line.law}]: {_points(seats, line.points)}"
    if judged_deal.lines:
        yield "  " + say(T("Score: {points}", points=_points(seats, judged_deal.scores(len(seats)))))
    for penalty in judged_deal.penalties:
        name, points = seats[penalty.seat], -penalty.points
        text = T("Penalty: {name} {points} {reason}", name=name, points=points, reason=penalty.reason)
        yield "  " + say(text).rstrip()
    for cost in judged_deal.costs:
        text = T("Penalty: {name} {points} {reason}") if cost.points else T("Warning: {name}: {reason}")
        yield "  " + say(T(text.msgid, name=seats[cost.seat], points=-cost.points, reason=cost.reason))


def _open_questions(table: Table, judged_deal: Judged) -> Iterator[Text]:
    """What nobody can say yet: cards to be looked at first, and that so many were not seen."""
    if looks := tuple(look_text(table, play) for play in judged_deal.looks):
        yield T("To be looked at before anything is said, as a reader told these cards: {cards}", cards=looks)
    if line := judged_deal.undecided:
        yield T(
            "Not decided since line {line}: so many cards were not seen that nobody is accused by counting.", line=line
        )


def look_text(table: Table, play: Play) -> Text:
    """A read card that people are to look at: whose it is, and where it stands."""
    cards = tuple(map(CardName, play.cards))
    if play.seat == NOBODY:
        return T("the kitty {cards} (line {line})", cards=cards, line=play.line)
    return T("{name} {cards} (line {line})", name=table.seats[play.seat], cards=cards, line=play.line)


def _points(seats: tuple[str, ...], points: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {gain(point)}" for name, point in zip(seats, points, strict=True))


def _foul_sentences(table: Table, judged_deal: Judged, foul: Foul, voice: Voice) -> Iterator[str]:
    where = T("Foul, lines {committed} and {proved}", committed=foul.committed, proved=foul.proved)
    if foul.vague or foul.committed == foul.proved:
        where = T("Foul, line {proved}", proved=foul.proved)
    yield T("{where}: {message} [{law}]", where=where, message=table.rules.sentence(foul), law=foul.law).say(voice)
    ruling = judged_deal.ruling(foul)
    if ruling is not None:
        text = T("Ruled on line {line}: {decision}", line=ruling.line, decision=DECISIONS[ruling.decision])
        for upheld in judged_deal.upheld_as(foul):
            given = remedy(table, judged_deal.deal.number, upheld).ruled
            text = T("{choice}. {text}", choice=text, text=given)
        yield "  " + text.say(voice)
        return
    if foul.explained is not None:
        yield "  " + EXPLAINED.say(voice)
        return
    proposed = remedy(table, judged_deal.deal.number, foul)
    yield "  " + T("If upheld: {remedy}", remedy=proposed.text).say(voice)


EXPLAINED = T("Explained since: nobody is accused of it any more.")
