"""Formulas and pictures of emoji as text."""
import re

from ....lm.rules import names_of, pattern, rules
from ...lazypattern import LazyPattern
from ..guard.tagsyntax import compiled
from ..normalhtml import TOKEN, without

# Formulas in MathML as one line of text: a fraction is a/b, an exponent x^2, an index x_2.

FORMULA = re.compile("(<math(?: [^>]*)?>)(.*?)(?=</math>)", re.S)
# A formula with other elements is left as it is: an unclosed <math> holds the rest of the page
ELEMENTS = frozenset("""
    maction menclose merror mfenced mfrac mi mlabeledtr mmultiscripts mn mo mover mpadded
    mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr
    munder munderover none semantics
    """.split())
TEXTS = frozenset("ms mtext".split())
APPLY = "\N{FUNCTION APPLICATION}"       # sin x
# Not decoded and without backtracking, because long texts are looked at on each level
ATOM = compiled(r"""[-+\N{MINUS SIGN}\N{PLUS-MINUS SIGN}]? \w++ (?: \.\w++ )?
    | \S | &(?:nbsp|lt|gt|quot|amp);""")
ACCENT = re.compile(r"[^\w&<>]")
PRIMES = re.compile("['\N{PRIME}\N{DOUBLE PRIME}\N{TRIPLE PRIME}]+")
ENDS_IN_SCRIPT = re.compile(r"[/^_][-+\N{MINUS SIGN}]?\w+\Z")
END = "</math>"
MOST = 10_000            # characters of a formula; its text is copied at each level
TAIL = 40                # characters that ENDS_IN_SCRIPT looks at
RULES = rules("marks")
# What KaTeX and MathJax show beside MathML, which is then for screen readers
IS_COPY = re.compile(pattern(RULES["COPIES"]))
BEFORE = re.compile(rf"</math></(?:{'|'.join(sorted(names_of(RULES['MATHML_BEFORE'])))})>\s*\Z")
AFTER = re.compile(rf"\s*(?:{pattern(RULES['MATHML_AFTER'])})")
FAR = 100                # characters that BEFORE looks at
# A table that only places formulas and their numbers, as LaTeXML makes them
TABLE = compiled(r"<table((?:\s[^>]*+)?+)>((?:[^<]++|<(?!/?table[\s>]))*+)</table>")
OF_FORMULAS = re.compile(r'class="[^"]*\b(?:ltx_)?eq', re.I)
NUMBERS = re.compile(r"\s*(?:\([\w.]+\)\s*)*")
TAG = re.compile("<[^>]*>")
OF_TABLES = re.compile("</?(?:tbody|tr|td|th)(?: [^>]*)?>")


def with_formulas(tree):
    """Return a page in normal HTML with the text of formulas instead of their elements.

    >>> with_formulas("<p><math><mi>x</mi><msup><mi>y</mi><mn>2</mn></msup></math></p>")
    '<p><math>xy^2</math></p>'
    """
    if END not in tree:
        return tree
    tree = without(tree, IS_COPY, _is_copy)
    end = tree.rfind(END) + len(END)         # behind it no search would end soon
    return TABLE.sub(_of_table, FORMULA.sub(_formula, tree[:end]) + tree[end:])


def _of_table(match):
    """Return a table of formulas as a paragraph, any other as it is.

    >>> cells = '<tr><td></td><td><math display="block">x=1</math></td><td>(2)</td></tr>'
    >>> " ".join(with_formulas(f"<table>{cells}</table>").split())
    '<div> <math display="block">x=1</math> (2) </div>'
    """
    attributes, inside = match.groups()
    if "<math" not in inside or not (
            'display="block"' in inside or OF_FORMULAS.search(attributes)):
        return match[0]
    outside = TAG.sub("", FORMULA.sub("", inside))
    return f"<div>{OF_TABLES.sub(' ', inside)}</div>" if NUMBERS.fullmatch(outside) else match[0]


def _is_copy(tree, start, end):
    """Return whether an element, of IS_COPY, is what is shown of a formula in MathML beside it."""
    return bool(AFTER.match(tree, end) or BEFORE.search(tree, max(0, start - FAR), start))


def _formula(match):
    if len(match[2]) <= MOST:
        line = _line(TOKEN.split(match[2]))
        if line is not None:
            return match[1] + line
    return match[0]


def _line(tokens):
    """Return the text of a formula; tokens: its markup, split by TOKEN.

    None if it has other elements, or is no formula, but text in an attribute.
    """
    stack = [("math", [])]
    for text, name in zip(tokens[0::3], [*tokens[2::3], ""], strict=True):
        inside, parts = stack[-1]
        if inside in TEXTS:
            parts.append(text)
        elif text.strip():
            parts.append(text.strip().replace(APPLY, " "))
        if name == "/" + inside and len(stack) > 1:
            stack.pop()
            stack[-1][1].append(_shown(inside, parts))
        elif name in ELEMENTS:
            stack.append((name, []))
        elif name:
            return None
    return _joined(stack[0][1]) if len(stack) == 1 else None


