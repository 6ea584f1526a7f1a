"""The small pictures by which devices know a club's decks, kept in the store. The photos stay where they were taken.

A deck is a stream; each photo taken for it is an event with the pictures of the cards that lay there. A later photo of
the same cards counts in place of an earlier one.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.rules.cards import lowest
from referee.rules.ruleset import Ruleset
from referee.store import StaleSequence, Store, Stream
from referee.words.text import Slip, T

KIND = "pictures"
FORM = 1
"""The way pictures are kept. A deck kept in a way that this program does not know is not offered."""
MOST_DECKS, MOST_PHOTOS, LARGEST = 24, 30, 300_000
"""The most decks of a club, photos of a deck, and bytes of the pictures of one photo."""
LONGEST = 60
"""The most letters of a deck's name."""
JPEG = b"\xff\xd8\xff"

Lays = tuple[tuple[str, ...], ...]
"""The cards of each photo, in the order in which they lie."""


@dataclass(frozen=True, slots=True)
class KnownDeck:
    """A deck that devices know, or are being taught. `photos`: the number of the newest photo of each lay there is."""

    id: str
    title: str
    lays: Lays
    photos: Mapping[int, int]

    @property
    def cards(self) -> frozenset[str]:
        """Its cards."""
        return frozenset(card for lay in self.lays for card in lay)

    @property
    def whole(self) -> bool:
        """Whether there is a photo of every card."""
        return len(self.photos) == len(self.lays)


def lays_of(rules: Ruleset) -> Lays:
    """The photos that teach a deck: the rows of the pad, each in as many photos as it needs because a card lies with
    one of its sides up.
    """
    lays = list[tuple[str, ...]]()
    for group in rules.pad:
        left = group.cards
        while left:
            free, lay = rules.deck.all.bits, list[str]()
            for card in left:
                if own := lowest(rules.deck.mask(card) & free):
                    free ^= own
                    lay.append(card)
            lays.append(tuple(lay))
            left = tuple(card for card in left if card not in lay)
    return tuple(lays)


def decks_for(store: Store, rules: Ruleset) -> list[KnownDeck]:
    """The decks, whole or not, that hold every card of a game, the newest first."""
    wanted = frozenset(rules.deck.kinds)
    return [deck for deck in _decks(store) if wanted <= deck.cards]


def one(store: Store, deck: str) -> KnownDeck | None:
    """A deck by its id, if it is still kept."""
    return next((each for each in _decks(store) if each.id == deck), None)


def _decks(store: Store) -> Iterator[KnownDeck]:
    for stream in reversed(store.streams(KIND)):
        if stream.meta.get("form") == FORM and not stream.label.get("gone"):
            yield _deck(store, stream)


def _deck(store: Store, stream: Stream) -> KnownDeck:
    lays = tuple(tuple(lay.split()) for lay in stream.meta["lays"])
    photos = {int(key.partition(" ")[0]): seq for seq, key in store.keys(stream.id, 0).items()}
    return KnownDeck(stream.id, str(stream.label.get("title", "")), lays, photos)


def begin(store: Store, rules: Ruleset, title: str, key: str, by: str = "") -> str:
    """Begin to teach a deck of a game and return its id; a known key begins nothing twice. Raises Slip."""
    if len(list(_decks(store))) >= MOST_DECKS:
        raise Slip(T("{most} decks are the most that are known: delete one first", most=MOST_DECKS))
    meta = {"form": FORM, "lays": [" ".join(lay) for lay in lays_of(rules)]}
    return store.create(KIND, meta, key, by, label={"title": name_of(title)})


def name_of(title: str) -> str:
    """The name of a deck as it was typed, without spaces around it. Raises Slip where there is none."""
    name = " ".join(title.split())[:LONGEST]
    if not name:
        raise Slip(T("Give the deck a name by which you know it: “the blue one”."))
    return name


def rename(store: Store, deck: KnownDeck, title: str) -> None:
    """Give a deck another name. Raises Slip where there is none."""
    store.set_label(deck.id, {"title": name_of(title)})


def delete(store: Store, deck: KnownDeck) -> None:
    """Offer a deck no more, on any device."""
    store.set_label(deck.id, {"title": deck.title, "gone": True})


def add(store: Store, deck: KnownDeck, lay: int, strip: bytes, key: str, by: str = "") -> None:
    """Keep the pictures of a lay's cards, one below the other in a JPEG; a known key adds nothing. Raises Slip."""
    if not 0 <= lay < len(deck.lays):
        raise Slip(T("this deck has no such photo"))
    if not strip.startswith(JPEG) or len(strip) > LARGEST:
        raise Slip(T("the pictures of the cards did not arrive whole: take the photo again"))
    seq = store.seq(deck.id)
    if seq >= MOST_PHOTOS:
        raise Slip(T("{most} photos are the most of one deck: teach it anew under another name", most=MOST_PHOTOS))
    body = {"lay": lay, "jpeg": base64.b64encode(strip).decode()}
    try:
        store.append(deck.id, f"{lay} {key}", seq, [("photo", body)], by)
    except StaleSequence:
        raise Slip(T("another device sent a photo at the same moment: send this one again")) from None


def strip_of(store: Store, deck: KnownDeck, photo: int) -> bytes | None:
    """The pictures of a photo, by its number."""
    events = store.events(deck.id, photo - 1) if photo > 0 else []
    return base64.b64decode(events[0].body["jpeg"]) if events else None
