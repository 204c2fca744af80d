"""A page's template: a signature of its elements, without text and attributes."""
from .blocks import TOKEN
from .vocabulary import VOID


def elements_of(page):
    """Return (names, parents) of all elements of a page in normal HTML, two lists.

    Both are in document order. parents: the index of each element's parent, or -1.

    >>> elements_of('<html><head></head><body><p>a<br>b</p><p id="x"></p></body></html>')
    (['html', 'head', 'body', 'p', 'br', 'p'], [-1, 0, 0, 2, 3, 2])
    """
    names, parents, open_ones = [], [], [-1]
    for _, name in TOKEN.findall(page):
        if name[0] == "/":
            if len(open_ones) > 1:
                open_ones.pop()
        elif name[0] not in "!?":
            names.append(name)
            parents.append(open_ones[-1])
            if name not in VOID:
                open_ones.append(len(names) - 1)
    return names, parents


def template(page):
    """Return the signature of a page in normal HTML as text, see lm/templates/minhash.py."""
    from ...lm.templates.minhash import as_text, signature
    from ...lm.templates.structure import paths
    return as_text(signature(paths(*elements_of(page))))
