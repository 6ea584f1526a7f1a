"""A group’s year, or all its years, on paper."""

from __future__ import annotations

from flask.typing import ResponseReturnValue

from referee.sheets.book import YearPage, html, render
from referee.web.book import view
from referee.web.book.asked import Asked, asked_for, game_title, pages
from referee.web.book.money import money_view
from referee.web.club.sheets import Hears, hand_out, paper
from referee.web.kit.request import say, who
from referee.web.kit.rights import belongs
from referee.words.chart import Frame
from referee.words.text import T

WIDE = Frame(520, 210, letters=17)


@pages.get("/<id:table>/book.pdf")
@belongs
def as_pdf(table: str) -> ResponseReturnValue:
    """The year asked for, as PDF."""
    asked, code, size = asked_for(table), who().language.code, paper()
    page = _year(asked)
    span, game = asked.span or "ever", asked.game or "all"
    seen = sum(len(sitting.deals) + 1 for sitting in asked.group.sittings)

    def render_page(_: Hears) -> bytes:
        return render(page, code, size)

    order = (table, f"{span.replace('/', '-')}-{game}-{asked.measure}", code, size, seen, hash(page.title))
    return hand_out(order, render_page, asked.address(), lambda: [html(page, code, size)])


def _year(asked: Asked) -> YearPage:
    game = say(T("all games")) if asked.game is None else game_title(asked.game)
    return YearPage(
        asked.name,
        f"{game} · {asked.span or say(T('ever'))}",
        {
            "mixed": asked.game is None,
            "measure": say(view.MEASURE_NAMES[asked.measure]),
            "standing": view.standing_view(asked),
            "curve": view.curve_view(asked, WIDE),
            "evenings": list(view.evening_views(asked, 0)),
            "duels": view.duel_views(asked),
            "aims": view.aim_views(asked),
            "best": list(view.best_views(asked)),
            "money": money_view(asked, asked.evenings),
        },
    )
