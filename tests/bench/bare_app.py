"""What a tap is measured beside: a Flask page that puts one row into the same kind of file, and nothing else."""

from __future__ import annotations

import sqlite3
from typing import Any

from flask import Flask, request


def create_app(config: dict[str, Any]) -> Flask:
    """The page."""
    app = Flask(__name__)
    db = sqlite3.connect(config["DATABASE"], isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE IF NOT EXISTS tap (id INTEGER PRIMARY KEY, fact TEXT NOT NULL)")

    @app.post("/t/<table>/fact")
    def fact(table: str) -> str:
        db.execute("INSERT INTO tap (fact) VALUES (?)", (request.form["fact"],))
        return "ok"

    @app.get("/static/icons/referee.svg")
    def ready() -> str:
        return "ok"

    return app
