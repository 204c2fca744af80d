"""Normal HTML: names of elements, entities and tags, where elements end, and what a tag says."""
import re
from functools import cache

from ...lm.rules import declarations_of, names_of, pattern, rules
from ..lazypattern import LazyPattern
from ..text.linebreaks import without_breaks
from ..text.repair import GUARD, INVALID, is_escaped
from ..text.words import count_words

# Names of elements that several modules need, and the escaping of normal HTML.

# Elements that browsers do not show or show as controls, and pronunciations above a word (ruby)
DROPPED = ["annotation", "annotation-xml", "audio", "canvas", "datalist", "iframe", "noembed",
           "noframes", "rp", "rt", "script", "select", "style", "svg", "template", "textarea",
           "video"]
UNESCAPED = ["plaintext", "xmp"]     # shown, and their text is written as it is
VOID = frozenset("area base basefont bgsound br col embed frame hr img input keygen link meta "
                 "param source track wbr".split())
# Elements that swallow the rest of a page if their end tag is missing
SWALLOWERS = frozenset([*DROPPED, "title", "xmp"]) - {"rp", "rt"}
BLANK = "-"              # in normal HTML each character of a comment


def escaped(text):
    """Return text escaped as in normal HTML; "" for None."""
    if not text:
        return ""
    return (text.replace("&", "&amp;").replace("\xa0", "&nbsp;")
            .replace("<", "&lt;").replace(">", "&gt;"))


# Tags that separate blocks of text, and rules for a single tag or block; arrays/ uses both.

MAX_WORDS_CHARS = 80     # code points kept of class, id and role

# Elements that browsers show as blocks; and button, whose label is not part of a sentence.
BLOCK = frozenset(
    "address article aside blockquote body button caption center dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup html legend "
    "li listing main menu nav ol p plaintext pre search section summary table tbody td tfoot th "
    "thead tr ul xmp".split())
PRE = frozenset(["pre", "listing", "xmp", "plaintext"])
KIND_OF_TAG = {"h1": "h", "h2": "h", "h3": "h", "h4": "h", "h5": "h", "h6": "h",
         "li": "l", "dt": "l", "dd": "l", "pre": "c", "listing": "c", "xmp": "c", "plaintext": "c"}
IS_HEADING = LazyPattern(pattern(rules("joins")["HEADINGS"]))
# Blocks that end an item they are in; <li><p>: the paragraph of an item is the item
ENDS_ITEM = BLOCK - {"p", "div"}

