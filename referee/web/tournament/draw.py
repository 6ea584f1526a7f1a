"""Draws under way: each in a process of its own, written down when it is done, watched from the console."""

from __future__ import annotations

import logging
import secrets
import threading

from referee.access import SCRIBE, Access
from referee.texts import RefereeError, Slip, T, Text
from referee.tournament import facts
from referee.tournament.event import Tournament
from referee.tournaments import Tournaments
from referee.tournaments.drawing import SECONDS, Drawing
from referee.web.director_acts import whole
from referee.web.setup import Values
from referee.web.visit import table_subject

log = logging.getLogger(__name__)


class Draws:
    """One draw at a time for each tournament."""

    def __init__(self, tournaments: Tournaments, access: Access, seconds: float = SECONDS) -> None:
        self._tournaments = tournaments
        self._access = access
        self._seconds = seconds
        self._lock = threading.Lock()
        self._under_way: dict[str, Drawing] = {}
        self._failed: dict[str, Text] = {}

    def begin(self, event: str, first: int, key: str, by: str, instead: str | None = None) -> None:
        """Draw the rounds from `first` on, unless that is being done already, or was done since somebody saw the draw
        `instead` of which this one is to be (Round.draw; empty: none stood there; None: whatever does).
        """
        with self._lock:
            if event in self._under_way or self._tournaments.store.knows(event, key):
                return
            tournament = self._tournaments.get(event).tournament
            stands = tournament.value.rounds.get(first)
            if instead is not None and instead != (stands.draw if stands else ""):
                return
            _not_begun(tournament, first)
            drawing = Drawing(tournament, first, secrets.randbelow(10**6), self._seconds)
            self._under_way[event] = drawing
            self._failed.pop(event, None)
        threading.Thread(target=self._finish, args=(event, drawing, key, by), daemon=True).start()

    def progress(self, event: str) -> float | None:
        """From 0 to 1 while a draw is under way, else None."""
        drawing = self._under_way.get(event)
        return None if drawing is None else drawing.progress

    def failed(self, event: str) -> Text | None:
        """Why the last draw came to nothing."""
        return self._failed.get(event)

    def stop(self, event: str) -> None:
        """Give a draw up."""
        if (drawing := self._under_way.get(event)) is not None:
            drawing.stop()

    def _finish(self, event: str, drawing: Drawing, key: str, by: str) -> None:
        try:
            drawing.wait()
            drawn = drawing.result()
            _not_begun(self._tournaments.get(event).tournament, drawn[0].round)
            self._tournaments.draw(event, key, list(drawn), by)
            self.let_in(event, max((len(one.tables) for one in drawn), default=0))
        except RefereeError as error:
            self._failed[event] = error.text
        except Exception as error:  # nobody waits for this thread: the console has to say it
            log.error("a draw failed", exc_info=error)
            self._failed[event] = T("A fault of the program.")
        finally:
            self._under_way.pop(event, None)

    def let_in(self, event: str, tables: int) -> None:
        """A code for the device of every table that has none yet."""
        for table in range(1, tables + 1):
            subject = table_subject(event, table)
            if not self._access.of(subject).invitations:
                self._access.invite(subject, SCRIBE, f"table {subject}", once=False)


def _not_begun(tournament: Tournament, first: int) -> None:
    """Raises Slip where a round from `first` on is being played: another console was quicker."""
    begun = next((at.number for at in tournament.rounds if at.number >= first and at.begun), None)
    if begun is not None:
        raise Slip(T("round {found} has begun: its draw stays", found=begun), found=begun)


def by_hand(tournament: Tournament, form: Values) -> facts.Drawn:
    """A round as somebody wrote it down: a line a table, the players in the order of their seats, parted by
    semicolons, by name or by number. Raises Slip with the line that cannot be read.
    """
    known = {name.casefold(): number for number, name in tournament.names.items()}
    known |= {str(number): number for number in tournament.names}
    tables, seated = [], set()
    for line, said in enumerate(form.get("tables", "").splitlines(), 1):
        names = [name.strip().removeprefix("#") for name in said.split(";") if name.strip()]
        strange = next((name for name in names if name.casefold() not in known), None)
        if strange is not None:
            raise Slip(T("line {line}: there is no player “{found}”", line=line, found=strange[:40]), part="tables")
        if names:
            tables.append(tuple(known[name.casefold()] for name in names))
            seated |= set(tables[-1])
    number = whole(form, "round")
    out = tuple(player for player in tournament.entrants(number) if player not in seated)
    return facts.Drawn(number, tuple(tables), out)
