"""The door of hosting: what an application does differently where its database is on a server."""

from __future__ import annotations

from flask import Flask, render_template
from flask.typing import ResponseReturnValue

from referee.hosting.address import club_in
from referee.hosting.pages.federation import federation, front_of_federation
from referee.hosting.pages.members import members
from referee.hosting.pages.naming import naming, wish_of
from referee.hosting.pages.serving import club, clubs_served, secret_of_server, serve_club, serve_clubs
from referee.hosting.quota import QuotaReached
from referee.web import home
from referee.web.app import error_page
from referee.web.kit.request import file
from referee.web.kit.rights import anyone
from referee.web.kit.visit import visit
from referee.words.text import T


def register(app: Flask) -> None:
    """Serve the clubs at the application's DATABASE, or, as at home, the one that the address names."""
    app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or secret_of_server()
    if club_in(str(app.config["DATABASE"])):
        serve_club(app)
        return
    serve_clubs(app)
    for pages in (members, federation, naming):
        app.register_blueprint(pages)
    app.view_functions |= {"home.page": front, "home.health": health}
    app.register_error_handler(QuotaReached, _refuse_more)
    app.jinja_env.globals["additions"] = {"home": "hosting/_home.html", "person": "hosting/_person.html"}
    app.jinja_env.globals["wish_of"] = wish_of


@anyone
def front() -> ResponseReturnValue:
    """The first page: a club's tables, a federation's ranking, or for a stranger the door."""
    own = club()
    if not visit().belongs:
        return render_template("hosting/door.html", club=own)
    return front_of_federation() if own is not None and own.federation else home.page()


@anyone
def health() -> ResponseReturnValue:
    """For monitoring: 200 where the program answers and reads the server's list of clubs, else 503."""
    clubs_served().clubs.store.kinds()
    return file("ok\n", "health.txt", "text/plain")


def _refuse_more(error: QuotaReached) -> tuple[str, int]:
    return error_page(403, T("The club’s room is used up"), error.text)
