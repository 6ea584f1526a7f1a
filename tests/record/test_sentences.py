"""Facts as sentences: every fact says what happened, and which of its cards are worth drawing."""

import pytest

import referee.record.facts  # noqa: F401 - enters them in FACTS
from referee.record.grammar import FACTS, parse
from referee.words.text import T, Text

SENTENCES = [
    ("deal Ana part=2", "Ana deals", ()),
    ("hand Ana H5 EX", "Ana lays the hand open", ("H5", "EX")),
    ("bid Ana garde", "Ana: “garde”", ()),
    ("call Ana HK", "Ana calls HK", ("HK",)),
    ("turn SK/H4", "SK/H4 is turned", ("SK/H4",)),
    ("show Ana HK S2", "Ana shows HK, S2", ("HK", "S2")),
    ("kitty H5 H6", "the kitty: H5, H6", ("H5", "H6")),
    ("discard Ana H5 H6 H7", "Ana sets 3 cards aside", ("H5", "H6", "H7")),
    ("discard Ana count=6 shown=T2,T3", "Ana sets 6 cards aside", ("T2", "T3")),
    ("discard Ana H5 shown=T2", "Ana sets 1 cards aside", ("H5",)),
    ("give Ana Ben count=2", "Ana gives Ben 2 cards", ()),
    ("give Ana Ben count=3 trumps=2", "Ana gives Ben 3 cards, trumps among them: 2", ()),
    ("give Ana Ben H5", "Ana gives Ben one card", ("H5",)),
    ("announce Ana handful T1 T2", "Ana announces “handful”", ("T1", "T2")),
    ("play Ana H5+H5", "Ana plays H5, H5", ("H5", "H5")),
    ("read Ana H5+H5", "Ana plays H5, H5 (read)", ("H5", "H5")),
    ("ask Ana H9 H6", "Ana played one of these: H9, H6", ("H9", "H6")),
    ("ask Ana", "which card did Ana play?", ()),
    ("confirm 7 9", "looked at, and right: 2", ()),
    ("withdraw Ana", "Ana takes the card back", ()),
    ("trick Ana H5 H6+H7", "Ana leads: H5, H6, H7", ("H5", "H6", "H7")),
    ("took Ana", "Ana takes the trick", ()),
    ("claim Ana", "Ana claims the rest", ()),
    ("claim Ana H5 H6", "Ana claims the rest in this order: H5, H6", ("H5", "H6")),
    ("took Ana H5", "Ana takes the trick (H5)", ("H5",)),
    ("result taker=Ana bouts=2", "the result", ()),
    ("foul Ana must-follow", "a foul seen: Ana, the foul must-follow", ()),
    ("ruling 12 uphold", "a foul: upheld", ()),
    ("ruling 12 perhaps", "a foul: perhaps", ()),
    ("penalty Ana -5 rude", "Ana loses 5 points: rude", ()),
    ("penalty Ana 0 conduct", "Ana is warned: conduct", ()),
    ("void misdeal", "void: misdeal", ()),
    ("time", "the agreed time is up", ()),
    ("void", "the deal counts for nothing", ()),
    ("note late", "note: late", ()),
    ("undo", "taken back", ()),
    ("correct 3 play Ana H5", "corrected: Ana plays H5", ()),
    ("strike 3", "an entry struck out", ()),
    ("insert 3 play Ana H5", "put in: Ana plays H5", ()),
    ("reseat Ben Ana", "the seats put right: Ben, Ana", ()),
]


class Game:
    """A game that marks what it was asked for."""

    lowest_wins = False

    def word_text(self, word: str) -> Text:
        return T("“{word}”", word=word)

    def foul_name(self, kind: str) -> Text:
        return T("the foul {kind}", kind=kind)


@pytest.mark.parametrize(("line", "sentence", "cards"), SENTENCES)
def test_a_fact_says_in_a_sentence_what_happened(line: str, sentence: str, cards: tuple[str, ...]) -> None:
    fact = parse(line)
    assert str(fact.says(Game())) == sentence
    assert fact.all_cards == cards


def test_points_that_a_penalty_takes_are_added_where_the_fewest_win() -> None:
    game = Game()
    game.lowest_wins = True
    assert str(parse("penalty Ana 100 late").says(game)) == "Ana takes 100 points more: late"


def test_every_fact_has_its_sentence_here() -> None:
    assert {line.split()[0] for line, _, _ in SENTENCES} == set(FACTS)
