"""The command `referee tournament`: a club's tournaments from the terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from referee.cli.terminal import Refused, database_option, file_refusal, reader
from referee.club.tournaments import Tournaments
from referee.club.transfer import export as export_file
from referee.club.transfer import take_in
from referee.sheets.site import write_site
from referee.store import Store, Where
from referee.tournament.document import check_document, document
from referee.tournament.duplicate import adjusted_points, match_points
from referee.tournament.exports import ics, number, seats_csv, standings_csv
from referee.tournament.standings import standings as standings_of
from referee.tournament.tournament import Tournament
from referee.tournament.venues import provisional
from referee.words.text import RefereeError, T


@click.group()
def tournament() -> None:
    """List, publish and move tournaments."""


@tournament.command("list")
@database_option
def list_(database: Where) -> None:
    """List the tournaments, the last changed first."""
    with Store.open(database, read_only=True) as store:
        for stream in Tournaments(store).all():
            click.echo(f"{stream.id}  {stream.created[:10]}  {stream.label.get('title', '')}")


@tournament.command()
@click.argument("name", metavar="TOURNAMENT")
@click.option("-o", "--out", type=click.Path(path_type=Path, dir_okay=False), help="The file to write.")
@database_option
def export(name: str, out: Path | None, database: Where) -> None:
    """Write a TOURNAMENT with all its tables to one file."""
    try:
        with Store.open(database, read_only=True) as store:
            if store.stream(name).kind != "tournament":
                raise Refused(T("“{found}” is no tournament", found=name))
            data = export_file(store, name)
        if out is None:
            click.echo(data.decode(), nl=False)
        else:
            out.write_bytes(data)
            click.echo(str(out))
    except RefereeError as error:
        raise Refused(error.text) from None
    except OSError as error:
        raise file_refusal(out, error) from None


@tournament.command("document")
@click.argument("name", metavar="TOURNAMENT")
@click.option("-o", "--out", type=click.Path(path_type=Path, dir_okay=False), help="The file to write.")
@database_option
def document_(name: str, out: Path | None, database: Where) -> None:
    """Write the results as JSON (docs/document.md)."""
    with Store.open(database, read_only=True) as store:
        content = document(Tournaments(store).together(name).tournament)
    _write(json.dumps(content, ensure_ascii=out is None, indent=1) + "\n", out)


@tournament.command()
@click.argument("name", metavar="TOURNAMENT")
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="The folder to write."
)
@database_option
def publish(name: str, out: Path, database: Where) -> None:
    """Write the results as a folder of static pages."""
    try:
        with Store.open(database, read_only=True) as store:
            first = write_site(Tournaments(store).together(name).tournament, out, reader().code)
    except OSError as error:
        raise file_refusal(out, error) from None
    click.echo(str(first))


@tournament.command()
@click.argument("file", type=click.Path(path_type=Path))
def validate(file: Path) -> None:
    """Check a FILE against the schema of docs/document.md."""
    try:
        check_document(content := json.loads(file.read_bytes()))
    except (OSError, RefereeError) as error:
        raise file_refusal(file, error) from None
    except (ValueError, RecursionError) as error:
        raise Refused(T("{file} is no JSON: {said}", file=str(file), said=str(error))) from None
    text = T("{file} is a document of a tournament, version {version}", file=str(file), version=content["version"])
    click.echo(reader().say(text))


def _write(text: str, out: Path | None) -> None:
    if out is None:
        click.echo(text, nl=False)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise file_refusal(out, error) from None
    click.echo(str(out))


@tournament.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@database_option
def import_(file: Path, database: Where) -> None:
    """Import a tournament's FILE; print its id.

    A tournament that is here already continues with the entries of the file.
    """
    try:
        data = file.read_bytes()
        with Store.open(database) as store:
            click.echo(take_in(store, data))
    except (OSError, RefereeError) as error:
        raise file_refusal(file, error) from None


@tournament.command()
@click.option("--season", help="Only tournaments of this season.")
@database_option
def calendar(season: str | None, database: Where) -> None:
    """Print the dated tournaments as a calendar (ICS)."""
    with Store.open(database, read_only=True) as store:
        tournaments = Tournaments(store)
        all_ = [(one.id, tournaments.get(one.id).tournament.settings, one.last_at) for one in tournaments.all()]
    click.echo(ics(one for one in all_ if season in (None, one[1].season)), nl=False)


@tournament.command()
@click.argument("name", metavar="TOURNAMENT")
@click.option("--rounds", type=int, help="The standings after so many rounds.")
@click.option("--csv", "form", flag_value="csv", help="Print CSV.")
@click.option("--seats", "form", flag_value="seats", help="Print every seat of every round as CSV.")
@click.option("--json", "form", flag_value="json", help="Print the whole tournament as docs/document.md says.")
@database_option
def standings(name: str, rounds: int | None, form: str | None, database: Where) -> None:
    """Print the standings of a TOURNAMENT."""
    with Store.open(database, read_only=True) as store:
        tournaments = Tournaments(store)
        tournament, whole = tournaments.together(name).tournament, tournaments.whole(name)
    if whole and not whole.final:
        click.echo(reader().say(provisional(whole)), err=True)
    click.echo(_standings_text(tournament, rounds, form), nl=False)


@tournament.command(context_settings={"ignore_unknown_options": True})  # a score may have a minus
@click.argument("one", type=int)
@click.argument("other", type=int)
@click.option(
    "--adjusted",
    type=click.Choice(["quadrette", "team"]),
    help="The first side spoiled the deal: print adjusted scores.",
)
def match(one: int, other: int, adjusted: str | None) -> None:
    """Print the match points of two tarot scores.

    ONE and OTHER are the scores of the two sides on the same deal (R-RO p. 23, code p. 15).
    """
    points = match_points(one, other)
    marks = adjusted_points(points, team=adjusted == "team") if adjusted else (points, -points)
    click.echo("  ".join(f"{mark + 0:.2f}" for mark in marks))


def _standings_text(tournament: Tournament, rounds: int | None, form: str | None) -> str:
    voice = reader()
    match form:
        case "json":
            ascii_only = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
            return json.dumps(document(tournament), ensure_ascii=ascii_only) + "\n"
        case "csv":
            return standings_csv(standings_of(tournament, rounds), voice)
        case "seats":
            return seats_csv(tournament, voice)
    rows = standings_of(tournament, rounds).rows
    return "".join(f"{row.place:>4}{'=' if row.level else '.'} {number(row.total):>8}  {row.name}\n" for row in rows)
