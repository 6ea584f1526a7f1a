"""A visitor without JavaScript: reads pages, fills in their forms, presses their buttons."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from typing import Any

from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import encode_multipart

from referee.record.text import HEADER, read, write

ORIGIN = "http://localhost"
THREE = ("Ana", "Ben", "Cléo")
ASKS_PART = {"HX-Request": "true", "HX-Target": "table"}
CONTROLS = ("input", "textarea", "select", "option", "button")


@dataclass
class Control:
    """An input or a button of a form."""

    name: str
    value: str
    type: str
    checked: bool = False
    label: str = ""


@dataclass
class Form:
    """A form of a page."""

    action: str
    method: str
    controls: list[Control] = field(default_factory=list)

    def sent(self, button: Control | None, filled: dict[str, Any]) -> MultiDict[str, Any]:
        """The data a browser sends when this button is pressed with these fields filled in."""
        data: MultiDict[str, Any] = MultiDict()
        for control in self.controls:
            if not control.name or control.type in ("submit", "button", "file") or control.name in filled:
                continue
            if control.type not in ("radio", "checkbox") or control.checked:
                data.add(control.name, control.value)
        for name, value in filled.items():
            kinds = {control.type for control in self.controls if control.name == name}
            assert kinds, f"no field {name} in this form"
            for each in value if isinstance(value, list | tuple) and "file" not in kinds else [value]:
                if kinds & {"radio", "checkbox"}:
                    assert any(c.name == name and c.value == each for c in self.controls), f"{name} offers no {each!r}"
                data.add(name, each)
        if button is not None and button.name:
            data.add(button.name, button.value)
        return data


QUOTED = r"""[^>"']*+(?:"[^"]*+"[^>"']*+|'[^']*+'[^>"']*+)*+"""
TAG = re.compile(rf"<(script|style)\b([^>]*)>(.*?)</\1>|<!.*?>|<(/?)([a-z][-:\w]*+)({QUOTED})>", re.S | re.I)
SENT = re.compile(
    rf"<(?:!.*?>|(?:script|style)\b.*?</(?:script|style)>|(/?)(form|a|{'|'.join(CONTROLS)})(?![-:\w])({QUOTED})>)",
    re.S | re.I,
)
"""The tags of forms and of links, and what holds no tags: to read all tags would take most of the time a page takes."""
CODE = re.compile(r"<(?:script|style)\b[^>]*>(.*?)</(?:script|style)>", re.S | re.I)
MARKUP = re.compile(rf"<!.*?>|</?[a-z][-:\w]*+{QUOTED}>", re.S | re.I)
ATTRIBUTE = re.compile(r"""([^\s=/"'>]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>]*+)))?+""")


@lru_cache(maxsize=2**14)
def attributes_of(written: str) -> Mapping[str, str]:
    """The attributes in an element's tag. Most pages have most tags of the page before."""
    found = ATTRIBUTE.findall(written)
    return {name.lower(): html.unescape(double or single or bare) for name, double, single, bare in found}


def words_of(source: str) -> str:
    """All that is between tags, also in scripts."""
    between = CODE.split(source)
    between[::2] = [MARKUP.sub(" ", outside) for outside in between[::2]]
    return " ".join(html.unescape(" ".join(between)).split())


class Reading:
    """The forms and links of a page, read from its source."""

    def __init__(self, source: str) -> None:
        self.forms: list[Form] = []
        self.links: list[tuple[str, str]] = []
        self._form: Form | None = None
        self._source = source
        self._saying: list[int] = []
        for tag in SENT.finditer(source):
            ends, name, written = tag.groups()
            if ends:
                self._end(name.lower(), tag.start())
            elif name:
                self._begin(name.lower(), written, tag.end())

    def _begin(self, tag: str, written: str, to: int) -> None:
        if tag not in ("form", "a") and self._form is None:
            return
        got = attributes_of(written)
        if tag == "form":
            self._form = Form(got.get("action", ""), got.get("method", "get"))
            self.forms.append(self._form)
        elif tag == "a":
            self.links.append((got.get("href", ""), ""))
            self._saying.append(to)
        elif self._form is not None:
            self._control(self._form.controls, tag, got, to)

    def _control(self, controls: list[Control], tag: str, got: Mapping[str, str], to: int) -> None:
        name, value = got.get("name", ""), got.get("value", "")
        if tag == "input" and got.get("form") != "none":
            kind = got.get("type", "text")
            value = got.get("value", "on" if kind == "checkbox" else "")
            controls.append(Control(name, value, kind, "checked" in got))
        if tag in ("textarea", "select"):
            controls.append(Control(name, "", tag))
        if tag == "option" and controls[-1].type == "select":
            chosen = controls[-1]
            if "selected" in got or not chosen.checked:
                chosen.value, chosen.checked = value, True
        if tag == "button":
            controls.append(Control(name, value, got.get("type", "submit"), label=got.get("aria-label", "")))
            self._saying.append(to)

    def _end(self, tag: str, at: int) -> None:
        if tag == "form":
            self._form = None
        if tag in ("a", "button") and self._saying:
            begun = self._saying.pop()
            if tag == "a":
                self.links[-1] = (self.links[-1][0], words_of(self._source[begun:at]))
            elif self._form is not None and not self._form.controls[-1].label:
                self._form.controls[-1].label = words_of(self._source[begun:at])


class Page:
    """A page: its source, and its content, read when first needed."""

    def __init__(self, source: str) -> None:
        self.source = source

    @cached_property
    def _reading(self) -> Reading:
        return Reading(self.source)

    @property
    def forms(self) -> list[Form]:
        return self._reading.forms

    @property
    def links(self) -> list[tuple[str, str]]:
        """Each link as (address, text)."""
        return self._reading.links

    @cached_property
    def attributes(self) -> list[tuple[str, Mapping[str, str]]]:
        """Each element as (name, attributes)."""
        return [
            (name.lower(), attributes_of(written))
            for whole, inner, _, ends, tag, more in TAG.findall(self.source)
            if not ends
            for name, written in [(whole, inner) if whole else (tag, more)]
            if name
        ]

    @cached_property
    def text(self) -> str:
        """All that is between tags, also in scripts. No element is read for it, as a page may be long."""
        return words_of(self.source)

    def forms_of(self, act: str) -> list[Form]:
        """The forms for an act. Only they are read, as a page may be long."""
        found = re.findall(rf'<form[^>]* action="[^"]*/{act}".*?</form>', self.source, re.S)
        return [Reading(form).forms[0] for form in found]

    def attribute(self, tag: str, name: str) -> str:
        """The first attribute of this name on such an element. Only that element is read, as a page may be long."""
        found = re.finditer(rf'<{tag}\b(?:[^>"]|"[^"]*")* {name}[=\s>](?:[^>"]|"[^"]*")*>?', self.source)
        read = (Page(element[0]).attributes for element in found)
        return next(got[name] for [(_, got), *_] in read if name in got)

    @property
    def seq(self) -> int:
        return int(self.attribute("div", "data-seq"))

    @property
    def alerts(self) -> str:
        """The alerts of the page."""
        found = re.findall(r'<(div|p|span)[^>]* role="alert"(?! hidden)[^>]*>(.*?)</\1>', self.source, re.S)
        return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", " ".join(words for _, words in found)).split()))

    def button(self, words: str) -> tuple[Form, Control]:
        """The button with this label or value."""
        for form in self.forms:
            for control in form.controls:
                if control.type == "submit" and words in (control.label, control.value):
                    return form, control
        raise AssertionError(f"no button {words!r}: {self.labels}")

    @property
    def labels(self) -> list[str]:
        return [control.label for form in self.forms for control in form.controls if control.type == "submit"]


class Visitor:
    """A person with a browser and its cookies."""

    def __init__(self, app: Any, language: str = "en", address: str = "127.0.0.1", host: str = "localhost") -> None:
        self.client = app.test_client()
        self.origin = f"http://{host}"
        self.client.open = partial(self.client.open, base_url=self.origin)
        self.client.environ_base["REMOTE_ADDR"] = address
        self.language = language
        self.status = 0
        self.path = ""
        self.page = Page("")
        self.headers: Any = {}

    def open(self, path: str, **headers: str) -> Page:
        return self._arrive(self.client.get(path, headers={"Accept-Language": self.language, **headers}), path)

    def go(self, path: str) -> Page:
        """Open a page and follow its redirects."""
        page = self.open(path)
        return self.go(self.headers["Location"]) if self.status == 303 else page

    def follow(self, words: str) -> Page:
        return self.open(next(href for href, said in self.page.links if said == words))

    def press(self, words: str, **filled: Any) -> Page:
        """Press a button, with these fields filled in and the others as they are."""
        form, button = self.page.button(words)
        return self.send(form, button, filled)

    def send(self, form: Form, button: Control | None = None, filled: dict[str, Any] | None = None) -> Page:
        if form.method == "get":
            data = form.sent(button, filled or {})
            headers = {"Accept-Language": self.language, "Origin": self.origin}
            return self._arrive(self.client.get(form.action, query_string=data, headers=headers), form.action)
        taken = self.attempt(form, button, filled)
        return self.page if taken is None else self.go(taken)

    def send_unseen(self, form: Form, button: Control | None = None, filled: dict[str, Any] | None = None) -> None:
        """Send a form that is taken, and do not look at the page that follows: what prepares a test asks for none."""
        assert self.attempt(form, button, filled), self.page.alerts

    def attempt(self, form: Form, button: Control | None = None, filled: dict[str, Any] | None = None) -> str | None:
        """Send a form; return where it leads if it is taken, and do not look there. Else the page says why it is not."""
        headers = {"Accept-Language": self.language, "Origin": self.origin}
        answer = self.client.post(form.action, headers=headers, **encoded(form.sent(button, filled or {})))
        if answer.status_code == 303:
            answer.close()
            return str(answer.location)
        self._arrive(answer, form.action)
        return None

    def _arrive(self, answer: Any, path: str) -> Page:
        self.status, self.path, self.headers = answer.status_code, path, answer.headers
        self.page = Page(answer.text)
        answer.close()
        return self.page

    def new_table(self, *names: str, title: str = "") -> Page:
        """Open a table of Double-détente; the last player named deals first."""
        names = names or THREE
        self.open(f"/new?game=double-detente&count={len(names)}")
        page = self.press("Open the table", seat=list(names), title=title)
        assert self.status == 200, page.text
        return page

    def take_in(self, *facts: str) -> Page:
        """Open a table of Double-détente with these facts. It takes one form, for tests that are not about taps."""
        record = "\n".join(["game double-detente", "seats " + " ".join(THREE), *facts, ""])
        self.open("/")
        page = self.press("Import", record=(io.BytesIO(record.encode()), "evening.deal"))
        assert self.status == 200, page.text
        return page

    def tap(self, *facts: str, **headers: str) -> Page:
        """Send lines of the record, all at once, as a form of this page does."""
        form = self.page.forms_of("fact")[0]
        data = form.sent(None, {})
        data.setlist("fact", ["\n".join(facts)])
        sent = {"Origin": self.origin, "Accept-Language": self.language, **headers}
        answer = self.client.post(form.action, data=data, headers=sent)
        if answer.status_code == 303:
            return self.open(answer.location)
        return self._arrive(answer, form.action)

    def record(self) -> str:
        """The record of the open table, without its day, title and place."""
        table = re.search(r"/t/\w+", self.path)
        assert table
        return undated(self.client.get(table[0] + "/record").text)


def undated(text: str) -> str:
    """A record without the lines that say when, as what and where it was played."""
    record = read(text)
    return write(replace(record, header=replace(record.header, date="", title="", place="")))


def encoded(data: MultiDict[str, Any]) -> dict[str, Any]:
    """The body of a request. One with a file is encoded here, as the test client would leave a file open."""
    if not any(isinstance(value, tuple) for value in data.values()):
        return {"data": data}
    files = {name: FileStorage(*value) if isinstance(value, tuple) else value for name, value in data.items()}
    boundary, body = encode_multipart(files)
    return {"data": body, "content_type": f'multipart/form-data; boundary="{boundary}"'}


def facts(record: str) -> list[str]:
    """The facts of a record, without its header."""
    return [line for line in record.splitlines() if line.split()[0] not in HEADER]
