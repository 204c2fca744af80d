"""The text of one difficult block, piece by piece, with its repair.

blocktexts.py does the same for all other blocks at once, as arrays; tests/loop.py has this loop.
"""
from ...text.repair import GUARD, repaired_lines, repaired_words
from ...text.words import counted
from ..blocks import link_counts, unescaped
from .joins import JOINED_LINKS, LINE, between
from .tags import BREAK, CODE, HIDDEN_LINK, LINK, TITLE, UNCODE, UNLINK


def replayed(texts, roles, bits, in_link, pre, mojibake):
    """Return (text, words, link_chars, link_words) of a block.

    texts:   list of str, the text before each tag of the block; the last tag ends the block.
    roles:   list of int, the role of each of these tags, bits of tags.py.
    bits:    list of int, reasons for a separator before the text after each of these tags:
             joins.py.
    in_link: whether the block begins inside a link.
    pre:     whether it is preformatted text, where white space is kept.
    mojibake: whether mojibake in it is repaired.
    """
    source, links = _source(texts, roles, bits, in_link, pre)
    source = unescaped(source)
    if pre:
        text = repaired_lines(source, mojibake)
        words = text.split()
    else:
        words = repaired_words(source, mojibake)
        text = " ".join(words)
    count = counted(text, words) if words else 0
    return (text, count, *(link_counts(links, text, count) if links else (0, 0)))


def _source(texts, roles, bits, in_link, pre):
    """Return (the text of the block in normal HTML, the text of each link in it)."""
    buffer, links, link = [], [], [] if in_link else None
    # lengths of the buffer: where code began, up to where its references are marked, the last
    # link's end
    code = marked = link_end = why = 0
    has_text = False
    for text, role, bit in zip(texts, roles, bits, strict=True):
        if text and not role & TITLE:
            if has_text or not text.isspace():
                has_text = True
                if pre:
                    why &= LINE
                if why and (mark := between(buffer[-1], text, why)):
                    buffer.append(mark)
                    if link:
                        link.append(mark)
                why = 0
                buffer.append(text)
                if link is not None:
                    link.append(text)
            elif pre:                    # indentation of the first line
                buffer.append(text)
        if role & UNLINK:
            if link:
                links.append("".join(link))
                link_end = len(buffer)
            link = None
        elif role & UNCODE and not pre:
            first, marked = max(code, marked), len(buffer)     # once, even in nested <kbd>
            buffer[first:] = [part.replace("&amp;", "&amp;" + GUARD) for part in buffer[first:]]
        elif role & HIDDEN_LINK:
            if link:
                links.append("".join(link))
            link = []
        elif role & LINK:
            link = []
            if link_end == len(buffer):
                why |= JOINED_LINKS
        elif role & CODE:
            code = len(buffer)
        elif role & BREAK and pre:
            buffer.append("\n")
        why = (why | bit) if buffer else 0
    if link:
        links.append("".join(link))
    return "".join(buffer), links
