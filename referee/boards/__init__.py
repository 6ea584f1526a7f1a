"""Boards: prepared deals, dealt from a sealed secret or read in, and compared with what tables play. Pure."""

from referee.boards.best import best_play
from referee.boards.board import Board, Form, deal_boards, dealer_of, digit, form_of
from referee.boards.files import read_hands, write_hands
from referee.boards.rest import Claim, claim_of, judge_claim, last_trick
from referee.boards.seal import SEAL_BYTES, check_seal, hash_of, read_seal, shuffle
from referee.boards.seen import Seen, breaches, look
from referee.boards.silence import dealt_boards, silent_boards
from referee.boards.watch import Finding, watch

__all__ = [
    "SEAL_BYTES",
    "Board",
    "Claim",
    "Finding",
    "Form",
    "Seen",
    "best_play",
    "breaches",
    "check_seal",
    "claim_of",
    "deal_boards",
    "dealer_of",
    "dealt_boards",
    "digit",
    "form_of",
    "hash_of",
    "judge_claim",
    "last_trick",
    "look",
    "read_hands",
    "read_seal",
    "shuffle",
    "silent_boards",
    "watch",
    "write_hands",
]
