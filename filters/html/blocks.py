"""One pass over normal HTML: title, enclosing elements, blocks of text and what was counted.

A block is a stretch of text between block-level tags. A <br> ends it, too; the next one of the
same element then says so (`br`), so that whoever wants the element's text whole can join them.
"""
import re
from typing import Any

from ..record import Elements, Segments
from ..text.words import count_words, counted
from .repair import INVALID, repaired_lines, repaired_words
from .vocabulary import VOID

MAX_WORDS_CHARS = 80     # code points kept of class, id and role

# What browsers set off as blocks. button is here because its label is no part of a sentence.
BLOCK = frozenset(
    "address article aside blockquote body button caption center dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup html legend "
    "li listing main menu nav ol p plaintext pre search section summary table tbody td tfoot th "
    "thead tr ul xmp".split())
PRE = frozenset(["pre", "listing", "xmp", "plaintext"])
KINDS = {"h1": "h", "h2": "h", "h3": "h", "h4": "h", "h5": "h", "h6": "h",
         "li": "l", "dt": "l", "dd": "l", "pre": "c", "listing": "c", "xmp": "c", "plaintext": "c"}
SAME_ITEM = frozenset(["p", "div"])      # <li><p>: the paragraph of an item is the item

OPEN, CLOSE, BREAK, RULE, TITLE, LINK, UNLINK, CODE, UNCODE, META = range(10)
ROLES = (dict.fromkeys(BLOCK, OPEN) | {"/" + name: CLOSE for name in BLOCK}
         | {"br": BREAK, "hr": RULE, "meta": META, "a": LINK, "/a": UNLINK, "/title": TITLE,
            "code": CODE, "/code": UNCODE, "kbd": CODE, "/kbd": UNCODE,
            "samp": CODE, "/samp": UNCODE})

# Stands in text, where NUL cannot stand, for nothing, but for a space between words of two links:
# <a>Home</a><a>News</a>. Behind & it keeps <code>&amp;lt;</code>, a text on HTML, as it is.
JOINT = "\0"
JOINED = re.compile(f"(?<=\\w){JOINT}(?=\\w)")

# text, tag, name, text, tag, name ... text; a comment's name begins with "!", a closing tag's "/"
TOKEN = re.compile(r"(<(/?[a-zA-Z][^ />]*+|!--(?s:.*?)--(?=>)|\?[^>]*|!(?i:doctype)[^>]*)[^>]*+>)")
HIDDEN = re.compile(r' hidden="| style="[^"]*(?:display\s*:\s*none|visibility\s*:\s*hidden)', re.I)
# What scripts show all the same: React as it loads (<div hidden id="S:0">), tabs and accordions
# at a click. On the gold pages four in five of their words are main text, of others one in five.
SHOWN = re.compile(r' id="S:[0-9a-f]+"| role="(?:tabpanel|region)"| hidden="until-found"'
                   r'| class="[^"]*(?:accordion|collaps|tab-?pane)', re.I)
MOST_HIDDEN = 0.9        # of a page's text; <body style="visibility:hidden"> waits for its script
COUNTS = ["chars", "words", "link_chars", "link_words", "links", "markup_chars", "open_tags",
          "close_tags", "skipped"]


def hides(tag):
    """Return whether browsers do not show what stands in an element with this opening tag.

    >>> hides('<p style="display: none">'), hides('<div role="tabpanel" hidden="">')
    (True, False)
    """
    return HIDDEN.search(tag) is not None and not SHOWN.search(tag)


def unescaped(text):
    """Return text of normal HTML with its four entities undone."""
    if "&" not in text:
        return text
    return (text.replace("&nbsp;", "\xa0").replace("&lt;", "<").replace("&gt;", ">")
            .replace("&quot;", '"').replace("&amp;", "&"))


