"""The judge: proves fouls from what was played, for every game at once."""

from referee.judge.case import Case
from referee.judge.judge import (
    deal_from_stock,
    judge_acts,
    judge_play,
    judge_taker,
    judge_trick,
    judge_unseen,
    open_case,
)

__all__ = [
    "Case",
    "deal_from_stock",
    "judge_acts",
    "judge_play",
    "judge_taker",
    "judge_trick",
    "judge_unseen",
    "open_case",
]
