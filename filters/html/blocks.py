"""Which tags separate blocks of text, and rules for a single tag or block. arrays/ uses them."""
import re

from ..lazypattern import LazyPattern
from ..text.linebreaks import without_breaks
from ..text.repair import INVALID
from ..text.words import count_words

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
HEADING = ' role="heading"'
# Blocks that end an item they are in; <li><p>: the paragraph of an item is the item
ENDS_ITEM = BLOCK - {"p", "div"}

# After & it keeps <code>&amp;lt;</code>, a text about HTML, from being unescaped twice; then it is
# removed. Text itself cannot contain NUL.
GUARD = "\0"

# The entities of normal HTML
CHARACTER_OF = {"&nbsp;": "\xa0", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&"}
ENTITY = re.compile("&(?:nbsp|lt|gt|quot|amp);")

# Splits into text, tag, name, text, tag, name ... text. The name of a comment begins with "!", that
# of a closing tag with "/".
TOKEN = re.compile(r"(<(/?[a-zA-Z][^ />]*|!--(?s:.*?)--(?=>)|\?[^>]*|!(?i:doctype)[^>]*)[^>]*>)")
# Classes that the style sheets of many sites hide: of TypePad the messages of the comment form, of
# Webflow and Divi copies of text for other conditions and screens
HIDING_CLASSES = "hiddenBox", "w-condition-invisible", "et_multi_view_hidden"
# Numbers of lines of Pygments, Rouge and Doxygen, which are not to be copied; as a class of other
# elements it says that they have numbers
NUMBERS = re.compile(r'<(?:span|td) (?:[^>]* )?class="linenos?[ "]')
# Publishers keep data-nosnippet out of search results: banners on cookies, addresses, forms. A
# tooltip is shown while the pointer is on a word, a popover after a click. MediaWiki writes [edit]
# (editsection) into headings.
HIDDEN = re.compile(r' hidden="| popover="| data-nosnippet="| role="tooltip"'
                    r'| class="(?:mw-)?editsection[ "]'
                    rf'| class="(?:[^" ]* )*(?:{"|".join(HIDING_CLASSES)})[ "]')
# A dialog is closed until a script opens it: <div role="dialog"> on cookies. Sheets with details
# of a product are open beside it, with aria-modal="false". A <dialog> with a style may be open.
DIALOG_TAG = "<dialog>", "<dialog "
DIALOG = re.compile(r' role="(?:alert)?dialog"| aria-modal="true"')
OPENING = ' open="', ' style="', ' hidden="'     # the style and hidden say themselves what hides
# Hidden elements that a script shows: React while it loads (<div hidden id="S:0">), tabs and
# accordions at a click. On the gold pages four in five of their words are main text, but only one
# in five of the words of other hidden elements. faq-answer, tab_content, toggle-content and
# a-expander-content of Amazon are whole words: "faq" or "toggle" alone may be anything. MediaWiki
# shows a picture of a formula instead of its MathML (mwe-math).
SHOWN = re.compile(r' id="S:[0-9a-f]+"| role="(?:tabpanel|region)"| hidden="until-found"'
                   r'| class="[^"]*(?:accordion|collaps|tab-?pane)'
                   r'| class="(?:[^"]* )?(?:faq[-_]*answer|tab[-_]*content|toggle[-_]+content'
                   r'|a-expander-content|mwe-math-mathml-(?:inline|display))[ "]', re.I)
STYLE = re.compile(' style="([^"]*)"')
COMMENT = LazyPattern(r"/\*.*?(?:\*/|\Z)", re.S)       # /*display:none*/
# After white space, ";" or nothing: not in backface-visibility:hidden or --menu-display:none. A
# value that not all browsers know, such as -webkit-box, is passed over.
DECLARATION = re.compile(
    r"(?<![^;\s])(display|visibility)\s*:\s*([a-z][a-z-]*)(\s*!\s*important)?", re.I | re.A)
# The display of an inline element that its style makes a block: <span style="display: block">
SHOWN_AS_BLOCK = LazyPattern("block|flex|flow-root|grid|list-item|table[a-z-]*")
NOSCRIPT = "<noscript>", "<noscript "
MOST_HIDDEN = 0.9        # of a page's text; a script will show <body style="visibility:hidden">
NAME = re.compile("<([^ />]*)")


def hides(tag):
    """Return whether browsers hide the content of an element with this opening tag.

    >>> hides('<p style="display: none">'), hides('<div role="tabpanel" hidden="">')
    (True, False)
    """
    if tag.startswith(NOSCRIPT):         # which browsers show where scripts are off
        return True
    if is_dialog(tag) and not _may_be_open(tag):
        return True
    if '="lineno' in tag and NUMBERS.match(tag):
        return True
    return (HIDDEN.search(tag) is not None or _is_styled_away(tag)) and not SHOWN.search(tag)


def is_dialog(tag):
    """Return whether an element with this opening tag is a dialog, open or not.

    >>> is_dialog('<dialog open="">'), is_dialog('<div role="dialog">'), is_dialog('<dialogue>')
    (True, True, False)
    """
    return tag.startswith(DIALOG_TAG) or DIALOG.search(tag) is not None


def _is_styled_away(tag):
    style = style_of(tag)
    return style.get("display") == "none" or style.get("visibility") == "hidden"


def _may_be_open(tag):
    if tag.startswith(DIALOG_TAG):
        return any(name in tag for name in OPENING)
    return ' aria-modal="false"' in tag


def separates(tag):
    """Return whether the content of an inline element with this opening tag is a block.

    >>> separates('<b style="display:block">'), separates('<b style="display:inline-block">')
    (True, False)
    """
    return SHOWN_AS_BLOCK.fullmatch(style_of(tag).get("display", "")) is not None


def style_of(tag):
    """Return the display and visibility that the style of an opening tag declares, a dict.

    The last one counts, but important ones before others.

    >>> style_of('<b style="display:none; Display: Block /* or none */">')
    {'display': 'block'}
    """
    style = STYLE.search(tag)
    if not style:
        return {}
    text = COMMENT.sub(" ", style[1]) if "/*" in style[1] else style[1]
    found = DECLARATION.findall(text)
    found.sort(key=_is_important)
    return {name.lower(): value.lower() for name, value, _ in found}


def _is_important(declaration):
    return declaration[2] != ""


def unescaped(text):
    """Return text of normal HTML with its four entities replaced by their characters."""
    return ENTITY.sub(_character, text) if "&" in text else text


def _character(match):
    return CHARACTER_OF[match[0]]


WORDED = ' class="', ' id="', ' role="'


def attribute_words(tag):
    """Return the words of a tag's class, id and role, in this order, cut at MAX_WORDS_CHARS.

    >>> attribute_words('<div id="main" class="wide  blue">')
    'wide blue main'
    """
    found = ""
    for name in WORDED:
        at = tag.find(name)
        if at >= 0:
            at += len(name)
            found += tag[at:tag.find('"', at)] + " "
    return words_of(found)


def words_of(values):
    """Return the words of values of attributes in normal HTML, cut at MAX_WORDS_CHARS."""
    if len(values) <= MAX_WORDS_CHARS and "&" not in values:     # nearly all
        text = " ".join(values.split())
    else:
        text = " ".join(unescaped(values).split(None, MAX_WORDS_CHARS)[:MAX_WORDS_CHARS])
    if len(text) > MAX_WORDS_CHARS:
        text = text[:MAX_WORDS_CHARS].rstrip()
    return text if text.isascii() and text.isprintable() else INVALID.sub("", text)


def link_counts(links, text, words):
    """Return how many (characters, words) of `text` are in links; words: how many it has."""
    if len(links) == 1 and links[0].strip() == text:
        return len(text), words
    inside = [" ".join(without_breaks(unescaped(link)).split()) for link in links]
    return (min(len(text), sum(map(len, inside))),
            min(words, sum(map(count_words, inside))))
