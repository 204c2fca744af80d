"""One pass over normal HTML: title, enclosing elements, blocks of text and what was counted.

A block is a stretch of text between block-level tags. A <br> ends it, too; the next one of the
same element then says so (`br`), so that whoever wants the element's text whole can join them.
"""
import re

from .parsers import RAW, VOID
from .repair import INVALID, repaired, repaired_lines

MAX_WORDS_CHARS = 80     # code points kept of class, id and role

# What browsers set off as blocks. button is here because its label is no part of a sentence.
BLOCK = frozenset(
    "address article aside blockquote body button caption center dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup html legend "
    "li listing main menu nav ol p plaintext pre search section summary table tbody td tfoot th "
    "thead tr ul xmp hidden-inline".split())
BLOCK_VOID = frozenset(["hr"])
# What browsers do not show as text, or show as controls, and readings printed above a word
DROPPED = frozenset(
    "annotation annotation-xml datalist iframe noembed noframes rp rt script select style svg "
    "template textarea title".split())
PRE = frozenset(["pre", "listing", "xmp", "plaintext"])
KINDS = {"h1": "h", "h2": "h", "h3": "h", "h4": "h", "h5": "h", "h6": "h",
         "li": "l", "dt": "l", "dd": "l", "pre": "c", "listing": "c", "xmp": "c", "plaintext": "c"}

TRANSPARENT = frozenset(["p", "div", "hidden-inline"])

ATTRIBUTES = r'(?: [^ />][^ />=]*+="[^"]*+")*+'
# text, tag, name, text, tag, name ... text; a comment's name begins with "!", a closing tag's "/"
TOKEN = re.compile(rf'(<(/?[a-zA-Z][^ />]*+|!--(?s:.*?)--|\?[^>]*|!(?i:doctype)[^>]*){ATTRIBUTES}>)')
WORDS_OF = {name: re.compile(rf' {name}="([^"]*)"') for name in ("class", "id", "role")}
HIDDEN = re.compile(r' hidden="| style="[^"]*(?:display\s*:\s*none|visibility\s*:\s*hidden)', re.I)
HAS_WORD = re.compile(r"[^\W_]")


def count_words(text):
    """Return the number of white-space words that hold a letter or digit (Kohlschütter 2010, 3.3).

    >>> count_words("| Home – 24 hours |")
    3
    """
    words = text.split()
    count = sum(map(str.isalnum, words))
    if count < len(words):
        count += sum(1 for word in words if not word.isalnum() and HAS_WORD.search(word))
    return count


def unescaped(text):
    """Return text of normal HTML with its four entities undone."""
    if "&" not in text:
        return text
    return (text.replace("&nbsp;", "\xa0").replace("&lt;", "<").replace("&gt;", ">")
            .replace("&quot;", '"').replace("&amp;", "&"))


def attribute_words(tag):
    """Return the words of a tag's class, id and role, in this order, cut at MAX_WORDS_CHARS."""
    found = [match[1] for match in (p.search(tag) for p in WORDS_OF.values()) if match]
    text = " ".join(unescaped(" ".join(found)).split())[:MAX_WORDS_CHARS].rstrip()
    return text if text.isascii() else INVALID.sub("", text)


def expose_hidden(tokens):
    """Rename, in place, inline elements that browsers do not show, so that they part blocks."""
    open_tags = []
    raw = ""
    for i in range(2, len(tokens), 3):
        name = tokens[i]
        if raw:
            raw = "" if name == raw else raw
        elif name in RAW:
            raw = "/" + name
        elif name[0] == "/":
            if name[1:] not in BLOCK and open_tags and open_tags[-1][0] == name[1:]:
                if open_tags.pop()[1]:
                    tokens[i] = "/hidden-inline"
        elif name not in BLOCK and name not in VOID and name not in DROPPED and name[0] not in "!?":
            hidden = HIDDEN.search(tokens[i - 1]) is not None
            open_tags.append((name, hidden))
            if hidden:
                tokens[i] = "hidden-inline"


