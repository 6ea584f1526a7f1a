"""The judge: proves fouls from what was played, for every game at once."""

from referee.judge.case import Case, open_case
from referee.judge.judge import judge_acts, judge_play, judge_taker, judge_trick, judge_unseen
from referee.judge.pockets import deal_from_stock
from referee.judge.seen import plain_fouls, revealed_fouls

__all__ = [
    "Case", "deal_from_stock", "judge_acts", "judge_play", "judge_taker", "judge_trick", "judge_unseen", "open_case",
    "plain_fouls", "revealed_fouls",
]  # fmt: skip
