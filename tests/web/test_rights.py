"""What a device sees that does not write: no page, file or paper tells more than the table's level of discretion."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask, url_for

from referee.sheets import sheet as sheets
from referee.store import StoreUnwritable
from referee.web.kit.rights import right_to
from referee.web.kit.visit import SUBJECTS_KEPT, Sightings
from referee.words.languages import language
from referee.words.text import CardName, say_value
from tests.help.web import ORIGIN, Page, Visitor

OPEN = """\
game tarot
preset fft
seats South East North West
deal North
bid West pass
bid South garde
bid East pass
bid North pass
discard South S2 S4 S6 C1 C8 C10
trick West SJ SK S1 S3
trick South H4 H9 HK H8
trick North S5 SN T1 S7
play South SQ
"""
"""South has trumped a spade in the third trick and leads one in the fourth, which proves a foul nobody has decided yet."""
FACE_DOWN = ("S2", "S4", "C8")
GATHERED = ("SK", "S3", "H9")
LYING = ("SQ",)
HIDDEN = {
    "everything, with the cards gone marked": FACE_DOWN,
    "what lies on the table": (*FACE_DOWN, *GATHERED),
    "the scores alone": (*FACE_DOWN, *GATHERED, *LYING),
}
"""What is not for those who look on, at each level."""


@pytest.fixture
def unprinted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Papers as the text that would be printed."""

    def render(tables: Any, *, lang: str, paper: str, **_: object) -> bytes:
        return sheets.html(tables[0], sheets.Form(lang, paper)).encode()

    def slip(table: Any, deal: int, place: int, form: sheets.Form) -> bytes:
        return sheets.slip_html(table, deal, place, form).encode()

    monkeypatch.setattr(sheets, "render", render)
    monkeypatch.setattr(sheets, "ruling_slip", slip)
    monkeypatch.setattr(sheets, "agreed", lambda table, form: sheets.agreed_html(table, form)[0].encode())


def read(visitor: Visitor, path: str) -> str:
    """All a device is told at an address: what is shown and what is read aloud, or the file as it is."""
    answer = visitor.client.get(path, headers={"Accept-Language": "en"})
    while path.endswith(".pdf") and answer.status_code == 200 and answer.mimetype == "text/html":
        time.sleep(0.02)
        answer = visitor.client.get(path, headers={"Accept-Language": "en"})
    assert answer.status_code < 500, path
    if answer.mimetype != "text/html":
        return str(answer.text)
    page = Page(answer.text)
    aloud = [value for _, got in page.attributes for name, value in got.items() if name in ("aria-label", "data-say")]
    return " ".join([page.text, *aloud])


def tells(text: str, card: str) -> bool:
    """Whether a text names a card: by its code, with its sign, or in words."""
    english = language("en")
    written = (say_value(CardName(card), english), english.face(card)["label"])
    return bool(re.search(rf"\b{card}\b", text)) or any(one in text for one in written)


def addresses(app: Flask, table: str) -> Iterator[str]:
    """Every address that can be opened about a table, and those that tell of all tables."""
    values = {"table": table, "deal": 1, "place": 1, "seat": 0}
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            about = "table" in rule.arguments and not rule.rule.startswith("/tournament")
            if about and "GET" in (rule.methods or ()) and rule.arguments <= values.keys():
                yield url_for(rule.endpoint, **{name: values[name] for name in rule.arguments})
    yield from ("/", "/people", "/people/South")


def opened(host: Visitor, level: str) -> str:
    """The path of a table in the middle of a deal, at a level of discretion."""
    host.open("/")
    host.press("Import", record=(io.BytesIO(OPEN.encode()), "evening.deal"))
    assert host.status == 200, host.page.text
    path = host.path
    host.open(path + "/devices")
    host.press(level)
    return path


