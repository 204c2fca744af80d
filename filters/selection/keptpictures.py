"""Pictures of text that is left out, beside text that is kept.

A picture stands in the segment next to it, often its caption, which --scope main leaves out. It is
kept where the nearest running text is, whatever becomes of its segment; not in teasers, menus and
the like.
"""
from bisect import bisect_left
from functools import cached_property
from itertools import takewhile

from ...lm.evidence.purposes import purposes_of, sure_of
from ..record import count_of, elements_of, object_of, owners_of
from ..roles import elementroles as roles
from ..text.linebreaks import columns
from ..text.textmarks import ELEMENT_OF_IMAGE, FIELD, IMAGE, LINK_OF_IMAGE, marks_of, shown_picture

LEAST_COLUMNS = 60       # of running text; an ideograph has two
MOST_LINKS = 0.5         # of its characters
NEAR = 3                 # segments above a heading, to which a picture may belong
MOST = 0.9               # of the characters of the kept running text, which the article holds
NO_TEXT = {roles.BYLINE, roles.COMMENT, roles.FOOTER, roles.FORM, roles.NAVIGATION, roles.NOTICE,
           roles.SIDE, roles.TEASER}
OPENERS = {"button", "label"}    # of a larger picture, of a film; forms elsewhere
FIGURES = {"figure", "figcaption"}
PICTURE_FILE = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg")


def with_pictures(record, kept):
    """Return the kept segments of a record, with pictures of others that belong to them.

    A picture goes to the end of the segment before it, or to the start of the next.

    >>> page = {"segments": [{"text": "A bridge. " * 9, "kind": "p"}, {"text": "Photo: Ann",
    ...     "marks": [[0, 0, "image", "/a.png", ""]]}]}
    >>> with_pictures(page, page["segments"][:1])[0]["marks"]
    [[90, 90, 'image', '/a.png', '']]
    """
    segments = record.get("segments")
    pictures = _left_out(segments, kept) if kept and isinstance(segments, list) else []
    if not pictures:
        return kept
    page = _Page(record, segments, kept)
    shown = {mark[3] for segment in kept for mark in marks_of(segment) if mark[2] == IMAGE}
    before, after = {}, {}
    for place, mark in pictures:
        if mark[3] not in shown and page.has(place, mark):
            shown.add(mark[3])
            number, at_end = page.beside(place)
            (after if at_end else before).setdefault(number, []).append(shown_picture(mark)[2:])
    return [_with_marks(segment, before.get(number, []), after.get(number, []))
            for number, segment in enumerate(kept)]


def with_images(record, kept):
    """Return the record with the addresses of its pictures in "images" of `meta`, each once.

    Those of the kept segments come first.

    >>> page = {"segments": [{"text": "Home", "marks": [[0, 0, "image", "/a.png", ""]]},
    ...                      {"text": "Wind.", "marks": [[0, 0, "image", "/b.png", ""]]}]}
    >>> with_images(page, page["segments"][1:])["meta"]
    {'images': ['/b.png', '/a.png']}
    """
    shown = [segment for segment in record.get("segments") or () if not segment.get("hidden")]
    images = dict.fromkeys(mark[3] for segment in [*kept, *shown] for mark in marks_of(segment)
                          if mark[2] == IMAGE)
    meta = {**object_of(record, "meta"), "images": list(images)}
    return {**record, "meta": meta} if images else record


def _left_out(segments, kept):
    """Return [(place, mark)] of the pictures of segments that are shown and not kept."""
    own = set(map(id, kept))
    if not own <= set(map(id, segments)):        # cut, or made anew
        return []
    return [(place, mark) for place, segment in enumerate(segments)
            if FIELD in segment and id(segment) not in own and not segment.get("hidden")
            for mark in marks_of(segment) if mark[2] == IMAGE]


def _with_marks(segment, before, after):
    if not before and not after:
        return segment
    size = len(segment["text"])
    return {**segment, FIELD: [*([0, 0, *what] for what in before), *marks_of(segment),
                               *([size, size, *what] for what in after)]}


