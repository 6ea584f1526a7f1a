"""What people say of a group by a form: its name, a colour, what a point is worth, that two groups are one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from flask import request, url_for

from referee.book.facts import Discreet, Joined, Named, Parted, Said, Styled, Valued
from referee.book.money import Way, Worth
from referee.web.book.asked import Asked, name_of
from referee.web.kit.forms import Button, Chips, Form, Halves, Line, Menu, Number, Tick
from referee.words.chart import STYLES
from referee.words.text import Slip, T, Text

MOST_NAME, MOST_LETTERS, MOST_CENTS = 60, 3, 100_000
COLOUR_NAMES = (
    T("green"), T("red"), T("blue"), T("brown"), T("violet"),
    T("black"), T("petrol"), T("pink"), T("olive"), T("rust"),
)  # fmt: skip
"""The colours of a chart’s lines, in the order of `referee.words.chart.COLOURS`."""
assert len(COLOUR_NAMES) == STYLES


class Saying(Form):
    """A form that says something of a group; `word` stands in its address."""

    buttons = (Button(T("Save"), look="primary"),)

    def __init__(self, asked: Asked, *, sent: bool = False) -> None:
        super().__init__(formdata=request.form if sent else None, data=self.stands(asked))
        self.asked = asked
        self.action = url_for("book.say_of", table=asked.table, word=self.word)
        self.offer(asked)

    @classmethod
    def stands(cls, asked: Asked) -> dict[str, object]:
        """What stands in the fields before anybody types."""
        return {}

    def offer(self, asked: Asked) -> None:
        """Set the choices of the fields."""

    def facts(self, asked: Asked) -> Sequence[Said]:
        """What the form says, once it is checked."""
        raise NotImplementedError


class Name(Saying):
    """The name of the group."""

    word: ClassVar[str] = "name"
    heading = T("A name for the group")
    title = Line(T("Name"), most=MOST_NAME)

    @classmethod
    def stands(cls, asked: Asked) -> dict[str, object]:
        return {"title": asked.words.title_of(asked.tables)}

    def facts(self, asked: Asked) -> Sequence[Said]:
        return [Named(asked.group.id, self.title.data)]


class Style(Saying):
    """A person's colour and letters."""

    word: ClassVar[str] = "style"
    heading = T("Colours and letters")
    name = Menu(T("Player"))
    colour = Chips(T("Colour"), tuple(enumerate(COLOUR_NAMES)), of=int)
    letters = Line(T("Letters"), most=MOST_LETTERS, look="short")

    @classmethod
    def stands(cls, asked: Asked) -> dict[str, object]:
        first = next(iter(asked.styles))
        return {"name": first, "colour": asked.styles[first]}

    def offer(self, asked: Asked) -> None:
        self.name.offer((name, name) for name in asked.styles)

    def facts(self, asked: Asked) -> Sequence[Said]:
        if self.name.data not in asked.styles or self.colour.data not in range(STYLES):
            raise Slip(T("choose one of these"), part="name")
        return [Styled(self.name.data, self.colour.data, self.letters.data)]


class Cents(Saying):
    """What the points of a game are worth."""

    word: ClassVar[str] = "cents"
    heading = T("What a point is worth")
    help: ClassVar[Sequence[Text]] = (T("For who plays for small money. The program moves none."),)
    game = Line(hidden=True)
    halfs = Halves(T("Cents a point"), blank=0, look="short")
    way = Chips(T("Who pays"), (("mean", T("the points as they are")), ("each", T("each pays each the difference"))))
    most = Number(T("At most in an evening, in cents"), blank=0)
    lost = Number(T("For the kitty, for each lost game, in cents"), blank=0)

    @classmethod
    def stands(cls, asked: Asked) -> dict[str, object]:
        worth = asked.words.worth_of(asked.tables, asked.game or "")
        whole, half = divmod(worth.tenths, 10)
        typed = f"{whole}{'½' if half else ''}" if worth.tenths else ""
        return {
            "game": asked.game,
            "halfs": typed,
            "way": worth.way,
            "most": worth.most or None,
            "lost": worth.lost or None,
        }

    def facts(self, asked: Asked) -> Sequence[Said]:
        values = {"halfs": self.halfs.data, "most": self.most.data, "lost": self.lost.data}
        for part, value in values.items():
            if not 0 <= value <= MOST_CENTS:
                raise Slip(T("expected between 0 and {most}", most=MOST_CENTS), part=part)
        way: Way = "each" if self.way.data == "each" else "mean"
        worth = Worth(self.halfs.data * 5, self.most.data, self.lost.data, way)
        return [Valued(asked.group.id, self.game.data, worth)]


class Join(Saying):
    """Another group is the same one."""

    word: ClassVar[str] = "join"
    heading = T("The same people as another group")
    help: ClassVar[Sequence[Text]] = (
        T("The program takes people for a group when more than half at a table come often. Say here what it missed."),
    )
    other = Menu(T("Group"))
    buttons = (Button(T("They are one group")),)

    def offer(self, asked: Asked) -> None:
        self.other.offer((group.id, name_of(group, asked.words)) for group in asked.others)

    def facts(self, asked: Asked) -> Sequence[Said]:
        if self.other.data not in {group.id for group in asked.others}:
            raise Slip(T("choose one of these"), part="other")
        return [Joined(asked.group.id, self.other.data)]


class Part(Saying):
    """What was made one group is taken apart."""

    word: ClassVar[str] = "part"
    heading = T("Made one of several groups")
    buttons = (Button(T("Take them apart again")),)

    def facts(self, asked: Asked) -> Sequence[Said]:
        return [Parted(tuple(sorted(asked.tables)))]


class Share(Saying):
    """Whether names leave the house."""

    word: ClassVar[str] = "share"
    heading = T("Names in what is shared")
    initials = Tick(T("Initials only"))

    @classmethod
    def stands(cls, asked: Asked) -> dict[str, object]:
        return {"initials": asked.words.initials_of(asked.tables)}

    def facts(self, asked: Asked) -> Sequence[Said]:
        return [Discreet(asked.group.id, self.initials.data)]


FORMS: dict[str, type[Saying]] = {form.word: form for form in (Name, Style, Cents, Join, Part, Share)}


def forms(asked: Asked, refused: Saying | None = None) -> list[Saying]:
    """The forms that make sense for a group, one of them as it was refused."""
    made = [tables for tables in asked.words.joined if set(tables) <= asked.tables]
    sense = {"cents": asked.game is not None, "join": bool(asked.others), "part": bool(made)}
    chosen = [form for word, form in FORMS.items() if sense.get(word, True)]
    return [refused if refused is not None and refused.word == form.word else form(asked) for form in chosen]
