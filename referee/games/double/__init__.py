"""DOUBLE: cards with a motif on either side, ten rounds, bids staked in chips.

A card in hand is both its motifs, a card on the table the one that lies up. So what a play denies is told by both
sides of every card, and the other side of the card itself may give the play away. The laws are numbered in `laws`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from referee.cards import CardSet
from referee.deal import Deal, Play, Said, Trick
from referee.events import Bid, HandOpened, Resulted, Turned
from referee.games.double import decks
from referee.games.double.decks import FOOL, SPECIALS, SUITS
from referee.games.double.laws import KINDS, LAWS, NAME, DoubleOptions
from referee.games.double.score import ROUNDS, SIZES, START, Book, played_rounds, round_name, tricks_of
from referee.grammar import Fact, whole
from referee.options import Usual
from referee.pairing import DeckMaker
from referee.ruleset import (
    STOCK,
    Choice,
    Denial,
    Due,
    Field,
    Foul,
    Group,
    Holder,
    Holds,
    Line,
    Moves,
    Options,
    Prompt,
    Remedy,
    Ruleset,
    Scored,
    Standing,
    Step,
)
from referee.suits import LABEL, NO
from referee.texts import CardName, Slip, T, Text

TURNED = "turned"
"""The holder of the cards turned for trump: known, and out of play."""

WHITE, RED, BLACK = CHIPS = ((T("white"), 20), (T("red"), 5), (T("black"), 1))


@dataclass(frozen=True, slots=True)
class Terms:
    """The round, counted from 1; the points everybody has to bid with; the cards turned and the trump they made.

    `settled` once the trump is known, which may be None: no trump.
    """

    round: int
    chips: tuple[int, ...]
    turned: tuple[str, ...] = ()
    trump: str | None = None
    settled: bool = False


class Double(Ruleset):
    """Follow the suit led with either side of a card; the Fool and the Pope only when there is nothing else."""

    name = NAME
    title = T("DOUBLE")
    picture = ("SK", "H4", "CA")
    players = tuple(range(2, 11))
    presets: ClassVar[Mapping[str, Options]] = {"standard": DoubleOptions()}
    usual = Usual((5, 4, 6, 3), 4, tuple((seats, 10) for seats in range(2, 11)))
    laws = LAWS
    carded = True
    start = ((*RED, 2), (*BLACK, 5))
    own_deck: ClassVar[DeckMaker | None] = decks
    options: DoubleOptions

    def __init__(self, options: Options, seats: tuple[str, ...]) -> None:
        super().__init__(options, seats)
        pairing = decks.named(self.options.deck)
        lots = int(self.options.lots)
        self.pack = lots * decks.CARDS
        most = (self.pack - 1) // max(SIZES)
        if len(seats) > most:
            text = T("{found} seats: one lot of cards is enough for {most}", found=len(seats), most=most)
            raise Slip(text, found=len(seats))
        self.provable = bool(pairing.rows)
        self.deck = pairing.deck(lots)
        self.ranks = ("A", *decks.RANKS) if self.options.ace == "low" else (*decks.RANKS, "A")
        self.other = {one: two for row in pairing.rows for one, two in (row, row[::-1])}
        self.suits = {suit: self.deck.of(*(suit + rank for rank in self.ranks)) for suit in SUITS}
        self.pad = (
            *(Group(suit, LABEL[suit], tuple(suit + rank for rank in self.ranks)) for suit in SUITS),
            Group("X", T("Fool, Pope"), SPECIALS),
        )
        self.book = Book(seats, self.options.foul)

    def kind_law(self, kind: str) -> str:
        return f"{NAME}.{KINDS.get(kind, 'foul.1')}"

    def remarks(self) -> tuple[Text, ...]:
        """The deck, and what it is worth as a proof."""
        if not self.provable:
            return (T("Which motifs share a card is not known: scores and winners count, no foul can be proved."),)
        if self.options.deck == decks.DEFAULT:
            return (T("The motifs are paired as the program pairs them, not as on the published cards."),)
        return (T("Deck: {name}", name=decks.named(self.options.deck).title),)

    # --- the deal

    def begin(self, number: int, line: int, dealer: int, keys: Mapping[str, str], past: Sequence[Scored]) -> Step:
        unknown = next((key for key in keys if key != "cards"), None)
        if unknown:
            raise Slip(T("“{found}”: a deal of this game takes cards=", found=unknown), found=unknown)
        played = played_rounds(past)
        most = (self.pack - 1) // len(self.seats)
        size = whole(keys.get("cards", str(SIZES[played])), T("a number of cards"))
        if not 1 <= size <= most:
            raise Slip(T("{found} cards a hand: expected 1 to {most}", found=size, most=most), found=size)
        terms = Terms(played + 1, self.book.chips(past))
        return Step(Deal(number, line, dealer, self.after(dealer), size, dict(keys), terms=terms))

    def holders(self, deal: Deal, past: Sequence[Scored]) -> Mapping[Holder, int] | None:
        hands: dict[Holder, int] = dict.fromkeys(deal.order, deal.size)
        return hands | {STOCK: self._undealt(deal)}

    def _undealt(self, deal: Deal) -> int:
        return self.pack - deal.size * len(deal.order)

    def takes(self, deal: Deal) -> frozenset[str]:
        """The trump may be turned until it is settled; no card is played before that."""
        if deal.phase not in ("bid", "play"):
            return frozenset()
        words = {"bid"} if deal.phase == "bid" else {"took", "result"}
        if not deal.terms.settled:
            words.add("turn")
        elif deal.phase == "play":
            words |= {"play", "trick"}
        if not deal.tricks and not deal.trick.plays:
            words.add("hand")
        return frozenset(words)

    def step(self, deal: Deal, line: int, fact: Fact) -> Step:
        match fact:
            case Turned(card):
                return self._turn(deal, card)
            case Bid(seat, said):
                return self._bid(deal, line, self.seat_of(seat), said)
            case HandOpened(seat, cards):
                at = self.seat_of(seat)
                held = tuple(map(self.sides, cards))
                return Step(deal._replace(hands={**deal.hands, at: held}), (Holds(at, held),))
            case Resulted(keys):
                return self._count(deal, dict(keys))
        raise Slip(T("“{found}” has no place in this game", found=fact.word), found=fact.word)

    def sides(self, code: str) -> str:
        """A card by both its sides, as far as they are known; raises Slip for a card there is not."""
        first = next(iter(self.deck.of(code)))
        return self.deck.code(first) if self.provable else code

    def _turn(self, deal: Deal, card: str) -> Step:
        terms: Terms = deal.terms
        turned = (*terms.turned, self.sides(card))
        trump = self._trump(turned[-1])
        special = any(face in SPECIALS for face in turned[-1].split("/"))
        again = special and self.options.special_turned == "redraw" and len(turned) < self._undealt(deal)
        after = deal._replace(terms=replace(terms, turned=turned, trump=trump, settled=not again))
        return Step(after, (Moves(STOCK, TURNED, 1), Holds(TURNED, turned)))

    def trump(self, deal: Deal) -> str | None:
        terms: Terms = deal.terms
        return (terms.trump or "") if terms.settled else None

    def _trump(self, card: str) -> str | None:
        """The suit of the stronger motif of the card turned; None for no trump."""
        faces = card.split("/")
        suited = [face for face in faces if face not in SPECIALS]
        if len(faces) != 2 or not suited or (len(suited) == 2 and suited[0][1:] == suited[1][1:]):
            raise Slip(T("“{found}” is turned for trump: expected both its motifs, as SK/H4", found=card), found=card)
        if len(suited) == 2 or self.options.special_turned == "other_motif":
            return max(suited, key=lambda face: self.ranks.index(face[1:]))[0]
        return None

    def _bid(self, deal: Deal, line: int, seat: int, said: str) -> Step:
        tricks = whole(said, T("a number of tricks, 0 to {most}", most=deal.size))
        name = self.seats[seat]
        if deal.bid(seat) is not None:
            raise Slip(T("{name} has bid already", name=name), found=said)
        after = deal._replace(bids=(*deal.bids, Said(seat, str(tricks), line)))
        if after.bidder is None:
            after = after._replace(phase="play")
        faults = []
        if seat != deal.bidder:
            turn = self.seats[deal.order[len(deal.bids)]]
            faults.append(
                ("out-of-turn", "bid.1", T("{name} bids, and it was for {turn} to bid.", name=name, turn=turn))
            )
        fault = self._unlawful_bid(deal, seat, tricks)
        if fault is not None:
            faults.append(("illegal-bid", *fault))
        fouls = tuple(
            Foul(kind, seat, "seen", line, line, f"{NAME}.{law}", text, (seat,)) for kind, law, text in faults
        )
        return Step(after, fouls=fouls)

    def _unlawful_bid(self, deal: Deal, seat: int, tricks: int) -> tuple[str, Text] | None:
        """Why this seat may not bid so much now (law, sentence), or None."""
        name, chips = self.seats[seat], deal.terms.chips[seat]
        if not 0 <= tricks <= deal.size:
            return "bid.1", T("{name} bids {bid}: expected 0 to {most}.", name=name, bid=tricks, most=deal.size)
        if tricks > chips:
            return "bid.2", T("{name} bids {bid} and has only {points} points.", name=name, bid=tricks, points=chips)
        if self.options.hook == "yes" and len(deal.bids) == len(deal.order) - 1 and min(deal.size, chips) > 0:
            said = sum(int(bid.word) for bid in deal.bids)
            if said + tricks == deal.size:
                return "bid.3", T(
                    "{name} bids {bid}: with the other bids that makes {most}, which the hook forbids.",
                    name=name, bid=tricks, most=deal.size,
                )  # fmt: skip
        return None

    # --- the play

    def asked(self, deal: Deal, plays: Sequence[Play]) -> tuple[str | None, str | None]:
        """The suit to follow after these plays and the trump of their trick; None where there is none, or not yet."""
        trump = deal.terms.trump
        if not plays:
            return None, trump
        first = plays[0].card
        if first in SPECIALS and trump is not None and self.other.get(first, " ")[0] == trump:
            trump = None
        for play in plays:
            suit = play.card[0]
            if play.unseen:
                return None, trump
            if play.card not in SPECIALS and (first not in SPECIALS or suit != trump):
                return suit, trump
        return None, trump

    def _owed(self, deal: Deal, play: Play) -> tuple[str, ...]:
        """The suits of which a play says that its player has none, on either side of any card."""
        led, trump = self.asked(deal, deal.trick.plays)
        if led is None or play.card[0] == led:
            return ()
        if play.card not in SPECIALS:
            return (led,)
        if self.options.special_follow == "anytime":
            return ()
        both = self.options.special_follow == "void_both" and trump not in (None, led)
        return (led, str(trump)) if both else (led,)

    def unlawful(self, deal: Deal, play: Play) -> tuple[str, str, Text] | None:
        """The other side of the card played may itself be of a suit that its player says he has not."""
        other = self.other.get(play.card)
        if other is None or other in SPECIALS or other[0] not in self._owed(deal, play):
            return None
        kind, law = self._breach(play)
        return kind, law, T(
            "{name} plays {card}, and its other side is {other}: it had to be played that side up, or kept.",
            name=self.seats[play.seat], card=CardName(play.card), other=CardName(other),
        )  # fmt: skip

    def denies(self, deal: Deal, play: Play) -> tuple[Denial, ...]:
        """Not following denies the suit led on either side of any card, the Fool and the Pope deny trump as well."""
        owed = self._owed(deal, play)
        if not owed or not self.provable or self.unlawful(deal, play):
            return ()
        cards, text = CardSet(), NO[owed[0]]
        for suit in owed:
            cards |= self.suits[suit]
        if len(owed) == 2:
            text = T("{one} and {other}", one=text, other=NO[owed[1]])
        return (Denial(*self._breach(play), cards, text),)

    def demands(self, deal: Deal, plays: tuple[Play, ...]) -> Hashable:
        return self.asked(deal, plays)

    def _breach(self, play: Play) -> tuple[str, str]:
        kind = "special-too-early" if play.card in SPECIALS else "must-follow"
        return kind, self.kind_law(kind)

    def winner(self, deal: Deal, trick: Trick) -> int:
        """The Fool, else the Pope, else the highest trump, else the highest card of the suit led; the first of two."""
        led, trump = self.asked(deal, trick.plays)

        def strength(play: Play) -> tuple[int, int]:
            if play.card in SPECIALS:
                return (4 if play.card == FOOL else 3), 0
            suit, rank = play.card[0], self.ranks.index(play.card[1:])
            return (2, rank) if suit == trump else (1, rank) if suit == led else (0, 0)

        return max(trick.plays, key=strength).seat

    def after_trick(self, deal: Deal) -> Deal:
        return deal._replace(phase="done", state="done") if deal.over and not deal.undecided else deal

    # --- the result and the score

    def _count(self, deal: Deal, keys: dict[str, str]) -> Step:
        unknown = next((key for key in keys if key != "tricks"), None)
        if unknown:
            raise Slip(T("“{found}”: expected one of {expected}", found=unknown, expected=("tricks",)), found=unknown)
        tricks = [whole(word, T("a number of tricks")) for word in keys.get("tricks", "").split(",") if word]
        if len(tricks) != len(self.seats) or min(tricks) < 0 or sum(tricks) != deal.size:
            raise Slip(
                T("tricks={found}: expected a number for each of {names}, {sum} in all",
                  found=keys.get("tricks", ""), names=self.seats, sum=deal.size),
                found=keys.get("tricks", ""),
            )  # fmt: skip
        keys["tricks"] = ",".join(map(str, tricks))
        return Step(deal._replace(counted=keys, phase="done", state="done"))

    def result(self, deal: Deal) -> Mapping[str, Any]:
        if deal.counted is None and not deal.tricks:
            return {}
        return {"tricks": list(tricks_of(deal, len(self.seats)))}

    def extra(self, scored: Scored, past: Sequence[Scored]) -> Mapping[str, Any]:
        """The card turned and the suit it made trump, null for none, once they are known."""
        terms: Terms = scored.deal.terms
        return {"turned": terms.turned[-1], "trump": terms.trump} if terms.settled else {}

    def lines(self, scored: Scored, past: Sequence[Scored]) -> tuple[Line, ...]:
        return self.book.lines(scored, self.book.chips(past))

    def remedy(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> Remedy:
        return self.book.remedy(scored, foul, self.book.chips(past))

    def remedies(self, scored: Scored, foul: Foul, past: Sequence[Scored]) -> tuple[Remedy, ...]:
        return self.book.remedies(scored, foul, self.book.chips(past))

    def standing(self, deals: Sequence[Scored], scores: Sequence[tuple[int, ...]], dealer: int | None) -> Standing:
        totals = tuple(START + sum(score[seat] for score in scores) for seat in range(len(self.seats)))
        played = played_rounds(deals)
        again = bool(deals) and deals[-1].deal.state == "void"
        next_dealer = len(self.seats) - 1 if dealer is None else dealer if again else self.after(dealer)[0]
        number = min(played, ROUNDS - 1)
        due = Due(next_dealer, round_name(number + 1, SIZES[number]))
        if played < ROUNDS:
            return Standing(totals, due)
        best = max(totals)
        return Standing(totals, due, True, tuple(seat for seat, points in enumerate(totals) if points == best))

    def label(self, deal: Deal) -> Text:
        return round_name(deal.terms.round, deal.size)

    def tokens(self, points: int) -> tuple[tuple[Text, int, int], ...]:
        """The fewest chips that make these points: black 1, red 5, white 20."""
        found = []
        for colour, value in CHIPS:
            count, points = divmod(max(points, 0), value)
            if count:
                found.append((colour, value, count))
        return tuple(found)

    # --- the prompts

    def prompts(self, deal: Deal) -> tuple[Prompt, ...]:
        if deal.phase not in ("bid", "play"):
            return ()
        turn = self._turn_prompt(deal)
        if deal.phase == "bid" and deal.bidder is not None:
            seat = deal.bidder
            bid = Prompt("bid", T("{name}: how many tricks?", name=self.seats[seat]), seat, self._bids(deal, seat))
            return (bid, *turn) if deal.bids or deal.keys.get("depth") == "score" else (*turn, bid)
        number = len(deal.tricks) if deal.undecided else deal.trick.number
        took = Prompt("took", T("Who takes trick {number}?", number=number), optional=not deal.undecided)
        result = Prompt("result", T("The result of this round"), fields=self.fields(deal), optional=True)
        if deal.undecided:
            return (took, result)
        if turn:
            return (*turn, took, result)
        return (Prompt("play", T("{name} plays", name=self.seats[deal.turn]), deal.turn, count=1), took, result)

    def fields(self, deal: Deal) -> tuple[Field, ...]:
        return (Field("tricks", T("Tricks"), "tally", high=deal.size, total=deal.size),)

    def _turn_prompt(self, deal: Deal) -> tuple[Prompt, ...]:
        """The card turned for trump; scores can be kept without it."""
        if deal.terms.settled:
            return ()
        text = T("Another card is turned for trump") if deal.terms.turned else T("The card turned for trump")
        return (Prompt("turn", text, deal.dealer, count=1, optional=True),)

    def _bids(self, deal: Deal, seat: int) -> tuple[Choice, ...]:
        found = []
        for tricks in range(deal.size + 1):
            fault = self._unlawful_bid(deal, seat, tricks)
            found.append(Choice(str(tricks), T("{number}", number=tricks), fault and fault[1]))
        return tuple(found)
