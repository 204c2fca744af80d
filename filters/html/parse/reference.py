"""html5lib, the reference parser, as it is, for pages that it reads in bounded time.

It is in Python, and takes quadratic time where elements nest or a token or text comes in pieces:
the work that a page makes is estimated while it is parsed.
"""
from collections import deque
from typing import Any

import html5lib
from html5lib._tokenizer import HTMLTokenizer
from html5lib.constants import tokenTypes

from ...errors import BadRecord
from ...lazypattern import LazyPattern
from ..guard.limits import with_newlines
from ..normalhtml import BLANK, DROPPED, SWALLOWERS, VOID, escaped

NAMESPACE = "{http://"
NOT_WRITTEN = frozenset(DROPPED)
BUILDER: Any = html5lib.getTreeBuilder("etree")
START, END, TEXT, SPACE, ERROR = (tokenTypes[name] for name in (
    "StartTag", "EndTag", "Characters", "SpaceCharacters", "ParseError"))
# How the tokenizer reads on after a tag
RAW_STATES = {"title": "rcdata", "textarea": "rcdata", "script": "scriptData",
              "plaintext": "plaintext",
              **dict.fromkeys(["iframe", "noembed", "noframes", "style", "xmp"], "rawtext")}
CELLS, SELECTS = ("inCell", "inCaption"), ("inSelect", "inSelectInTable")
# What a page takes, in the time of a character that is copied
PIECE = 5_000            # each step of the tokenizer, besides a share of what is read of the token
SHARE = 4                # most of these steps copy the token, but not as it is written
TAG, OPEN = 100_000, 1_500       # each tag or comment, and each element open at it
FOSTERED = 500           # each child before which a text or element is put, out of a table
MOST = 15_000_000_000    # one second, up to three; gold pages have up to 5_100_000_000
# The end of raw text is searched for by comparing the name letter by letter
LONG_NAME = LazyPattern("</[a-zA-Z]{5000}")
COMMENT_END = LazyPattern("--!?>|\\Z")


class _Builder(BUILDER):
    """html5lib's tree builder, which counts what it puts before tables, perhaps to long text."""

    def reset(self):
        super().reset()
        self.work = 0

    def getTableMisnestedNodePosition(self):
        parent, table = super().getTableMisnestedNodePosition()
        self.work += FOSTERED * len(parent._element) + self.stream.chunkOffset
        return parent, table


class _Parser(html5lib.HTMLParser):
    """html5lib's parser with the tokens below, without its list of errors."""

    def __init__(self):
        super().__init__(_Builder, namespaceHTMLElements=False)

    def _parse(self, stream, *args, **settings):
        self.innerHTMLMode = self.scripting = False
        self.tokenizer = _Tokenizer(stream, parser=self)
        self.reset()
        self.mainLoop()

    def parseError(self, *args, **settings):
        pass


class _Tokenizer(HTMLTokenizer):
    """The tokens of a page. Raises BadRecord where they are too much work.

    There are none of <template>, whose content html5lib puts on the page, nor of <isindex>, which
    it makes a form of. White space in cells is that of a body: by the standard it, too, opens
    formatting again that a block closed, such as the <b> of <td><p><b>x</p> <p>y. By that of 2025
    a <textarea> or the like in a <select> does not end it.
    """

    def __init__(self, page, parser):
        super().__init__(page, parser=parser)
        self.stream._defaultChunkSize = len(page) + 1    # the offset in a chunk is that in the page
        self.stream.reportCharacterErrors = None

    def __iter__(self):
        templates = text = 0
        tree = self.parser.tree
        cells, selects = ([self.parser.phases[name] for name in names]
                          for names in (CELLS, SELECTS))
        for token in _joined(self._steps()):
            name = token.get("name")
            if token["type"] in (TEXT, SPACE):
                text += len(token["data"])       # an ignored end tag after it leaves it growing
                tree.work += text
            else:
                tree.work += TAG + OPEN * len(tree.openElements)
                text = text if token["type"] == END else 0
            if name == "template" and token["type"] in (START, END) and (
                    templates or not self._in_foreign_content()):
                templates = max(0, templates + (1 if token["type"] == START else -1))
            elif token["type"] == START and name in RAW_STATES and (
                    templates or (self.parser.phase in selects and name != "script")):
                self.state = getattr(self, RAW_STATES[name] + "State")
            elif not templates and token["type"] == SPACE and self.parser.phase in cells:
                self.parser.phases["inBody"].processSpaceCharacters(token)
            elif not templates and name != "isindex":
                yield token
        self.ends_in_template = templates > 0

    def commentState(self):
        """Read on to the end of a comment at once: html5lib copies it at each hyphen."""
        stream = self.stream
        end = COMMENT_END.search(stream.chunk, stream.chunkOffset).start()
        self.currentToken["data"] += stream.chunk[stream.chunkOffset:end]
        stream.chunkOffset = end
        return super().commentState()

    def _in_foreign_content(self):
        """Return whether the innermost open element is one of svg or math."""
        tree = self.parser.tree
        return bool(tree.openElements) and (
            tree.openElements[-1].namespace != tree.defaultNamespace)

    def _steps(self):
        """Yield the tokens but errors, and count the steps by which they are read."""
        self.tokenQueue = deque()
        stream, tree, begun = self.stream, self.parser.tree, 0
        tree.stream = stream
        while self.state():
            tree.work += PIECE + (stream.chunkOffset - begun) // SHARE
            for token in self.tokenQueue:
                if token["type"] != ERROR:       # after an error the token may go on
                    begun = stream.chunkOffset
                    yield token
            self.tokenQueue.clear()
            if tree.work > MOST:
                raise _refused("its markup takes html5lib too long")


