"""Memory: a table's values have no reference cycles, so the garbage collector need not run often."""

from __future__ import annotations

import gc


def keep_what_is_loaded() -> None:
    """Exclude all objects made so far from garbage collection, and make it rare.

    With Python's usual thresholds it walks all folded facts again and again: half a second with 30,000 of them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 1000)
