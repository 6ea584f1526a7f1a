"""Commands for records and the database that keeps them, and `referee seats`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from referee.cli.terminal import (
    Progress,
    Refused,
    contents,
    database_option,
    file_option,
    file_refusal,
    reader,
    sentence,
)
from referee.cli.upkeep import tell_sheet
from referee.club.tables import Tables
from referee.club.transfer import refold
from referee.club.verifying import verify
from referee.games import GAMES, game
from referee.record import text as record
from referee.record.text import Record
from referee.store import Store, StoreError, Where
from referee.store import restore as restore_store
from referee.table.table import fold_record
from referee.words.languages import LANGUAGES, language
from referee.words.text import RefereeError, Slip, T


@click.command()
@click.argument("name", required=False)
@click.option("--words", is_flag=True, help="Print how a record writes the game's cards, bids, announcements and keys.")
def games(name: str | None, words: bool) -> None:
    """List the games, or the options and presets of one."""
    say = reader().say
    if words:
        for each in [game(name)] if name else GAMES:
            click.echo(each.name)
            for kind, known in each.words().items():
                click.echo(f"  {kind}  {' '.join(known)}")
        return
    chosen = [game(name)] if name else list(GAMES)
    for each in chosen:
        players = ", ".join(map(str, each.players))
        click.echo(f"{each.name}  {say(each.title)} ({players})  preset: {' '.join(each.presets)}")
        if not name:
            continue
        for preset, options in each.presets.items():
            click.echo(f"\npreset {preset}")
            for option in options.rows():
                law = f" ({option.law})" if option.law else ""
                click.echo(f"  {option.name}={option.value}  {say(option.text)}{law}")
                for word, text in option.choices.items():
                    click.echo(f"      {word}: {say(text)}")


@click.command()
@click.argument("table")
@database_option
def export(table: str, database: Where) -> None:
    """Print a TABLE as a record."""
    with Store.open(database, read_only=True) as store:
        tables = Tables(store)
        kept = tables.get(table)
        click.echo(f"# {table}, entry {kept.seq}, sealed {tables.code(kept)}")
        click.echo(tables.export(table), nl=False)


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--date", help="When it was played, as 2026-11-20. [default: what FILE says]")
@click.option("--title", help="The title of the table. [default: what FILE says, else its name]")
@click.option("--place", help="Where it was played. [default: what FILE says]")
@database_option
def import_(file: Path, database: Where, **head: str | None) -> None:
    """Import a record FILE as a new table; print its id."""
    try:
        new = with_heading(record.read(file.read_bytes(), record.MOST_FACTS), head)
        with Store.open(database) as store:
            click.echo(Tables(store).take_in_record(new, file.stem, key=os.urandom(16).hex()))
    except (OSError, RefereeError) as error:
        raise file_refusal(file, error) from None


def with_heading(new: Record, head: Mapping[str, str | None]) -> Record:
    """A record with the date, title and place that the command line names. Raises Slip for what is no date."""
    known = new.header
    date, title, place = (head[name] or getattr(known, name) for name in ("date", "title", "place"))
    if date and not record.is_date(date):
        raise Slip(T("“{found}” stands where {expected} was expected", found=date, expected=record.A_DATE))
    return replace(new, header=replace(known, date=date, title=title, place=place))


@click.command()
@click.argument("target", required=False, type=click.Path(path_type=Path))
@click.option("--keep", type=click.IntRange(min=1), help="Without TARGET: keep only so many dated copies.")
@database_option
def backup(target: Path | None, keep: int | None, database: Where) -> None:
    """Copy the database, also while in use; check the copy.

    Without TARGET the copy goes beside the database, with day and time (UTC) after its name:
    referee.db-20261122T031500Z.backup
    """
    if target is not None and keep is not None:
        raise Refused(T("--keep removes dated copies only: leave TARGET or --keep out"))
    try:
        with Store.open(database, read_only=True) as store:
            path, counts = (target, store.backup(target, Progress())) if target else store.backup_dated(Progress())
            click.echo(f"{path}: {reader().say(contents(counts))}")
            for old in store.drop_backups(path, keep) if keep else ():
                click.echo(reader().say(T("{file}: removed", file=str(old))))
    except StoreError as error:
        raise Refused(error.text) from None
    except OSError as error:  # the copy is made; only removing an older one failed
        raise file_refusal(error.filename, error) from None


@click.command()
@click.argument("source", type=click.Path(path_type=Path))
@file_option
def restore(source: Path, database: Path) -> None:
    """Replace the database by a backup; keep the old one.

    The old database stays beside the new one.
    """
    old = restore_store(source, database, progress=Progress())
    click.echo(f"{database}" + (f" ({old})" if old else ""))


@click.command("verify")
@click.option("--sheet", help="Tell which entry the CODE on a score sheet means, and whether it still holds.")
@click.option("--hashes", is_flag=True, help="Check the hashes only, which takes seconds.")
@database_option
def verify_(sheet: str | None, hashes: bool, database: Where) -> None:
    """Check every log by its hashes and by replaying it.

    Exit status 1 where something is wrong.
    """
    wrong = 0
    if sheet is not None:
        sys.exit(0 if tell_sheet(database, sheet) else 1)
    for problem in verify(database, None if hashes else refold, Progress()):
        click.echo(problem)
        wrong += 1
    if wrong:
        sys.exit(1)
    click.echo("ok")


out_option = click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The PDF to write."
)
paper_option = click.option("--paper", type=click.Choice(["a4", "a5"]), default="a4", show_default=True)
print_lang_option = click.option("--lang", type=click.Choice(list(LANGUAGES)), help="The language of the sheet.")
title_option = click.option("--title", default="", help="The club or the evening.")


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@out_option
@paper_option
@print_lang_option
@title_option
@click.option("--place", default="", help="The place where it was played.")
@click.option("--date", help="The date, as 2026-11-20. [default: what each FILE says, else when the last was written]")
@click.option("--url", default="", help="A link to the table, printed as a QR code.")
def sheet(
    files: tuple[Path, ...],
    out: Path,
    paper: str,
    lang: str | None,
    url: str,
    **head: str | None,
) -> None:
    """Print records as score sheets, one PDF for all."""
    from referee.sheets import render

    voice = language(lang) if lang else reader()
    tables = []
    for file in files:
        try:
            tables.append(fold_record(with_heading(record.read(file.read_bytes()), head)))
        except (OSError, RefereeError) as error:
            click.echo(f"{file}: {sentence(error, voice)}", err=True)
            sys.exit(2)
    written = max(file.stat().st_mtime for file in files)
    created = datetime.fromtimestamp(int(written)).astimezone()
    _write(out, render(tables, lang=voice.code, paper=paper, url=url, created=created, progress=Progress()))


@click.command()
@click.argument("game_name", metavar="GAME")
@out_option
@click.option("--seats", type=int, help="The number of players. [default: the fewest the game takes]")
@click.option("--preset", help="The preset of laws. [default: the game's first]")
@paper_option
@print_lang_option
@title_option
def blank(
    game_name: str, out: Path, seats: int | None, preset: str | None, paper: str, lang: str | None, title: str
) -> None:
    """Print an empty score sheet to fill in by hand."""
    from referee.sheets import blank as print_blank

    voice = language(lang) if lang else reader()
    pdf = print_blank(game_name, seats=seats, lang=voice.code, paper=paper, title=title, preset=preset)
    _write(out, pdf)


@click.command()
@click.argument("players", type=int)
@click.option("--rounds", type=int, required=True, help="The number of rounds, all drawn together.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option(
    "--size", "sizes", type=int, multiple=True, help="The seats of a table, the preferred number first. [default: 4, 3]"
)
@click.option("--game", "game_name", metavar="GAME", help="Use the table sizes and partners of this game.")
@click.option("--partners", is_flag=True, help="Every other seat plays together; partners change.")
@click.option("--apart", multiple=True, metavar="A-B", help="Two players who should not meet.")
@click.option("--fixed", multiple=True, metavar="A@TABLE", help="A player who stays at a table.")
@click.option(
    "--frozen", type=click.File(encoding="utf-8"), help="A file of rounds already played, as --json prints them."
)
@click.option("--even", is_flag=True, help="Share short tables evenly, even if more players then meet again.")
@click.option("--federation", is_flag=True, help="Use the tarot federation's movement.")
@click.option("--seed", type=int, help="The seed of the draw: the same seed draws the same rounds.")
@click.option(
    "--seconds", type=click.FloatRange(0, 3600), default=5, show_default=True, help="The time to search, in seconds."
)
def seats(
    players: int, rounds: int, as_json: bool, game_name: str | None, federation: bool, seconds: float, **wish: Any
) -> None:
    """Draw and certify the rounds of a tournament.

    PLAYERS is their number. Each table lists its players in the order of their seats.
    """
    from referee.tournament import seating

    wish["seed"] = int.from_bytes(os.urandom(4)) if wish["seed"] is None else wish["seed"]
    wish["apart"], wish["fixed"] = seating.pairs(wish["apart"]), seating.places(wish["fixed"])
    if wish["frozen"]:
        wish["frozen"], wish["frozen_out"] = seating.read_rounds(wish["frozen"].read())
        wish["frozen"] = wish["frozen"][:rounds]
    wish["frozen"] = wish["frozen"] or ()
    if game_name:
        sizes, partners = seats_of(game_name)
        wish["sizes"], wish["partners"] = wish["sizes"] or sizes, wish["partners"] or partners
    wish["sizes"] = wish["sizes"] or (4, 3)
    steps = int(seconds * seating.STEPS_PER_SECOND)
    draw = (
        seating.federation(players, rounds)
        if federation
        else seating.plan(players, rounds, steps=steps, progress=Progress(), **wish)
    )
    if as_json:
        click.echo(json.dumps(draw.as_json()))
    else:
        say = reader().say
        click.echo("\n".join(say(text) for text in seating.lines(draw, "federation" if federation else None)))


def seats_of(name: str) -> tuple[tuple[int, ...], bool]:
    """The sizes of a game's tables, the preferred first, and whether it has partners before any deal."""
    from referee.tournament.seating import sizes_by_preference

    ruleset = game(name)
    sizes = sizes_by_preference(ruleset.players)
    some = ruleset(next(iter(ruleset.presets.values())), tuple("ABCDEFGHIJ"[: sizes[0]]))
    return sizes, some.team(None, 0) is not None


def _write(out: Path, pdf: bytes) -> None:
    try:
        out.write_bytes(pdf)
    except OSError as error:
        raise file_refusal(out, error) from None
    click.echo(str(out))
