"""Any possible fact, for hypothesis: one strategy for each form of a field."""

from dataclasses import fields
from functools import partial
from typing import Any
from unicodedata import normalize

from hypothesis import strategies as st

from referee.record import facts as events  # noqa: F401 - enters the facts
from referee.record.grammar import FACTS, Fact

# Every letter a person may type, but no control characters or other line ends.
LETTERS = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])
AWKWARD = st.sampled_from([" ", '"', "\\", "=", "#", "+", ",", "é", "Élie", "'", "a=b", "\t", "\u00a0", "\ufeff", "?"])
TEXT = st.lists(AWKWARD | LETTERS, max_size=6).map("".join).map(partial(normalize, "NFC"))
NAME = TEXT.filter(str.strip)
CARD = st.sampled_from(["H5", "T21", "EX", "SK/H4", "FOOL", "?", "H10"]) | st.text(
    LETTERS.filter(lambda letter: letter not in "+,"), min_size=1, max_size=4
).map(partial(normalize, "NFC"))
KEY = st.from_regex(r"[a-z][a-z0-9_-]{0,6}", fullmatch=True)
PLAY = st.lists(CARD, min_size=1, max_size=3).map(tuple)

FORMS: dict[str, st.SearchStrategy[Any]] = {
    "seat": TEXT,
    "word": TEXT,
    "card": TEXT,
    "text": TEXT,
    "number": st.integers(-999_999_999, 999_999_999),
    "numbers": st.lists(st.integers(-999_999_999, 999_999_999), min_size=1, max_size=4).map(tuple),
    "play": PLAY,
    "names": st.lists(TEXT, max_size=4).map(tuple),
    "cards": st.lists(CARD, max_size=4).map(tuple),
    "plays": st.lists(PLAY, max_size=4).map(tuple),
    "keys": st.dictionaries(KEY, TEXT, max_size=3).map(lambda keys: tuple(keys.items())),
    "count=": st.none() | st.integers(-999, 999),
    "seat=": st.none() | TEXT,
    "word=": st.none() | TEXT,
    "card=": st.none() | CARD,
    "cards=": st.lists(CARD, max_size=3).map(tuple),
}


def of(cls: type[Fact]) -> st.SearchStrategy[Fact]:
    """Any fact of a class."""
    forms = {field.name: field.metadata["form"] for field in fields(cls)}
    return st.builds(cls, **{name: PLAIN if form == "fact" else FORMS[form] for name, form in forms.items()})


PLAIN = st.one_of([of(cls) for cls in FACTS.values() if not cls.amends])
"""Any fact that is not about another."""

ANY = st.one_of([of(cls) for cls in FACTS.values()])
"""Any fact."""
