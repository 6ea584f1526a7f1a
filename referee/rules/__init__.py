"""The door to the rules: every name that a game needs, whether it comes from the rules, the record or the words.

A game imports from here, and from three modules beside it: `common`, what several games share; `packs`, the pack of 78
cards; `ruffing`, what the games with that pack share. Within this package modules import one another.
"""

# texts for people, and names of suits
from referee.words.numbers import gain
from referee.words.suits import NO_SUIT, SUIT_LABEL, SUIT_NAME
from referee.words.text import CardName, Slip, T, Text

# the facts of a record, beside the cards played, and their words
from referee.record.encoding import JSON
from referee.record.facts import (Announced, Bid, Called, Discarded, Given, HandOpened, KittyTurned, Resulted, Shown,
                                  Turned, Withdrawn)  # fmt: skip
from referee.record.grammar import Fact, quote, whole

# cards, a deal and its tricks
from referee.rules.cards import EMPTY, UNSEEN, CardSet, Deck, lowest
from referee.rules.deal import Deal, DealState, Play, Said, Trick
from referee.rules.decks import DeckMaker

# what a fact does, what a play says of its player's hand, and fouls
from referee.rules.acts import (KINDS, STOCK, Act, AtMost, Denial, Denies, Foul, Holder, Holds, Moves, ProofKind,
                                Returns, Step)  # fmt: skip
from referee.rules.following import Cards, Following, demand_of, best_of

# laws and options, prompts, scores
from referee.rules.piles import Ask, Fill, Pile, Won, tricks_won
from referee.rules.options import NO_YES, Law, Option, Options, Usual, laws_of, option
from referee.rules.prompt import Choice, Field, Group, Prompt, Result, Value
from referee.rules.score import Aim, Due, Ladder, Line, Remedy, Scored, Standing, in_order, plays_on_table, total
from referee.rules.stakes import MARKS, OURS, THEIRS, Influence, Stakes, of_tricks

# the game itself, and answers that are kept
from referee.rules.extras import Gauge, SheetStyle
from referee.rules.ruleset import Ruleset, seat_of
from referee.rules.score_sheet import ScoreSheet
from referee.rules.caching import Cache, Running, Same, answers_cache, of_deal

__all__ = [
    "EMPTY", "JSON", "KINDS", "MARKS", "NO_SUIT", "NO_YES", "OURS", "STOCK", "SUIT_LABEL", "SUIT_NAME", "THEIRS",
    "UNSEEN", "Act", "Aim", "Announced", "Ask", "AtMost", "Bid", "Cache", "Called", "CardName", "CardSet", "Cards",
    "Choice", "Deal", "DealState", "Deck", "DeckMaker", "Denial", "Denies", "Discarded", "Due", "Fact", "Field", "Fill",
    "Following", "Foul", "Gauge", "Given", "Group", "HandOpened", "Holder", "Holds", "Influence", "KittyTurned",
    "Ladder", "Law", "Line", "Moves", "Option", "Options", "Pile", "Play", "Prompt", "ProofKind", "Remedy", "Result",
    "Resulted", "Returns", "Ruleset", "Running", "Said", "Same", "ScoreSheet", "Scored", "SheetStyle", "Shown", "Slip",
    "Stakes", "Standing", "Step", "T", "Text", "Trick", "Turned", "Usual", "Value", "Withdrawn", "Won", "answers_cache",
    "best_of", "demand_of", "gain", "in_order", "laws_of", "lowest", "of_deal", "of_tricks", "option", "plays_on_table",
    "quote", "seat_of", "total", "tricks_won", "whole",
]  # fmt: skip
