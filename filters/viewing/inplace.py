"""The page itself, each segment marked in its place: Leśniak 2017, section 2.4 (stage 3).

The page runs no script and fetches nothing: see inert.py; the policy in its head forbids both.
"""
from ..html.parse.wholepage import tree_of_page
from ..record import MAX_BYTES, score_of, segments_of
from ..selection.pagesegments import score_named
from ..sources.pagetext import page_of
from .htmlfile import browser_file
from .htmltables import as_markup
from .inert import inert, styles_of
from .placing import spans_of
from .verdicts import kept_by

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
CLASSES = ["content", "boilerplate", "invalid"]      # as scutch-archive writes them
CROSS = ["cur", "up", "down", "prev", "next"]        # its pages, in the order of the bits


def in_place(record, attributes):
    """Return the page of a record as HTML with a <span> around each stretch of a segment's text.

    attributes: function from the number of a segment to the attributes of its spans, as markup.
    Returns:    None for a record without HTML.
    Raises:     BadRecord for HTML that is no page, or too large.
    """
    from ..html.guard.openings import opened
    page, _ = page_of(record, MAX_BYTES)
    if page is None:
        return None
    markup = inert(tree_of_page(opened(page))[0])
    spans = spans_of(markup.texts, [segment["text"] for segment in segments_of(record)])
    out = [browser_file("inplace.html").format(
        html=markup.html, body=markup.body, policy=POLICY, styles=styles_of(page),
        title=as_markup(str(record.get("title") or record.get("id", ""))),
        ours=browser_file("inplace.css"))]
    for text, stretches, tag in zip(markup.texts, spans, [*markup.tags, ""], strict=True):
        at = 0
        for begin, end, number in stretches:
            out += [as_markup(text[at:begin]), f"<span{attributes(number)}>",
                    as_markup(text[begin:end]), "</span>"]
            at = end
        out += [as_markup(text[at:]), tag]
    return "".join(out) + "\n"


def annotated_page(record, by=None):
    """Return the page with the classes of the thesis, as bytes; b"" for a record without HTML.

    Each span has the class content, boilerplate or invalid, from scutch-archive or else by the
    score's threshold. With scutch-archive, dbce-cur, dbce-up and so on name the pages of the cross
    that have the text. data-score, data-letter and data-role have the segment's other fields.

    by: the name of the score, None for the record's last.
    """
    segments, name = segments_of(record), score_named(record, by)
    kept = kept_by(record, segments, name)

    def attributes(number):
        segment = segments[number]
        score = score_of(segment, name) if name else None
        bits = segment.get("raw", {}).get("archive")
        classes = [f"dbce-{page}" for page, bit in zip(CROSS, bits if isinstance(bits, str) else "",
                                                       strict=False) if bit == "1"]
        if by is None and segment.get("class") in CLASSES:
            classes.append(segment["class"])
        elif score is not None:
            classes.append(CLASSES[not kept[number]])
        shown = {"class": " ".join(classes), "data-segment": str(number),
                 "data-score": "" if score is None else str(score),
                 "data-letter": str(segment.get("tags", {}).get(name, "")),
                 "data-role": str(segment.get("role", ""))}
        return "".join(f' {key}="{as_markup(value)}"' for key, value in shown.items() if value)

    return (in_place(record, attributes) or "").encode()
