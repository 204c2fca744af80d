"""The limits of the filters of pre-training pipelines, by the names that datatrove gives them."""
from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Limit(NamedTuple):
    """A limit of a count: a document with less than `least` or more than `most` is dropped."""

    rule: str            # the reason that datatrove states
    counted: str         # a name of documentcounts.counts
    least: float = 0
    most: float = float("inf")


EMPTY = Limit("empty", "doc_lines", 1)
# In the order in which datatrove looks at them, which decides what reason a document has
FILTERS: dict[str, list[Limit]] = {
    "gopher_quality": [
        Limit("gopher_short_doc", "doc_words", 50),
        Limit("gopher_long_doc", "doc_words", most=100_000),
        Limit("gopher_below_avg_threshold", "avg_word_length", 3),
        Limit("gopher_above_avg_threshold", "avg_word_length", most=10),
        Limit("gopher_too_many_hashes", "hash_word_ratio", most=0.1),
        Limit("gopher_too_many_ellipsis", "ellipsis_word_ratio", most=0.1),
        Limit("gopher_too_many_bullets", "bullet_lines_ratio", most=0.9),
        Limit("gopher_too_many_end_ellipsis", "ellipsis_lines_ratio", most=0.3),
        Limit("gopher_below_alpha_threshold", "alpha_words_ratio", 0.8),
        Limit("gopher_enough_stop_words", "stop_words", 2)],
    "gopher_repetition": [
        EMPTY,
        Limit("dup_para_frac", "dup_para_frac", most=0.3),
        Limit("dup_para_char_frac", "dup_para_char_frac", most=0.2),
        Limit("dup_line_frac", "dup_line_frac", most=0.3),
        Limit("dup_line_char_frac", "dup_line_char_frac", most=0.2),
        *(Limit(f"top_{size}_gram", f"top_{size}_gram", most=most)
          for size, most in ((2, 0.2), (3, 0.18), (4, 0.16))),
        *(Limit(f"duplicated_{size}_n_grams", f"duplicated_{size}_n_grams", most=most)
          for size, most in ((5, 0.15), (6, 0.14), (7, 0.13), (8, 0.12), (9, 0.11), (10, 0.1)))],
    "c4": [
        Limit("lorem_ipsum", "lorem_ipsum", most=0),
        Limit("curly_bracket", "curly_bracket", most=0),
        Limit("too_few_sentences", "num_sentences", 5)],
    "fineweb": [
        EMPTY,
        Limit("line_punct_ratio", "line_punct_ratio", 0.12),
        Limit("short_line_ratio", "short_line_ratio", most=0.67),
        Limit("char_dup_ratio", "char_dup_ratio", most=0.01),
        Limit("list_ratio", "list_ratio", most=0.3)]}
GROUPS = {"gopher": ["gopher_quality", "gopher_repetition"]}
NAMES = [*GROUPS, *FILTERS]


def limits_of(names: Iterable[str]) -> list[Limit]:
    """Return the limits of filters, and of GROUPS of them, by name.

    Raises:  KeyError for a name that is not in NAMES.
    """
    return list(dict.fromkeys(limit for name in names for part in GROUPS.get(name, [name])
                              for limit in FILTERS[part]))


def broken(counts: Mapping[str, float], limits: Iterable[Limit]) -> Limit | None:
    """Return the first limit that counts are beyond, None where they are within all.

    >>> broken({"lorem_ipsum": 0, "curly_bracket": 2, "num_sentences": 9}, FILTERS["c4"]).rule
    'curly_bracket'
    """
    return next((limit for limit in limits
                 if not limit.least <= counts[limit.counted] <= limit.most), None)
