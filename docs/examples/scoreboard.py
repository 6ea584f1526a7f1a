"""A score board in a terminal: python3 scoreboard.py http://192.168.1.5:8000 TABLE [TOKEN]

It follows the table's news and reads the table when there are some. Standard library only.
"""

import json
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

HOST, TABLE, *TOKEN = sys.argv[1:]
HEADERS = {"Accept-Language": "en"} | ({"Authorization": f"Bearer {TOKEN[0]}"} if TOKEN else {})
SILENT = 60  # a stream says something every 25 seconds: one that is silent for longer is dead
shown = []


def ask(path: str):
    return urlopen(Request(f"{HOST}/api/1/t/{TABLE}{path}", headers=HEADERS), timeout=SILENT)


def show() -> None:
    """Read the table, and print it if anything has changed."""
    with ask("") as answer:
        table = json.load(answer)
    now = table["totals"], table["waits"]
    if now in shown:
        return
    shown[:] = [now]
    print(f"\n{table['title'] or table['game']} – {table['ended']} deals")
    for name, total in sorted(table["totals"].items(), key=lambda row: -row[1]):
        print(f"{total:6}  {name}")
    if table["finished"]:
        print("Won by", ", ".join(table["winners"]))
        sys.exit()
    print(table["waits"], flush=True)


def follow() -> None:
    """Show the table, and again at each event."""
    show()
    with ask("/news") as news:
        for line in news:
            if line.startswith(b"data: table "):
                show()


while True:
    try:
        follow()
    except HTTPError as refused:
        if refused.code not in (429, 503):
            sys.exit(json.load(refused)["detail"])
    except OSError as error:
        print("waiting:", error, file=sys.stderr)
    time.sleep(2)  # also where too many hold a stream: then it asks now and then
