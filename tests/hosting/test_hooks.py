"""Hooks where several processes serve a club: each post is made by one of them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from ipaddress import ip_network

import pytest

from referee import create_app
from referee.club.access import Access
from referee.club.tables import Tables
from referee.club.tournaments import Tournaments
from referee.hosting.address import address_of
from referee.record.grammar import parse
from referee.record.text import Header
from referee.store import Store
from referee.web.hooks.courier import Courier
from referee.web.hooks.log import Hooks
from tests.help.clubs import SECRET, Hall
from tests.help.postgresql import Server
from tests.help.receiver import receiving

PARTS = 6
FIRST_PART = ("deal Cléo part=1", "bid Ana 6", "bid Ben 6", "bid Cléo 6", "result tricks=6,4,3")


@pytest.fixture
def couriers(postgresql: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Courier]]:
    """The couriers of two processes; each looks only when a test says so."""
    monkeypatch.setattr(Courier, "wake", lambda self: None)
    with ExitStack() as opened:
        made, address = [], postgresql.address()
        for _ in range(2):
            store = opened.enter_context(Store.open(address))
            tournaments = Tournaments(store, Tables(store))
            access = Access(store, "secret")
            made.append(Courier(Hooks(store, "secret"), tournaments, access, [ip_network("127.0.0.0/8")]))
        for courier in made:
            courier.begin()
        yield made


def test_two_processes_that_look_at_once_post_each_thing_once_and_in_order(couriers: list[Courier]) -> None:
    first, second = couriers
    tables = Tables(first.hooks.store)
    with receiving() as receiver:
        table = tables.open(Header("double-detente", ("Ana", "Ben", "Cléo")), "Thursday", "t")
        first.hooks.add(table, receiver.url, (), "h")
        assert [hook.address for hook in second.hooks.of(table).values()] == [receiver.url]
        for number in range(PARTS):
            dealer, part = ("Cléo", "Ana", "Ben")[number // 2], number % 2 + 1
            order = {"Cléo": "Ana Ben Cléo", "Ana": "Ben Cléo Ana", "Ben": "Cléo Ana Ben"}[dealer].split()
            bids = [f"bid {name} 6" for name in order]
            for fact in (f"deal {dealer} part={part}", *bids, "result tricks=6,4,3"):
                tables.add(table, f"{number} {fact}", tables.seq(table), parse(fact))
        for courier in couriers:
            courier.note(table)

        def look(courier: Courier) -> None:
            for _ in range(PARTS * 3):
                courier.look()

        threads = [threading.Thread(target=look, args=(courier,)) for courier in couriers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [post["data"]["deal"] for post in receiver.posts] == [*range(1, PARTS + 1)]
    assert first.hooks.of(table) == second.hooks.of(table)


def test_a_server_that_starts_posts_what_waits_before_anybody_opens_a_page(hall: Hall) -> None:
    hall.add()
    word, _ = hall.add()
    with Store.open(address_of(hall.address, word)) as store, receiving() as receiver:
        tables = Tables(store)
        table = tables.open(Header("double-detente", ("Ana", "Ben", "Cléo")), "Thursday", "t")
        Hooks(store, "secret").add(table, receiver.url, (), "h")
        for fact in FIRST_PART:
            tables.add(table, fact, tables.seq(table), parse(fact))
        started = create_app({"DATABASE": hall.address, "SECRET_KEY": SECRET, "HOOK_NETWORKS": ["127.0.0.0/8"]})
        try:
            started.extensions["listen"](lambda topic, text: None)
            assert receiver.came.wait(60)
        finally:
            started.extensions["clubs"].close()
        assert [post["data"]["table"] for post in receiver.posts] == [table]