def _joined(tokens):
    """Yield the tokens, adjacent pieces of text joined."""
    pieces = []
    for token in tokens:
        if token["type"] == TEXT or (pieces and token["type"] == SPACE):
            pieces.append(token["data"])
        else:
            if pieces:
                yield {"type": TEXT, "data": "".join(pieces)}
                pieces = []
            yield token
    if pieces:
        yield {"type": TEXT, "data": "".join(pieces)}


def html5lib_tree(page, _names=None):
    """Return (the page's tree as normal HTML, last): see parser_named.

    Raises:  BadRecord, code "too_large", where that would take long, or html5lib fails: at the end
             of <table><svg><html>, and at a reference of over 4,300 digits.
    """
    parser, text = _Parser(), with_newlines(page).decode()
    if LONG_NAME.search(text):
        raise _refused("its markup takes html5lib too long")
    try:
        parser.parse(text)
    except (AssertionError, ValueError):
        raise _refused("html5lib fails on its markup") from None
    last = _last(parser.tree.document._element)
    return (_written(parser.tree.getDocument()),
            "template" if parser.tokenizer.ends_in_template else last)


def _refused(why):
    return BadRecord(f"{why}; the extra [fast] has another parser", "too_large")


def _last(root):
    todo = [root]
    while todo:
        node = todo.pop()
        if not isinstance(node.tag, str):
            return "comment"
        if _local(node.tag) in SWALLOWERS:
            return _local(node.tag)
        made = node.tag in ("html", "head", "body")          # perhaps made by the parser at the end
        if (len(node) and node[-1].tail) or not (len(node) or (made and not node.text)):
            return None
        todo = [*(todo if made else []), *node]
    return None


def _written(document):
    """Return an html5lib document as normal HTML, written as lexbor does, without DROPPED."""
    out = []
    todo = [document]
    while todo:
        node = todo.pop()
        if isinstance(node, str):
            out.append(node)
            continue
        name = _local(node.tag) if isinstance(node.tag, str) else "!"
        if name == "!":                              # a comment, with its length alone
            out.append(f"<!--{BLANK * len(node.text or '')}-->{escaped(node.tail)}")
        elif name in NOT_WRITTEN:
            out.append(escaped(node.tail))
        else:
            out.append(f"<{name}{''.join(map(_attribute, node.items()))}>{escaped(node.text)}")
            todo.append(("" if node.tag in VOID else f"</{name}>") + escaped(node.tail))
            todo.extend(reversed(node))
    return "".join(out)


def _attribute(item):
    name, value = item
    name = _local(name)
    if "&" in value or '"' in value or "<" in value or ">" in value or "\xa0" in value:
        value = escaped(value).replace('"', "&quot;")
    return f' {name}="{value}"'


def _local(name):
    """Return a name without its namespace; in <p a="${"}"> an attribute has the name "}"."""
    return name.rpartition("}")[2] if name.startswith(NAMESPACE) else name
