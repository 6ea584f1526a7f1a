"""A tournament's facts in words, for its log."""

from __future__ import annotations

from datetime import UTC, datetime

from referee.tournament import facts
from referee.tournament.boards import facts as boards
from referee.tournament.encoding import Fact
from referee.tournament.money import facts as money
from referee.tournament.results import AWARDS, CALLS
from referee.tournament.tournament import Tournament
from referee.words.languages import Language
from referee.words.numbers import minus
from referee.words.text import Amount, Slip, T, Text, with_line

MOVES = {**CALLS, "open": T("open again")}


def fact_text(tournament: Tournament, fact: Fact, language: Language) -> str:
    """A fact as a short sentence."""
    return language.say(_text(tournament, fact))


def _text(tournament: Tournament, fact: Fact) -> Text:
    if isinstance(fact, money.MoneyFact):
        return _money(tournament, fact)
    return _players(tournament, fact) or _rounds(tournament, fact) or _tables(tournament, fact)


def refusal(tournament: Tournament, slip: Slip) -> Text:
    """Why an act was refused, naming the entry that stands in its way."""
    entry = next((entry for entry in tournament.log if entry.seq == slip.fields.get("entry")), None)
    if entry is None:
        return with_line(slip)
    earlier = {"entry": _text(tournament, entry.fact), "time": clock_time(entry.at), "by": entry.by}
    if "why" not in slip.fields:
        return T("{text}. Take back “{entry}” ({time}, {by}) in the log first", text=slip.text, **earlier)
    why = slip.fields["why"]
    return T("“{entry}” ({time}, {by}) came later and stands on it. Take that back first: {why}", why=why, **earlier)


def clock_time(seconds: float) -> str:
    """A moment of the log in this machine's zone: 19:05."""
    return datetime.fromtimestamp(seconds, UTC).astimezone().strftime("%H:%M")


def _name(tournament: Tournament, number: int) -> str:
    """The name of a player, even one whose sign-up was taken back."""
    if number in tournament.names:
        return tournament.names[number]
    sign_ups = (e.fact.entrants for e in reversed(tournament.log) if isinstance(e.fact, facts.Added))
    return next((who.name for some in sign_ups for who in some if who.number == number), f"#{number}")


def _fact(tournament: Tournament, seq: int) -> Fact | None:
    """The fact of entry `seq`."""
    return next((entry.fact for entry in tournament.log if entry.seq == seq), None)


def _players(tournament: Tournament, fact: Fact) -> Text | None:
    match fact:
        case facts.Opened(settings):
            return T("{title} is opened", title=settings.title)
        case facts.Changed():
            return T("the settings are changed")
        case facts.Added(entrants) if len(entrants) > 3:
            return T("{count} players are signed up", count=len(entrants))
        case facts.Added(entrants):
            return T("signed up: {names}", names=tuple(who.name for who in entrants))
        case facts.Renamed(entrant):
            return T("now written {name}", name=entrant.name)
        case facts.Came(players) if len(players) > 3:
            return T("{count} players are here", count=len(players))
        case facts.Came(players):
            return T("here: {names}", names=tuple(_name(tournament, player) for player in players))
        case facts.NotCome(player):
            return T("not here after all: {name}", name=_name(tournament, player))
        case facts.Removed(player):
            return T("off the list: {name}", name=_name(tournament, player))
        case facts.Left(player, since, reason):
            name = _name(tournament, player)
            if not reason:
                return T("{name} leaves before round {round}", name=name, round=since)
            return T("{name} leaves before round {round}: {reason}", name=name, round=since, reason=reason)
        case facts.Replaced(player, by, since):
            names = {"name": _name(tournament, player), "other": _name(tournament, by)}
            return T("{other} sits in the place of {name} from round {round}", round=since, **names)
    return None


def _rounds(tournament: Tournament, fact: Fact) -> Text | None:
    match fact:
        case facts.Drawn(number, tables):
            return T("round {round} is drawn: {count} tables", round=number, count=len(tables))
        case facts.Linked(number, table):
            return T("table {table} of round {round} goes on under other names", round=number, table=table)
        case facts.SeatsRepaired(number, tables):
            return T("seats of round {round} put right", round=number)
        case facts.RoundStarted(number, _, forced):
            if forced:
                return T("round {round} begins though results are missing", round=number)
            return T("round {round} begins", round=number)
        case facts.Paused(number):
            return T("the clock of round {round} stands still", round=number)
        case facts.Resumed(number):
            return T("the clock of round {round} runs again", round=number)
        case facts.ExtraTime(number, minutes, table) if table:
            return T("{minutes} more minutes for table {table}", minutes=minutes, table=table)
        case facts.ExtraTime(number, minutes):
            return T("{minutes} more minutes for round {round}", minutes=minutes, round=number)
        case facts.Finished():
            return T("the tournament is over")
    return None


def _tables(tournament: Tournament, fact: Fact) -> Text:
    text = _at_table(tournament, fact)
    if text is None:
        return _director(tournament, fact)
    placed = _fact(tournament, fact.call) if isinstance(fact, facts.CallMoved) else fact
    where = {"round": getattr(placed, "round", 0), "table": getattr(placed, "table", 0)}
    words = getattr(fact, "text", "")
    if words:
        return T("round {round}, table {table}: {said}: {text}", said=text, text=words, **where)
    return T("round {round}, table {table}: {said}", said=text, **where)


