"""Types of options with a number within bounds, as argparse takes them."""
import argparse
import math
import os
from collections.abc import Callable

MOST = 1 << 53           # up to which a float, and JSON, holds every whole number
MOST_PERPLEXITY = 1e9    # the greatest threshold of a word model


def whole(least: int, most: int = MOST) -> Callable[[str], int]:
    """Return the type of a whole number within bounds.

    >>> whole(1, 8)("6")
    6
    """
    wanted = f"{least} to {most}" if most < MOST else f"{least} or more"

    def value(word: str) -> int:
        if word.isdecimal() and len(word) <= len(str(MOST)) and least <= int(word) <= most:
            return int(word)
        raise argparse.ArgumentTypeError(f"{word}: a whole number, {wanted}, is required")
    return value


def jobs(most: int) -> Callable[[str], int]:
    """Return the type of a number of processes: "auto" is one for each core that this may use."""
    of_number = whole(1, most)

    def value(word: str) -> int:
        if word != "auto":
            return of_number(word)
        allowed = getattr(os, "sched_getaffinity", None)       # not on macOS
        return min(most, len(allowed(0)) if allowed else os.cpu_count() or 1)
    return value


def number(wanted: str, fits: Callable[[float], bool] = math.isfinite) -> Callable[[str], float]:
    """Return the type of a finite number.

    wanted: the requirement in words. fits: predicate of the numbers within bounds.

    >>> number("an even number", lambda value: value % 2 == 0)("4")
    4.0
    """
    def value(word: str) -> float:
        try:
            parsed = float(word)
        except ValueError:
            parsed = math.nan
        if math.isfinite(parsed) and fits(parsed):
            return parsed
        raise argparse.ArgumentTypeError(f"{word}: {wanted} is required")
    return value


def is_perplexity(value: float) -> bool:
    """Return whether a value can be a threshold of perplexity."""
    return 1 < value <= MOST_PERPLEXITY


any_number = number("a number")
not_negative = number("a number, 0 or more,", lambda value: value >= 0)
positive = number("a number over 0", lambda value: value > 0)
share = number("a number from 0 to 1", lambda value: 0 <= value <= 1)
fraction = number("a number between 0 and 1", lambda value: 0 < value < 1)
similarity = number("a number over 0 and up to 1", lambda value: 0 < value <= 1)
perplexity = number("a perplexity above 1, up to 1e9,", is_perplexity)