# The entities of normal HTML
CHARACTER_OF = {"&nbsp;": "\xa0", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&"}
ENTITY = re.compile("&(?:nbsp|lt|gt|quot|amp);")
ESCAPED_TWICE = r"&amp;(?=#?[a-zA-Z0-9]{1,32};)"
# In addresses it is often
TWICE, TWICE_IN_TEXT, TAG_OR_TWICE = (
    LazyPattern(start + ESCAPED_TWICE) for start in ("", ">[^<]*?", "<title>[^<]*|<[^>]*>|"))

# Splits into text, tag, name, text, tag, name ... text. The name of a comment begins with "!", that
# of a closing tag with "/".
TOKEN = re.compile(r"(<(/?[a-zA-Z][^ />]*|[!?][^>]*)[^>]*>)")
# Of opening tags: see the tables in share/rules
HIDDEN, BLOCK_STYLES = rules("hidden"), rules("joins")["BLOCK_STYLES"]
ALWAYS_HIDES, HIDES, IS_DIALOG, IS_OPEN, IS_OPEN_SHEET = (LazyPattern(pattern(HIDDEN[name]))
    for name in ("ALWAYS", "HIDDEN", "DIALOGS", "OPEN", "OPEN_SHEETS"))
IS_SHOWN = LazyPattern(pattern(HIDDEN["SHOWN"]), re.I)
HIDING_STYLES = declarations_of(HIDDEN["STYLES"])
DIALOG_NAMES = names_of(HIDDEN["DIALOGS"])
STYLE_NAMES = frozenset(name for name, _ in declarations_of([*HIDDEN["STYLES"], *BLOCK_STYLES]))
STYLE = re.compile(' style="([^"]*)"')
COMMENT = LazyPattern(r"/\*.*?(?:\*/|\Z)", re.S)       # /*display:none*/
# After white space, ";" or nothing: not in backface-visibility:hidden or --menu-display:none. A
# value that not all browsers know, such as -webkit-box, is passed over.
DECLARATION = re.compile(rf"(?<![^;\s])({'|'.join(sorted(STYLE_NAMES))})\s*:\s*([a-z][a-z-]*)"
                         r"(\s*!\s*important)?", re.I | re.A)
# An inline element that its style makes a block: <span style="display: block">
SEPARATING = LazyPattern("|".join(f"{name}: (?:{value})" for name, value in sorted(
    declarations_of(BLOCK_STYLES))))
MOST_HIDDEN = 0.9        # of a page's text; a script will show <body style="visibility:hidden">
MUCH_HIDDEN = 200        # characters; <noscript>Enable JavaScript</noscript> has less
NAME = re.compile("<([^ />]*)")
TAG = re.compile("<[^>]*>")
LOOKED_AT = 1 << 18      # characters in which a page that is escaped twice must show it


def hides(tag):
    """Return whether browsers hide the content of an element with this opening tag.

    >>> hides('<p style="display: none">'), hides('<div role="tabpanel" hidden="">')
    (True, False)
    """
    if ALWAYS_HIDES.match(tag):
        return True
    if is_dialog(tag):                   # <dialog> has another attribute for open than <div>
        is_element = NAME.match(tag)[1] in DIALOG_NAMES
        if not (IS_OPEN if is_element else IS_OPEN_SHEET).search(tag):
            return True
    return (HIDES.search(tag) is not None or not HIDING_STYLES.isdisjoint(
        style_of(tag).items())) and not IS_SHOWN.search(tag)


def is_dialog(tag):
    """Return whether an element with this opening tag is a dialog, open or not.

    >>> is_dialog('<dialog open="">'), is_dialog('<div role="dialog">'), is_dialog('<dialogue>')
    (True, True, False)
    """
    return IS_DIALOG.search(tag) is not None


def separates(tag):
    """Return whether the content of an inline element with this opening tag is a block.

    >>> separates('<b style="display:block">'), separates('<b style="display:inline-block">')
    (True, False)
    """
    return any(SEPARATING.fullmatch(f"{name}: {value}") for name, value in style_of(tag).items())


def style_of(tag):
    """Return the display and visibility that the style of an opening tag declares, a dict.

    The last declaration of a property counts, but !important goes before others.

    >>> style_of('<b style="display:none; Display: Block /* or none */">')
    {'display': 'block'}
    """
    style = STYLE.search(tag)
    if not style:
        return {}
    text = COMMENT.sub(" ", style[1]) if "/*" in style[1] else style[1]
    declarations = DECLARATION.findall(text)
    declarations.sort(key=lambda declaration: declaration[2] != "")
    return {name.lower(): value.lower() for name, value, _ in declarations}


def unescaped(text):
    """Return text of normal HTML with its four entities replaced by their characters."""
    return ENTITY.sub(lambda match: CHARACTER_OF[match[0]], text) if "&" in text else text


def with_references(tree):
    """Return a tree in which text about entities keeps them: not one that is escaped twice."""
    if not (TWICE.search(tree) and TWICE_IN_TEXT.search(tree)) or is_escaped(
            unescaped(TAG.sub("\n", tree[:LOOKED_AT]))):
        return tree
    return TAG_OR_TWICE.sub(
        lambda part: part[0] if part[0][0] == "<" else part[0] + GUARD, tree)


WORDED = ' class="', ' id="', ' role="'


def attribute_words(tag):
    """Return the words of a tag's class, id and role, in this order, truncated at MAX_WORDS_CHARS.

    >>> attribute_words('<div id="main" class="wide  blue">')
    'wide blue main'
    """
    values = ""
    for name in WORDED:
        at = tag.find(name)
        if at >= 0:
            at += len(name)
            values += tag[at:tag.find('"', at)] + " "
    if len(values) <= MAX_WORDS_CHARS and "&" not in values:     # nearly all
        text = " ".join(values.split())
    else:
        words = unescaped(values).split(None, MAX_WORDS_CHARS)[:MAX_WORDS_CHARS]
        text = " ".join(words)[:MAX_WORDS_CHARS].rstrip()
    return text if text.isascii() and text.isprintable() else INVALID.sub("", text)


def link_counts(links, text, words):
    """Return the numbers of (characters, words) of `text` in links; words: of all of it."""
    if len(links) == 1 and links[0].strip() == text:
        return len(text), words
    inside = [" ".join(without_breaks(unescaped(link)).split()) for link in links]
    return (min(len(text), sum(map(len, inside))),
            min(words, sum(map(count_words, inside))))


# Where the elements of normal HTML end, and markup without some of them.

ELEMENT_NAME = re.compile("<([a-z0-9]+)")
MOST_LEFT_OUT = 20_000            # characters of what is left out
HEADING = LazyPattern(r"<(h[1-6])[ >].*?</\1>", re.S)
COPIES = rules("marks")["HEADING_COPIES"]
COPY, COPY_CLUE = LazyPattern(pattern(COPIES)), f' {COPIES[0].attribute}="'


@cache
def tags_of(name):
    """Return the pattern of the tags with a name; group 1 is "/" in end tags."""
    return re.compile(rf"<(/?){name}[ >]")


def end_of(tree, start, most=None):
    """Return where the element that begins at a tag ends, -1 where it has more characters than
    `most`.

    >>> tree = "<p><b>x<b></b></b></p>"
    >>> tree[3:end_of(tree, 3)], end_of(tree, 3, most=5)
    ('<b>x<b></b></b>', -1)
    """
    depth = 0
    limit = len(tree) if most is None else start + most
    for tag in tags_of(ELEMENT_NAME.match(tree, start)[1]).finditer(tree, start, limit):
        depth += -1 if tag[1] else 1
        if not depth:
            return tree.index(">", tag.start()) + 1
    return -1


def without(tree, pattern, is_wanted=lambda *_: True, most=MOST_LEFT_OUT):
    """Return markup without the elements whose opening tag a pattern finds.

    is_wanted: function from the markup, and where such an element begins and ends, to whether it
               is left out. most: characters of one that is left out, None for any number.
    """
    parts, done = [], 0
    for tag in pattern.finditer(tree):
        if tag.start() >= done:
            end = end_of(tree, tag.start(), most)
            if end >= 0 and is_wanted(tree, tag.start(), end):
                parts.append(tree[done:tag.start()])
                done = end
    return "".join([*parts, tree[done:]]) if parts else tree


def without_copies(heading):
    """Return the markup of a heading without what it hides from screen readers, if text is left.

    >>> without_copies('<h1>For <b>sailors</b><b aria-hidden="true">rowers</b></h1>')
    '<h1>For <b>sailors</b></h1>'
    """
    rest = without(heading, COPY)
    return rest if any(map(str.isalnum, TAG.sub("", rest))) else heading


# A page's template: a signature of its elements, without text and attributes.

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
    """Return the signature of a page in normal HTML as text, see lm/templates/structure.py."""
    from ...lm.templates.structure import as_text, paths, signature
    return as_text(signature(paths(*elements_of(page))))
