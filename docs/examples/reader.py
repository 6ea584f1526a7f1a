"""A reader at work: python3 reader.py http://192.168.1.5:8000 TABLE TOKEN

It tells each card that it reads on standard input, a line a card: `H9`, or each card it weighs and how sure it is of
it, `H9=0.6 H6=0.4`. Put a scanner, an antenna or a camera before it. Standard library only.
"""

import json
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

HOST, TABLE, TOKEN = sys.argv[1:]
BEGAN = int(time.time())  # makes keys of this run differ from those of the one before


def tell(key: str, cards: list[dict]) -> dict:
    """Tell a card until the table answers. The key makes it count once, however often it is sent."""
    body = json.dumps({"key": key, "cards": cards}).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    while True:
        try:
            with urlopen(Request(f"{HOST}/api/1/t/{TABLE}/readings", body, headers), timeout=10) as answer:
                return json.load(answer)
        except HTTPError as refused:
            again = refused.headers.get("Retry-After")  # people are asked for the card before, or the server is busy
            if again is None:
                return json.load(refused)
        except OSError:  # no answer: whether it was taken the key will tell
            again = "2"
        time.sleep(float(again))


for number, line in enumerate(sys.stdin):
    seen = [word.partition("=") for word in line.split()]
    if seen:
        told = tell(f"{BEGAN}-{number}", [{"card": code, "sure": float(sure or 1)} for code, _, sure in seen])
        if "detail" in told:
            print(f"not taken: {told['detail']}", flush=True)
        else:
            print(told["reading"], told["seat"], *told["cards"], flush=True)
