"""What the fouls of a deal did, computed beside the requests."""

from __future__ import annotations

from concurrent.futures import Future
from typing import cast

from referee.club.tables import Kept
from referee.endings.damage import Damage
from referee.rules import Foul
from referee.rules.caching import Same
from referee.table.damage import damage_of
from referee.table.table import Judged
from referee.web.kit.beside import Reckoner
from referee.web.kit.shared import shared


def reckoner() -> Reckoner:
    """The reckoner of this program."""
    return cast(Reckoner, shared("reckoner"))


def effect_of(kept: Kept, judged: Judged, foul: Foul) -> Future[Damage | None]:
    """What a foul did, done or still to come; computed once for its deal, however the table goes on."""
    deal = kept.id, Same(judged.deal), judged.facts
    key = *deal, foul.seat, foul.kind, foul.committed, foul.proved
    return reckoner().ask(key, lambda: damage_of(kept.table.rules, kept.table.state, judged, foul))
