"""Prompts as the page needs them, and what comes back from their forms as a line of the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from referee.record.grammar import quote
from referee.rules import Choice, Field, Prompt, Ruleset
from referee.rules.kept import Same
from referee.table.fold import Depth
from referee.table.table import Table
from referee.web.kit.parts import filled_in, once
from referee.web.kit.reader import number
from referee.web.table.drawn import card_groups, known_cards, pad_rows
from referee.words.languages import Language
from referee.words.text import Slip, T, Text, begun

PAD_KINDS = ("play", "discard", "give", "call", "turn", "show", "kitty", "hand")
COSTS = (0, 10, 20, 50, 100, 200, 500)
"""Penalty points that are given; none is a warning."""
MOST_CHIPS = 15
"""Values of a number beyond which its digits are chosen one by one."""

DEPTH_NAMES: Mapping[Depth, Text] = {
    "cards": T("Record every card"),
    "tricks": T("Record who takes each trick"),
    "score": T("Record the score only"),
}
TOLD: Mapping[str, Text] = {
    "took": T("Only the winner"),
    "result": T("Enter the result"),
    "play": T("Record the cards"),
    "announce": T("Announcement"),
    "hand": T("Open hand"),
    "show": T("Cards shown"),
}


def deal_prompts(table: Table, dealer: int | None = None) -> list[Prompt]:
    """The deal that is due, at any depth; another seat than the one whose turn it is may have dealt."""
    due = table.standing.due
    seat = due.dealer if dealer is None else dealer
    choices = tuple(Choice(f"depth={depth}", name) for depth, name in DEPTH_NAMES.items())
    text = T("{name} deals: {label}", name=table.seats[seat], label=due.label)
    return [Prompt("deal", text, seat, choices)]


def usual_depth(table: Table, agreed: str) -> str:
    """The word of the depth of the last deal, before the first one of the depth agreed."""
    return f"depth={table.deals[-1].deal.keys.get('depth', 'cards') if table.deals else agreed}"


def table_prompts(table: Table) -> tuple[Prompt, ...]:
    """What may be said at any time beside the game."""
    timed = table.rules.timed and bool(table.deals) and not table.deals[-1].deal.last and not table.standing.finished
    return _table_prompts(table.rules, bool(table.deals), table.current is not None, timed)


@lru_cache(400)
def _table_prompts(rules: Ruleset, dealt: bool, playing: bool, timed: bool) -> tuple[Prompt, ...]:
    found = []
    who, why = Field("seat", T("Who"), "seat"), Field("reason", T("Why"), "text")
    if dealt:
        kinds = tuple(Choice(kind, rules.foul_name(kind)) for kind in rules.breaches)
        what = Field("breach", T("What"), "choice", choices=kinds)
        found.append(Prompt("foul", T("Report a foul"), fields=(who, what), optional=True))
        costs = tuple(Choice(str(points), T("{number}", number=points)) for points in COSTS)
        cost = Field("points", T("Points"), "choice", choices=costs, start="0")
        found.append(Prompt("penalty", T("Penalty points"), fields=(who, cost, why), optional=True))
    if playing:
        found.append(Prompt("void", rules.void, fields=(why,), optional=True))
    if timed:
        found.append(Prompt("time", T("The agreed time is up"), optional=True))
    found.append(Prompt("note", T("A note"), fields=(Field("text", T("Note"), "text"),), optional=True))
    return tuple(found)


def prompt_view(
    table: Table, prompt: Prompt, language: Language, gone: frozenset[str] = frozenset(), usual: str = ""
) -> dict[str, Any]:
    """A prompt for the templates (see _prompt.html); the cards `gone` are marked on its pad, the choice of the word
    `usual` among its buttons.
    """
    say = language.say
    one_tap = prompt.count == 1 and not prompt.fields
    pad = _has_pad(prompt) and not _is_one_card(prompt)
    plays_several = pad and prompt.kind == "play" and not one_tap
    count = 0 if one_tap else (prompt.count or 1 if pad else 0)
    choices = _choices(table, prompt, language, usual)
    by_itself = plays_several or (count > 1 and not choices and not prompt.fields)  # once its last card is tapped
    label = (prompt.label or TOLD.get(prompt.kind)) if prompt.optional else None
    if label and not prompt.label and prompt.kind == "announce" and prompt.seat is not None:
        label = T("{name} announces …", name=table.seats[prompt.seat])
    return {
        "kind": prompt.kind,
        "seat": prompt.seat,
        "seat_name": None if prompt.seat is None else table.seats[prompt.seat],
        "text": say(prompt.text),
        "label": say(label) if label else None,
        "optional": prompt.optional,
        "fact": _opening(table, prompt),
        "choices": choices,
        "closed": say(prompt.closed) if prompt.closed else None,
        "until": say(prompt.until) if prompt.until else None,
        "lifts": lifts(table, prompt),
        "within": [{"word": choice.word, "label": begun(say(choice.label))} for choice in _worth_noting(table, prompt)],
        "pad": _pad(table, prompt, language, count, gone) if pad else None,
        "count": count,
        "exact": prompt.count if count else None,
        "whole": _most(table, prompt) if by_itself else None,
        "fields": [
            *([] if _is_one_card(prompt) else _whose(table, prompt, language)),
            *(_field(table, field, language) for field in prompt.fields),
        ],
        "submit": say(T("Play")) if plays_several else None,
    }


def _choices(table: Table, prompt: Prompt, language: Language, usual: str) -> list[dict[str, Any]]:
    say = language.say
    if prompt.kind == "took":
        return _takers(table)
    if _is_one_card(prompt):
        return _takers(table, prompt.cards)
    return [
        {
            "word": c.word,
            "label": say(c.label),
            "note": say(c.note) if c.note else None,
            "under": say(c.under) if c.under else None,
            "usual": c.word == usual,
        }
        for c in prompt.choices
    ]


def _most(table: Table, prompt: Prompt) -> int:
    """The most cards a play may have: as many as are asked for, or all copies of a card."""
    deck = table.rules.deck
    return prompt.count or max(deck.mask(group.cards[0]).bit_count() for group in table.rules.pad)


def same_prompts(table: Table, prompts: Sequence[Prompt], gone: frozenset[str]) -> Hashable:
    """What the views of prompts depend on beside the language and the table's header."""
    current = table.current
    within = [_worth_noting(table, prompt) for prompt in prompts if prompt.kind == "took"]
    due = None if current else Same(table.standing)
    pads = (_open_suit(table), gone) if any(map(_has_pad, prompts)) else None
    return tuple(prompts), current and current.deal.order, *within, due, pads


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


