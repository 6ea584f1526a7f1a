"""Lists as people write them: in a sentence, numbered, in a mail, with totals, foot notes and cancelled orders."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from referee.tournament.lists.file import Row
from referee.words.text import Slip, T

ADDED_UP = (
    "joueurs", "joueuses", "inscrits", "licenciés", "participants", "personnes", "équipes", "présents", "spieler",
    "teilnehmer", "personen", "players", "people", "entries",
)  # fmt: skip
TOTAL = re.compile(
    r"(total|totaux|somme|sum|summe|gesamt|anzahl|effectif)(\s*[:=]?\s*\d.*)?"
    r"|(total|nombre|anzahl|summe|gesamt|number|sum)\s*(général|(of|de|du|des|der|d['\u2019])?\s*"
    rf"({'|'.join(ADDED_UP)}))\b.*"
)
"""The first cell of a row that adds up the others."""
CANCELLED = re.compile(
    r"(?<!\bnon )(?<!\bnot )(?<!\bnicht )\b(annulée?s?|annulation|remboursée?s?|remboursement|cancell?ed"
    r"|cancellation|refunded|storniert|storno|abgesagt|abgemeldet|erstattet)\b"
)
"""What a cell says of an order or a player that no longer counts."""
STAYS_AWAY = ("no", "non", "nein", "false", "faux", "falsch", "absent", "absente", "0", "✗", "✘")
"""The cells of the column `coming` that say no; an empty one says nothing."""
NAMING = ("name", "last", "first", "turned", "club", "team")
"""The columns whose words are names, whatever they mean."""
LISTED_NUMBER = re.compile(r"^(\d{1,3}\s*[.)/:]|\d{1,3}\s*[-–]|[-–•*])\s+(?=\w)|^\d{1,3}[.)/](?=[^\W\d])")
"""The number of a line before a name, or its bullet."""
MARK = re.compile(r"\s*[*†¹²³]+$")
"""The mark of a foot note after a name."""
ADDRESS = re.compile(r"[\"“”']?([^\"“”<>,;\n]*?)[\"“”']?\s*<[^<>\s@]+@[^<>\s]+>[ \t]*[,;]?[ \t]*\n?")
"""A name with its address, as mail programs copy it."""
BETWEEN = re.compile(r"\s*[,;]\s*")
LAST_TWO = re.compile(r"\s+(?:et|and|und|&)\s+")
CLUB = re.compile(r"(.+?)\s*\(([^()]+)\)")
"""A name, and what stands after it in brackets."""
GREETING = re.compile(
    r"(bonjour|bonsoir|salut|coucou|chers?|chères?|hello|hi|dear|hallo|liebe[rs]?|guten (tag|abend|morgen)|moin)\b"
)
CLOSING = re.compile(
    r"(bien )?cordialement|amicalement|bien à (toi|vous)|bonne (soirée|journée|fin de .*)"
    r"|à (bientôt|demain|samedi|dimanche|tous)|merci( .*)?|(sent from|envoyé de|gesendet von) .*"
    r"|(mit )?(freundlichen?|viele|liebe|beste|schöne) grüßen?|(lg|mfg|vg)|danke( .*)?"
    r"|((best|kind) )?regards|cheers|thanks( .*)?|thank you( .*)?"
)
NO_PLAYER = T("a total or a note, no player")
ENDS = ",.!?:"
"""The signs at the end of a sentence, and of no name."""


def one_a_line(text: str) -> str:
    """A text with each name on a line of its own, where they stand in one sentence or with their mail addresses."""
    text = ADDRESS.sub(r"\1\n", text)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines or any(line[-1] not in ",;" for line in lines[:-1]) or lines[-1][-1] in ",;" or "\t" in text:
        return text
    *before, last = BETWEEN.split(" ".join(lines).rstrip("."))
    names = [*before, *LAST_TWO.split(last)]
    names[0] = names[0].rpartition(":")[2].strip()
    if len(before) < 2 or '"' in text or any(not name or re.search(r"\d", name) for name in names):
        return text
    return "\n".join(names)


def plain_columns(rows: Sequence[Row]) -> list[str]:
    """The kinds of the columns of a list without headings: name and club, with a number before or in two parts."""
    cells = [[cell.strip() for cell in row] for _, row in rows if any(row[1:])]
    firsts, seconds = [row[0] for row in cells], [row[1] for row in cells]
    if len(cells) < 2:
        return ["name", "club"]
    if all(first.rstrip(".)").isdecimal() for first in firsts):
        return ["number" if all(len(first) < 5 for first in firsts) else "licence", "name", "club"]
    parted = all(seconds) and not any(" " in second for second in seconds) and len(set(seconds)) * 4 > len(seconds) * 3
    capitals = all(first.isupper() and not second.isupper() for first, second in zip(firsts, seconds, strict=True))
    spaced = all(row[1][:1] == " " for _, row in rows if len(row) > 1)
    if parted and (capitals or (spaced and all(len(row) == 2 and " " not in row[0] for row in cells))):
        return ["last", "first", "club"]
    return ["name", "club"]


def notes_of(rows: Sequence[Row], headed: bool) -> set[int]:
    """The lines of a list that are a greeting, what was written around numbered lines, or a foot note."""
    first = {line: next(filter(None, map(str.strip, cells))) for line, cells in rows}
    marked = any(MARK.search(cell.strip()) for _, cells in rows for cell in cells)
    notes = {line for line, text in first.items() if marked and text[0] in "*†¹²³"}
    if headed:
        return notes
    lines = list(first)
    numbered = [line for line in lines if LISTED_NUMBER.match(first[line])] if not notes else []
    if len(numbered) > 1:
        begin, last = numbered[0], numbered[-1]
    else:
        begin, last = next((line for line in lines if not GREETING.match(first[line].lower())), 0), 0
    end = next((line for line in lines if line > last and _closes(first[line], last > 0)), lines[-1] + 1)
    return notes | {line for line in lines if not begin <= line < end}


def _closes(text: str, numbered: bool) -> bool:
    """Whether a line ends the list. Below lines with numbers a single word does too, and every sentence."""
    alone = text[-1] in ENDS or " " not in text
    return (numbered and alone) or CLOSING.fullmatch(text.lower().rstrip(ENDS + " ")) is not None


def check_player(cells: Sequence[str], columns: Sequence[str], fields: Mapping[str, str]) -> None:
    """Refuse a total, a note, who has cancelled, and who does not come. Raises Slip."""
    words = [cell.strip(" .:").casefold() for cell in cells]
    naming = [at < len(columns) and columns[at] in NAMING for at in range(len(words))]
    says = [
        (CANCELLED.fullmatch if named else CANCELLED.search)(word) for word, named in zip(words, naming, strict=True)
    ]
    if any(says):
        raise Slip(T("cancelled"))
    if fields.get("coming", "").casefold() in STAYS_AWAY:
        raise Slip(T("does not come"))
    adds_up = TOTAL.fullmatch(next(filter(None, words), "")) and not fields.get("first", "").isalpha()
    if adds_up or ":" in fields.get("name", ""):
        raise Slip(NO_PLAYER)