def _joined(parts):
    """Return texts joined, with spaces between two that would else be read as one.

    >>> _joined(["4", "a^2", "b", "+", "1", "1/2"])
    '4a^2 b+1 1/2'
    """
    out = parts[:1]
    for part in parts[1:]:
        if part[:1].isalnum() and out[-1][-1:].isalnum() and (
                ENDS_IN_SCRIPT.search(out[-1][-TAIL:]) or "/" in part):
            out.append(" ")
        out.append(part)
    return "".join(out)


def _shown(name, parts):
    """Return the text of an element of MathML; parts: the texts of its children.

    >>> _shown("mfrac", ["b-a", "2"]), _shown("msubsup", ["x", "i", "-1"])
    ('(b-a)/2', 'x_i^-1')
    """
    if name == "mfrac" and len(parts) == 2:
        return "/".join(map(_atom, parts))
    if name in ("msup", "mover") and len(parts) == 2:
        if (ACCENT if name == "mover" else PRIMES).fullmatch(parts[1]):
            return "".join(parts)
        return "^".join(map(_atom, parts))
    if name in ("msub", "munder") and len(parts) == 2:
        return "_".join(map(_atom, parts))
    if name in ("msubsup", "munderover") and len(parts) == 3:
        base, index, power = map(_atom, parts)
        return f"{base}_{index}^{power}"
    if name == "msqrt":
        return f"\N{SQUARE ROOT}{_atom(_joined(parts))}"
    if name == "mroot" and len(parts) == 2:
        return f"{_atom(parts[0])}^(1/{_atom(parts[1])})"
    if name == "mfenced":
        return f"({', '.join(parts)})"
    if name in ("mtable", "mtr", "mlabeledtr"):
        return ("; " if name == "mtable" else " ").join(parts)
    if name in ("mspace", "mphantom"):
        return " "
    return _joined(parts)


def _atom(text):
    """Return text, in brackets unless it is a number, a word, a sign or has brackets already.

    >>> _atom("n+1"), _atom("-10"), _atom("&lt;")
    ('(n+1)', '-10', '&lt;')
    """
    text = text.strip()
    bracketed = text[:1] == "(" and text[-1:] == ")"
    return text if not text or bracketed or ATOM.fullmatch(text) else f"({text})"


# Pictures that are part of a sentence, emoji and formulas, as their alternative text.
#
# A formula of which the page has the TeX, or MathML before the picture, is there once.

TEX_PICTURES, EMOJI, RENDERED = (rules("marks")[name]
                                 for name in ("TEX_PICTURES", "EMOJI", "RENDERED"))
PICTURE_RULES = [*TEX_PICTURES, *EMOJI]
PICTURE = LazyPattern(f"(?:{pattern(PICTURE_RULES)})[^>]*>")
IS_EMOJI = LazyPattern(pattern(EMOJI))
IS_RENDERED = LazyPattern(pattern(RENDERED))
ALT = LazyPattern(' alt="([^"]{1,1000})"')
# An emoji may be several characters, such as a flag; :-) and :smile:
EMOJI_TEXT = LazyPattern(r":[\w+-]{1,40}:|[^\s]{1,4}|[^\x00-\x7F]{1,16}")
# No TeX: three words, without a command
PROSE = LazyPattern(r"[^\W\d_]{2,} [^\W\d_]{2,} [^\W\d_]{2,}")
# What stands around TeX in alternative texts
STYLED = LazyPattern(r"\{\\(?:display|text|script)style (.*)\}|\$\$?(.*?)\$\$?"
                    r"|\\[\[(](.*)\\[\])]", re.S)
AFTER_MATHML = LazyPattern(r"</math>(?:\s|</span>)*\Z")
TEX = "<tex-formula>"


def with_words(tree, has_tex=True):
    """Return a page in normal HTML with text instead of pictures of emoji and formulas.

    has_tex: whether there may be TeX as wholepage.unhidden leaves it.

    >>> with_words('<p>If <img class="tex" alt="$x$"> <img class="emoji" alt=":)">')
    '<p>If x :)'
    """
    if has_tex and TEX in tree:
        tree = without(tree, IS_RENDERED, most=None)     # what MathJax 2 showed
    return PICTURE.sub(_words_of, tree)


def _words_of(picture):
    alt = ALT.search(picture[0])
    text = alt[1].strip() if alt else ""
    if IS_EMOJI.match(picture[0]):
        return text if EMOJI_TEXT.fullmatch(text) else picture[0]
    start = picture.start()
    if AFTER_MATHML.search(picture.string[max(0, start - FAR):start]):
        return ""
    if not text or ("\\" not in text and PROSE.search(text)):
        return picture[0]
    styled = STYLED.fullmatch(text)
    return next(filter(None, styled.groups()), "").strip() if styled else text


