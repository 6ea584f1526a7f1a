"""What lies behind: history and corrections, replay, rulings, statistics, exports."""
