"""Numbers as a person reads them: halves as ½, a plus before a gain, a true minus before a loss.

Babel is loaded only where a language is needed: judging a record does without it.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

MINUS = "−"


def true_minus(number: str) -> str:
    """A formatted number, with a true minus."""
    return number.replace("-", MINUS)


def minus(value: float) -> str:
    """A total: 20, −5, 0; halves as ½."""
    whole = int(abs(value))
    half = "½" if abs(value) != whole else ""
    return f"{MINUS if value < 0 else ''}{whole if whole or not half else ''}{half}"


def gain(value: float) -> str:
    """A score: +20, −5, 0."""
    return f"+{minus(value)}" if value > 0 else minus(value)


def decimal(value: float, digits: str, language: str) -> str:
    """A number with a language's decimal sign; `digits` is a format of Babel: `0.0`."""
    from babel.numbers import format_decimal

    return true_minus(str(format_decimal(value, digits, locale=language)))


def figure(value: Fraction | int, language: str) -> str:
    """Match points: with as many decimals as they need, two at most: 20, 91.5, 12.33."""
    return minus(value.numerator) if value.denominator == 1 else decimal(float(value), "0.##", language)


def amount(cents: int, currency: str, language: str) -> str:
    """Money as a language writes it: €12.50, 12,50 €."""
    from babel.numbers import format_currency

    return true_minus(str(format_currency(Decimal(cents) / 100, currency, locale=language)))
