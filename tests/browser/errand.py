"""What prepares a test of a page: forms that the page's browser sends, none of which it draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urljoin

from playwright.sync_api import APIRequestContext, Page
from werkzeug.datastructures import MultiDict

from tests.help.desk import Desk
from tests.help.web import Visitor


@dataclass(frozen=True)
class Answer:
    """What the program answers, as Flask's client has it."""

    status_code: int
    headers: Mapping[str, str]
    text: str

    @property
    def location(self) -> str:
        return self.headers["location"]

    def close(self) -> None:
        """Nothing is left open."""


class Client:
    """Asks the program at this address as Flask's client asks an application, with the browser's cookies."""

    def __init__(self, request: APIRequestContext, url: str) -> None:
        self._request, self._url = request, url

    def get(self, path: str, headers: Mapping[str, str], **_: Any) -> Answer:
        return self._ask("GET", path, headers)

    def post(
        self,
        path: str,
        headers: Mapping[str, str],
        data: MultiDict[str, str] | bytes,
        content_type: str = "application/x-www-form-urlencoded",
    ) -> Answer:
        body = data if isinstance(data, bytes) else urlencode(list(data.items(multi=True))).encode()
        return self._ask("POST", path, {**headers, "Content-Type": content_type}, body)

    def _ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None) -> Answer:
        address = urljoin(self._url, path)
        got = self._request.fetch(address, method=method, headers=dict(headers), data=body, max_redirects=0)
        return Answer(got.status, got.headers, got.text())


class Errand(Visitor):
    """A visitor who has the cookies of a page, reads English, and draws nothing."""

    def __init__(self, page: Page, url: str) -> None:
        self.client, self.origin, self.language = Client(page.request, url), url, "en"


def desk_of(page: Page, url: str, game: str = "tarot", **agreed: Any) -> Desk:
    """The desk of a new tournament; the page's browser directs it, and shows nothing of it yet."""
    return Desk(Errand(page, url), game, **agreed)


def open_console(page: Page, url: str, desk: Desk, more: str = "") -> None:
    """Show a place of its console."""
    page.goto(f"{url}/tournament/{desk.id}{more}")
