"""Selectors of CSS, as compound selectors inside one another: which elements they match.

A compound selector is a tag or *, .class, #id and [attribute="value"] in a row. White space between
two asks for the second inside the first, > for it directly inside, a comma begins another selector.

Options:
  --url URL         address of a page that comes without one
  --robots          write doc.robots, what the page's <meta name=robots> asks, such as noindex or
                    noai
  --drop SELECTOR|@FILE...
                    leave out what is in the elements that a CSS selector matches, such as '.share,
                    aside > p'; @FILE: lines of a host, a tab and a selector, * for any host; may be
                    repeated
  --only SELECTOR|@FILE...
                    leave out all text but that in the elements that a CSS selector matches; @FILE
                    as for --drop; may be repeated
"""
import argparse
import re
from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from ..errors import Unusable
from ..lazypattern import LazyPattern
from .normalhtml import NAME, TOKEN, VOID, unescaped

IDENTIFIER = r"(?!-?\d)(?:\\[0-9a-fA-F]{1,6}[ ]?|\\[^\n0-9a-fA-F]|[\w\x80-\U0010ffff-])+"
PIECE = LazyPattern(rf"""
    [ \t]* (?P<between>[>,]) [ \t]* | (?P<blank>[ \t]+)
  | (?P<any>\*)
  | (?P<sign>[.#]?) (?P<name>{IDENTIFIER})
  | \[[ ]*(?P<attribute>{IDENTIFIER})[ ]*
    (?: (?P<operator>[~|^$*]?=) [ ]*
        (?: (?P<word>{IDENTIFIER}) | "(?P<double>[^"]*)" | '(?P<single>[^']*)' ) [ ]* )? \]
""", re.X)
ESCAPE = LazyPattern(r"\\(?:([0-9a-fA-F]{1,6})[ ]?|(.))", re.S)
ATTRIBUTE = LazyPattern(r' ([^ =]+)="([^"]*)"')
SPACE = LazyPattern("[ \t\n\f\r]+")
OPERATORS = {
    "": lambda held, wanted: True,
    "=": lambda held, wanted: held == wanted,
    "~=": lambda held, wanted: wanted in SPACE.split(held) and wanted != "",
    "|=": lambda held, wanted: held == wanted or held.startswith(wanted + "-"),
    "^=": lambda held, wanted: wanted != "" and held.startswith(wanted),
    "$=": lambda held, wanted: wanted != "" and held.endswith(wanted),
    "*=": lambda held, wanted: wanted != "" and wanted in held}
OF_SIGN = {".": ("class", "~="), "#": ("id", "=")}
SIGN_OF = {test: sign for sign, test in OF_SIGN.items()}
GRAM = 4                 # characters of a value by which selectors are looked up
NOTHING = "no element matches --only"
OF_FILE = "@"            # before the name of a file in place of a selector; no selector begins so


def _checked(word):
    """Return a selector, or @FILE, as given, after checking it."""
    try:
        if not word.startswith(OF_FILE):
            compounds_of(word)
    except Unusable as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return word


OPTIONS = {"--drop": {"type": _checked}, "--only": {"type": _checked}}


class Compound(NamedTuple):
    """A compound selector.

    before: what stands before it: "," for nothing, ">" or " ". tag: "" for any.
    tests:  tuple of (attribute, key of OPERATORS, value).
    """

    before: str = ","
    tag: str = ""
    tests: tuple[tuple[str, str, str], ...] = ()

    def clues(self) -> list[str]:
        """Return clues that an element has if it matches, as `clues_of` gives them: any will do.

        >>> compounds_of("[class^=adbox]")[0].clues()
        ['[class=adbo', '[class=dbox']
        """
        for attribute, operator, value in self.tests:
            if (attribute, operator) in SIGN_OF:
                return [SIGN_OF[attribute, operator] + value]
        for attribute, _, value in self.tests:    # all operators want the value in what is held
            if len(value) >= GRAM:
                return [f"[{attribute}={gram}" for gram in _grams(value)]
        return [f"[{self.tests[0][0]}" if self.tests else self.tag]

    def matches(self, name: str, attributes: dict[str, str]) -> bool:
        """Return whether an element matches by itself."""
        if self.tag and self.tag != name:
            return False
        for attribute, operator, value in self.tests:
            held = attributes.get(attribute)
            if held is None or not OPERATORS[operator](held, value):
                return False
        return True


def compounds_of(selector: str) -> list[Compound]:
    """Return the compound selectors of a selector, in order.

    Raises:  Unusable for what is no selector, or one that needs more than an element and those
             around it.

    >>> compounds_of("Div.ad > [rel~=tag]")
    [Compound(before=',', tag='div', tests=(('class', '~=', 'ad'),)), \
Compound(before='>', tag='', tests=(('rel', '~=', 'tag'),))]
    """
    done: list[Compound] = []
    before, current, at = ",", None, 0
    text = selector.strip()
    while at < len(text):
        token = PIECE.match(text, at)
        between = token and (token["between"] or (token["blank"] and " "))
        is_tag = token and (token["any"] or (token["name"] and not token["sign"]))
        if not token or (current is None if between else is_tag and current is not None):
            break
        at = token.end()
        if between:
            done.append(current)
            before, current = between, None
        else:
            current = _joined(current or Compound(before), token)
    if current is None or at < len(text):
        raise Unusable(f"{selector!r}: no selector of tags, .classes, #ids and [attributes], with "
                       f"blanks, > or commas between, at {text[at:at + 20]!r}")
    return [*done, current]


