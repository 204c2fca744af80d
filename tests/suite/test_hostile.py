"""One record out for each record in, whatever the page: hostile, broken, generated, real.

Seconds and megabytes are measured by share/bench/hostile.py, not here.
"""
import base64
import functools
import gzip
import importlib.util
import json
import random
import re

import pytest

import hostile
from scutch.filters import stream
from scutch.filters.edge.jsonlines import encode
from scutch.filters.html.charset import decode_page
from scutch.filters.stream.chains import Chain
from utils import load, records, run

pytestmark = pytest.mark.slow

PARSERS = ["html5lib", *["lexbor"] * (importlib.util.find_spec("selectolax") is not None)]
# The other one takes three times as long
QUICKEST = [pytest.param(parser, marks=[pytest.mark.long] * (parser != PARSERS[-1]))
            for parser in PARSERS]
WHOLE = ["segment", "charlm", "tag", "meta"]
GENERATED = 750          # share/bench/fuzz.py tries more
AT_ONCE = 16             # pages
NO_TEXT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


@functools.cache
def chain(filters):
    """Return filters given as one text, as scutch-chain takes them."""
    return Chain(filters)


def one_out(filters, data, **fields):
    """Send one page through; return the one record that comes out, after a check of its values."""
    return through(filters, {"id": "a", "x_unknown": {"z": 1}, **fields,
                             "html_b64": base64.b64encode(data).decode()})


def through(filters, record):
    """Send one record through; return the one that comes out, after a check of its values."""
    stages = stream.Stages(chain(filters).stages)
    out, = stages(record)
    assert stages.tally.counts["crashed"] == 0, out["errors"]
    assert out["id"] == "a" and out["x_unknown"] == {"z": 1}
    for segment in out.get("segments", []):
        assert not NO_TEXT.search(segment["text"])
    return out


def text(record):
    return "\n".join(segment["text"] for segment in record["segments"])


# Whatever the markup, the ordinary paragraph at the end of the page must be found, if
# there is one and no rule drops it: templates are dropped, and an unclosed quote hides the rest
# in every browser.
DROPPED = {"bare tag", "empty", "white space", "XML declaration with a charset", "a frameset",
           "20 000 nested template", "unclosed attribute",
           # it is in a quote, <plaintext>, <rt> or <svg>, or there is none
           "script, a quote and 16 000 <p", "script, a quote and 16 000 <!--",
           "select, a quote and 32 000 <select", "50 000 rt", "25 000 div closed in svg",
           "3 000 000 <", "<a> around <plaintext>"}
OF_ANOTHER_CHARSET = {"XML declaration with a charset", "UTF-16 with BOM",
                      "UTF-16 big-endian with BOM", "UTF-16 without BOM", "UTF-32",
                      "windows-1252 that claims UTF-8"}


@pytest.mark.parametrize("parser, name", [
    *(pytest.param(PARSERS[-1], name, marks=[pytest.mark.long] * ("MB" in name or number % 3 > 0))
      for number, name in enumerate(hostile.PAGES)),
    *(pytest.param("html5lib", name, marks=[pytest.mark.long]) for name in list(hostile.PAGES)[::4]
      if len(PARSERS) > 1)])
def test_hostile_page(parser, name):
    """The ordinary text and the charset are found, and later filters accept the record.

    html5lib refuses pages that would take it seconds: tests/parts/test_parsers.py has some.
    """
    out = one_out(f"html2text --meta --parser {parser}", hostile.PAGES[name]())
    if parser == "html5lib" and "errors" in out:
        error, = out["errors"]
        assert error["code"] == "too_large" and "[fast]" in error["message"]
        assert "html_b64" in out
        return
    if name not in DROPPED:
        assert hostile.TEXT.strip() in text(out)
    if name in OF_ANOTHER_CHARSET:
        assert "caf\u00e9" in text(out)
    whole = through(", ".join(WHOLE), out)
    assert "errors" not in whole
    assert all(value for name, value in whole["meta"].items() if name != "from")


def test_the_names_are_those_of_pages():
    assert set(hostile.PAGES) >= DROPPED | OF_ANOTHER_CHARSET


@pytest.mark.parametrize("parser", QUICKEST)
def test_generated_strings(parser):
    for data in hostile.strings(GENERATED):
        one_out(f"html2text --parser {parser}", data)


def test_generated_strings_through_the_command():
    filters = ", ".join(["html2text", *WHOLE])
    data = b"".join(json.dumps({"id": number, "html_b64": base64.b64encode(page).decode()}).encode()
                    + b"\n" for number, page in enumerate(hostile.strings(GENERATED)))
    done = run("chain", filters, data=data)
    assert done.status == 0
    assert b"Traceback" not in done.err
    assert [record["id"] for record in records(done.out)] == list(range(GENERATED))


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("name", ["cleaneval-dev", "l3s-gn1", "dragnet-train", "wcxb-dev"])
def test_mutated_gold_pages(shared, gold, name, parser):
    rng = random.Random(name)
    filters = ", ".join([f"html2text --parser {parser}", *WHOLE])
    count = 10 if parser == "lexbor" else 3
    paths = sorted((shared / "gold" / name / "html").iterdir())
    ids = [path.name.removesuffix(".html.gz") for path in rng.sample(paths, count)]
    for line in gold(name, *ids):
        page = json.loads(line)["html"].encode("utf-8", "replace")
        for _ in range(3):
            one_out(filters, hostile.mutated(page, rng))


@pytest.mark.parametrize("name", ["cleaneval-dev", "cleaneval-final", "l3s-gn1", "dragnet-train",
                                  "wcxb-dev"])
def test_gold_pages(shared, name):
    """Shared pages go through the whole chain: one record out for each, and none is bad."""
    stages = stream.Stages(chain(", ".join(["html2text", *WHOLE])).stages)
    paths = sorted((shared / "gold" / name / "html").iterdir())[::16]
    for first in range(0, len(paths), AT_ONCE):
        some = paths[first:first + AT_ONCE]
        done = stages.over([(path.name, {
            "id": path.name, "html": decode_page(gzip.decompress(path.read_bytes()))[0]})
            for path in some])
        for path, (_, record) in zip(some, done, strict=True):
            assert record["id"] == path.name and "errors" not in record
            assert encode(record)
    assert stages.tally.counts["crashed"] == 0


def test_a_page_too_large_is_refused_and_kept():
    module = load("html2text")
    step = module.make(stream.options(module).parse_args(["--max-bytes", "1000"]))
    out, = stream.Stages([("scutch-html2text", step)])({"id": "a", "html": "x" * 1001})
    assert [entry["code"] for entry in out["errors"]] == ["too_large"]
    assert out["html"] == "x" * 1001
