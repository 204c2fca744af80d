"""Pages as ten kinds of software write them, with the same words, give the same Markdown."""
import pytest
from software import PAGES, SOFTWARE, page_of
from test_rules import LEXBOR

import scutch


@pytest.mark.parametrize("parser", ["html5lib", LEXBOR])
@pytest.mark.parametrize("software", SOFTWARE)
def test_the_same_words_give_the_same_markdown(software, parser):
    pages, expected = zip(*(page_of(pieces, software) for pieces in PAGES), strict=True)
    given = [{"id": str(number), "html": page} for number, page in enumerate(pages)]
    records = list(scutch.pipe(given, f"html2text --marks --parser {parser}, segment"))
    for record in records:
        record["segments"] = [one for one in record["segments"] if not one.get("hidden")]
    done = scutch.pipe(records, "emit --format markdown --links --images")
    assert [text.decode().rstrip("\n") for text in done] == list(expected)