def _joined(compound, token):
    """Return a compound selector with one more token of it."""
    if token["any"]:
        return compound
    if token["attribute"]:
        value = next(filter(None, (token["word"], token["double"], token["single"])), "")
        test = _name(token["attribute"]).lower(), token["operator"] or "", _name(value)
    elif token["sign"]:
        test = (*OF_SIGN[token["sign"]], _name(token["name"]))
    else:
        return compound._replace(tag=_name(token["name"]).lower())
    return compound._replace(tests=(*compound.tests, test))


def _name(text):
    """Return a name or value without its escapes.

    >>> _name(r"sm\\:hidden"), _name(r"\\31 st")
    ('sm:hidden', '1st')
    """
    return ESCAPE.sub(lambda escape: escape[2] or chr(min(int(escape[1], 16), 0x10ffff)), text)


def _grams(value):
    """Return the different stretches of GRAM characters in a value, in order."""
    return list(dict.fromkeys(value[at:at + GRAM] for at in range(len(value) - GRAM + 1)))


def clues_of(name: str, attributes: dict[str, str], read: Collection[str] = ()) -> list[str]:
    """Return the clues by which compound selectors that may match an element are looked up.

    read:   attributes whose values some selectors ask for.

    >>> clues_of("p", {"class": "a b", "id": "menu2"}, ["id"])
    ['', 'p', '[class', '[id', '[id=menu', '[id=enu2', '.a', '.b', '#menu2']
    """
    return ["", name, *(f"[{attribute}" for attribute in attributes),
            *(f"[{attribute}={gram}" for attribute in read
              for gram in _grams(attributes.get(attribute, ""))),
            *("." + word for word in dict.fromkeys(SPACE.split(attributes.get("class", "")))),
            *("#" + attributes[key] for key in ["id"] if key in attributes)]


class Selectors:
    """The selectors of several groups, matched together: each compound selector is a bit.

    ends:    for each group the bits of those that end a selector.
    """

    def __init__(self, *groups: list[str]) -> None:
        # Lists have thousands of selectors that begin with the same compound one
        self._by_clue: dict[str, dict[Compound, int]] = defaultdict(lambda: defaultdict(int))
        self._first = self._below = self._child = 0
        self.ends, bit = [], 1
        for selectors in groups:
            ends = 0
            for compounds in map(compounds_of, selectors):
                for number, compound in enumerate(compounds, 1):
                    self._first |= bit * (compound.before == ",")
                    self._below |= bit * (compound.before == " ")
                    self._child |= bit * (compound.before == ">")
                    if number == len(compounds) or compounds[number].before == ",":
                        ends |= bit
                    alone = compound._replace(before=",")
                    # where it is already, or among the fewest: lists have long common beginnings
                    among = min((self._by_clue[clue] for clue in alone.clues()),
                                key=lambda held: (alone not in held, len(held)))
                    among[alone] |= bit
                    bit <<= 1
            self.ends.append(ends)
        self._read = dict.fromkeys(clue[1:].partition("=")[0] for clue, held
                                   in self._by_clue.items() if held and "=" in clue)

    def own(self, tag: str) -> int:
        """Return the bits of the compound selectors that an opening tag matches by itself."""
        name = NAME.match(tag)[1]
        attributes = {key: unescaped(value) for key, value in ATTRIBUTE.findall(tag)}
        bits = 0
        for clue in clues_of(name, attributes, self._read):
            for compound, of_compound in self._by_clue.get(clue, {}).items():
                if compound.matches(name, attributes):
                    bits |= of_compound
        return bits

    def matched(self, own: int, around: int, parent: int) -> int:
        """Return the bits that an element matches where it is.

        own: see there. around, parent: what is matched by any element around it, and by its parent.
        """
        return own & (self._first | (self._below & around << 1) | (self._child & parent << 1))


def chosen(tree, selectors):
    """Return (a tree in normal HTML without what selectors leave out, a note where that is all).

    selectors: Selectors of two groups, what to leave out and what alone to leave. Elements stay
               where they are without what is in them, so a table keeps its columns; the head stays.

    >>> page = '<body><p>a<b class="x">b</b></p><img><p id="y">c</p></body>'
    >>> chosen(page, Selectors([".x"], []))
    ('<body><p>a<b class="x"></b></p><img><p id="y">c</p></body>', '')
    >>> chosen(page, Selectors([], ["body > #y"]))
    ('<body><p><b class="x"></b></p><p id="y">c</p></body>', '')
    """
    drops, takes = selectors.ends
    own, parts, is_any_taken = {}, [], not takes
    # of each open element: bits of it and those around it, of it alone; is it taken, dropped
    stack = [(0, 0, not takes, False)]
    pieces = TOKEN.split(tree)
    for text, tag, name in zip(
            pieces[0::3], [*pieces[1::3], ""], [*pieces[2::3], "!"], strict=True):
        around, parent, is_taken, is_dropped = stack[-1]
        if is_taken and not is_dropped:
            parts.append(text)
        if name[0] == "/":
            if len(stack) > 1:
                stack.pop()
            if not stack[-1][3]:
                parts.append(tag)
            continue
        if name[0] in "!?":
            bits = 0
        else:
            if tag not in own:
                own[tag] = selectors.own(tag)
            bits = selectors.matched(own[tag], around, parent)
        is_any_taken = is_any_taken or bits & takes > 0
        is_taken = is_taken or bits & takes > 0 or name == "head"
        is_void = name in VOID or name[0] in "!?"
        if not is_dropped and not (is_void and (not is_taken or bits & drops)):
            parts.append(tag)
        if not is_void:
            stack.append((around | bits, bits, is_taken, is_dropped or bits & drops > 0))
    return "".join(parts), "" if is_any_taken else NOTHING
