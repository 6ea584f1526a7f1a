"""Memory: a table's values have no reference cycles, so the garbage collector need not walk old objects often."""

from __future__ import annotations

import gc


def keep_what_is_loaded() -> None:
    """Exclude all objects made so far from garbage collection, and make that of old objects rare.

    With Python's usual thresholds it walks all folded facts again and again: half a second with 30,000 of them. Young
    objects are collected as usual: an error refers to itself by its frames, and holds the form that was refused.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(700, 10, 1000)
