"""The chain: whatever is changed behind the store's back is found, and the first entry that does not fit is named."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.store import Store, StoreDamaged, StoreError
from referee.store.hashes import code_of, read_code
from referee.store.rewriting import Change
from referee.store.sqlite.schema import KNOWN
from tests.help.store import change, raw

TAP = [("play", {"card": "H5"})]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed store: two tables, a player, seven entries."""
    path = tmp_path / "referee.db"
    with Store.open(path) as store:
        for name, taps in (("a", 5), ("b", 2)):
            table = store.create("table", {"game": "tarot"}, key=name, by="Nora", label={"title": "Friday"})
            for seq in range(taps):
                store.append(table, f"{name}{seq}", seq, TAP, by="Élie")
        store.remember_people(["Nora"])
    return path


def problems(path: Path) -> list[tuple[str, int | None]]:
    with Store.open(path, read_only=True) as store:
        return [(problem.kind, problem.seq) for problem in store.verify()]


def test_the_hash_of_an_entry_is_of_the_one_before_and_of_all_that_was_written(tmp_path: Path) -> None:
    """The chain by its description alone: lengths and texts, one after the other, through SHA-256."""

    def told(*values: object) -> bytes:
        texts = [str(value).encode() for value in values]
        return hashlib.sha256(b"".join(str(len(text)).encode() + b":" + text for text in texts)).digest()

    with Store.open(tmp_path / "referee.db") as store:
        table = store.create("table", {"game": "tarot"}, key="a", by="Nora")
        store.append(table, "tap", 0, TAP * 2, by="Élie")
        stream, events = store.stream(table), store.events(table)
        seal = told(table, "table", '{"game":"tarot"}', stream.created, "Nora")
        for part, event in enumerate(events):
            seal = told(seal.hex(), event.seq, "tap", part, "play", '{"card":"H5"}', event.at, "Élie")
        assert store.head(table) == (2, seal)


def test_an_untouched_store_fits(path: Path) -> None:
    assert problems(path) == []


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE event SET body = '{\"card\":\"H6\"}' WHERE seq = 2 AND key = 'a1'", ("seal", 2)),
        ("UPDATE event SET at = '2020-01-01T00:00:00.000Z' WHERE key = 'a3'", ("seal", 4)),
        ("UPDATE event SET by = 'Sacha' WHERE key = 'a0'", ("seal", 1)),
        ("UPDATE event SET kind = 'bid' WHERE key = 'b1'", ("seal", 2)),
        ("UPDATE event SET key = 'x' WHERE key = 'b0'", ("seal", 1)),
        ("UPDATE event SET part = 1 WHERE key = 'a4'", ("seal", 5)),
        ("UPDATE event SET seal = x'00' WHERE key = 'a4'", ("seal", 5)),
        ("UPDATE stream SET meta = '{}' WHERE key = 'a'", ("seal", 1)),
        ("UPDATE stream SET created = '2020' WHERE key = 'a'", ("seal", 1)),
        ("UPDATE stream SET key = 'c' WHERE key = 'a'", ("seal", None)),
        ("UPDATE stream SET label = '{}' WHERE key = 'a'", ("seal", None)),
        ("UPDATE head SET seq = 6 WHERE seq = 5", ("seal", 6)),
        ("UPDATE head SET seal = x'00' WHERE seq = 5", ("seal", 5)),
        ("DELETE FROM head WHERE seq = 5", ("seal", None)),
        ("UPDATE person SET last_seen = '2020'", ("seal", None)),
        ("UPDATE person SET name = 'Dora'", ("seal", None)),
    ],
)
def test_what_was_changed_behind_the_stores_back_is_named(
    path: Path, statement: str, found: tuple[str, int | None]
) -> None:
    change(path, statement)
    assert problems(path) == [found]


def test_a_tail_cut_off_is_named_with_how_long_the_log_was(path: Path) -> None:
    change(path, "DELETE FROM event WHERE key IN ('a3', 'a4')")
    with Store.open(path, read_only=True) as store:
        [problem] = store.verify()
    assert (problem.kind, problem.seq) == ("seal", 4)
    assert "after event 3" in problem.text
    assert "5" in problem.text


def test_entries_exchanged_are_named(path: Path) -> None:
    swapped = "UPDATE event SET seq = CASE seq WHEN 2 THEN 103 WHEN 3 THEN 102 END WHERE key IN ('a1', 'a2')"
    change(path, swapped, "UPDATE event SET seq = seq - 100 WHERE seq > 100")
    assert problems(path) == [("seal", 2)]


