"""Columns of segments: all made by html2text; for records, each on its first reading."""
from collections.abc import Callable
from itertools import repeat
from typing import Any

import numpy as np

from ..record import MOST_COUNT, count_of
from ..text.rows import bits_of, numbers_of_cells

COUNTS = ("chars", "words", "link_chars", "link_words", "links", "markup_chars", "open_tags",
          "close_tags", "skipped")
FLAGS = ("after_close", "br", "hidden", "bar")


class Column:
    """An attribute of Pages that is one of its columns."""

    def __set_name__(self, _owner, name):
        self._name = name

    def __get__(self, pages, _owner=None):
        if pages is None:
            return self
        values = pages.columns.get(self._name)
        if values is None:
            values = pages.columns[self._name] = MADE[self._name](pages.given, self._name)
        return values


def counts_of(segments, name):
    """Return a count of each segment, 0 for absent or impossible ones.

    >>> counts_of([{"links": value} for value in (3, -1, True, "3", 10**400)], "links").tolist()
    [3, 0, 1, 0, 1000000000]
    """
    values = values_of(segments, name, 0)
    if {*map(type, values)} <= {int}:            # as html2text writes them
        try:
            return np.clip(np.array(values, np.int64), 0, MOST_COUNT)
        except OverflowError:
            pass
    return np.array([count_of(value) for value in values], np.int64)


def values_of(segments, name, absent=None):
    """Return the values of a field of segments, a list."""
    return list(map(dict.get, segments, repeat(name), repeat(absent)))


def _flags(segments, name):
    return np.array([value is True for value in values_of(segments, name)], bool)


def _cells(segments, name):
    return np.array([bits_of(numbers_of_cells(segment)) if name in segment else 0
                     for segment in segments], np.int64)


MADE: dict[str, Callable[[Any, str], Any]] = {
    **dict.fromkeys(COUNTS, counts_of), **dict.fromkeys(FLAGS, _flags), "cells": _cells,
    "chars": lambda segments, _name: np.array([len(segment["text"]) for segment in segments],
                                              np.int64)}
