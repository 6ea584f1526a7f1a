"""When a look at the pockets says that the cards fit: enough for all that refuse any, and nothing that wants a closer look."""

from referee.judge import open_case
from referee.judge.worlds import at_ease
from referee.rules.cards import Deck

DECK = Deck(["H5", "H6", "H7", "H8", "H9", "H10"])


def test_the_cards_fit_where_the_most_exacting_pocket_accepts_enough_for_all_that_refuse_any() -> None:
    case = open_case(DECK, {0: 2, 1: 2, 2: 2})
    assert at_ease(case)
    case.put(0, case.pockets[0]._replace(denied=DECK.mask("H5") | DECK.mask("H6")))
    assert at_ease(case)  # four cards for two rooms
    case.put(1, case.pockets[1]._replace(denied=DECK.mask("H7") | DECK.mask("H8") | DECK.mask("H9")))
    assert not at_ease(case)  # three cards are not plainly enough for four rooms: another law must tell


def test_a_pocket_that_cards_came_into_is_looked_at_closely() -> None:
    case = open_case(DECK, {0: 3, 1: 3})
    case.put(0, case.pockets[0]._replace(laid=((DECK.mask("H5"), 0),)))
    assert not at_ease(case)
