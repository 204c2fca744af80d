"""The blocks of a page by a plain loop over its tags, with which arrays.py must agree."""
from typing import Any

from scutch.filters.html.blocks import (
    BLOCK,
    ENDS_ITEM,
    HIDING_CLASS,
    JOINED,
    JOINT,
    KIND_OF_TAG,
    MAX_WORDS_CHARS,
    MOST_HIDDEN,
    PRE,
    TOKEN,
    attribute_words,
    hides,
    link_counts,
    separates,
    unescaped,
)
from scutch.filters.html.vocabulary import VOID
from scutch.filters.record import Elements, Segments
from scutch.filters.text.repair import INVALID, repaired_lines, repaired_words
from scutch.filters.text.rows import MOST_CELLS
from scutch.filters.text.words import counted

OPEN, CLOSE, BREAK, RULE, TITLE, LINK, UNLINK, CODE, UNCODE, META = range(10)
ROLES = (dict.fromkeys(BLOCK, OPEN) | {"/" + name: CLOSE for name in BLOCK}
         | {"br": BREAK, "hr": RULE, "meta": META, "a": LINK, "/a": UNLINK, "/title": TITLE,
            "code": CODE, "/code": UNCODE, "kbd": CODE, "/kbd": UNCODE,
            "samp": CODE, "/samp": UNCODE})

COUNTS = ["chars", "words", "link_chars", "link_words", "links", "markup_chars", "open_tags",
          "close_tags", "skipped"]


def is_styled(tag):
    """Return whether a tag has an attribute that may hide its element."""
    return " style=" in tag or " hidden=" in tag


