"""Boards of kept tournaments: seal them, watch them at the tables, fill the grid, close them and tell the hands.

Until their round is closed the hands are in a separate file (`seals.py`); before that only the director's sheets and
pages use them, and what the tables are told by agreement.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.boards import (
    Board,
    Claim,
    Finding,
    Form,
    Seen,
    breaches,
    check_seal,
    deal_boards,
    dealt_boards,
    form_of,
    last_trick,
    look,
    read_hands,
    silent_boards,
    write_hands,
)
from referee.cache import Cache
from referee.club.seals import Seals, Secret
from referee.club.tournament_table import header_of, result_of
from referee.club.tournaments import KeptTournament, Tournaments, Where
from referee.record.facts import Played, Voided
from referee.record.text import Header
from referee.table.table import Judged, Table
from referee.tournament import facts
from referee.tournament.boards import facts as board_facts
from referee.tournament.boards.fold import set_of
from referee.tournament.boards.grid import results
from referee.tournament.boards.movement import PAUSE, movement
from referee.tournament.boards.seals import drawn_seals
from referee.tournament.boards.values import UNKNOWN, BoardCell, BoardSet
from referee.tournament.encoding import Fact
from referee.tournament.tournament import Entry, Tournament
from referee.tournament.values import Sitting
from referee.words.text import RefereeError, Slip, T, Text

KEPT = 400
"""How many tables' findings are kept in memory."""


@dataclass(frozen=True, slots=True)
class Found:
    """A finding: its table, the number of the deal there, the board, and the director's decision, if any.

    `taken_back`: the table heard it, and then took back what it is about.
    """

    table: int
    deal: int
    board: int
    finding: Finding
    decided: str = ""
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class Rest:
    """A claim of the rest made at a table on a board."""

    table: int
    board: int
    claim: Claim
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """The boards of a table's round, and the numbers of those it has not played, the next first."""

    boards: BoardSet
    waiting: tuple[int, ...]


