"""Whole records: read, written, refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.record.facts import Bid, Corrected, Dealt, Noted, Played, Ruled, Struck
from referee.record.text import MOST_BYTES, Entry, Header, Record, read, renumber, write
from referee.table.table import fold_record
from referee.words.text import Slip, with_line
from tests.help import facts as facts_help
from tests.help.record import HEAD, record

NAMES = st.lists(facts_help.NAME, min_size=1, max_size=6, unique=True).map(tuple)
OPTIONS = st.dictionaries(facts_help.KEY, facts_help.TEXT, max_size=3).map(lambda found: tuple(found.items()))
HEADERS = st.builds(Header, facts_help.TEXT, NAMES, st.none() | facts_help.TEXT, OPTIONS)


def refused(text: str | bytes) -> str:
    """Why a text is no record, with the line."""
    with pytest.raises(Slip) as slip:
        fold_record(read(text))
    return str(with_line(slip.value))


def test_a_record_is_a_header_and_the_facts_with_their_lines() -> None:
    head = '# Friday\ngame tarot\npreset standard\n\noption discard=free call=yes\nseats Nora Élie "Jean Paul"\n'
    found = read(head + "\ndeal Nora\nnote  # nothing happened\n")
    assert found.header == Header(
        "tarot", ("Nora", "Élie", "Jean Paul"), "standard", (("discard", "free"), ("call", "yes"))
    )
    assert found.entries == (Entry(8, Dealt("Nora")), Entry(9, Noted()))


def test_the_example_of_the_contract_can_be_read() -> None:
    found = read(
        record(
            "deal Cléo part=1",
            "bid Ana 4",
            "bid Ben 5",
            "bid Cléo 3",
            "trick Ana H5 T4 H9   # Ben trumps",
            "ruling 9 uphold",
        )
    )
    assert [entry.line for entry in found.entries] == [3, 4, 5, 6, 7, 8]
    assert found.entries[-1].fact == Ruled(9, "uphold")


def test_the_header_may_stand_in_any_order_and_in_several_option_lines() -> None:
    found = read("seats Ana Ben\noption tie=shared\ngame double-detente\noption foul_part3=50\ndeal Ben\n").header
    assert found == Header("double-detente", ("Ana", "Ben"), None, (("tie", "shared"), ("foul_part3", "50")))


def test_the_preset_and_each_option_are_written_on_lines_of_their_own() -> None:
    header = Header("tarot", ("Ana", "Ben", "Cid"), "standard", (("discard", "free"), ("kitty", "hidden")))
    written = "game tarot\npreset standard\noption discard=free\noption kitty=hidden\nseats Ana Ben Cid\n"
    assert write(Record(header, ())) == written


def test_a_note_may_stand_before_the_header() -> None:
    assert read("note Friday\n" + HEAD).entries == (Entry(1, Noted("Friday")),)


@pytest.mark.untraced
@given(HEADERS, st.lists(facts_help.ANY, max_size=5))
def test_what_is_written_is_read_as_the_same(header: Header, facts: list[facts_help.Fact]) -> None:
    first = len(header.lines()) + 1
    whole = Record(header, tuple(Entry(line, fact) for line, fact in enumerate(facts, first)))
    assert read(write(whole)) == whole


@pytest.mark.untraced
@given(HEADERS)
def test_a_byte_order_mark_and_carriage_returns_change_nothing(header: Header) -> None:
    text = write(Record(header, (Entry(len(header.lines()) + 1, Noted("x")),)))
    assert read(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()) == read(text)


def test_a_name_with_its_accent_as_a_sign_of_its_own_is_the_same_name() -> None:
    one, two = "Cl\u00e9o", "Cle\u0301o"
    table = fold_record(read(f"game tarot\nseats Ana Ben {one} Dan\ndeal {two}\nbid Ana pass\n"))
    assert (table.seats[2], table.deals[0].deal.dealer) == (one, 2)


def test_the_last_line_needs_no_end() -> None:
    assert read(record("deal Ana", "note last").removesuffix("\n")) == read(record("deal Ana", "note last"))


def test_what_refers_to_a_line_moves_with_it() -> None:
    facts = ["", "deal Ana", "# a comment", "bid Ana 4", "ruling 6 waive", "correct 6 bid Ana 5", "strike 6"]
    written = read(write(read(record(*facts, "correct 4 ruling 6 waive"))))
    assert [(entry.line, entry.fact) for entry in written.entries] == [
        (3, Dealt("Ana")),
        (4, Bid("Ana", "4")),
        (5, Ruled(4, "waive")),
        (6, Corrected(4, Bid("Ana", "5"))),
        (7, Struck(4)),
        (8, Corrected(3, Ruled(4, "waive"))),
    ]


def test_a_log_numbers_the_facts_from_one() -> None:
    found = renumber(read(record("deal Ana", "", "play Ana H5", "strike 5")))
    assert found.entries == (Entry(1, Dealt("Ana")), Entry(2, Played("Ana", ("H5",))), Entry(3, Struck(2)))


def test_a_line_that_is_not_there_stays_as_it_is() -> None:
    assert read(write(read(record("deal Ana", "strike 99")))).entries[-1].fact == Struck(99)


REFUSED = [
    ("", "line 1: the record has no line “game”"),
    ("game tarot\n", "line 1: the record has no line “seats”"),
    ("seats Ana Ben\n", "line 1: the record has no line “game”"),
    ("game\nseats Ana Ben\n", "line 1: the line ends too early: the name of a game expected"),
    ("game tarot\nseats\n", "line 2: the line ends too early: the names of the seats expected"),
    ("game tarot fft\nseats Ana Ben\n", "line 1: “fft” stands where the name of a game was expected"),
    ("game tarot\nseats Ana name=Ben\n", "line 2: “name=Ben” stands where the names of the seats was expected"),
    ("game tarot\ngame tarot\n", "line 2: “game” stands twice in the header"),
    ("game tarot\nseats Ana Ben\nseats Ana Ben\n", "line 3: “seats” stands twice in the header"),
    ("game tarot\noption\n", "line 2: the line ends too early: key=value expected"),
    ("game tarot\noption discard\n", "line 2: “discard” stands where key=value was expected"),
    ("option tie=shared\noption tie=shared\n", "line 2: “option tie” stands twice in the header"),
    ("option tie=shared tie=shared\n", "line 1: “option tie” stands twice in the header"),
    ("game tarot\nseats Ana Ben Ana\n", "line 2: two seats are called Ana"),
    ('game tarot\nseats Ana ""\n', "line 2: “” stands where a name was expected"),
    ('game tarot\nseats Ana " "\n', "line 2: “ ” stands where a name was expected"),
    (HEAD + "deal Ana\noption tie=shared\n", "line 4: “option” belongs before the first deal"),
    (HEAD + "deal Ana\nplya Ana H5\n", "line 4: “plya” is no fact: expected one of deal, hand"),
    (HEAD + 'deal Ana\nnote "half\nnote x\n', 'line 4: “"half” stands where a word'),
    (HEAD + "deal Ana\nnote a\x00b\n", "line 4: the character '\\x00' has no place in a record"),
    (HEAD + "deal Ana\rdeal Ben\n", "line 3: the character '\\r' has no place in a record"),
    (HEAD + "note a\x85b\n", "line 3: the character '\\x85' has no place in a record"),
    (HEAD + "note a\u2028b\n", "line 3: the character '\\u2028' has no place in a record"),
    (HEAD + "note \ud800\n", "is not UTF-8"),
    (HEAD.encode() + b"note \xe9t\xe9\n", "line 3: byte 0xe9 is not UTF-8, the encoding of records"),
    (HEAD.encode("utf-16"), "line 1: byte 0xff is not UTF-8"),
    (HEAD.encode() + b"note \xc3", "line 3: byte 0xc3 is not UTF-8"),
    ("game bridge\nseats Ana Ben Cleo\n", "line 1: there is no game “bridge”: expected one of"),
    ("seats A B C\npreset fft\ngame double-detente\n", "line 2: there is no preset “fft”: expected one of standard"),
    ("option trump=H\n" + HEAD, "line 1: there is no option “trump”: expected one of foul_others, foul_part3"),
    (
        "option tie=shared\noption foul_part3=45\n" + HEAD,
        "line 2: option foul_part3 cannot be “45”: expected one of 30, 40, 50",
    ),
    ("game double-detente\nseats Ana\n", "line 2: 1 seats: this game is for 2, 3"),
    ("game double-detente\n\nseats A B C D\n", "line 3: 4 seats: this game is for 2, 3"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[message[:60] for _, message in REFUSED])
def test_what_is_no_record_is_refused_with_its_line_what_stood_there_and_what_was_expected(
    text: str | bytes, message: str
) -> None:
    assert message in refused(text)


def test_a_record_may_be_held_to_so_many_facts() -> None:
    text = "game tarot\nseats A B C\ndeal C\n# of no account\nbid A petite\nbid B pass\n"
    assert len(read(text, most=3).entries) == 3
    with pytest.raises(Slip, match="a table has at most 2 entries"):
        read(text, most=2)


def test_a_record_has_at_most_a_megabyte() -> None:
    comment = "#" * 999 + "\n"
    whole = HEAD + comment * ((MOST_BYTES - len(HEAD.encode())) // len(comment))
    whole += "#" * (MOST_BYTES - len(whole.encode()))
    assert MOST_BYTES == 1_000_000
    assert read(whole.encode()).entries == ()
    assert refused(whole.encode() + b"#") == "line 1: the file is too long: a record has at most 1000000 bytes"


@pytest.mark.untraced
@pytest.mark.parametrize(
    "body",
    [
        "x" * 999_000,
        " " * 999_000 + "x",
        'note "' + "\\" * 900_000,
        "hand Ana" + " H5" * 300_000,
        "correct 3 " * 90_000,
        "note x\nundo\n" * 80_000 + "nonsense",
        "deal Ana\nvoid\n" * 60_000,
        "\x00" * 900_000,
        "seats " + " ".join(map(str, range(140_000))),
    ],
    ids=["one word", "spaces", "one quote", "one hand", "nested", "undone", "given up", "zeros", "seats"],
)
def test_a_megabyte_of_anything_is_refused_in_a_short_sentence(body: str) -> None:
    assert len(refused(HEAD + body)) < 600


def line_of_refusal(text: str | bytes) -> int | None:
    """The line of what is wrong with a text; 0 where nothing is."""
    try:
        fold_record(read(text))
    except Slip as slip:
        return slip.line
    return 0


@pytest.mark.untraced
@given(st.binary(max_size=200))
def test_any_bytes_are_a_record_or_a_slip_with_its_line(data: bytes) -> None:
    assert line_of_refusal(data) is not None


@pytest.mark.untraced
@given(st.lists(st.sampled_from([*HEAD.split(), "\n", "=", '"', "deal", "play", "H5", "#"]), max_size=30))
def test_any_words_are_a_record_or_a_slip_with_its_line(words: list[str]) -> None:
    assert line_of_refusal(HEAD + " ".join(words)) is not None
