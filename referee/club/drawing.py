"""Draw a tournament's rounds in a separate process, so that no page waits for it.

Run as a module, this is that process. It reads the tournament's log as JSON on standard input. It writes JSON lines to
standard output: one for each step of progress, then one with the rounds drawn, or why they cannot be drawn.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from referee.store.records import Json
from referee.tournament import seating
from referee.tournament.draws import draw
from referee.tournament.encoding import from_json
from referee.tournament.facts import Drawn
from referee.tournament.tournament import Entry, Tournament, open_tournament
from referee.words.text import RefereeError, Slip, T, Text

OURS = Path(__file__).parents[2]
"""The folder this program was loaded from, so that the other process loads the same."""
SECONDS = 5.0
"""How long a draw searches, nominally."""
PATIENCE = 20.0
"""A draw is stopped after this many times its nominal seconds, and 30 more."""


class DrawFailed(RefereeError):
    """The process that draws ended without an answer."""


class Drawing:
    """A draw of the rounds from `first` on: `progress` from 0 to 1, then `result`. It is stopped if too slow."""

    def __init__(self, tournament: Tournament, first: int, seed: int, seconds: float = SECONDS) -> None:
        self.first = first
        self.seed = seed
        self.seq = tournament.seq
        self.progress = 0.0
        self._answer: Json | None = None
        order = {"log": _log_as_json(tournament), "first": first, "seed": seed, "seconds": seconds}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "referee.club.drawing"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(OURS)},
        )
        self._watch = threading.Timer(seconds * PATIENCE + 30, self.stop)
        self._reader = threading.Thread(target=self._read, args=(json.dumps(order).encode(),), daemon=True)
        self._watch.daemon = True
        self._watch.start()
        self._reader.start()

    @property
    def done(self) -> bool:
        """Whether the draw has ended, with a result or without."""
        return not self._reader.is_alive()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the draw is done, at most `timeout` seconds; return whether it is."""
        self._reader.join(timeout)
        return self.done

    def stop(self) -> None:
        """Stop the draw."""
        self._process.kill()

    def result(self) -> tuple[Drawn, ...]:
        """The rounds drawn, once done. Raises Slip where they cannot be drawn, DrawFailed where it was stopped."""
        if self._answer is None:
            raise DrawFailed(T("the draw was not finished"))
        if "drawn" in self._answer:
            answers = tuple(from_json(one) for one in self._answer["drawn"])
            return tuple(one for one in answers if isinstance(one, Drawn))
        raise Slip(text_of(self._answer["slip"]))

    def _read(self, order: bytes) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(order)
            self._process.stdin.close()
            for line in self._process.stdout:
                message = json.loads(line)
                if "progress" in message:
                    self.progress = float(message["progress"])
                else:
                    self._answer, self.progress = message, 1.0
        except (OSError, ValueError):
            self._process.kill()
        finally:
            self._process.wait()
            self._process.stdout.close()
            self._watch.cancel()


def _log_as_json(tournament: Tournament) -> list[list[Any]]:
    return [[entry.seq, entry.fact.json(), entry.at, entry.by] for entry in tournament.log]


def _of(log: Iterable[list[Any]]) -> Tournament:
    entries = [Entry(seq, from_json(fact), at, by) for seq, fact, at, by in log]
    return open_tournament(entries[0]).extend(entries[1:])


def text_as_json(text: Text) -> Json:
    """A text as JSON, for another process."""
    values = {name: text_as_json(value) if isinstance(value, Text) else value for name, value in text.values.items()}
    return {"msgid": text.msgid, "values": values}


def text_of(message: Json) -> Text:
    """A text back from its JSON."""
    values = {
        name: text_of(value) if isinstance(value, dict) else tuple(value) if isinstance(value, list) else value
        for name, value in message["values"].items()
    }
    return Text(message["msgid"], values)


def main() -> None:
    """Run the process that draws."""
    order = json.load(sys.stdin)
    shown = -1

    def progress(done: int, steps: int) -> None:
        nonlocal shown
        if done * 50 // max(steps, 1) > shown:
            shown = done * 50 // max(steps, 1)
            _say({"progress": done / max(steps, 1)})

    steps = int(order["seconds"] * seating.STEPS_PER_SECOND)
    try:
        drawn = draw(_of(order["log"]), order["first"], seed=order["seed"], steps=steps, progress=progress)
    except Slip as slip:
        _say({"slip": text_as_json(slip.text)})
    else:
        _say({"drawn": [one.json() for one in drawn]})


def _say(message: Json) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
