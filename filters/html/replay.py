"""The text of one block where arrays do not do: piece by piece, with the repair that it needs."""
from ..text.words import counted
from .blocks import JOINED, JOINT, link_counts, unescaped
from .repair import repaired_lines, repaired_words
from .tags import BREAK, CODE, HIDDEN_LINK, LINK, TITLE, UNCODE, UNLINK


def replayed(texts, roles, in_link, pre):
    """Return (text, words, link_chars, link_words) of a block.

    texts:   the text before each tag since the last block, up to the one that ends it.
    roles:   what each of these tags does, whole numbers as in tags.py.
    in_link: whether it begins in a link.
    pre:     whether it is preformatted text, where white space counts.
    """
    source, links = _source(texts, roles, in_link, pre)
    source = JOINED.sub(" ", unescaped(source))
    if pre:
        text = repaired_lines(source)
        words = text.split()
    else:
        words = repaired_words(source)
        text = " ".join(words)
    count = counted(text, words) if words else 0
    return (text, count, *(link_counts(links, text, count) if links else (0, 0)))


def _source(texts, roles, in_link, pre):
    """Return (the block as it stands in normal HTML, the text of each link in it)."""
    buffer, links, link = [], [], [] if in_link else None
    code = marked = link_end = 0         # of the buffer: where code began, up to where references
                                         # in it are marked, where a link ended
    has_text = False
    for text, role in zip(texts, roles, strict=True):
        if text and not role & TITLE:
            if has_text or not text.isspace():
                has_text = True
                buffer.append(text)
                if link is not None:
                    link.append(text)
            elif pre:                    # the first line's indentation
                buffer.append(text)
        if role & UNLINK:
            if link:
                links.append("".join(link))
                link_end = len(buffer)
            link = None
        elif role & UNCODE and not pre:
            first, marked = max(code, marked), len(buffer)     # once, in however many <kbd>
            buffer[first:] = [part.replace("&amp;", "&amp;" + JOINT) for part in buffer[first:]]
        elif role & HIDDEN_LINK:
            if link:
                links.append("".join(link))
            link = []
        elif role & LINK:
            link = []
            if link_end == len(buffer) and buffer and not pre:
                buffer.append(JOINT)
        elif role & CODE:
            code = len(buffer)
        elif role & BREAK and pre:
            buffer.append("\n")
    if link:
        links.append("".join(link))
    return "".join(buffer), links