class Boards:
    """The boards of a store's tournaments."""

    def __init__(self, tournaments: Tournaments, seals: Seals) -> None:
        self.tournaments = tournaments
        self.seals = seals
        self._dealt: dict[tuple[str, int, str], tuple[Board, ...]] = {}
        self._seen = Cache[Seen](KEPT)

    def reread(self) -> None:
        """Drop what is kept in memory, which has names in it."""
        self._dealt.clear()
        self._seen.clear()

    # Preparing

    def seal(
        self,
        event: str,
        key: str,
        number: int,
        first: int,
        count: int,
        tell: str,
        hands: bytes | None = None,
        by: str = "",
        sets: int = 1,
        unknown: bool = False,
    ) -> KeptTournament:
        """Prepare the boards of a round, with `sets` physical copies of each.

        The hands are dealt from a new seal, read from the file `hands`, or `unknown`. Raises Slip for what cannot be;
        then nothing is kept.
        """
        kept = self.tournaments.get(event)
        if self.tournaments.store.knows(event, key):
            return kept
        self._require_unplayed(kept.tournament, number)
        form, header = form_at(kept.tournament, number)
        written = ""
        if unknown:
            fact = board_facts.Sealed(number, first, count, form.seats, "", UNKNOWN, tell, sets)
            return self.tournaments.act(event, key, lambda _: [fact], by)
        if hands is not None:
            boards = sorted(read_hands(form, hands), key=lambda board: board.number)
            first, count = boards[0].number, len(boards)
            if [board.number for board in boards] != list(range(first, first + count)):
                raise Slip(T("the boards of a round are numbered one after the other, none left out"), part="hands")
            written = write_hands(form, header, boards)
        secret = self.seals.make(written)
        seats, source = form.seats, "typed" if written else "seal"
        fact = board_facts.Sealed(number, first, count, seats, secret.hash, source, tell, sets)
        kept.tournament.extend([Entry(kept.seq + 1, fact)])
        self.seals.keep(event, number, secret)
        return self.tournaments.act(event, key, lambda _: [fact], by)

    def _require_unplayed(self, tournament: Tournament, number: int) -> None:
        """Raise Slip where a table has begun a board of the round, even if it took it back: its cards were seen."""
        sealed = {board for seal in drawn_seals(tournament, number) for board in seal.boards}
        at = tournament.value.rounds.get(number)
        for sitting in at.tables.values() if at and sealed else ():
            table = self.tournaments.table(sitting) if sitting.stream else None
            if table and not {str(board) for board in sealed}.isdisjoint(dealt_boards(table)):
                raise Slip(T("the boards of round {found} have been played: they stay", found=number), found=number)

    def boards_with_hands(self, event: str, number: int) -> tuple[Form, tuple[Board, ...]]:
        """The boards of a round with their hands, which the caller must not show before they are published.

        Raises RefereeError where the seal is not here.
        """
        tournament = self.tournaments.get(event).tournament
        boards = set_of(tournament.value, number)
        form, _ = form_at(tournament, number)
        known = self._dealt.get((event, number, boards.hash))
        if known is None:
            known = self._dealt[event, number, boards.hash] = self._deal(event, boards, form)
        return form, known

    def _deal(self, event: str, boards: BoardSet, form: Form) -> tuple[Board, ...]:
        if boards.source == UNKNOWN:
            return ()
        if boards.seal:
            secret = Secret(bytes.fromhex(boards.seal), "".join(boards.hands))
        else:
            secret = self.seals.get(event, boards.round, boards.hash)
        check_seal(secret.seal, boards.hash, secret.hands)
        return (
            read_hands(form, secret.hands.encode()) if secret.hands else deal_boards(form, secret.seal, boards.numbers)
        )

    # At the tables

    def at(self, table_id: str) -> Place | None:
        """A table's place among the boards of its round; None where it has none, or belongs to no tournament."""
        place = self.tournaments.where(table_id)
        if place is None:
            return None
        value = self.tournaments.get(place.tournament).tournament.value
        boards = value.boards.get(place.round)
        sitting = value.rounds[place.round].tables.get(place.table) if place.round in value.rounds else None
        if boards is None or sitting is None or sitting.stream != table_id or boards.seal:
            return None
        known = self._of_log(boards, sitting)
        there = {board for board, _ in known} | {board for table, board in boards.cells if table == place.table}
        order = movement(boards.numbers, sorted(value.rounds[place.round].tables), boards.sets)[place.table]
        return Place(boards, tuple(board for board in order if board != PAUSE and board not in there))

    def findings(self, event: str, number: int) -> tuple[Found, ...]:
        """The findings at all tables of a round. Raises RefereeError where the seal is not here."""
        value = self.tournaments.get(event).tournament.value
        boards = set_of(value, number)
        rows = []
        for table, sitting in sorted(value.round(number).tables.items()):
            seen = self._at_table(event, boards, sitting)
            for deal, board, finding in seen.shown.findings:
                decided = boards.decided.get((table, finding.line), "")
                rows.append(Found(table, deal, board, finding, decided))
            rows += [Found(table, *row, taken_back=True) for row in seen.retractions().findings]
        return tuple(rows)

    def claims(self, event: str, number: int) -> tuple[Rest, ...]:
        """The claims of the rest at all tables of a round. Raises RefereeError where the seal is not here."""
        value = self.tournaments.get(event).tournament.value
        boards = set_of(value, number)
        rows = []
        for table, sitting in sorted(value.round(number).tables.items()):
            seen = self._at_table(event, boards, sitting)
            rows += [Rest(table, board, claim) for _, board, claim in seen.shown.claims]
            rows += [Rest(table, board, claim, taken_back=True) for _, board, claim in seen.retractions().claims]
        return tuple(rows)

    def heard_at(self, table_id: str) -> tuple[tuple[Text, ...], tuple[Claim, ...]]:
        """What a table is told of its sealed hands, and the claims of the rest there.

        As agreed that is at once about its last deal, when the round is closed about all, or never.
        """
        here = self._of(table_id)
        if here is None or here[0].tell != ("after" if here[0].seal else "table"):
            return (), ()
        boards, place, table = here
        sitting = self.tournaments.get(place.tournament).tournament.value.sitting(place.round, place.table)
        try:
            seen = self._at_table(place.tournament, boards, sitting)
        except RefereeError:
            return (), ()
        decided = {line for at, line in boards.decided if at == place.table}
        if boards.seal:
            rows = breaches(seen.shown.findings)
            texts = [T("Board {board}: {text}", board=board, text=one.aloud) for _, board, one in rows]
            return tuple(texts), tuple(claim for _, _, claim in seen.shown.claims)
        heard = seen.at_once(len(table.deals))
        texts = [one.aloud for _, _, one in heard.findings if one.line not in decided]
        return tuple(texts), tuple(claim for _, _, claim in heard.claims)

    def last_trick(self, table_id: str) -> tuple[Played, ...]:
        """The plays that are forced in the last trick of a board at a table, else none.

        None after something was taken back: who tries card after card would read there whether all hands fit.
        """
        here = self._of(table_id)
        if here is None or here[2].current is None or here[0].seal:
            return ()
        boards, place, table = here
        number = table.deals[-1].deal.keys.get("board", "")
        if number in silent_boards(table):
            return ()
        try:
            _, dealt = self.boards_with_hands(place.tournament, boards.round)
        except RefereeError:
            return ()
        board = next((board for board in dealt if str(board.number) == number), None)
        return () if board is None else last_trick(table, board)

    def _of(self, table_id: str) -> tuple[BoardSet, Where, Table] | None:
        """The boards that a table plays, its place and its fold; None where it plays none."""
        place = self.tournaments.where(table_id)
        if place is None:
            return None
        value = self.tournaments.get(place.tournament).tournament.value
        boards = value.boards.get(place.round)
        if boards is None or value.sitting(place.round, place.table).stream != table_id:
            return None
        return boards, place, self.tournaments.tables.get(table_id).table

    def _at_table(self, event: str, boards: BoardSet, sitting: Sitting) -> Seen:
        seq = self.tournaments.store.seq(sitting.stream) if sitting.stream else 0
        if not seq:
            return Seen()
        known = self._seen.find(sitting.stream)
        if known is None or known.hash != boards.hash:
            known = Seen(hash=boards.hash)
        if known.seq != seq:
            form, dealt = self.boards_with_hands(event, boards.round)
            table = self.tournaments.tables.get(sitting.stream).table
            known = look(form, table, dealt, seq, known, aloud=boards.tell == "table")
            self._seen.put(sitting.stream, known)
        return known

    # The grid

    def cells(self, event: str, number: int) -> dict[tuple[int, int], BoardCell]:
        """The cells of the grid by table and board: the director's, else the result of the table's own log."""
        value = self.tournaments.get(event).tournament.value
        boards = set_of(value, number)
        cells: dict[tuple[int, int], BoardCell] = {}
        at = value.rounds.get(number)
        for table, sitting in at.tables.items() if at else ():
            cells |= {(table, board): cell for board, cell in self._of_log(boards, sitting)}
        return cells | dict(boards.cells)

    def _of_log(self, boards: BoardSet, sitting: Sitting) -> list[tuple[int, BoardCell]]:
        """The boards that a table has played, by its own log."""
        table = self.tournaments.table(sitting) if sitting.stream else None
        return [] if table is None else _deal_cells(boards, table)

    def close(self, event: str, key: str, number: int, by: str = "") -> KeptTournament:
        """Close a round's boards: enter each table's result by the grid, then publish the seal.

        Raises Slip while a board is missing, RefereeError where the seal is not here.
        """
        kept = self.tournaments.get(event)
        if self.tournaments.store.knows(event, key):
            return kept
        boards = set_of(kept.tournament.value, number)
        seal, lines = UNKNOWN, tuple[str, ...]()
        if boards.source != UNKNOWN:
            secret = self.seals.get(event, number, boards.hash)
            check_seal(secret.seal, boards.hash, secret.hands)
            seal, lines = secret.seal.hex(), tuple(secret.hands.splitlines(keepends=True))

        def make(tournament: Tournament) -> Sequence[Fact]:
            if set_of(tournament.value, number).seal:
                return []
            at = tournament.value.round(number)
            entries: list[Fact] = []
            for table, result in results(boards, at, self.cells(event, number)).items():
                sitting = at.tables[table]
                entries.append(
                    facts.Entered(number, table, result.scores, sitting.version, None, "cards",
                                  self._penalties(sitting), result.deals, result.takers, awards=result.awards)
                )  # fmt: skip
            return [*entries, board_facts.Published(number, seal, lines)]

        return self.tournaments.act(event, key, make, by)

    def _penalties(self, sitting: Sitting) -> tuple[int, ...]:
        """The penalties in a table's own log, by seat; empty for none."""
        table = self.tournaments.table(sitting) if sitting.stream else None
        result = result_of(table) if table else None
        return result.penalties if result else ()

    def record(self, event: str, number: int) -> str:
        """The boards of a closed round as a record. Raises Slip before it is closed."""
        tournament = self.tournaments.get(event).tournament
        if not set_of(tournament.value, number).seal:
            raise Slip(T("the hands are told when the boards have been played"), found=number)
        form, boards = self.boards_with_hands(event, number)
        return write_hands(form, form_at(tournament, number)[1], boards)


