"""The store: an append-only log of events, in one SQLite file unless another engine is named. It knows no game.

    with Store.open("instance/referee.db") as store:
        table = store.create("table", {"game": "tarot"}, key="form-1", by="Nora")
        store.append(table, key="tap-1", expected_seq=0, events=[("deal", {"dealer": "Nora"})], by="Nora")

Every write carries a key chosen by the writer. A write sent again, as after a lost answer, writes nothing and
gets the first answer. Every append says which event its writer takes for the last.
"""

from __future__ import annotations

from referee.store.checks import Counts, Problem, Progress
from referee.store.copies import Copied
from referee.store.errors import (
    StaleSequence,
    StoreClosed,
    StoreDamaged,
    StoreError,
    StoreLocked,
    StoreTooNew,
    StoreTooOld,
    StoreUnwritable,
    StreamsDiffer,
    UnknownStream,
)
from referee.store.hashes import ID_LETTERS
from referee.store.log import ID_LENGTH, Store
from referee.store.records import Appended, Event, Person, Stream, stamp, utc_now
from referee.store.sqlite.store import restore
from referee.store.where import Where, on_server

__all__ = [
    "ID_LENGTH",
    "ID_LETTERS",
    "Appended",
    "Copied",
    "Counts",
    "Event",
    "Person",
    "Problem",
    "Progress",
    "StaleSequence",
    "Store",
    "StoreClosed",
    "StoreDamaged",
    "StoreError",
    "StoreLocked",
    "StoreTooNew",
    "StoreTooOld",
    "StoreUnwritable",
    "Stream",
    "StreamsDiffer",
    "UnknownStream",
    "Where",
    "on_server",
    "restore",
    "stamp",
    "utc_now",
]
