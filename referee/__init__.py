"""Referee: a table referee and scorekeeper for real card games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Make the web application. `config` names the DATABASE and may set Flask's own settings.

    Raises StoreLocked, StoreUnwritable, StoreDamaged or StoreTooNew where the database cannot be used.
    """
    from referee.store import on_server
    from referee.web.app import build

    config = config or {}
    if not on_server(str(config.get("DATABASE", ""))):
        return build(config)
    from referee.hosting.pages.door import register

    return build(config, register)