class _Page:
    """The segments and elements of a page, for its pictures."""

    def __init__(self, record, segments, kept):
        self._segments, self._kept = segments, kept
        self._names, self._parents, self._words = elements_of(record)
        self._owners = owners_of(segments, len(self._names))
        numbers = {id(segment): number for number, segment in enumerate(kept)}
        self._number = [numbers.get(id(segment), -1) for segment in segments]
        self._places_kept = [place for place, number in enumerate(self._number) if number >= 0]

    def has(self, place, mark):
        """Return whether a picture of a segment that is left out belongs to the kept text."""
        if not self._is_near(place):
            return False
        element = mark[ELEMENT_OF_IMAGE] if len(mark) > ELEMENT_OF_IMAGE else self._owners[place]
        above = self._up_to_article(min(element, len(self._names) - 1), place)
        return above is not None and not self._is_teaser(place, mark, above) and not any(
            self._role(other) in NO_TEXT and not self._holds_kept[other] for other in above)

    def beside(self, place):
        """Return (the number of a kept segment, whether at its end) for a picture of another."""
        after = bisect_left(self._places_kept, place)
        if not after or (after < len(self._kept) and self._kept[after - 1].get("kind") != "p"
                         and self._kept[after].get("kind") not in ("t", "c")):
            return after, False
        return after - 1, True

    @cached_property
    def _prose(self):
        """The places of running text."""
        return [place for place, (segment, owner) in enumerate(
            zip(self._segments, self._owners, strict=True))
            if columns(text := segment["text"]) >= LEAST_COLUMNS and not segment.get("hidden")
            and count_of(segment.get("link_chars")) < MOST_LINKS * len(text)
            and (owner < 0 or not self._of_figures[owner])]

    @cached_property
    def _of_figures(self):
        """For each element whether it is part of a figure or a caption."""
        of_figures = []
        for element, (name, parent) in enumerate(zip(self._names, self._parents, strict=True)):
            of_figures.append((parent >= 0 and of_figures[parent]) or name in FIGURES
                              or self._role(element) == roles.CAPTION)
        return of_figures

    def _is_near(self, place):
        """Return whether the running text nearest to a place is kept."""
        row = bisect_left(self._prose, place)
        before, after = self._prose[max(row - 1, 0):row], self._prose[row:row + 1]
        after = self._prose[row + 1:row + 2] if after == [place] else after
        near = [(abs(other - place), self._number[other] < 0) for other in before + after]
        return bool(near) and not min(near)[1]

    @cached_property
    def _article(self):
        """The innermost element that holds most of the kept running text, -1 for none."""
        held = [0] * len(self._names)
        for place in self._prose:
            if self._number[place] >= 0 and self._owners[place] >= 0:
                held[self._owners[place]] += len(self._segments[place]["text"])
        for element in range(len(held) - 1, -1, -1):
            if self._parents[element] >= 0:
                held[self._parents[element]] += held[element]
        most = MOST * max(held, default=0)
        return max((element for element, chars in enumerate(held) if chars >= most > 0),
                   default=-1)

    @cached_property
    def _holds_kept(self):
        """For each element whether some of the kept text is in it."""
        holds = [False] * len(self._names)
        for number, owner in zip(self._number, self._owners, strict=True):
            if number >= 0:
                for element in takewhile(lambda other: not holds[other], self._up_from(owner)):
                    holds[element] = True
        return holds

    @cached_property
    def _around_article(self):
        return {*self._up_from(self._article), -1}

    def _up_from(self, element):
        while element >= 0:
            yield element
            element = self._parents[element]

    def _up_to_article(self, element, place):
        """Return the elements from one up to the article, or up to one around both for a picture
        before the last running text; None for a picture below it.
        """
        above, article = [], self._article
        for other in self._up_from(element):
            if other in self._around_article:
                break
            above.append(other)
        else:
            other = -1
        if other == article or article < 0 or self._begin <= place < self._end:
            return above
        return None

    @cached_property
    def _begin(self):
        """The first place of a picture above the article: near the page's heading, or kept text."""
        heads = (place for place, owner in enumerate(self._owners)
                 if self._number[place] >= 0 or (owner >= 0 and self._names[owner] == "h1"))
        return next(heads, 0) - NEAR

    @cached_property
    def _end(self):
        """The last place of kept running text."""
        return next((place for place in reversed(self._prose) if self._number[place] >= 0), -1)

    def _is_teaser(self, place, mark, above):
        """Return whether a picture leads to another page as the text beside it does."""
        link = mark[LINK_OF_IMAGE] if len(mark) > LINK_OF_IMAGE else ""
        segment = self._segments[place]
        return (bool(link) and not link.lower().partition("?")[0].endswith(PICTURE_FILE)
                and not any(self._names[other] in FIGURES for other in above)
                and count_of(segment.get("link_chars")) >= MOST_LINKS * len(segment["text"]))

    def _role(self, element):
        name = self._names[element]
        role = roles.role_of(name, sure_of(purposes_of(self._words[element])))
        return "" if role == roles.FORM and name in OPENERS else role
