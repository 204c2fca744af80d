"""The order of filters in a chain, by what FIELDS says that they read and write."""
import pytest

from scutch.filters.errors import Unusable
from scutch.filters.record import fields
from scutch.filters.stream.chains import check_order, filters_of
from utils import modules, run


@pytest.mark.parametrize("chain", [
    "html2text, segment, charlm, combine, role, tag, emit --keep a-c --without teasers",
    "combine", "prune --max 0.5", "tag, emit --keep a-c --by own", "segment, combine",
    "segment, tag",
    "meta, html2text, segment", "html2text --keep-html, segment, meta",
    "html2text, lang --only de, segment, charlm", "html2text, dedup, prune --duplicates, segment",
    "html2text, prune, segment, segment", "clean, dedup", "clean, segment, charlm, combine",
    "html2text, segment, charlm, prune --keep auto, tag, emit --format xml",
    "html2text, segment, dedup --segments, prune --repeats 3", "prune --repeats 3",
    "html2text, segment, charlm, wordlm, prune --by charlm --max 0.5 --wordlm 500",
    "html2text, segment, archive, docfreq, prune --shared",
])
def test_chains_in_order(chain):
    """Also those that begin in the middle: records may have what filters of another run wrote."""
    check_order([part for filter in filters_of(chain) for part in filter.parts()])


def test_readers_and_writers_are_filters_with_their_options():
    """Writers may be words for several filters, such as "the scorers"."""
    names = {name.replace("_", " ") for name in modules()}
    for field in fields():
        for entry in filter(None, f"{field.reader}, {field.writer}".split(", ")):
            name, _, option = entry.partition(" --")
            if option or entry in field.reader:
                assert name in names, entry
            if option:
                assert run(name, "--help").out.count(f"--{option.split()[0]}".encode()), entry


def test_limits_of_clean_are_checked_by_the_same_rule():
    with pytest.raises(Unusable, match="the scores are charlm, combine"):
        check_order(filters_of("clean --by docfreq")[0].parts())
