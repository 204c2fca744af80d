"""The regions of a page by the names of its elements: comments, teasers and so on."""
from .elementroles import BYLINE, CAPTION, COMMENT, DEK, FORM, KEYPOINTS, TOP, role_of

# The name of an element does not count if it holds more of the page's prose: whole pages
# are in forms, in "content-with-sidebar" and in "social-layout".
MOST_PROSE = 0.4
# Regions in which another one may begin
OPEN = {"", CAPTION, BYLINE, DEK, KEYPOINTS, TOP, COMMENT}


def sums_of(parents, owners, values):
    """Return the sums of each element with those below it, and of the page, last.

    values: a number for each segment; owners: the index of its element, -1 for none.
    """
    sums = [0] * (len(parents) + 1)
    for owner, value in zip(owners, values, strict=True):
        sums[owner] += value
    for element in range(len(parents) - 1, -1, -1):
        sums[parents[element]] += sums[element]
    return sums


def above(element, parents):
    """Return the set of an element and its ancestors; empty for -1."""
    elements = set()
    while element >= 0:
        elements.add(element)
        element = parents[element]
    return elements


def ends_of(parents):
    """Return the last element inside each, itself if it has none; elements are in page order."""
    ends = list(range(len(parents)))
    for element in range(len(parents) - 1, -1, -1):
        parent = parents[element]
        if parent >= 0 and ends[parent] < ends[element]:
            ends[parent] = ends[element]
    return ends


def regions(names, parents, words, prose, around_headline, around_text):
    """Return the role of each element's region, "" for none; the last is for no element.

    prose: as sums_of gives it.
    around_headline, around_text: the elements that hold the headline, which is in no region, and
           those that hold the first long text, which may be a comment if it is not most of the
           prose.

    The outermost region counts: a menu in the footer is footer, a date among comments is a comment.
    """
    most = MOST_PROSE * prose[-1]

    def is_whole_page(element, role):
        are_comments = role == COMMENT and element not in around_text
        return element in around_headline or (prose[element] > most and not are_comments)

    of_elements = []
    for element, (name, parent) in enumerate(zip(names, parents, strict=True)):
        region = of_elements[parent] if parent >= 0 else ""
        if region in OPEN:
            role = role_of(name, words[element])
            region = _inside(region, "" if is_whole_page(element, role) else role)
        of_elements.append(region)
    return [*of_elements, ""]


def _inside(outer, role):
    """Return the role of an element in a region of OPEN by its own, "" for none.

    >>> _inside("comment", "navigation"), _inside("comment", "form"), _inside("byline", "footer")
    ('comment', 'form', 'footer')
    """
    if outer == COMMENT and role != FORM:
        return COMMENT
    return role or outer