def attribute_words(tag):
    """Return the words of a tag's class, id and role, in this order, cut at MAX_WORDS_CHARS.

    >>> attribute_words('<div id="main" class="wide  blue">')
    'wide blue main'
    """
    found = ""
    for name in ' class="', ' id="', ' role="':
        at = tag.find(name)
        if at >= 0:
            at += len(name)
            found += tag[at:tag.find('"', at)] + " "
    text = " ".join(unescaped(found).split())
    if len(text) > MAX_WORDS_CHARS:
        text = text[:MAX_WORDS_CHARS].rstrip()
    return text if text.isascii() and text.isprintable() else INVALID.sub("", text)


def link_counts(links, text, words):
    """Return (characters, words) of `text`, which has `words` words, that stand inside links."""
    if len(links) == 1 and links[0].strip() == text:
        return len(text), words
    inside = [" ".join(unescaped(link).split()) for link in links]
    return (min(len(text), sum(map(len, inside))),
            min(words, sum(map(count_words, inside))))


def blocks(page, max_segments):
    """Return (title or None, metas, elements, segments, merged) of a page in normal HTML.

    page:         what the parsers return.
    max_segments: blocks past this number are merged into the last one.
    Returns:      metas, the tags; elements and segments as record.py has them; merged is the
                  number of blocks that went into the last one.
    """
    elements, segments, surplus = Elements(), Segments(), []
    title, metas = None, []
    # The open blocks, innermost last: [name, tag, index in elements or None, kind, hidden]
    top: list[Any] = ["", "", -1, "p", False]
    stack = [top]
    inline_blocks: list[list[Any]] = []    # [name, nesting]: inline elements that are hidden
    buffer, links, link = [], [], None     # text of the block; of its links; of the open link
    has_text = after_close = joints = False
    hidden_chars = 0
    link_end = code = 0                    # of the buffer, where a link ended, where code began
    anchors = opened = closed = skipped = raw = breaks = pre = 0
    known_words = {}                       # tag: its words; templates repeat themselves

    tokens = TOKEN.split(page)
    tokens += ["", "/"]                    # a last boundary, behind the last text
    for text, tag, name in zip(tokens[0::3], tokens[1::3], tokens[2::3], strict=True):
        if text:
            raw += len(text)
            if has_text or not text.isspace():
                has_text = True
                buffer.append(text)
                if link is not None:
                    link.append(text)
            elif pre:                      # the first line's indentation
                buffer.append(text)
        role = ROLES.get(name)
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
                if inline_blocks and name == inline_blocks[-1][0]:
                    inline_blocks[-1][1] += 1
                elif (" style=" in tag or " hidden=" in tag) and name not in VOID \
                        and hides(tag):
                    inline_blocks.append([name, 1])
                    role = OPEN
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
        elif role == TITLE:
            if text and has_text:          # it stands on the page where the head ended early
                buffer.pop()
                has_text = bool(buffer)
                if link:
                    link.pop()
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

        # A boundary: what stands in the buffer is a block
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
                else:
                    surplus.append((text, (chars, count, link_chars, link_words, anchors,
                                           markup_chars, opened, closed, skipped)))
                anchors = opened = closed = skipped = raw = 0
            links.clear()
            buffer.clear()
            link_end = 0

        if role == OPEN:
            skipped += not done
            breaks = 0
            after_close = False
            if name == "body":             # what stands in the head is evidence of nothing
                opened = closed = skipped = raw = 0
            elif name in PRE:
                pre += 1
                buffer.clear()
            elif name == "a":
                anchors += 1
                link = []
            kind = KINDS.get(name)
            if kind is None:
                kind = top[3]
                if kind == "l" and name not in SAME_ITEM:
                    kind = "p"
            hidden = top[4]
            if not hidden and (" style=" in tag or " hidden=" in tag):
                hidden = hides(tag)
            elif name == "dialog":
                hidden = hidden or ' open="' not in tag
            top = [name, tag, None, kind, hidden]
            stack.append(top)
        elif role == CLOSE:
            skipped += not done
            breaks = 0
            after_close = True
            if pre and name[1:] in PRE:
                pre -= 1
            if len(stack) > 1:
                stack.pop()
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
    return title, metas, elements, segments, len(surplus)


def _enter(stack, elements, known_words):
    """Give the open blocks that are not yet among the elements their places there."""
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
