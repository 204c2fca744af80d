"""html5lib, the reference parser, corrected where it lags behind the HTML standard.

Ordinary pages hardly need the corrections: they are for malformed pages, so that both parsers find
the same text, and for hostile ones (tests/hostile.py), which html5lib by itself takes many times as
long for, such as 16 000 <rb> and <rt>.
"""
from collections import Counter
from contextlib import suppress
from typing import Any

import html5lib
from html5lib.constants import formattingElements

from ..guard.limits import with_newlines
from ..vocabulary import DROPPED, SWALLOWERS, VOID, escaped
from .tokenizer import Tokenizer

FORMATTING = {name for _, name in formattingElements}
NAMESPACE = "{http://"
NOT_WRITTEN = frozenset(DROPPED)
BUILDER: Any = html5lib.getTreeBuilder("etree")
RUBY = {"rb", "rp", "rt", "rtc"}
IMPLIED = {"dd", "dt", "li", "optgroup", "option", "p", *RUBY}    # their end tags may be missing

# End tags that have an effect even where no element of their name is open
EFFECTIVE = {"body", "br", "form", "h1", "h2", "h3", "h4", "h5", "h6", "html", "p"}


class _Element(BUILDER.elementClass):
    """html5lib's element, but it looks for a child from the end, as there may be 100 000, and
    appends to long text in time proportional to what is appended.
    """

    def insertBefore(self, node, refNode):
        self._element.insert(_place(self._element, refNode._element), node._element)
        node.parent = self

    def removeChild(self, node):
        del self._childNodes[_place(self._childNodes, node)]
        del self._element[_place(self._element, node._element)]
        node.parent = None

    def insertText(self, data, insertBefore=None):
        children = self._element
        place = _place(children, insertBefore._element) if (
            insertBefore is not None and len(children)) else len(children)
        holder, name = (children[place - 1], "tail") if place else (children, "text")
        text = getattr(holder, name) or ""
        setattr(holder, name, None)      # else the next line copies the text, which may be long
        text += data
        setattr(holder, name, text)


def _place(children, child):
    """Return the index of a child; usually it is one of the last."""
    for place in range(len(children) - 1, -1, -1):
        if children[place] is child:
            return place
    raise ValueError("not a child of this element")


class _Open(list):
    """The open elements, outermost first, the number of each name, and a set of them."""

    def __init__(self):
        super().__init__()
        self.names, self.nodes = Counter(), set()

    def __contains__(self, node):
        return node in self.nodes

    def append(self, node):
        self.insert(len(self), node)

    def insert(self, place, node):
        super().insert(place, node)
        self._opened(node)

    def pop(self, place=-1):
        node = super().pop(place)
        self._closed(node)
        return node

    def remove(self, node):
        super().remove(node)
        self._closed(node)

    def __setitem__(self, place, node):
        self._closed(self[place])
        super().__setitem__(place, node)
        self._opened(node)

    def _opened(self, node):
        self.names[node.name] += 1
        self.nodes.add(node)

    def _closed(self, node):
        self.names[node.name] -= 1
        self.nodes.discard(node)


class _Builder(BUILDER):
    """html5lib's tree builder, but it searches open elements only for names that are open."""

    elementClass = _Element

    def reset(self):
        super().reset()
        self.openElements = _Open()

    def elementInScope(self, target, variant=None):
        if isinstance(target, str) and not self.openElements.names[target]:
            return False
        return super().elementInScope(target, variant)


class _Parser(html5lib.HTMLParser):
    """html5lib's parser without its list of errors, which is quadratic in time."""

    def __init__(self):
        super().__init__(_Builder, namespaceHTMLElements=False)
        for name, phase in MENDED.items():
            self.phases[name] = phase(self, self.tree)

    def _parse(self, stream, *args, **settings):
        self.innerHTMLMode = self.scripting = False
        self.tokenizer = Tokenizer(stream, parser=self)
        self.reset()
        self.mainLoop()

    def parseError(self, *args, **settings):
        pass

    def in_foreign_content(self):
        """Return whether the innermost open element is one of svg or math."""
        nodes = self.tree.openElements
        return bool(nodes) and nodes[-1].namespace != self.tree.defaultNamespace


def _like_body(phase):
    """Return html5lib's class for a phase, corrected: white space is treated as in the body.

    By the standard even white space opens formatting again that a block closed, such as the <b>
    of <td><p><b>x</p> <p>y. html5lib 1.1 does not do this in cells, captions and after </body>.
    """
    def space(self, token):
        return self.parser.phases["inBody"].processSpaceCharacters(token)

    return type(phase.__name__, (phase,), {"__slots__": (), "processSpaceCharacters": space})


def _left_by_end_tags(phase):
    """Return html5lib's class for svg and math, corrected: </p> and </br> end them, like <p>."""
    def end_tag(self, token):
        if token["name"] not in ("br", "p"):
            return phase.processEndTag(self, token)
        self.processStartTag({"name": "p"})
        return self.parser.phase.processEndTag(token)

    return type(phase.__name__, (phase,), {"__slots__": (), "processEndTag": end_tag})


def _closed_one_by_one(phase):
    """Return html5lib's class for the body, corrected: it knows <rb> and <rtc>, it takes <isindex>
    for an unknown element, and not for "This is a searchable index.", and </font> closes one
    element only.

    Of four equal nested <font> the first is no longer opened again in new paragraphs (the "Noah's
    Ark clause"), but it still needs an end tag of its own.
    """
    def start_tag(self, token):
        name, tree = token["name"], self.tree
        if name == "isindex":
            return self.startTagOther(token)
        if name not in RUBY:
            return phase.processStartTag(self, token)
        if tree.elementInScope("ruby"):
            implied = IMPLIED if name in ("rb", "rtc") else IMPLIED - {"rtc"}
            while tree.openElements[-1].name in implied:
                tree.openElements.pop()
        tree.insertElement(token)
        return None

    def end_tag(self, token):
        name = token["name"]
        if not (self.tree.openElements.names[name] or name in EFFECTIVE
                or self.tree.elementInActiveFormattingElements(name)):
            return None
        node = self.tree.openElements[-1]
        if (name in FORMATTING and node.name == name
                and node not in self.tree.activeFormattingElements):
            self.tree.openElements.pop()
            return None
        return phase.processEndTag(self, token)

    return type(phase.__name__, (phase,), {"__slots__": (), "processStartTag": start_tag,
                                             "processEndTag": end_tag})


PHASES = html5lib.html5parser.getPhases(False)
MENDED = {**{name: _like_body(PHASES[name]) for name in ("inCell", "inCaption", "afterBody")},
          "inBody": _closed_one_by_one(PHASES["inBody"]),
          "inForeignContent": _left_by_end_tags(PHASES["inForeignContent"])}


def html5lib_tree(page, _names=None):
    """Return (the page's tree as normal HTML, last): see parsers.py."""
    parser = _Parser()
    # html5lib 1.1, its tree made, at the end of "<table><svg><html>"
    with suppress(AssertionError):
        parser.parse(with_newlines(page).decode())
    return _written(parser.tree.getDocument()), _last(parser.tree.document._element)


def _last(root):
    todo = [root]
    while todo:
        node = todo.pop()
        if not isinstance(node.tag, str):
            return "comment"
        if node.tag in SWALLOWERS:
            return node.tag
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
        if name == "!":                              # a comment
            out.append(f"<!--{node.text or ''}-->{escaped(node.tail)}")
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
