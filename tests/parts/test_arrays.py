"""Pages made into blocks together have those of each alone, whatever is on the others."""
import json
import random

import pytest

from scutch import pipe
from utils import DATA

# Pieces of real pages, and pieces that once went wrong
PIECES = json.loads((DATA / "pieces.json").read_text("utf-8"))

ODD = ["<p>One</p></pre></a></span>", '<p>One<a href="x">two</p><pre>  t\n u',
       '<p>One<span hidden="">two</p>', "", "<li>x" * 3_000]


@pytest.mark.parametrize("parser", ["html5lib", "lexbor"])
@pytest.mark.parametrize("limit", ["", " --max-segments 3"])
def test_pages_of_a_batch_do_not_see_each_other(parser, limit):
    if parser == "lexbor":
        pytest.importorskip("selectolax", reason="the extra [fast] is not installed")
    rng = random.Random(7)
    texts = ["".join(rng.choices(PIECES, k=rng.choice([3, 10, 40]))) for _ in range(120)]
    pages = [{"id": str(number), "html": text} for number, text in enumerate([*ODD, *texts])]
    chain = f"html2text --marks --parser {parser}{limit}, segment"
    assert list(pipe(pages, chain)) == [record for page in pages for record in pipe([page], chain)]
