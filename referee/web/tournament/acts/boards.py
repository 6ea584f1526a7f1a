"""A director's acts about the boards of a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from flask import abort, url_for

from referee.record.facts import FoulSeen
from referee.tournament.boards import facts
from referee.tournament.boards.slip import equal_shares, number_of
from referee.tournament.boards.values import TELLS
from referee.tournament.encoding import Fact
from referee.tournament.tournament import Tournament
from referee.web.kit.forms import Area, Button, Chips, Line, Menu, Number, Points, Tick, Ticks, Upload
from referee.web.kit.request import key, tables, tournaments
from referee.web.table.boards import boards
from referee.web.tournament.acts.act import Act, Proposal, signature
from referee.web.tournament.board_view import letters
from referee.words.text import Slip, T, Text

PIECES = {
    "hands": T("Dealing sheets"),
    "packs": T("Orders of the pack"),
    "slips": T("Travelling slips"),
    "frequency": T("Frequency sheets"),
    "records": T("Hand records"),
}
"""What is printed of boards. The last is for everybody once the hands are published."""
HANDS = ("hands", "packs")
"""The papers that show the director the hands."""
FAULTY, INNOCENT = 40, 60
"""The percents of a spoiled board: for the side at fault, and for the others (code of arbitration)."""


class BoardAct(Act):
    """An act about the boards of a round."""

    endpoint = "director.board_act"
    round = Number(hidden=True)

    def leave(self) -> str:
        return url_for("director.board_page", event=self.event, round=self.round.data)

    @property
    def seats(self) -> list[tuple[int, Text]]:
        """The seats of a table, each with the letter of its position."""
        at = self.view.tournament.value.rounds.get(self.round.data or 0)
        board_set = self.view.tournament.value.boards.get(self.round.data or 0)
        if at is None or board_set is None:
            return []
        if board_set.seats != 4:
            return [(seat, T("Seat {number}", number=seat + 1)) for seat in range(board_set.seats)]
        names = letters(self.view, at)
        return [(seat, T("Seat {number} ({letter})", number=seat + 1, letter=names[seat])) for seat in range(4)]


class Prepare(BoardAct):
    """Prepare boards for a round: dealt from a secret, read from a file or typed, or dealt elsewhere."""

    word = "make"
    buttons = (Button(T("Prepare the boards"), look="primary big"),)
    first = Number(T("First board"), blank=1)
    count = Number(T("Boards"), blank=6)
    sets = Number(
        T("Sets of boards"),
        blank=1,
        description=T(
            "One set goes round all tables; two go round one half each; a set for every table lets all play the same "
            "board at once."
        ),
    )
    tell = Chips(T("If only the prepared hands show a foul, tell"), TELLS.items(), default="director")
    hands = Upload(T("Hands already dealt, as a file (a record, or rows: board; position; cards)"))
    typed = Area(T("… or typed, a row a hand: board; position; cards"), attributes={"rows": 4, "spellcheck": "false"})
    unknown = Tick(T("The étuis are dealt elsewhere, and their hands are not known to us"))

    def proposal(self, **given: Any) -> Proposal:
        known = self.view.tournament.value.boards
        board_set = known.get(given["round"])
        if board_set is not None:
            return {"first": board_set.first, "count": board_set.count, "sets": board_set.sets}
        settings = self.view.tournament.settings
        count = settings.deals_at(settings.sizes[0]) or 6
        return {"first": max((one.numbers[-1] + 1 for one in known.values()), default=1), "count": count, "sets": 1}

    def complete(self) -> None:
        anew = self.round.data in self.view.tournament.value.boards
        self.heading = T("Prepare them anew") if anew else T("Prepare boards")

    def record(self) -> None:
        self.check()
        upload, typed = self.hands.data, self.typed.data.encode()
        data = upload.read() if upload else typed if typed.strip() else None
        boards().seal(
            self.event, key(), self.round.data, self.first.data, self.count.data, self.tell.data, data,
            signature(self.event), self.sets.data, self.unknown.data,
        )  # fmt: skip


class Print(BoardAct):
    """Print a paper of boards. Who prints the hands is named in the log."""

    word = "print"
    piece = Line(hidden=True)
    paper = Line(hidden=True)

    def proposal(self, **given: Any) -> Proposal:
        self.buttons = [Button(PIECES[piece], "piece", piece, "choice") for piece in given.get("pieces", ())]
        return {}

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        return [facts.SheetsPrinted(self.round.data)] if self.piece.data in HANDS else []

    def record(self) -> None:
        if self.piece.data not in PIECES:
            abort(400)
        super().record()

    def leave(self) -> str:
        paper = "a5" if self.paper.data == "a5" else "a4"
        at, piece = self.round.data, self.piece.data
        return url_for("director.board_papers", event=self.event, round=at, piece=piece, paper=paper)


class AtBoard(BoardAct):
    """An act about one board at one table."""

    table = Number(T("Table"))
    board = Number(T("Board"))


class Enter(AtBoard):
    """Enter a row of a travelling slip: the taker and the taker's score.

    Where the others do not pay alike, or nobody plays alone, it has the scores of all seats.
    """

    word = "enter"
    heading = T("From a travelling slip")
    buttons = (Button(T("Enter"), look="primary"),)
    taker = Menu(T("Taker"), of=int, default=-1)
    score = Points(T("The taker gains (loses with a minus)"), optional=True)
    scores = Line(T("… or the scores of all seats, where a partner shares them or nobody plays alone"), look="wide")

    def proposal(self, **given: Any) -> Proposal:
        return {"taker": 0}

    def complete(self) -> None:
        self.taker.offer([*self.seats, (-1, T("nobody"))])

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        at, table, board, taker = (one.data for one in (self.round, self.table, self.board, self.taker))
        seats = len(tournament.sitting(at, table).seats)
        if self.scores.data:
            return [facts.Boarded(at, table, board, tuple(map(number_of, self.scores.data.split())), taker)]
        if taker == -1:
            return [facts.Boarded(at, table, board, (0,) * seats)]
        if not 0 <= taker < seats:
            raise Slip(T("table {table} has no seat {found}", table=table, found=taker + 1), part="taker")
        if self.score.data is None:
            raise Slip(T("“{found}” stands where a number was expected", found=""), part="score")
        cell = equal_shares(seats, taker, self.score.data)
        return [facts.Boarded(at, table, board, cell.scores, cell.taker)]


class AdjustBoard(AtBoard):
    """Adjust a board spoiled at a table: 40 percent for those at fault, 60 for the others."""

    word = "adjust"
    heading = T("A board that could not be played as it should")
    help = (T("Whoever is at fault gets 40 percent, the others 60."),)
    buttons = (Button(T("Adjust")),)
    faulty = Ticks(T("At fault"), of=int)
    reason = Line(T("Reason"), most=200, needed=T("a reason is needed"), look="wide")

    def complete(self) -> None:
        self.faulty.offer(self.seats)

    def facts(self, tournament: Tournament) -> Sequence[Fact]:
        at, table, faulty = self.round.data, self.table.data, self.faulty.data or ()
        seats = range(len(tournament.sitting(at, table).seats))
        percents = tuple(FAULTY if seat in faulty else INNOCENT for seat in seats)
        return [facts.BoardAdjusted(at, table, self.board.data, percents, self.reason.data)]


class Spoil(AtBoard):
    """Blame one side of a match for a spoiled board."""

    word = "fault"
    makes = facts.BoardFault
    heading = T("A board that one side of a match spoiled")
    buttons = (Button(T("Adjust the match points")),)
    table = Number(T("Table at fault"))
    board = Number(T("Board"))


class TakePercent(BoardAct):
    """Take percents from a player."""

    word = "percent"
    makes = facts.PercentTaken
    heading = T("Take percents from a player")
    buttons = (Button(T("Apply the penalty")),)
    player = Menu(T("Player"), of=int)
    tenths = Chips(T("How much"), [(5, T("0.5 percent")), (15, T("1.5 percent"))], of=int, default=5)
    reason = Line(T("Reason"), most=200, needed=T("a reason is needed"), look="wide")

    def complete(self) -> None:
        at = self.view.tournament.value.rounds.get(self.round.data or 0)
        there = [p.number for p in self.view.tournament.players if at and at.sitting_of(p.number)]
        self.player.offer(self.view.menu(there))


class Decide(BoardAct):
    """Decide on a finding. Upheld, it goes into the table's log as a foul that was seen; waived, it changes nothing."""

    word = "decide"
    about = ("table", "line")
    labels: ClassVar[dict[str, Text]] = {"uphold": T("Uphold"), "waive": T("Leave it")}
    table = Number(hidden=True)
    line = Number(hidden=True)
    decision = Line(hidden=True)

    def proposal(self, **given: Any) -> Proposal:
        words = [word for word in self.labels if word != "uphold" or given.get("breach")]
        self.buttons = [Button(self.labels[word], "decision", word, "choice") for word in words]
        return {}

    def record(self) -> None:
        self.check()
        at, table, line, decision = (one.data for one in (self.round, self.table, self.line, self.decision))
        if decision not in self.labels:
            abort(400)
        event, by = self.event, signature(self.event)
        at_table = next((f for f in boards().findings(event, at) if (f.table, f.finding.line) == (table, line)), None)
        if at_table is None:
            raise Slip(T("this entry is another one meanwhile: look at it again"))
        if (
            decision == "uphold"
            and at_table.finding.guess is None
            and at_table.finding.seat is not None
            and not at_table.decided
        ):
            log = tables().get(tournaments().get(event).tournament.sitting(at, table).stream)
            foul = FoulSeen(log.table.seats[at_table.finding.seat], at_table.finding.kind)
            tables().add(log.id, f"{key()}/foul", log.seq, foul, by)
        tournaments().act(event, key(), lambda _: [facts.SealedFoulDecided(at, table, line, decision)], by)


class CloseBoards(BoardAct):
    """Close the boards of a round."""

    word = "close"
    heading = T("Close the round of boards")
    help = (T("The results count, and the seal and the hands are told to everybody. This cannot be taken back."),)
    buttons = (Button(T("Close, and tell the hands"), look="danger"),)

    def record(self) -> None:
        self.check()
        boards().close(self.event, key(), self.round.data, signature(self.event))
