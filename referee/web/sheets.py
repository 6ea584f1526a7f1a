"""Sheets ordered from a page: printed beside the web, kept until the table has moved on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

Order = tuple[str, int, str, str]
"""Table, sequence number, language, paper."""

KEPT = 60


class Press:
    """Prints one sheet after the other without keeping a page waiting."""

    def __init__(self) -> None:
        self._printers = ThreadPoolExecutor(1, thread_name_prefix="press")
        self._orders: OrderedDict[Order, Future[bytes]] = OrderedDict()

    def order(self, order: Order, render: Callable[[], bytes]) -> Future[bytes]:
        """The sheet of an order, begun if it was not; a failed one is begun anew the next time it is asked for."""
        known = self._orders.get(order)
        if known is None:
            known = self._orders[order] = self._printers.submit(render)
        while len(self._orders) > KEPT:
            self._orders.popitem(last=False)
        return known

    def forget(self, order: Order) -> None:
        """Print it again the next time."""
        self._orders.pop(order, None)
