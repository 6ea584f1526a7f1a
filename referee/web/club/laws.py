"""The laws of a game on a page with a search; the lines and laws behind each number."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from referee.club.tables import Kept
from referee.games import game
from referee.rules import Option, Options, Ruleset, total
from referee.table.table import Judged
from referee.web.kit.request import say, tables, who
from referee.web.kit.rights import anyone, let_in, sees
from referee.web.kit.visit import visit
from referee.words.text import Slip, T, Text, say_value

laws = Blueprint("laws", __name__)

SOURCES: Mapping[str, Text] = {
    "F": T("the federation, 2012"), "T": T("tournament rules of 21.02.2026"), "R": T("implied by the rules"),
    "D": T("our default"),
}  # fmt: skip
"""The sources of the laws that do not stand in the document of their game."""
SECTIONS: Mapping[str, Text] = {
    "announce": T("Announcements"), "auction": T("Auction"), "bid": T("Bids"), "bock": T("Bock rounds"),
    "call": T("The called card"), "cards": T("Cards"), "code": T("Code of arbitration"), "count": T("Count"),
    "deal": T("The deal"), "deck": T("Deck"), "declare": T("Declaration"), "discard": T("Discard"),
    "early": T("Cards laid early"), "end": T("End of the match"), "extra": T("Extra points"), "follow": T("Following"),
    "foul": T("Fouls"), "handful": T("Handful"), "kitty": T("Kitty"), "lead": T("Lead"), "match": T("Match"),
    "play": T("Play"), "points": T("Points"), "result": T("Result"), "score": T("Score"), "side": T("Sides"),
    "slam": T("Slam"), "tribute": T("Tribute"), "trick": T("Trick"), "trump": T("Trumps"), "value": T("Value"),
    "win": T("Winning"),
}  # fmt: skip
"""The sections of the laws, by the word after the game in a law's number."""

LONGEST_QUERY = 100
Pieces = tuple[tuple[str, bool], ...]
"""A text in pieces, each with whether it matches the search."""


@dataclass(frozen=True, slots=True)
class LawShown:
    """A law on the page of its game; `source`: where it stands, None for the game's own document."""

    id: str
    number: str
    text: Pieces
    source: str | None


@dataclass(frozen=True, slots=True)
class OptionShown:
    """An option and its value; `changed`: it is not the usual one; `law`: the number of the law it changes."""

    text: Pieces
    value: str
    changed: bool
    law: str


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of a score: its points, and the law that gives them; `says`: that law's text."""

    text: str
    points: int
    law: str
    number: str
    says: str


@dataclass(frozen=True, slots=True)
class DealPart:
    """What a deal brought a seat, line by line, and together."""

    number: int
    label: str
    lines: tuple[LineShown, ...]
    sum: int


def plain(text: str) -> str:
    """A text for searching: lower case, no accents, as many characters as before."""
    return "".join(unicodedata.normalize("NFD", letter)[0].lower()[0] for letter in text)


def pieces_of(text: str, words: list[str]) -> Pieces:
    """A text in pieces that match the search, or do not."""
    flat = plain(text)
    hits = [False] * len(text)
    for word in words:
        at = flat.find(word)
        while at >= 0:
            hits[at : at + len(word)] = [True] * len(word)
            at = flat.find(word, at + len(word))
    pieces: list[tuple[str, bool]] = []
    for letter, hit in zip(text, hits, strict=True):
        if pieces and pieces[-1][1] == hit:
            pieces[-1] = (pieces[-1][0] + letter, hit)
        else:
            pieces.append((letter, hit))
    return tuple(pieces)


@laws.get("/t/<id:table>/laws")
@let_in
def at_table(table: str) -> ResponseReturnValue:
    """The laws of a table's game, with the options agreed there."""
    kept = tables().get(table)
    return _page(kept.table.rules, kept.table.rules.options, kept)


@laws.get("/laws/<name>")
@anyone
def of_game(name: str) -> ResponseReturnValue:
    """The laws of a game, and its options."""
    try:
        rules = game(name)
    except Slip:
        abort(404)
    return _page(rules, next(iter(rules.presets.values())), None)


def _page(rules: Ruleset | type[Ruleset], options: Options, kept: Kept | None) -> ResponseReturnValue:
    query = request.args.get("q", "").strip()[:LONGEST_QUERY]
    words = plain(query).split()
    sections: dict[str, list[LawShown]] = {}
    for law in rules.laws:
        text, number = say(law.text), law.id.removeprefix(f"{rules.name}.")
        section = number.partition(".")[0]
        heading = say(SECTIONS[section]) if section in SECTIONS else section
        if all(word in plain(f"{number} {heading} {text}") for word in words):
            source = say(SOURCES[law.source]) if law.source in SOURCES else None
            sections.setdefault(heading, []).append(LawShown(law.id, number, pieces_of(text, words), source))
    return render_template(
        "club/laws.html",
        game=say(rules.title),
        name=rules.name,
        query=query,
        sections=list(sections.items()),
        count=sum(map(len, sections.values())),
        options=list(_options(options.worth_a_line() if kept and not words else options.rows(), words)),
        table=kept,
    )


def _options(options: Sequence[Option], words: list[str]) -> Iterator[OptionShown]:
    """The options that match the search."""
    for option in options:
        text = say(option.text)
        value = say(option.choices[option.value]) if option.value in option.choices else option.value
        if all(word in plain(f"{text} {value}") for word in words):
            yield OptionShown(pieces_of(text, words), value, option.value != option.default, option.law)


# --- the lines behind a number


@laws.get("/t/<id:table>/why/<int:seat>")
@laws.get("/t/<id:table>/why/<int:seat>/<int:deal>")
@sees("scores")
def why(table: str, seat: int, deal: int = 0) -> ResponseReturnValue:
    """The lines behind a seat's score in a deal, or behind its total, with their laws."""
    kept = tables().get(table)
    deals = tuple(one for one in kept.table.deals if one.state != "open" or visit(table).sees_table)
    if seat >= len(kept.table.seats) or deal > len(deals):
        abort(404)
    parts = [_part(kept, judged, seat) for judged in (deals[deal - 1 : deal] if deal else deals)]
    return render_template(
        "club/why.html",
        table=kept,
        name=kept.table.seats[seat],
        seat=seat,
        parts=[part for part in parts if part.lines or deal],
        sum=sum(part.sum for part in parts) if deal else kept.table.standing.totals[seat],
        whole=not deal,
        carried=kept.table.rules.before,
        start=kept.table.start[seat],
    )


def _part(kept: Kept, judged: Judged, seat: int) -> DealPart:
    """What a deal brought a seat, line by line, penalties included."""
    rules = kept.table.rules
    lines = [_line(rules, line.law, say(line.text), line.points[seat]) for line in judged.lines if line.points[seat]]
    for penalty in judged.penalties + judged.costs:
        if penalty.seat == seat and penalty.points:
            reason = say_value(penalty.reason, who().language)
            lines.append(_line(rules, "", say(T("Penalty: {reason}", reason=reason)), -penalty.points))
    paid = total(judged.lines, len(kept.table.seats))[seat] + judged.penalty_points(seat)
    return DealPart(judged.deal.number, say(rules.label(judged.deal)), tuple(lines), paid)


def _line(rules: Ruleset, law_id: str, text: str, points: int) -> LineShown:
    law = rules.law(law_id)
    number = law_id.removeprefix(f"{rules.name}.")
    return LineShown(text, points, law_id, number, say(law.text) if law else "")
