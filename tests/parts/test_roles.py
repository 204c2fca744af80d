"""Roles, beside their cases: names of elements, a bound on the work for a page, columns."""
import json
import time

import pytest

from scutch import pipe
from scutch.filters.errors import Unusable
from scutch.filters.role import Role, role
from scutch.filters.roles.elementroles import ROLES

PROSE = "The council has voted for the new bridge, which will stand by the old mill from next year."
ELEMENTS = [("body", -1, ""), ("div", 0, "page"), ("div", 1, ""), ("p", 2, ""), ("div", 1, ""),
            ("p", 4, "")]


def test_every_line_has_a_role_and_many_headings_take_no_time():
    segments = [{"text": "12 comments", "kind": "p", "element": 5, "words": 2}] * 8000
    segments.append({"text": PROSE, "kind": "p", "element": 3, "words": 18})
    began = time.process_time()
    found, = role({"title": "", "elements": list(map(list, ELEMENTS)), "segments": segments})
    assert {one["role"] for one in found["segments"]} <= set(ROLES)
    assert time.process_time() - began < 20      # 1 or 2 s; quadratic time would be minutes


ARTICLE = f"""<title>Council votes for bridge - Mill</title><div class=nav><a href=/>Home</a></div>
<h1>Council votes for bridge</h1><p>By A. Reporter<p>{PROSE}<p>{PROSE}<figure>A mill. Photo: AP
</figure><div><h3>2 comments</h3><p>Ann, 2 days ago<p>{PROSE}</div><footer>Contact</footer>"""
SHOP = f"""<div class=related><h2>Related</h2><a href=a>The old mill is new</a>
<a href=b>More of the mill</a></div><p>{PROSE}"""


@pytest.mark.parametrize("spec", ["html2text, segment", "html2text, segment, charlm",
                                  "html2text, segment, charlm, combine --scope main"])
def test_pages_together_have_the_roles_of_each_alone(spec, monkeypatch):
    """A page without text among them, and one of no element; as records they have the same."""
    sizes = []
    monkeypatch.setattr(Role, "of_pages", lambda step, pages, of_pages=Role.of_pages: (
        sizes.append(len(pages)), of_pages(step, pages))[1])
    pages = [{"id": str(number), "html": html} for number, html in
             enumerate([ARTICLE, "", SHOP, "Text", ARTICLE.replace("h1", "h4"), SHOP])]
    spec_of_roles = f"{spec}, role"
    together = list(pipe(pages, spec_of_roles))
    assert together == [record for page in pages for record in pipe([page], spec_of_roles)]
    assert together == list(pipe(pipe(pages, spec), "role"))
    assert max(sizes) == len(pages)
    assert {"headline", "byline", "text", "caption", "comment", "footer", "teaser"} <= {
        segment["role"] for record in together for segment in record["segments"]}


@pytest.mark.parametrize("spec", ["segment, role, charlm", "segment, role",
                                  "segment, charlm, role, role, tag", "segment, role, meta"])
def test_fields_come_in_the_order_of_the_filters(spec):
    """As in a pipe of commands, of which each reads what the one before has written."""
    records = [{"id": "a", "html": ARTICLE, "meta": {}}]
    in_pipe = records
    for command in f"html2text, {spec}".split(", "):
        in_pipe = [json.loads(json.dumps(record)) for record in pipe(in_pipe, command)]
    assert json.dumps(list(pipe(records, f"html2text, {spec}"))) == json.dumps(in_pipe)


def test_pages_of_which_the_roles_are_not_known():
    with pytest.raises(Unusable, match="scutch-role"):
        list(pipe([{"html": ARTICLE}] * 2, "html2text, segment, emit --without captions"))