def form_at(tournament: Tournament, number: int) -> tuple[Form, Header]:
    """The form of a round's boards, and the header of its tables. Raises Slip where tables differ in size.

    Before the round is drawn, tables have the size the boards were prepared for, else the size preferred.
    """
    value = tournament.value
    at, boards = value.rounds.get(number), value.boards.get(number)
    if at is None:
        seats = boards.seats if boards else value.settings.sizes[0]
        names = tuple(map(str, range(1, seats + 1)))
        header = replace(header_of(tournament, ()), seats=names)
        return form_of(header), header
    sizes = {len(sitting.seats) for sitting in at.tables.values()}
    if len(sizes) > 1:
        raise Slip(T("boards are for tables of one size: round {round} has tables of {sizes}", round=number,
                     sizes=tuple(sorted(sizes))))  # fmt: skip
    header = header_of(tournament, next(iter(at.tables.values())).seats)
    return form_of(header), header


def _board_of(boards: BoardSet, judged: Judged) -> int:
    """The number of a deal's board, 0 where it is none of these."""
    number = judged.deal.keys.get("board", "")
    return int(number) if number.isdigit() and int(number) in boards.numbers else 0


def _deal_cells(boards: BoardSet, table: Table) -> list[tuple[int, BoardCell]]:
    """The boards of a table's deals. One that everybody passed counts as played: nobody took it."""
    stopped = {entry.line for entry in table.facts() if isinstance(entry.fact, Voided)}
    cells = []
    for judged in table.deals:
        board = _board_of(boards, judged)
        given_up = judged.state == "void" and (judged.rulings or stopped.intersection(judged.facts))
        if not board or judged.state == "open" or given_up:
            continue
        taker = table.rules.taker(judged.deal)
        cells.append((board, BoardCell(judged.scores(len(table.seats)), -1 if taker is None else taker)))
    return cells
