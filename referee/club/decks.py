"""The decks a club has made for itself, kept in the store beside its tables and offered for new ones."""

from __future__ import annotations

from dataclasses import dataclass

from referee.games import game
from referee.rules.decks import DeckMaker, PairedDeck
from referee.store import Store, Stream
from referee.words.text import Slip, T

KIND = "deck"
MOST = 200


@dataclass(frozen=True, slots=True)
class KeptDeck:
    """A deck as the store has it, and the device that kept it."""

    id: str
    deck: PairedDeck
    by: str = ""


def maker_of(name: str) -> DeckMaker:
    """How decks of a game are made; raises Slip for a game that is played with one deck."""
    maker = game(name).own_deck
    if maker is None:
        raise Slip(T("“{found}” is played with a deck of its own", found=name), found=name)
    return maker


def keep(store: Store, name: str, deck: PairedDeck, key: str, by: str = "") -> str:
    """Keep a deck of a game for new tables; its id. A key known keeps nothing twice."""
    if len(kept(store, name)) >= MOST:
        raise Slip(T("{most} decks are the most that are kept", most=MOST))
    return store.create(KIND, {"game": name, "deck": deck.toml()}, key, by)


def kept(store: Store, name: str) -> list[KeptDeck]:
    """The decks of a game that were not taken off the list, the newest first."""
    maker = maker_of(name)
    mine = [s for s in store.streams(KIND) if s.meta.get("game") == name and not s.label.get("gone")]
    return [KeptDeck(s.id, maker.read(s.meta["deck"]), s.by) for s in sorted(mine, key=_made, reverse=True)]


def _made(stream: Stream) -> str:
    return stream.created


def one(store: Store, name: str, deck: str) -> KeptDeck | None:
    """A deck of a game by its id, if it is on the list."""
    return next((each for each in kept(store, name) if each.id == deck), None)


def take_off(store: Store, deck: KeptDeck) -> None:
    """Offer a deck no more. Tables that play with it carry it themselves."""
    store.set_label(deck.id, {"gone": True})
