"""A table's past: history and corrections, replay, rulings, statistics, exports."""
