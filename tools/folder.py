"""Where the folder of PyInstaller starts: a double click serves, and `-m MODULE` and a file work as with Python."""

from __future__ import annotations

import multiprocessing
import runpy
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()
    while sys.argv[1:2] == ["-P"]:  # this Python has no other path anyway
        del sys.argv[1]
    if sys.argv[1:2] == ["-m"]:  # snapshots are started so
        del sys.argv[1]
        runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
    elif sys.argv[1:] and sys.argv[1].endswith(".py"):  # a press
        runpy.run_path(sys.argv.pop(1), run_name="__main__")
    else:
        from referee.cli.__main__ import main

        sys.argv += [] if sys.argv[1:] else ["serve", "--host", "0.0.0.0"]
        main()