@pytest.mark.usefixtures("unprinted")
@pytest.mark.parametrize("level", HIDDEN)
def test_no_page_file_or_paper_tells_who_looks_on_more_than_the_table_agreed(
    app: Flask, visitor: Visitor, far: Callable[[], Visitor], level: str
) -> None:
    table = opened(visitor, level).split("/")[2]
    asked, stranger = list(addresses(app, table)), far()
    assert len(asked) > 20
    assert {f"/t/{table}/{page}" for page in ("record", "sheet.pdf", "export.json", "history", "deals")} <= set(asked)
    heard = {path: read(stranger, path) for path in asked}
    assert {(path, card) for path in asked for card in HIDDEN[level] if tells(heard[path], card)} == set()
    everything = " ".join(read(visitor, path) for path in asked)
    assert all(tells(everything, card) for card in HIDDEN[level])


@pytest.mark.usefixtures("unprinted")
def test_where_the_scores_alone_are_shown_nothing_tells_the_contract_or_an_undecided_foul(
    app: Flask, visitor: Visitor, far: Callable[[], Visitor]
) -> None:
    table, stranger = opened(visitor, "the scores alone").split("/")[2], far()
    asked = [path for path in addresses(app, table) if not path.endswith("/laws")]
    heard, everything = ([read(who, path) for path in asked] for who in (stranger, visitor))
    for words in ("by South", "Not following"):
        assert [path for path, said in zip(asked, heard, strict=True) if words in said] == []
        assert words in " ".join(everything)
    assert 'data-fouls="0"' in stranger.open(f"/t/{table}").source


@pytest.mark.usefixtures("unprinted")
def test_a_sheet_for_who_looks_on_ends_before_the_deal_being_played_and_the_scribes_has_it(
    visitor: Visitor, far: Callable[[], Visitor]
) -> None:
    sheet = opened(visitor, "what lies on the table") + "/sheet.pdf"
    assert "by South" in read(visitor, sheet)
    looked = read(far(), sheet)
    assert "by South" not in looked
    assert "South" in looked


def test_a_record_is_for_those_who_write_until_the_deal_has_ended(visitor: Visitor, far: Callable[[], Visitor]) -> None:
    path, stranger = opened(visitor, "everything, with the cards gone marked"), far()
    stranger.open(path + "/record")
    assert stranger.status == 403
    visitor.open(path)
    visitor.tap('void "seen"')
    assert "discard South S2 S4" in stranger.client.get(path + "/record").text


def test_a_player_who_comes_too_late_with_a_bid_is_not_told_what_was_played(far: Callable[[], Visitor]) -> None:
    tablet, phone = far(), far()
    tablet.new_table()
    path = tablet.path
    tablet.tap("deal Cléo part=1")
    tablet.open(path + "/devices")
    invitation = re.findall(r'<p class="code">(\w+)</p>', tablet.press("player").source)[0]
    phone.open("/j/" + invitation)
    phone.press("Ana")
    late = next(form for form in phone.page.forms if form.action.endswith(("/prompt", "/fact")))
    data = late.sent(None, {}) | {"fact": "bid Ana 4"}
    tablet.open(path)
    tablet.tap("bid Ana 4", "bid Ben 5", "bid Cléo 3", "play Ana H5", "play Ben H6", "play Cléo H9", "play Cléo S2")
    answer = phone.client.post(path + "/fact", data=data, headers={"Origin": ORIGIN})
    assert answer.status_code == 409
    assert "plays ♥5" not in Page(answer.text).text


# What is remembered of addresses


@pytest.mark.parametrize("path", ["/t/22222222", "/t/22222222/live", "/t/22222222/sheet.pdf"])
def test_nothing_is_remembered_of_a_table_that_is_not_there(
    app: Flask, visitor: Visitor, far: Callable[[], Visitor], path: str
) -> None:
    for device in (visitor, far()):
        device.open(path)
        assert device.status == 404
    assert app.extensions["seen"].last("22222222") is None
    visitor.new_table()
    assert app.extensions["seen"].last(visitor.path.split("/")[2]) is not None


@pytest.mark.parametrize(
    "path", ["/t/nowhere", "/t/" + "x" * 8000, "/t/AAAAAAAA/live", "/tournament/x", "/tournament/x/standings"]
)
def test_an_id_of_a_shape_that_none_has_is_no_page_in_the_readers_language(
    app: Flask, far: Callable[..., Visitor], path: str
) -> None:
    page = far("fr").open(path)
    assert page.attribute("html", "lang") == "fr"
    assert "Cette page n’existe pas" in page.text
    assert app.extensions["seen"].last(path.split("/")[2]) is None


