"""The order of filters in a chain, by what FIELDS says that they read and write."""
import pytest

from scutch.filters.errors import Unusable
from scutch.filters.fields import fields
from scutch.filters.stream.order import check_order
from scutch.filters.stream.spec import filters_of
from utils import modules, run


@pytest.mark.parametrize(("chain", "said"), [
    ("segment, html2text, charlm", "scutch-html2text makes segments, without what scutch-segment"),
    ("charlm, segment", "scutch-segment makes segments, without what scutch-charlm has written"),
    ("html2text, segment, role, segment", "without what scutch-role has written"),
    ("html2text, segment, combine", "scutch-combine: no filter before it writes "
                                    "segments[].scores.charlm, as scutch-charlm would"),
    ("charlm, html2text, segment, combine", "put scutch-charlm after it"),
    ("html2text, segment, charlm, emit --keep a-c", "segments[].tags, as scutch-tag would"),
    ("html2text, segment, charlm, prune --with teasers --max 0.5", "as scutch-role would"),
    ("html2text, segment, emit --keep auto", "no filter before it writes a score"),
    ("html2text, segment, prune --max 0.5, charlm", "no filter before it writes a score"),
    ("html2text, segment, charlm, emit --by mlp", "--by mlp: no filter before it writes that "
                                                  "score; the scores are charlm"),
    ("html2text, segment, charlm, prune --wordlm 400", "as scutch-wordlm would"),
    ("html2text, segment, dedup, prune --repeats 2", "as scutch-dedup --segments"),
    ("html2text, segment, archive, prune --shared", "as scutch-docfreq would"),
    ("clean, tag", "segments[].text, as scutch-html2text and scutch-segment would"),
    ("clean --keep a-c --by mlp", "--by mlp: no filter before it writes that score"),
    ("segment, clean", "scutch-html2text makes segments, without what scutch-segment"),
])
def test_what_is_missing_is_said_before_the_first_record(chain, said):
    done = run("chain", chain, data=b'{"id": "a", "html": "<p>Farms at sea."}\n')
    assert (done.status, done.out, done.err.count(b"\n")) == (2, b"", 1)
    assert done.err.startswith(b"scutch-chain: ") and said in done.err.decode()


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
