"""Draws under way, each in a process of its own, watched from the console."""

from __future__ import annotations

import logging
import secrets
import threading

from referee.club.access import SCRIBE, Access
from referee.club.drawing import SECONDS, Drawing
from referee.club.tournaments import Tournaments
from referee.tournament import facts
from referee.tournament.draws import groups
from referee.tournament.tournament import Tournament
from referee.web.kit.request import why
from referee.web.kit.visit import table_subject
from referee.web.table.new import Values
from referee.web.tournament.acts import whole
from referee.words.text import RefereeError, Slip, T, Text

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
        """Draw the rounds from `first` on, unless that is being done or was done.

        `instead`: the draw somebody saw there (Round.draw; empty: none; None: whatever stands there).
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

    def failure(self, event: str) -> Text | None:
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
            self._failed[event] = why(error)
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
    """Raises Slip where a round from `first` on is being played already."""
    begun = next((at.number for at in tournament.rounds if at.number >= first and at.begun), None)
    if begun is not None:
        raise Slip(T("round {found} has begun: its draw stays", found=begun), found=begun)


def check_seen(tournament: Tournament, number: int, saw: int) -> None:
    """Raises Slip where a round was drawn after entry `saw`, the last its director has seen."""
    since = (entry.fact for entry in tournament.log if entry.seq > saw)
    if any(isinstance(fact, facts.Drawn) and fact.round == number for fact in since):
        raise Slip(T("round {found} was drawn meanwhile: look at it first", found=number), part="tables")


def by_hand(tournament: Tournament, form: Values) -> facts.Drawn:
    """A round as somebody wrote it down: a line a table, names or numbers by seats.

    They are parted by semicolons. Raises Slip with the line that cannot be read.
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
    return facts.Drawn(number, tuple(tables), out, groups=groups(tournament, number))