def _whose(table: Table, prompt: Prompt, language: Language) -> list[dict[str, Any]]:
    """The question whose it is, where it may be anybody's."""
    if prompt.seat is not None or prompt.kind in NOBODYS:
        return []
    choices = [{"word": str(seat), "label": name} for seat, name in enumerate(table.seats)]
    return [{"name": "seat", "label": language.say(T("Who")), "type": "seat", "choices": choices, "value": None}]


def _opening(table: Table, prompt: Prompt) -> str:
    """The beginning of the line that a tap completes."""
    if prompt.kind == "deal" and prompt.seat is not None:
        keys = [f"{key}={quote(value)}" for key, value in table.standing.due.keys]
        return " ".join(["deal", quote(table.seats[prompt.seat]), *keys])
    if prompt.seat is None or prompt.kind in ("took", "turn", "kitty", "result"):
        return prompt.kind
    return f"{prompt.kind} {quote(table.seats[prompt.seat])}"


def _takers(table: Table, cards: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """Who may have taken the trick, or laid these cards."""
    order = table.current.deal.order if table.current else range(len(table.seats))
    names = [table.seats[seat] for seat in order]
    return [
        {"word": " ".join(map(quote, (name, *cards))), "label": name, "note": None, "takes": name} for name in names
    ]


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
    if prompt.count is None and (prompt.kind == "announce" or (prompt.kind == "discard" and prompt.choices)):
        return False
    return prompt.kind in (*PAD_KINDS, "announce")


def _pad(table: Table, prompt: Prompt, language: Language, count: int, gone: frozenset[str]) -> Markup:
    """The card pad, which is the same for every play of a game."""
    looks = {"kind": prompt.kind, "optional": prompt.optional, "count": count, "choices": bool(prompt.choices)}
    header, led = table.header, _open_suit(table)
    game = (header.game, header.preset, header.options, len(header.seats))
    same = (language, game, prompt.cards, prompt.count, *looks.values())

    def context() -> dict[str, Any]:
        return {"prompt": looks | {"cards": pad_rows(prompt, table.rules, language)}}

    def made() -> Markup:
        rows = card_groups(prompt, table.rules)
        first = rows[0].suit if led is None else led
        texts = {f"open{at}": " checked" if row.suit == first else "" for at, row in enumerate(rows, 1)}
        marked = {"gone": " gone", "told": " data-gone", "said": f", {language.say(T('gone'))}"}
        for at, card in enumerate(card for row in rows for card in row.cards):
            texts |= {f"{name}{at}": text if card in gone else "" for name, text in marked.items()}
        return filled_in("table/_pad.html", same, texts, context)

    return once(("pad", *same, led, gone), made)


def _open_suit(table: Table) -> str | None:
    """The suit a phone shows first: that of the last card led to this trick, as far as its code tells."""
    current = table.current
    if current is None or not current.deal.trick.plays:
        return None
    card = current.deal.trick.plays[0].card
    return next((group.suit for group in table.rules.pad if card in group.cards), None)


def _field(table: Table, field: Field, language: Language) -> dict[str, Any]:
    say = language.say
    names = [{"word": name, "label": name} for name in table.seats]
    choices = [{"word": c.word, "label": say(c.label)} for c in field.choices]
    kind: str = field.kind
    value = field.start
    found: dict[str, Any] = {"name": field.name, "label": say(field.label), "rows": None}
    found |= {"min": field.low, "max": field.high, "step": field.step, "optional": field.optional}
    if field.step == int(field.step):
        found |= {"min": int(field.low), "max": int(field.high), "step": int(field.step)}
    if kind == "number":
        digits = _digits(field)
        kind, found["rows"] = ("digits", digits) if digits else (kind, None)
    elif field.per_seat:
        kind, found["rows"] = "rows", [_row(name, field.name, name, choices) for name in table.seats]
    elif kind == "counts":
        kind, found["rows"] = "rows", _counts(field, choices)
    elif kind in ("seat", "choice"):
        choices = names if kind == "seat" and not choices else choices
        if field.optional:
            choices = [{"word": "", "label": say(T("nobody") if kind == "seat" else T("none"))}, *choices]
            value = value or ""
    elif kind == "tally":
        choices, found["sum"] = names, field.total
    elif kind in ("seats", "several"):
        choices, kind = choices or names, "choices_seats"
    return found | {"type": kind, "choices": choices, "value": value}


def _row(label: str, name: str, seat: str, choices: list[dict[str, Any]]) -> dict[str, Any]:
    """A row of chips for one seat: nothing, or one of the choices."""
    words = [{"word": f"{c['word']}:{seat}", "label": c["label"]} for c in choices]
    return {"name": f"{name}.{seat}", "label": label, "choices": [{"word": "", "label": "–"}, *words], "value": ""}


def _counts(field: Field, choices: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row of chips for each thing there may be several of: none, unless some were seen, or how many; it is called
    what one of it is.
    """
    things: dict[str, list[dict[str, Any]]] = {}
    chosen = {word.partition(":")[0]: word for word in (field.start or "").split(",") if word}
    for choice in choices:
        things.setdefault(choice["word"].partition(":")[0], []).append(choice)
    return [
        {
            "name": f"{field.name}.{thing}",
            "label": several[0]["label"],
            "choices": [
                *([] if thing in chosen else [{"word": "", "label": "0"}]),
                *({"word": c["word"], "label": c["word"].rpartition(":")[2]} for c in several),
            ],
            "value": chosen.get(thing, ""),
        }
        for thing, several in things.items()
    ]


def _digits(field: Field) -> list[dict[str, Any]] | None:
    """A number too large for a chip each as a row of tens, a row of ones, and its half; None where chips do. Both are
    asked for: what is left out would make another number.
    """
    if (field.high - field.low) / field.step <= MOST_CHIPS:
        return None
    tens, ones = divmod(int(field.start), 10) if field.start is not None else (None, None)
    return [
        {"name": f"{field.name}.10", "place": 10, "step": 1, "last": int(field.high) // 10, "value": tens},
        {"name": f"{field.name}.1", "place": 1, "step": max(1, int(field.step)), "last": 9, "value": ones},
    ]


# --- what comes back ------------------------------------------------------------------------------------------


def line_of(table: Table, prompts: list[Prompt], form: MultiDict[str, str]) -> str:
    """The line of the record that a prompt's form stands for; raises Slip for a form that fits no prompt."""
    kind = form.get("kind", "")
    prompt = next((p for p in prompts if p.kind == kind), None)
    if prompt is None:
        raise Slip(T("“{found}” does not come now", found=kind))
    words = [kind]
    seat = number(form.get("seat"))
    if kind not in NOBODYS:
        if seat is None or seat >= len(table.seats):
            raise Slip(T("choose a seat first"))
        words.append(quote(table.seats[seat]))
    cards, choice = form.getlist("card"), form.get("choice", "")
    if kind == "give" and "count=" in choice:  # unseen, whatever was ticked before
        cards = []
    if prompt.fields and kind in ("note", "void", "foul", "penalty"):
        words += [quote(value) for field in prompt.fields if (value := _value(table, field, form))]
    if choice:
        words.append(choice)
    if lifts(table, prompt):
        words += _left_lying(table, form.getlist("kept"))
    words += ["+".join(map(quote, cards))] if kind == "play" and cards else map(quote, cards)
    if prompt.fields and kind not in ("note", "void", "foul", "penalty"):
        words += [f"{field.name}={quote(value)}" for field in prompt.fields if (value := _value(table, field, form))]
    return " ".join(words)


def _left_lying(table: Table, kept: list[str]) -> list[str]:
    """The cards on the felt that were not kept, which all saw set aside; none where nobody told what was kept."""
    left = Counter(table.rules.lying(table.current.deal) if table.current else ())
    left -= Counter(kept)
    return [f"shown={','.join(left.elements())}"] if kept and left else []


def _value(table: Table, field: Field, form: MultiDict[str, str]) -> str:
    if field.kind == "tally":
        return ",".join(form.get(f"{field.name}.{name}", "") for name in table.seats)
    if field.kind == "flag":
        return "yes" if form.get(field.name) else ""
    if field.kind == "number" and field.name not in form:
        return _number_of(field, form)
    if field.per_seat or field.kind == "counts":
        rows = [form.get(name, "") for name in form if name.startswith(f"{field.name}.")]
        return ",".join(filter(None, (*form.getlist(field.name), *rows)))
    if field.kind in ("several", "seats"):
        return ",".join(form.getlist(field.name))
    return form.get(field.name, "").strip()


def _number_of(field: Field, form: MultiDict[str, str]) -> str:
    """The number whose digits were chosen; none at all is no number."""
    tens, ones = (number(form.get(f"{field.name}.{place}")) for place in (10, 1))
    half = f"{field.name}.half" in form
    if tens is None and ones is None and not half:
        return ""
    if tens is None or ones is None or ones > 9:
        raise Slip(T("{field}: choose both the tens and the ones, a zero too", field=field.label))
    return f"{10 * tens + ones}.5" if half else str(10 * tens + ones)
