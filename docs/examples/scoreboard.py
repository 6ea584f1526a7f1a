"""A score board in a terminal: python3 scoreboard.py http://192.168.1.5:8000 TABLE [TOKEN]

It follows the table's news and reads the table when there are some. Standard library only.
"""

import json
import sys
import time
from urllib.error import URLError
from urllib.request import Request, urlopen

HOST, TABLE, *TOKEN = sys.argv[1:]
HEADERS = {"Accept-Language": "en"} | ({"Authorization": f"Bearer {TOKEN[0]}"} if TOKEN else {})


def read() -> dict:
    with urlopen(Request(f"{HOST}/api/1/t/{TABLE}", headers=HEADERS)) as answer:
        return json.load(answer)


def show(table: dict) -> None:
    print(f"\n{table['title'] or table['game']} – {table['ended']} deals")
    for name, total in sorted(table["totals"].items(), key=lambda row: -row[1]):
        print(f"{total:6}  {name}")
    if table["finished"]:
        print("Won by", ", ".join(table["winners"]))


def follow() -> None:
    """Show the table at each event; what was missed while the line was broken is in the first one after it."""
    shown = None
    with urlopen(Request(f"{HOST}/api/1/t/{TABLE}/news", headers=HEADERS)) as news:
        for line in news:
            if line.startswith(b"data: table "):
                table = read()
                if table["totals"] != shown:
                    show(table)
                shown = table["totals"]
                if table["finished"]:
                    sys.exit()


while True:
    try:
        follow()
    except URLError as error:
        print("waiting:", error, file=sys.stderr)
    time.sleep(2)