def _at_table(tournament: Tournament, fact: Fact) -> Text | None:
    """What happened at a table, without its number and without anybody's remark."""
    match fact:
        case facts.Entered(_, _, scores):
            return T("entered {scores}", scores=tuple(map(minus, scores)))
        case facts.Confirmed():
            return T("confirmed")
        case facts.Disputed():
            return T("disputed")
        case facts.Corrected(_, _, scores, reason):
            return T("corrected to {scores}: {reason}", scores=tuple(map(minus, scores)), reason=reason)
        case facts.NotPlayed(_, _, reason, award):
            return T("not played, {award}: {reason}", award=AWARDS[award], reason=reason)
        case facts.DirectorCalled():
            return T("the director is called")
        case facts.CallMoved(_, state):
            return T("call {state}", state=MOVES.get(state, state))
        case facts.TakenOver():
            return T("another device writes")
    return None


def _director(tournament: Tournament, fact: Fact) -> Text:
    match fact:
        case facts.Penalised(player, points, reason):
            name = _name(tournament, player)
            if not points:
                return T("{name} is warned: {reason}", name=name, reason=reason)
            return T("{name} loses {points} points: {reason}", name=name, points=points, reason=reason)
        case facts.PenaltyCancelled(penalty, reason):
            name = _name(tournament, getattr(_fact(tournament, penalty), "player", 0))
            return T("{name} keeps the points after all: {reason}", name=name, reason=reason)
        case facts.Adjusted(player, number, points, reason, half):
            fields = {"name": _name(tournament, player), "points": minus(points + half / 2), "round": number}
            return T("{name} gets {points} for round {round}: {reason}", reason=reason, **fields)
        case facts.Noted(text):
            return T("note: {text}", text=text)
        case facts.Undone(at):
            back = _fact(tournament, at)
            return T("taken back: {text}", text=_text(tournament, back) if back else at)
    return _boards(tournament, fact) or T("{word}", word=fact.word)


def _money(tournament: Tournament, fact: money.MoneyFact) -> Text:
    """What happened to money, with its reason."""
    text, reason = _money_move(tournament, fact), getattr(fact, "reason", "") or getattr(fact, "text", "")
    return T("{said}: {text}", said=text, text=reason) if reason else text


def _money_move(tournament: Tournament, fact: money.MoneyFact) -> Text:
    currency = tournament.value.money.currency
    cents = Amount(abs(getattr(fact, "cents", 0)), currency)
    name = _name(tournament, getattr(fact, "player", 0))
    match fact:
        case money.FeesAgreed(fee):
            return T("the entry fee is {amount}", amount=Amount(fee, fact.currency))
        case money.Grouped(_, categories):
            return T("{name}: {categories}", name=name, categories=categories or "–")
        case money.Received(_, paid):
            words = T("{name} pays {amount}") if paid > 0 else T("{name} gets {amount} back")
            return Text(words.msgid, {"name": name, "amount": cents})
        case money.Waived():
            return T("{name} need not pay {amount}", name=name, amount=cents)
        case money.BoxMoved(moved):
            words = T("{amount} into the cash box") if moved > 0 else T("{amount} out of the cash box")
            return Text(words.msgid, {"amount": cents})
        case money.BoxCounted():
            return T("{amount} counted in the cash box", amount=cents)
        case money.HandedOut(_, place):
            return T("{name} gets the prize of place {place}: {what}", name=name, place=place, what=fact.thing or cents)
    return T("the prizes are agreed")


def _boards(tournament: Tournament, fact: Fact) -> Text | None:
    match fact:
        case boards.Sealed(number, first, count):
            return T("boards {first} to {last} of round {round} are prepared", first=first, last=first + count - 1,
                     round=number)  # fmt: skip
        case boards.SheetsPrinted(number):
            return T("the dealing sheets of round {round} are printed", round=number)
        case boards.Boarded(number, table, board, scores):
            fields = {"round": number, "table": table, "board": board, "scores": tuple(map(minus, scores))}
            return T("round {round}, table {table}, board {board}: {scores}", **fields)
        case boards.BoardAdjusted(number, table, board, percents, reason):
            fields = {"round": number, "table": table, "board": board, "percents": percents, "reason": reason}
            return T("round {round}, table {table}, board {board}: adjusted to {percents} percent: {reason}", **fields)
        case boards.BoardFault(number, table, board):
            fields = {"round": number, "table": table, "board": board}
            return T("round {round}, table {table}, board {board}: spoiled by this table", **fields)
        case boards.PercentTaken(player, _, tenths, reason):
            name = _name(tournament, player)
            return T("{name} loses {tenths} tenths of a percent: {reason}", name=name, tenths=tenths, reason=reason)
        case boards.SealedFoulDecided(number, table):
            return T("round {round}, table {table}: decided on what the hands say", round=number, table=table)
        case boards.Published(number):
            return T("the boards of round {round} are closed, seal and hands told", round=number)
    return None