def blocks(page, max_segments):
    """Return (title or None, metas, elements, segments, merged) of a page in normal HTML.

    page:         normal HTML, as the parsers return it.
    max_segments: blocks past this number are merged into the last one.
    Returns:      metas, the tags; elements and segments as in a record; merged, the
                  number of blocks that went into the last one.
    """
    elements, segments, surplus = Elements(), Segments(), []
    title, metas = None, []
    # The open blocks, innermost last: [name, tag, index in elements or None, kind, hidden, cell]
    top: list[Any] = ["", "", -1, "p", False, None]
    stack = [top]
    inline_blocks: list[list[Any]] = []    # [name, nesting]: inline elements that are blocks
    buffer, links, link = [], [], None     # text of the block, of its links, of the open link
    has_text = after_close = joints = False
    hidden_chars = 0
    link_end = code = 0                    # of the buffer where a link ended, where code began
    anchors = opened = closed = skipped = raw = breaks = pre = 0
    known_words = {}                       # {tag: its words}; templates repeat themselves
    cells_of = {}                          # {id of an open row: how many cells it has}
    cells = []                             # (row, number, segment)
    full = {}                              # {row: numbers of its cells that have text}

    tokens = TOKEN.split(page)
    tokens += ["", "/"]                    # a last boundary, after the last text
    for place, (text, tag, name) in enumerate(zip(tokens[0::3], tokens[1::3], tokens[2::3],
                                                  strict=True)):
        role = ROLES.get(name)
        if text:
            raw += len(text)
            if role == TITLE:
                pass
            elif has_text or not text.isspace():
                has_text = True
                buffer.append(text)
                if link is not None:
                    link.append(text)
            elif pre:                      # indentation of the first line
                buffer.append(text)
        if role is None or role >= LINK:   # an inline element, or a comment
            raw += len(tag)
            if name[0] == "/":
                closed += 1
                if role == UNLINK:
                    if link:
                        links.append("".join(link))
                        link_end = len(buffer)
                    link = None
                elif role == UNCODE and not pre:
                    buffer[code:] = [part.replace("&amp;", "&amp;" + JOINT)
                                     for part in buffer[code:]]
                if inline_blocks and name[1:] == inline_blocks[-1][0]:
                    inline_blocks[-1][1] -= 1
                    if not inline_blocks[-1][1]:
                        inline_blocks.pop()
                        role = CLOSE
                if tag and role != CLOSE:
                    continue
            elif name[0] in "!?":
                raw -= len(tag)
                continue
            else:
                opened += 1
                if (is_styled(tag) or HIDING_CLASS in tag) and name not in VOID \
                        and name != "title" and (
                            holds_text(tokens[3 * place + 2:]) if hides(tag)
                            else separates(tag) and not pre):
                    inline_blocks.append([name, 1])
                    role = OPEN
                elif inline_blocks and name == inline_blocks[-1][0]:
                    inline_blocks[-1][1] += 1
                if role != OPEN:
                    if role == LINK:
                        anchors += 1
                        link = []
                        if link_end == len(buffer) and buffer and not pre:
                            buffer.append(JOINT)
                            joints = True
                    elif role == CODE:
                        code = len(buffer)
                    elif role == META:
                        metas.append(tag)
                    continue
        elif role == TITLE:                # in the body if the head ended early
            title = text if title is None else title
            continue
        else:
            raw += len(tag)
            if role == CLOSE:
                closed += 1
            else:
                opened += 1
                if pre and role == BREAK:
                    buffer.append("\n")
                    continue

        # A boundary: the buffer is a block
        done = False
        if has_text:
            has_text = False
            source = unescaped("".join(buffer) if len(buffer) > 1 else buffer[0])
            if joints:
                source = JOINED.sub(" ", source)
                joints = False
            if pre:
                text = repaired_lines(source)
                words = text.split()
            else:
                words = repaired_words(source)
                text = " ".join(words)
            if link:
                links.append("".join(link))
                link = []
            if text:
                done = True
                chars, count = len(text), counted(text, words)
                link_chars, link_words = link_counts(links, text, count) if links else (0, 0)
                markup_chars = raw - chars if raw > chars else 0
                if len(segments) < max_segments:
                    if top[2] is None:
                        _enter(stack, elements, known_words)
                    segment = {"text": text, "kind": top[3], "tag": top[0], "element": top[2],
                               "chars": chars, "words": count, "link_chars": link_chars,
                               "link_words": link_words, "links": anchors,
                               "markup_chars": markup_chars, "open_tags": opened,
                               "close_tags": closed, "skipped": skipped,
                               "after_close": after_close}
                    if breaks == 1:
                        segment["br"] = True
                    if top[4]:
                        segment["hidden"] = True
                        hidden_chars += chars
                    segments.append(segment)
                    for row, number in filter(None, (one[5] for one in stack)):
                        full.setdefault(row, set()).add(number)
                    if cell := next((one[5] for one in reversed(stack[1:])
                                     if one[0] in ("td", "th", "table")), None):
                        cells.append((*cell, segment))
                else:
                    surplus.append((text, (chars, count, link_chars, link_words, anchors,
                                           markup_chars, opened, closed, skipped)))
                anchors = opened = closed = skipped = raw = 0
            links.clear()
            buffer.clear()
            link_end = code = 0

        if role == OPEN:
            skipped += not done
            breaks = 0
            after_close = False
            if name == "body":             # the head is not counted
                opened = closed = skipped = raw = 0
            elif name in PRE:
                pre += 1
                buffer.clear()
            elif name == "a":
                anchors += 1
                link = []
            kind = KIND_OF_TAG.get(name)
            if kind is None:
                kind = top[3]
                if kind == "l" and name in ENDS_ITEM:
                    kind = "p"
            hidden = top[4]
            if name == "dialog" and not is_styled(tag):
                hidden = hidden or ' open="' not in tag
            hidden = hidden or hides(tag)
            cell = None
            if name in ("td", "th"):
                row, number = cells_of.setdefault(id(top), [object(), 0])
                cell = row, number
                cells_of[id(top)][1] += 1
            top = [INVALID.sub("", name[:MAX_WORDS_CHARS]), tag, None, kind, hidden, cell]
            stack.append(top)
        elif role == CLOSE:
            skipped += not done
            breaks = 0
            after_close = True
            if pre and name[1:] in PRE:
                pre -= 1
            if len(stack) > 1:
                cells_of.pop(id(stack.pop()), None)
                top = stack[-1]
        elif role == BREAK:
            if done or breaks:
                breaks = 1 if done else breaks + 1
        else:
            skipped += not done
            breaks = 0
    if hidden_chars > MOST_HIDDEN * sum(segment["chars"] for segment in segments):
        for segment in segments:
            segment.pop("hidden", None)
    if surplus:
        _merge(segments[-1], surplus)
    _number(cells, full)
    return title, metas, elements, segments, len(surplus)


def holds_text(tokens):
    """Return whether there is text in an element; tokens: its name and what follows it, as TOKEN
    splits it."""
    depth = 1
    for text, name in zip(tokens[1::3], tokens[3::3], strict=False):
        if text.strip(" \t\n\f\r\v"):
            return True
        depth += (name == tokens[0]) - (name == "/" + tokens[0])
        if not depth:
            return False
    return False


def _number(cells, full):
    """Note the cells of rows in which one without text is before one with text."""
    for row, number, segment in cells:
        if len(full[row]) <= max(full[row]) < MOST_CELLS:
            segment["cells"] = [number]


def _enter(stack, elements, known_words):
    """Append the open blocks that are not yet among the elements."""
    first = len(stack) - 1
    while stack[first - 1][2] is None:
        first -= 1
    parent = stack[first - 1][2]
    for block in stack[first:]:
        name, tag = block[0], block[1]
        if " " in tag:
            words = known_words.get(tag)
            if words is None:
                words = known_words[tag] = attribute_words(tag)
        else:
            words = ""
        elements.append([name, parent, words])
        parent = block[2] = len(elements) - 1


def _merge(segment, surplus):
    """Add blocks, a list of (text, values of COUNTS), to a segment."""
    segment["text"] = " ".join([segment["text"], *(text for text, _ in surplus)])
    for name, counts in zip(COUNTS, zip(*(counts for _, counts in surplus), strict=True),
                            strict=True):
        segment[name] += sum(counts)
    segment["chars"] = len(segment["text"])
