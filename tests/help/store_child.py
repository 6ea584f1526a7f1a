"""A separate process for the tests of the store: `python store_child.py WORD DATABASE [STREAM]`.

load   append from four threads until killed, printing "key first last" after each answer
hold   open the store, print "open", wait for the end of standard input
orphan as hold, with a child that outlives it and prints its process id
open   open and close the store, print "open" or the name of the error
"""

from __future__ import annotations

import os
import sys
import threading
import time

from referee.store import StaleSequence, Store, StoreError


def say(line: str) -> None:
    """Print a line in one system call, so that a kill leaves no half of it."""
    os.write(1, f"{line}\n".encode())


def load(store: Store, stream: str, thread: int) -> None:
    seq, count = 0, 0
    while True:
        key = f"{os.getpid()}-{thread}-{count}"
        try:
            done = store.append(
                stream, key, seq, [("tap", {"key": key, "part": part}) for part in range(1 + count % 3)]
            )
        except StaleSequence as stale:
            seq = stale.current
            continue
        say(f"{key} {done.seq_first} {done.seq_last}")
        seq, count = done.seq_last, count + 1


def main(word: str, path: str, stream: str = "") -> None:
    try:
        store = Store.open(path)
    except StoreError as error:
        say(type(error).__name__)
        return
    if word == "load":
        for number in range(4):
            threading.Thread(target=load, args=(store, stream, number), daemon=True).start()
        time.sleep(60)
    elif word == "hold":
        say("open")
        sys.stdin.read()
    elif word == "orphan":
        if not os.fork():
            say(str(os.getpid()))
            time.sleep(60)
            os._exit(0)
        sys.stdin.read()
    else:
        say("open")
    store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