def blocks(page, max_segments):
    """Return (title or None, elements, segments, merged) of a page in normal HTML.

    page:         what `parsers` return.
    max_segments: blocks past this number are merged into the last one.
    Returns:      elements and segments as record.py has them; merged is the number of blocks
                  that went into the last one.
    """
    tokens = TOKEN.split(page)
    if HIDDEN.search(page):
        expose_hidden(tokens)
    elements, segments = [], []
    title = None
    # The open blocks, innermost last: [name, tag, index in elements or None, kind, hidden]
    stack = [["", "", -1, "p", False]]
    top = stack[-1]
    buffer, links, link = [], [], None     # text of the block; of its links; of the open link
    anchors = opened = closed = skipped = raw = breaks = merged = 0
    after_close = False
    dropping, depth = "", 0                # the element that is being dropped, its nesting
    pre = 0

    def flush():
        """Make a segment of the buffer, if there is text in it, and start afresh."""
        nonlocal link, anchors, opened, closed, skipped, raw, merged, breaks
        source = unescaped("".join(buffer))
        text = repaired_lines(source) if pre else repaired(source)
        buffer.clear()
        if not text:
            return False
        chars = len(text)
        link_chars = link_words = 0
        if link is not None:
            links.append("".join(link))
            link = []
        if links:
            for source in links:
                inside = " ".join(unescaped(source).split())
                link_chars += len(inside)
                link_words += count_words(inside)
            links.clear()
        words = count_words(text)
        if len(segments) < max_segments:
            if top[2] is None:
                _enter(stack, elements)
            segment = {"text": text, "kind": top[3], "tag": top[0], "element": top[2],
                       "chars": chars, "words": words, "link_chars": min(link_chars, chars),
                       "link_words": min(link_words, words), "links": anchors,
                       "markup_chars": max(0, raw - chars), "open_tags": opened,
                       "close_tags": closed, "skipped": skipped, "after_close": after_close}
            if breaks == 1:
                segment["br"] = True
            if top[4]:
                segment["hidden"] = True
            segments.append(segment)
        else:
            merged += 1
            overflow.append(text)
            counts = (chars, words, min(link_chars, chars), min(link_words, words), anchors,
                      max(0, raw - chars), opened, closed, skipped)
            for i, count in enumerate(counts):
                over[i] += count
        anchors = opened = closed = skipped = raw = 0
        return True

    overflow, over = [], [0] * 9
    feed = iter(tokens)
    for text, tag, name in zip(feed, feed, feed, strict=False):
        raw += len(text) + len(tag)
        if dropping:
            if dropping == "title" and title is None:
                title = text
            if name[0] == "/":
                if name[1:] == dropping:
                    depth -= 1
                    if not depth:
                        dropping = ""
            elif name == dropping and name not in RAW:
                depth += 1
            continue
        if text:
            buffer.append(text)
            if link is not None:
                link.append(text)
        if name[0] == "/":
            closed += 1
            name = name[1:]
            if name == "a":
                if link is not None:
                    links.append("".join(link))
                    link = None
            elif name in BLOCK:
                if not (buffer and flush()):
                    skipped += 1
                breaks = 0
                after_close = True
                if name in PRE:
                    pre = max(0, pre - 1)
                if len(stack) > 1:
                    stack.pop()
                    top = stack[-1]
        elif name in BLOCK:
            opened += 1
            if not (buffer and flush()):
                skipped += 1
            if name == "body":           # what stands in the head is evidence of nothing
                opened = closed = skipped = raw = 0
            breaks = 0
            after_close = False
            if name in PRE:
                pre += 1
            kind = KINDS.get(name)
            if kind is None:             # <li><p>: the paragraph of an item is the item
                kind = top[3] if name in TRANSPARENT or top[3] in "ch" else "p"
            hidden = top[4] or (" " in tag and HIDDEN.search(tag) is not None)
            if name == "hidden-inline":
                name = tag[1:tag.index(" ")]
            top = [name, tag, None, kind, hidden]
            stack.append(top)
        elif name == "a":
            opened += 1
            anchors += 1
            link = []
        elif name == "br":
            opened += 1
            if pre:
                buffer.append("\n")
            elif buffer and flush():
                breaks = 1
            elif breaks:
                breaks += 1
        elif name in DROPPED:
            opened += 1
            dropping, depth = name, 1
        elif name[0] in "!?":
            pass
        else:
            opened += 1
            if name == "hr" and not (buffer and flush()):
                skipped += 1
                breaks = 0
    buffer.append(tokens[-1])
    flush()
    if merged:
        _merge(segments[-1], overflow, over)
    return title, elements, segments, merged


def _enter(stack, elements):
    """Give the open blocks that are not yet among the elements their places there."""
    first = len(stack) - 1
    while stack[first - 1][2] is None:
        first -= 1
    for i in range(first, len(stack)):
        name, tag = stack[i][:2]
        stack[i][2] = len(elements)
        elements.append([name, stack[i - 1][2], attribute_words(tag) if " " in tag else ""])


def _merge(segment, texts, counts):
    segment["text"] = " ".join([segment["text"], *texts])
    for name, count in zip(["chars", "words", "link_chars", "link_words", "links", "markup_chars",
                            "open_tags", "close_tags", "skipped"], counts, strict=True):
        segment[name] += count
    segment["chars"] = len(segment["text"])
