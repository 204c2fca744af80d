"""role - tell the role of each segment on its page: headline, text, comment, navigation …

In:      records with "segments" as scutch-segment leaves them, with "elements" and "title".
Out:     the same records, "role" added to each segment.
Drops:   nothing.
Bad:     no segments.
Memory:  one record.

Roles are
  headline    the page's own heading: the line that shares most words with its title
  dek         the summary between headline and text
  byline      who wrote it and when, around the headline or where an element says so
  keypoints   the main points of an article as a list
  text        everything else
  note        footnotes and references below the text
  comment     of readers, with its author and date
  caption     of a picture, and its credit
  teaser      of another page: related, popular, further stories
  navigation  menus, paths, pages, sharing
  form        fields to fill in, and what stands around them
  notice      on cookies, scripts and advertisements
  footer      of the page, and rights reserved
Boosted trees tell headline, byline, text, caption, comment, teaser, form, notice and the rest of a
page, by the evidence of scutch-combine but the score of charlm. They learnt from pages of which the
class of all text is known. Names of elements and the text of lines tell what these pages have too
little of, or what their classes do not tell apart: dek, keypoints, notes, navigation and footer.
A role says nothing about quality: scores decide what to keep.
scutch-emit, scutch-prune and scutch-clean drop or keep by it: --without comments,captions.

Examples:
  scutch-segment blocks.jsonl | scutch-role | scutch-emit --without navigation,teasers > text.txt
  scutch-role scored.jsonl | scutch-prune --keep auto --with captions > clean.jsonl
"""
from .stream.step import PageStep


def role(record):
    """Return [the record with the role of each segment].

    >>> role({"segments": [{"text": "© 2005 The Company"}]})[0]["segments"]
    [{'text': '© 2005 The Company', 'role': 'footer'}]
    """
    return Role()(record)


class Role(PageStep):
    """The step."""

    def of_pages(self, pages):
        """Return the Pages with the role of each segment."""
        from .roles.page import roles_in
        return pages.with_fields(role=roles_in(pages))


def make(_opts):
    return Role()
