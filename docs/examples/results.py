"""A bot that posts each new result of a tournament: python3 results.py http://192.168.1.5:8000 TOURNAMENT [TOKEN]

It prints a line for each table that was confirmed since it last looked. Standard library only.
"""

import json
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

HOST, EVENT, *TOKEN = sys.argv[1:]
HEADERS = {"Authorization": f"Bearer {TOKEN[0]}"} if TOKEN else {}


def ask(path: str) -> dict:
    with urlopen(Request(HOST + path, headers=HEADERS), timeout=20) as answer:
        return json.load(answer)


def rows(path: str, name: str):
    """All rows of a list, page after page."""
    while path:
        page = ask(path)
        yield from page[name]
        path = page["next"]


def post(number: int) -> bool:
    """Print what is new of a round; return whether all its results are told."""
    tables = [*rows(f"/api/1/tournament/{EVENT}/rounds/{number}", "tables")]
    for table in tables:
        if table["paid"] and (number, table["number"]) not in posted:
            posted.add((number, table["number"]))
            names = (seat["name"] for seat in table["seats"])
            result = ", ".join(f"{name} {paid:+}" for name, paid in zip(names, table["paid"], strict=True))
            print(f"Round {number}, table {table['number']}: {result}", flush=True)
    return all(table["paid"] for table in tables)


posted, told = set(), set()
while True:
    try:
        event = ask(f"/api/1/tournament/{EVENT}")
        told |= {number for number in range(1, event["through"] + 1) if number not in told and post(number)}
        if event["finished"]:
            break
    except HTTPError as refused:
        if refused.code not in (429, 503):
            sys.exit(json.load(refused)["detail"])
    except OSError as error:
        print("waiting:", error, file=sys.stderr)
    time.sleep(5)
