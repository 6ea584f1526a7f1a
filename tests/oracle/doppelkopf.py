"""Doppelkopf written long-hand from its laws, for tests to hold the program against.

Numbers in brackets: [S] the document, [T] the federation's tournament rules, [D] a default of the project. Nothing
here knows the program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
QUEENS = ["CQ", "SQ", "HQ", "DQ"]
JACKS = ["CJ", "SJ", "HJ", "DJ"]
TRUMPS = {
    "normal": [*QUEENS, *JACKS, "DA", "D10", "DK", "D9"],
    "solo-clubs": [*QUEENS, *JACKS, "CA", "C10", "CK", "C9"],
    "solo-spades": [*QUEENS, *JACKS, "SA", "S10", "SK", "S9"],
    "solo-hearts": [*QUEENS, *JACKS, "HA", "H10", "HK", "H9"],
    "solo-diamonds": [*QUEENS, *JACKS, "DA", "D10", "DK", "D9"],
    "solo-queens": QUEENS,
    "solo-jacks": JACKS,
    "solo-aces": [],
}
"""[S] Trumps without the tens of hearts on top, highest first."""

PLAIN_ORDER = ["A", "10", "K", "Q", "J", "9"]
SOLOS = [name for name in TRUMPS if name != "normal"]
NO_DULLE = ["solo-queens", "solo-jacks", "solo-aces"]
LEVELS = ["said", "no90", "no60", "no30", "schwarz"]
LEAST = {"said": 11, "no90": 10, "no60": 9, "no30": 8, "schwarz": 7}
LIMIT = {"no90": 90, "no60": 60, "no30": 30}


def full_deck(nines: bool = True) -> list[str]:
    """[S] Two of each card."""
    ranks = ["A", "10", "K", "Q", "J", "9"] if nines else ["A", "10", "K", "Q", "J"]
    return [suit + rank for suit in "CSHD" for rank in ranks for _ in (1, 2)]


def points_of(cards: Sequence[str]) -> int:
    return sum(POINTS[card[1:]] for card in cards)


def trumps(contract: str, dulle: bool) -> list[str]:
    """[S] The trumps, highest first; the tens of hearts on top where agreed."""
    low = TRUMPS[contract if contract in TRUMPS else "normal"]
    if dulle and contract not in NO_DULLE:
        return ["H10", *[card for card in low if card != "H10"]]
    return low


def suit_of(card: str, contract: str, dulle: bool) -> str:
    """What one follows: "trump", or the letter of a plain suit."""
    return "trump" if card in trumps(contract, dulle) else card[0]


def legal(hand: Sequence[str], table: Sequence[str], contract: str, dulle: bool) -> list[str]:
    """[S] Follow suit if you can, nothing more."""
    if not table:
        return list(hand)
    led = suit_of(table[0], contract, dulle)
    return [card for card in hand if suit_of(card, contract, dulle) == led] or list(hand)


def winner(
    table: Sequence[str], contract: str, dulle: bool, second_dulle: bool = False, schweinchen: bool = False
) -> int:
    """[S] The place of the card that takes the trick; of equal cards the first. [D] Foxes announced go over all."""
    high = trumps(contract, dulle)
    if schweinchen:
        high = ["DA", *[card for card in high if card != "DA"]]
    found = [place for place, card in enumerate(table) if card in high]
    if found:
        best = min(high.index(table[place]) for place in found)
        places = [place for place in found if high.index(table[place]) == best]
        return (
            places[-1]
            if second_dulle and table[places[0]] == "H10" and dulle and contract not in NO_DULLE
            else places[0]
        )
    led = table[0][0]
    found = [place for place, card in enumerate(table) if card[0] == led]
    return min(found, key=lambda place: PLAIN_ORDER.index(table[place][1:]))


# --- announcements


def least(word: str, size: int, shift: int, other: Sequence[str]) -> int:
    """[S] How many cards the speaker must still hold. `other` is what the other side has said. Re or Kontra as a reply
    may come one card later than the highest level it answers.
    """
    needed = LEAST[word]
    if word == "said" and other:
        needed = min(needed, LEAST[max(other, key=LEVELS.index)] - 1)
    return needed - shift - (12 - size)


def may_say(
    word: str,
    cards: int,
    own: Sequence[str],
    other: Sequence[str],
    *,
    size: int = 12,
    shift: int = 0,
    skip: bool = False,
) -> bool:
    """Whether a side that has said `own` may say a word with so many cards in hand.

    [T 6.4.3] What is skipped must be possible still, Re and Kontra too; [T 6.4.4] not as a mere reply.
    """
    if word in own or cards < least(word, size, shift, other):
        return False
    missing = [lower for lower in LEVELS[: LEVELS.index(word)] if lower not in own]
    if not missing:
        return True
    return skip and all(cards >= least(lower, size, shift, ()) for lower in missing)


# --- the value


def side_wins(side: str, re_points: int, own: Sequence[str], other: Sequence[str], no_trick: str | None) -> bool:
    """Whether a side wins. `own` and `other` are what the two sides have said."""
    enemy = "kontra" if side == "re" else "re"
    mine = re_points if side == "re" else 240 - re_points
    theirs = 240 - mine

    def below(points: int, word: str, who: str) -> bool:
        return no_trick == who if word == "schwarz" else points < LIMIT[word]

    own_levels = [word for word in own if word != "said"]
    other_levels = [word for word in other if word != "said"]
    if own_levels:
        return below(theirs, max(own_levels, key=LEVELS.index), enemy)
    if other_levels:
        return not below(mine, max(other_levels, key=LEVELS.index), side)
    only_kontra = ("said" in own, "said" in other) == ((False, True) if side == "re" else (True, False))
    if side == "re":
        return mine >= (120 if only_kontra else 121)
    return mine >= (121 if only_kontra else 120)


def value(
    re_points: int,
    re_said: Sequence[str],
    kontra_said: Sequence[str],
    no_trick: str | None,
    extras: Mapping[str, Mapping[str, int]],
    *,
    solo: bool,
    armut: bool = False,
    against_old: str = "non_solo",
    beat: bool = False,
    with_extras: bool = True,
    caught: bool = True,
    both_fail: str = "thresholds_and_extras",
    double: bool = False,
) -> int:
    """What a Kontra player pays a Re player, or gets where it is negative."""
    said = {"re": list(re_said), "kontra": list(kontra_said)}
    made = {"re": re_points, "kontra": 240 - re_points}
    enemy = {"re": "kontra", "kontra": "re"}
    won = {side: side_wins(side, re_points, said[side], said[enemy[side]], no_trick) for side in ("re", "kontra")}
    gets = {"re": 0, "kontra": 0}
    thresholds = dict.fromkeys(gets, 0)
    beaten = dict.fromkeys(gets, 0)
    for side in gets:
        thresholds[side] = sum(made[enemy[side]] < mark for mark in (90, 60, 30)) + (no_trick == enemy[side])
        for word, mark in (("no90", 120), ("no60", 90), ("no30", 60), ("schwarz", 30)):
            beaten[side] += word in said[enemy[side]] and made[side] >= mark
    if won["re"] or won["kontra"]:
        side = "re" if won["re"] else "kontra"
        worth = 1 + thresholds[side] + sum(word != "said" for words in said.values() for word in words)
        if side == "kontra":
            old = {"non_solo": not solo, "not_poverty": not solo and not armut, "always": True, "never": False}
            worth += old[against_old]
        worth += beaten[side] if beat else 0
        for words in said.values():
            if "said" in words:
                worth = worth * 2 if double else worth + 2
        gets[side] += worth
    else:
        for side in gets:
            gets[side] += thresholds[side] if both_fail != "extras" else 0
            gets[side] += beaten[side] if both_fail == "ddv_7_1_3" and beat else 0
    if with_extras and not solo:
        for side in gets:
            for name, count in extras.get(side, {}).items():
                gets[side] += count if caught or name != "karlchen-caught" else 0
    return gets["re"] - gets["kontra"]


def tally(
    tricks: Sequence[tuple[Sequence[str], Sequence[str], str]],
    side: Mapping[str, str],
    size: int,
    schweinchen: bool = False,
) -> tuple[int, str | None, dict[str, dict[str, int]]]:
    """Re's card points, the side without a trick, the extras of both sides, of tricks (players, cards, who took it)."""
    extras: dict[str, dict[str, int]] = {"re": {}, "kontra": {}}

    def made(seat: str, name: str) -> None:
        extras[side[seat]][name] = extras[side[seat]].get(name, 0) + 1

    for number, (players, cards, taken) in enumerate(tricks, 1):
        if points_of(cards) >= 40:
            made(taken, "doppelkopf")
        for player, card in zip(players, cards, strict=True):
            if card == "DA" and side[player] != side[taken] and not schweinchen:
                made(taken, "fox")
            if card == "CJ" and number == size and player == taken:
                made(taken, "karlchen")
            elif card == "CJ" and number == size and side[player] != side[taken]:
                made(taken, "karlchen-caught")
    total = sum(points_of(cards) for _, cards, taken in tricks if side[taken] == "re")
    takers = {side[taken] for _, _, taken in tricks}
    return total, next((one for one in ("re", "kontra") if one not in takers), None), extras
