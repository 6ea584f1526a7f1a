"""Memory: the values of a table hold no circles, so that the collector need not walk them often."""

from __future__ import annotations

import gc


def keep_what_is_loaded() -> None:
    """Leave all that is loaded out of the collector's rounds, and let these be rare.
    With Python's own thresholds it walks every fact folded again and again: half a second at 30,000 of them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 1000)
