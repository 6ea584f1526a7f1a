"""Where the folder of PyInstaller starts: a double click serves, and `-m MODULE` and a file work as with Python."""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    multiprocessing.freeze_support()
    fonts = Path(sys._MEIPASS, "fonts.conf")  # type: ignore[attr-defined]  # where the folder's files lie
    os.environ.setdefault("FONTCONFIG_FILE", str(fonts))
    if sys.platform == "linux":  # a browser has libraries of its own
        os.environ.setdefault("BROWSER", "env -u LD_LIBRARY_PATH -u BROWSER xdg-open %s")
    while sys.argv[1:2] == ["-P"]:  # this Python has no other path anyway
        del sys.argv[1]
    if sys.argv[1:2] == ["-m"]:  # snapshots are started so
        del sys.argv[1]
        runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
    elif sys.argv[1:] and sys.argv[1].endswith(".py"):  # a press
        runpy.run_path(sys.argv.pop(1), run_name="__main__")
    else:
        from referee.cli.__main__ import main

        sys.argv += [] if sys.argv[1:] else ["serve", "--host", "0.0.0.0", "--open"]
        main()
