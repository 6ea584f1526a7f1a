"""Draws under way, each in a process of its own, watched from the console."""

from __future__ import annotations

import json
import logging
import secrets
import threading
from contextlib import suppress
from typing import cast

from referee.club.access import SCRIBE, Access
from referee.club.drawing import SECONDS, Drawing, text_as_json, text_of
from referee.club.tournaments import Tournaments
from referee.store import StoreError
from referee.tournament import facts
from referee.tournament.fold import require_no_result
from referee.tournament.tournament import Tournament
from referee.web.kit.parts import digest
from referee.web.kit.request import why
from referee.web.kit.shared import shared
from referee.web.kit.visit import table_subject
from referee.words.text import RefereeError, Slip, T, Text

log = logging.getLogger(__name__)

DRAW, STOP, FAILED = "draw", "stop the draw", "draw failed"
"""The notes that processes leave each other about a draw."""
TELL, SILENT, FAILURE_TOLD = 1.0, 10.0, 3600.0
"""TELL: seconds between two notes of progress; SILENT: without one for so long, a draw has ended with its process;
FAILURE_TOLD: for how long a failure is told.
"""


class Draws:
    """The draws under way, one at a time for each tournament, whichever process was asked."""

    def __init__(self, tournaments: Tournaments, access: Access, seconds: float = SECONDS) -> None:
        self._tournaments = tournaments
        self._notes = tournaments.store.notes
        self._access = access
        self._seconds = seconds
        self._lock = threading.Lock()
        self._under_way: dict[str, Drawing] = {}
        self._failed: dict[str, tuple[str, Text]] = {}

    def begin(self, event: str, first: int, key: str, by: str, instead: str | None = None) -> None:
        """Draw the rounds from `first` on, unless that is under way or done.

        `instead`: the draw that the caller saw there (Round.draw; empty: none; None: any).
        """
        with self._lock:
            if event in self._under_way or self._tournaments.store.knows(event, key):
                return
            tournament = self._tournaments.get(event).tournament
            stands = tournament.value.rounds.get(first)
            if instead is not None and instead != (stands.draw if stands else ""):
                return
            _not_begun(tournament, first)
            if self._notes and not self._notes.claim(DRAW, event, SILENT):
                return
            drawing = Drawing(tournament, first, secrets.randbelow(10**6), self._seconds)
            self._under_way[event] = drawing
            self._failed.pop(event, None)
            if self._notes:
                self._notes.drop(FAILED, event)
        threading.Thread(target=self._finish, args=(event, drawing, key, by), daemon=True).start()

    def progress(self, event: str) -> float | None:
        """The progress from 0 to 1 while a draw is under way, else None."""
        drawing = self._under_way.get(event)
        if drawing is not None or self._notes is None:
            return None if drawing is None else drawing.progress
        note = self._notes.within(DRAW, SILENT, event).get(event)
        return float(note.text or 0) if note else None

    def failure(self, event: str) -> Text | None:
        """Why the last draw failed, as long as the same players are here and the same is agreed."""
        if self._notes is None:
            since, reason = self._failed.get(event, ("", None))
        else:
            note = self._notes.within(FAILED, FAILURE_TOLD, event).get(event)
            since, _, text = note.text.partition(" ") if note else ("", "", "")
            reason = text_of(json.loads(text)) if note else None
        return reason if reason and since == _drawn_from(self._tournaments.get(event).tournament) else None

    def stop(self, event: str) -> None:
        """Stop a draw."""
        if (drawing := self._under_way.get(event)) is not None:
            drawing.stop()
        elif self._notes:
            self._notes.put(STOP, event)

    def _finish(self, event: str, drawing: Drawing, key: str, by: str) -> None:
        try:
            self._await(event, drawing)
            drawn = drawing.result()
            _not_begun(self._tournaments.get(event).tournament, drawn[0].round)
            self._tournaments.draw(event, key, list(drawn), by)
            self.let_in(event, max((len(one.tables) for one in drawn), default=0))
        except RefereeError as error:
            self._fail(event, why(error))
        except Exception as error:  # nobody waits for this thread: the console has to tell it
            log.error("a draw failed", exc_info=error)
            self._fail(event, T("A fault of the program."))
        finally:
            self._under_way.pop(event, None)
            if self._notes:
                with suppress(StoreError):  # or the note expires by itself
                    self._notes.drop(DRAW, event)

    def _await(self, event: str, drawing: Drawing) -> None:
        """Wait for the draw, and tell the other processes its progress."""
        if self._notes is None:
            drawing.wait()
            return
        while not drawing.wait(TELL):
            with suppress(StoreError):  # the draw goes on
                self._notes.put(DRAW, event, str(drawing.progress))
                if event in self._notes.within(STOP, SILENT, event):
                    self._notes.drop(STOP, event)
                    drawing.stop()

    def _fail(self, event: str, reason: Text) -> None:
        since = _drawn_from(self._tournaments.get(event).tournament)
        if self._notes is None:
            self._failed[event] = since, reason
            return
        with suppress(StoreError):
            self._notes.put(FAILED, event, f"{since} {json.dumps(text_as_json(reason))}")

    def let_in(self, event: str, tables: int) -> None:
        """Make a code for the device of every table that has none yet."""
        for table in range(1, tables + 1):
            subject = table_subject(event, table)
            if not self._access.of(subject).invitations:
                self._access.invite(subject, SCRIBE, f"table {subject}", once=False)


def draws() -> Draws:
    return cast(Draws, shared("draws"))


def _drawn_from(tournament: Tournament) -> str:
    """A code of what a draw is made from: who is here, and what is agreed."""
    here = [player.number for player in tournament.players if player.here]
    return digest(repr((tournament.settings, here)))


def _not_begun(tournament: Tournament, first: int) -> None:
    """Refuse to draw where a round from `first` on has begun or has a result. Raises Slip."""
    begun = next((at.number for at in tournament.rounds if at.number >= first and at.begun), None)
    if begun is not None:
        raise Slip(T("round {found} has begun: its draw stays", found=begun), found=begun)
    for at in tournament.rounds[first - 1 :]:
        require_no_result(at)


def check_seen(tournament: Tournament, number: int, saw: int) -> None:
    """Refuse to replace a round drawn after entry `saw`, the last the director has seen. Raises Slip."""
    since = (entry.fact for entry in tournament.log if entry.seq > saw)
    if any(isinstance(fact, facts.Drawn) and fact.round == number for fact in since):
        raise Slip(T("round {found} was drawn meanwhile: look at it first", found=number), part="tables")