def test_the_table_longest_unseen_is_forgotten_first() -> None:
    seen = Sightings()
    for number in range(SUBJECTS_KEPT):
        seen.note(str(number), "a phone", wrote=True)
    seen.note("0", "a phone", wrote=False)
    seen.note("one more", "a phone", wrote=False)
    assert seen.last("1") is None
    assert seen.last("0") is not None
    assert seen.last("one more") is not None


# Where the database lies


def test_only_the_machine_itself_is_told_where_its_database_lies(
    app: Flask, visitor: Visitor, far: Callable[[], Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, tablet = app.extensions["tables"].store, far()
    tablet.new_table()
    path = tablet.path
    visitor.open(path)

    def full(*_: object, **__: object) -> None:
        raise StoreUnwritable(store.path, "full")

    monkeypatch.setattr(type(store), "append", full)
    for device, told in ((visitor, True), (tablet, False)):
        device.open(path)
        page = device.tap("deal Cléo part=1")
        assert device.status == 503
        assert "referee.db: the disk is full" in page.text
        assert (str(store.path) in page.text) is told
    guesser = far()
    page = guesser.open("/j/AAAAAA")
    assert "the disk is full" in page.text
    assert str(store.path) not in page.text


# What each page asks of who opens it

REFUSED = (
    "GET /t/{table}/claim?seat=0",
    "GET /t/{table}/seats",
    "GET /t/{table}/devices",
    "POST /t/{table}/devices/invite",
    "POST /t/{table}/devices/level",
    "POST /t/{table}/claim?seat=0",
    "POST /t/{table}/correct",
    "POST /t/{table}/confirm",
    "GET /t/{table}/round/scores",
    "POST /t/{table}/round/scores",
    "POST /t/{table}/round/hand-in",
    "GET /tournament/{event}/codes",
    "GET /tournament/{event}/file/document.json",
    "GET /tournament/{event}/paper.pdf",
    "GET /tournament/{event}/part/now",
    "GET /tournament/{event}/players.csv",
    "GET /tournament/{event}/print",
    "POST /tournament/{event}/add",
    "POST /tournament/{event}/finish",
    "POST /people/Ana",
)
"""Nothing of this is for a device that nobody has let in."""


def asked(visitor: Visitor, what: str) -> int:
    """The status with which a device is answered that sends a form of this program's, or opens a page."""
    method, path = what.split(" ")
    token = visitor.open("/").forms[-1].sent(None, {})["csrf_token"]
    data = {"csrf_token": token, "key": "1", "seq": "0"} if method == "POST" else None
    return visitor.client.open(path, method=method, data=data, headers={"Origin": ORIGIN}).status_code


def test_a_stranger_is_refused_whatever_is_for_those_let_in_and_the_computer_is_not(
    app: Flask, visitor: Visitor, far: Callable[[], Visitor]
) -> None:
    visitor.new_table()
    table = visitor.path.split("/")[2]
    visitor.open("/tournament/new")
    visitor.press("Open the tournament", title="Cup")
    event = visitor.path.split("/")[2]
    pages, stranger = [page.format(table=table, event=event) for page in REFUSED], far()
    assert {page: asked(stranger, page) for page in pages} == dict.fromkeys(pages, 403)
    allowed = [page for page in pages if "/round/" not in page and "/confirm" not in page]
    assert [page for page in allowed if asked(visitor, page) == 403] == []


def test_every_page_says_who_may_open_it(app: Flask) -> None:
    with app.app_context():
        assert [rule.rule for rule in app.url_map.iter_rules() if right_to(rule.endpoint) is None] == []


def test_a_page_that_does_not_say_who_may_open_it_is_for_nobody(app: Flask, visitor: Visitor) -> None:
    app.add_url_rule("/undeclared", view_func=lambda: "all there is to know")
    assert visitor.client.get("/undeclared").status_code == 403
