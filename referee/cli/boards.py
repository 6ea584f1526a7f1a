"""The command `referee boards`: deal boards from a seal, and verify that published hands are those dealt."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from referee.boards import deal_boards, form_of, hash_of, read_hands, read_seal, write_hands
from referee.cli.terminal import Refused, file_refusal, reader
from referee.record.text import Header, read
from referee.words.text import RefereeError, Slip, T


@click.group()
def boards() -> None:
    """Deal boards from a seal, or verify them."""


@boards.command()
@click.argument("seal")
@click.argument("game")
@click.option("--seats", type=int, default=4, show_default=True, help="How many play at a table.")
@click.option("--first", type=click.IntRange(1, 999), default=1, show_default=True)
@click.option("--last", type=click.IntRange(1, 999), default=6, show_default=True)
def deal(seal: str, game: str, seats: int, first: int, last: int) -> None:
    """Deal the boards of a SEAL for a GAME.

    Print them as a record with a hand line for each position.
    """
    try:
        if last < first:
            raise Slip(T("boards {first} to {last}: expected the last not before the first", first=first, last=last))
        header = Header(game, tuple(str(seat + 1) for seat in range(seats)))
        form = form_of(header)
        boards = deal_boards(form, read_seal(seal), range(first, last + 1))
    except RefereeError as error:
        raise Refused(error.text) from None
    click.echo(write_hands(form, header, boards), nl=False)


@boards.command()
@click.argument("seal")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--hash", "hash_before", default="", help="The hash shown before the first board.")
def verify(seal: str, file: Path, hash_before: str) -> None:
    """Compare the hands of a FILE with those of the SEAL.

    With --hash, also check that the seal has the hash shown before. Exit status: 0 all agree, 1 something differs,
    2 the file could not be read.
    """
    say = reader().say
    try:
        secret, data = read_seal(seal), file.read_bytes()
        form = form_of(read(data).header)
        published = read_hands(form, data)
    except (OSError, RefereeError) as error:
        raise file_refusal(file, error) from None
    actual = hash_of(secret)
    wrong = bool(hash_before) and actual != hash_before.strip().lower()
    click.echo(say(T("hash of the seal: {hash}", hash=actual)))
    if wrong:
        click.echo(say(T("the hash told before was another one: {hash}", hash=hash_before.strip())))
    for board, dealt in zip(published, deal_boards(form, secret, [one.number for one in published]), strict=True):
        same = board.hands == dealt.hands
        wrong |= not same
        text = T("board {board}: as dealt", board=board.number)
        click.echo(say(text if same else T("board {board}: not as this seal deals it", board=board.number)))
    sys.exit(1 if wrong else 0)