def test_every_bit_flipped_in_what_is_kept_is_found(path: Path, tmp_path: Path) -> None:
    """Bits all over the file: where it then says something else, or cannot be read, verify says so."""
    with raw(path) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        before = list(contents(file))
    data = path.read_bytes()
    live = 0
    for at in range(0, len(data), 89):
        flipped = tmp_path / "flipped.db"
        shutil.copy(path, flipped)
        with flipped.open("r+b") as copy:
            copy.seek(at)
            copy.write(bytes([data[at] ^ 1 << at % 8]))
        try:
            with raw(flipped) as file:
                same = list(contents(file)) == before
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            same = False
        if not same:
            live += 1
            assert noticed(flipped), f"bit {at % 8} of byte {at}"
    assert live > 20


def contents(file: sqlite3.Connection) -> Iterator[tuple[object, ...]]:
    """All rows that the program reads, and what the tables are."""
    for table in ("stream", "event", "head", "person", "resealed"):
        yield from file.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
    yield from file.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '%sqlite%' ORDER BY name")


def noticed(path: Path) -> bool:
    try:
        return bool(problems(path))
    except (StoreDamaged, UnicodeDecodeError):
        return True


@pytest.mark.parametrize("schema", sorted(KNOWN)[1:])
def test_a_database_of_every_schema_before_is_brought_up_to_date_with_its_log_as_it_was(
    schema: str, tmp_path: Path
) -> None:
    before = Path(__file__).parent / f"before-{schema[:4]}.db"  # written by the program of its time
    path = tmp_path / "referee.db"
    shutil.copy(before, path)
    log = "SELECT stream, seq, key, part, kind, body, at, by FROM event ORDER BY stream, seq"
    with raw(before) as file:
        there = file.execute(log).fetchall()
    assert there
    with pytest.raises(StoreError, match="referee serve"):
        Store.open(path, read_only=True)
    with Store.open(path) as store:
        assert list(store.verify()) == []
    with raw(path) as file:
        assert file.execute(log).fetchall() == there
    assert (tmp_path / f"referee.db-before-{schema}.backup").exists()


def test_a_store_of_the_version_before_is_sealed_when_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    shutil.copy(Path(__file__).parent / "before-0002.db", path)
    with Store.open(path) as store:
        assert list(store.verify()) == []
        [table] = store.streams("table")
        assert [event.body for event in store.events(table.id)] == [{"card": "H5"}, {"card": "H6"}]
        assert store.append(table.id, "later", 2, TAP).seq_last == 3
        assert list(store.verify()) == []
        assert [person.name for person in store.people()] == ["Nora"]


def test_before_a_migration_a_copy_is_laid_beside_the_file(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    shutil.copy(Path(__file__).parent / "before-0002.db", path)
    Store.open(path).close()
    copy = tmp_path / "referee.db-before-0002_seal.backup"
    with raw(copy) as file:
        assert "seal" not in {row[1] for row in file.execute("PRAGMA table_info(event)")}
        assert file.execute("SELECT count(*) FROM event").fetchone() == (2,)


def test_who_was_taken_out_is_sealed_over_and_that_is_kept(path: Path) -> None:
    with Store.open(path) as store:
        table = store.streams("table")[0].id
        old = store.head(table)[1]
        store.rewrite(
            ["Nora"],
            lambda stream, events: (stream, [e.__class__(e.seq, e.key, e.kind, e.body, e.at, "N.N.") for e in events]),
        )
        new = store.head(table)[1]
        assert old != new
        assert (5, old, new) in [(seq, before, after) for _, seq, before, after in store.resealings(table)]
    assert problems(path) == []


def test_each_code_printed_before_somebody_was_taken_out_stays_known_with_its_entry(path: Path) -> None:
    def written_by(name: str) -> Change:
        return lambda stream, events: (stream, [replace(event, by=name) for event in events[:1]] + events[1:])

    with Store.open(path) as store:
        table = store.streams("table")[0].id
        codes = dict[str, int]()
        for before, after in (("Nora", "N.N."), ("N.N.", "–"), ("–", "")):
            with raw(path) as file:
                rows = file.execute("SELECT seal, seq FROM event WHERE stream = ?", (table,)).fetchall()
            codes |= {code_of(seal): seq for seal, seq in rows}
            store.rewrite([before], written_by(after))
        assert len(codes) == 3 * 5
        for code, seq in codes.items():
            assert store.places_of_code(code) == [(table, seq)]
    assert problems(path) == []


def test_a_head_in_letters_is_found_again_whatever_was_written_since(path: Path) -> None:
    with Store.open(path) as store:
        table = store.streams("table")[0].id
        code = code_of(store.head(table)[1])
        store.append(table, "later", 5, TAP)
        assert store.places_of_code(code) == [(table, 5)]
        assert store.places_of_code("22222-22222") == []
    assert read_code(f" {code.upper().replace('-', ' ')} ") == code
    assert read_code("k7m2p") == ""
