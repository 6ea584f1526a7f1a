"""The decks that a club has made, kept in the store and offered for new tables."""

from __future__ import annotations

from dataclasses import dataclass

from referee.games import game
from referee.rules.decks import DeckMaker, PairedDeck
from referee.store import Store
from referee.words.text import Slip, T

KIND = "deck"
MOST = 200


@dataclass(frozen=True, slots=True)
class KeptDeck:
    """A deck in the store, and the device that put it there."""

    id: str
    deck: PairedDeck
    by: str = ""


def maker_of(name: str) -> DeckMaker:
    """The maker of a game's decks. Raises Slip for a game that has only its own deck."""
    maker = game(name).own_deck
    if maker is None:
        raise Slip(T("“{found}” is played with a deck of its own", found=name), found=name)
    return maker


def keep(store: Store, name: str, deck: PairedDeck, key: str, by: str = "") -> str:
    """Keep a deck of a game for new tables and return its id; a known key keeps nothing twice."""
    if len(decks_of(store, name)) >= MOST:
        raise Slip(T("{most} decks are the most that are kept", most=MOST))
    return store.create(KIND, {"game": name, "deck": deck.toml()}, key, by)


def decks_of(store: Store, name: str) -> list[KeptDeck]:
    """The decks on a game's list, the newest first."""
    maker = maker_of(name)
    mine = [s for s in store.streams(KIND) if s.meta.get("game") == name and not s.label.get("gone")]
    mine.sort(key=lambda stream: stream.created, reverse=True)
    return [KeptDeck(s.id, maker.read(s.meta["deck"]), s.by) for s in mine]


def one(store: Store, name: str, deck: str) -> KeptDeck | None:
    """A deck of a game by its id, if it is on the list."""
    return next((each for each in decks_of(store, name) if each.id == deck), None)


def take_off(store: Store, deck: KeptDeck) -> None:
    """Take a deck off the list. Tables that play with it keep it in their own header."""
    store.set_label(deck.id, {"gone": True})
