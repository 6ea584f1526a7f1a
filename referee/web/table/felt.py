"""The felt of a table: the caption, the cards and the seats, in parts that are drawn once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from markupsafe import Markup

from referee.club.tables import Kept
from referee.rules import Prompt
from referee.rules.deal import Deal
from referee.table.table import Judged
from referee.web.kit.parts import ANY, card, framed, joined, once, part, part_of, put_in
from referee.web.kit.visit import Visit
from referee.web.table.drawn import STATES, TrickShown, still, trick_view, tricks_taken, trump_view, warnings
from referee.web.table.prompts import lifts
from referee.words.languages import Language
from referee.words.text import Text


class Felt:
    """The felt with seat `sit` nearest; `acting` is a seat tapped out of turn, `asked` the prompts of the table."""

    def __init__(
        self, kept: Kept, language: Language, sit: int, acting: int | None, asked: Sequence[Prompt], here: Visit
    ) -> None:
        self.kept = kept
        self.table = kept.table
        self.rules = kept.table.rules
        self.language = language
        self.say = language.say
        self.sit = sit
        self.acting = acting
        self.asked = asked
        self.here = here
        self.judged = self.table.deals[-1] if self.table.deals else None
        self.deal = self.judged.deal if self.judged else None

    def shown(self) -> dict[str, Any]:
        """The felt's part of the context for the templates of the table."""
        trick, last = self._present_trick(), self._last_trick()
        seats = self._seats(trick is not None)
        gathered = last if last and not (trick and trick["plays"]) and not self.table.standing.finished else None
        deal = self._deal()
        number = {"number": trick["number"], "of": trick["of"]} if trick else None
        playing = self.deal if self.table.current else None
        lying = tuple(self.rules.lying(playing)) if playing else ()
        return {
            "seats": seats,
            "deal": deal,
            "trick": trick,
            "last_trick": last,
            "parts": {
                "caption": [part_of("table/_caption.html", self.language, deal=deal, trick=number)],
                "trick": [self._laid(gathered or trick, seats, gathered is not None, lying)],
                "places": [self._place(seat) for seat in seats],
            },
        }

    def _deal(self) -> dict[str, Any] | None:
        judged, playing = self.judged, self.table.current is not None
        if judged is None:
            return None
        deal = judged.deal
        return {
            "number": deal.number,
            "label": self.say(self._label(judged)),
            "trump": trump_view(self.rules, deal, self.language),
            "state": self.say(STATES[judged.state]),
            "depth": deal.keys.get("depth", "cards"),
            "last": deal.last,
            "over": not playing,
            "status": self._now(self.rules.status, deal),
            "gauge": self._gauge(deal),
            "hand": deal.left(deal.turn) if self.rules.several and deal.phase == "play" and playing else None,
            "several": self.rules.several,
        }

    def _label(self, judged: Judged) -> Text:
        """The label of a deal; it may tell who plays what, so while the deal is played not all may see it."""
        told = judged.state != "open" or self.here.sees_table
        return self.rules.label(judged.deal) if told else STATES["open"]

    def _now(self, asked: Callable[[Deal], Text | None], deal: Deal) -> str | None:
        """The text a game has for the deal while it is played."""
        text = asked(deal) if self.table.current else None
        return self.say(text) if text else None

    def _gauge(self, deal: Deal) -> dict[str, Any] | None:
        gauge = self.rules.gauge(deal) if self.table.current else None
        if gauge is None:
            return None
        return {"text": self.say(gauge.text), "value": gauge.value, "most": gauge.most, "marks": gauge.marks}

    # --- what lies there

    def _present_trick(self) -> TrickShown | None:
        if self.judged is None or self.judged.state != "open" or not self._playing(self.judged.deal):
            return None
        return trick_view(self.judged.deal.trick, self.judged.deal, self.language)

    def _playing(self, deal: Deal) -> bool:
        return bool(deal.tricks or deal.trick.plays) or any(prompt.kind == "play" for prompt in self.asked)

    def _last_trick(self) -> TrickShown | None:
        last = self.deal.last_trick if self.deal else None
        return trick_view(last, self.deal, self.language) if self.deal and last and last.plays else None

    def _laid(
        self, trick: TrickShown | None, seats: list[dict[str, Any]], gathered: bool, lying: tuple[str, ...]
    ) -> Markup:
        """The cards in the middle of the felt."""
        kept_by_tap = self.here.writes and bool(self.asked) and lifts(self.table, self.asked[0])
        lies = tuple(self._lies(trick, seats, gathered, bool(lying)))
        same = self.language, gathered, lying, kept_by_tap

        def context() -> dict[str, Any]:
            cards = [self.language.face(card) for card in lying]
            return {"gathered": gathered, "lying": cards, "lifts": kept_by_tap}

        def made() -> Markup:
            return joined(framed("table/_laid.html", same, {"lies": lies}, context))

        return once(("laid", *same, *lies), made)

    def _lies(self, trick: TrickShown | None, seats: list[dict[str, Any]], gathered: bool, lying: bool) -> list[Markup]:
        """What each seat has laid; if nothing else lies there, also the empty places of those still to play."""
        if trick is None or self.deal is None:
            return []
        best = trick["winner"] if gathered else None
        laid = [(play["seat"], tuple(card["code"] for card in play["cards"])) for play in trick["plays"]]
        empty = [] if gathered or lying else [(seat, ()) for seat in still(self.deal)]
        return [
            self._lie(at, seats[seat]["place"], seats[seat]["name"], codes, seat == best)
            for at, (seat, codes) in enumerate((*laid, *empty), 1)
        ]

    def _lie(self, at: int, place: str, name: str, codes: tuple[str, ...], best: bool) -> Markup:
        same = "lies", self.language, at, place, name, codes, best
        return once(same, lambda: self._draw_lie(at, place, name, codes, best))

    def _draw_lie(self, at: int, place: str, name: str, codes: tuple[str, ...], best: bool) -> Markup:
        looks = {"at": at, "place": place, "best": best, "laid": bool(codes)}
        cards = Markup("").join(card(self.language.face(code), self.language, lies=True) for code in codes)
        return put_in("table/_lies.html", tuple(looks.values()), {"name": name, "cards": cards}, lambda: looks)

    # --- who sits there

    def _seats(self, playing: bool) -> list[dict[str, Any]]:
        """The seats, each with its part of the page, which is kept because most taps do not change it."""
        table, deal, standing = self.table, self.deal, self.table.standing
        due = standing.due.dealer if self.acting is None else self.acting
        turn = self.asked[0].seat if self.asked else (None if standing.finished else due)
        dealer = deal.dealer if table.current and deal else due
        last = next(reversed(table.ended), None) if table.current is None else None
        scores = last.scores(len(table.seats)) if last else (0,) * len(table.seats)
        marks, lost, tricks = self._marks(), self._lost(), tricks_taken(self.rules, deal)
        staked = [self.rules.staked(deal, seat) if deal and table.current else 0 for seat in range(len(table.seats))]
        found = []
        for index, name in enumerate(table.seats):
            bid = deal.bid(index) if deal else None
            role = self.rules.role(deal, index) if deal else None
            away = index - self.sit if self.rules.direction != "counter" else self.sit - index
            place = {
                "place": f"p{away % len(table.seats)}",
                "turn": turn == index,
                "acting": bool(self.asked) and self.acting == index,
                "won": standing.finished and index in standing.winners,
                "team": self.rules.team(deal, index),
            }
            seat = {
                "index": index,
                "name": name,
                "dealer": dealer == index,
                "dealing": table.current is None and not standing.finished,
                "playing": playing and (deal is None or index in deal.order),
                "bid": self._bid(deal, bid),
                "speech": self._speech(deal, index),
                "tricks": tricks[index],
                "tells_tricks": self.rules.tells_tricks,
                "score": scores[index],
                "total": standing.totals[index],
                "role": self.say(role) if role else None,
                "staked": staked[index],
                "tokens": self._tokens(standing.totals[index] - staked[index]),
                "marks": marks[index],
                "lost": lost[index],
            }
            found.append(seat | place | {"part": self._seat(seat)})
        return found

    def _place(self, seat: dict[str, Any]) -> Markup:
        same = tuple(seat[name] for name in ("index", "place", "turn", "acting", "team", "won"))
        return put_in("table/_place.html", same, {"part": seat["part"]}, lambda: {"seat": seat})

    def _bid(self, deal: Deal | None, bid: str | None) -> str | None:
        """What a seat has bid; words of an auction only until the play begins."""
        if bid is None or deal is None or (not bid.isdigit() and (deal.begun or deal.phase == "play")):
            return None
        return self.say(self.rules.said(bid))

    def _speech(self, deal: Deal | None, seat: int) -> str | None:
        speech = self.rules.speech(deal, seat) if deal and self.table.current else None
        return self.say(speech) if speech else None

    def _tokens(self, points: int) -> tuple[tuple[str, int, int], ...]:
        """The chips that make so many points, in a game of chips: colour, value and number of each."""
        return tuple((self.say(colour), value, count) for colour, value, count in self.rules.tokens(points))

    def _seat(self, seat: dict[str, Any]) -> Markup:
        same = (self.language, self.sit, *seat.values())
        return part("table/_seat.html", same, lambda: {"seat": seat, "sit": self.sit, "table_id": ANY})

    def _marks(self) -> list[tuple[str, ...]]:
        """The notes beside each name: what the seat owes, and how often it was warned."""
        current = self.table.current
        marks = self.rules.marks(self.table.past, current.deal if current else None)
        warned = [0] * len(marks)
        for deal in self.table.deals:
            for cost in (*deal.penalties, *deal.costs):
                warned[cost.seat] += not cost.points
        return [
            (*([self.say(mark)] if mark else ()), *([self.say(warnings(times))] if times else ()))
            for mark, times in zip(marks, warned, strict=True)
        ]

    def _lost(self) -> list[str | None]:
        """What a foul upheld in the open deal has cost each seat."""
        upheld = self.table.current.upheld if self.table.current else ()
        first = {foul.seat: foul for foul in reversed(upheld)}
        return [
            self.say(self.rules.fault(first[seat])) if seat in first else None for seat in range(len(self.table.seats))
        ]
