"""Pictures that are part of a sentence, emoji and formulas, as their alternative text.

A formula of which the page has the TeX, or MathML before the picture, is there once.
"""
import re

from ....lm.rules import pattern, rules
from ...lazypattern import LazyPattern
from .endtags import end_of

TEX_PICTURES, EMOJI, RENDERED = (rules("marks")[name]
                                 for name in ("TEX_PICTURES", "EMOJI", "RENDERED"))
RULES = [*TEX_PICTURES, *EMOJI]
PICTURE = LazyPattern(f"(?:{pattern(RULES)})[^>]*>")
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
FAR = 100                # characters that AFTER_MATHML looks at
TEX = "<tex-formula>"


def with_words(tree, has_tex=True):
    """Return a page in normal HTML with text instead of pictures of emoji and formulas.

    has_tex: whether there may be TeX as unhide.py leaves it.

    >>> with_words('<p>If <img class="tex" alt="$x$"> <img class="emoji" alt=":)">')
    '<p>If x :)'
    """
    if has_tex and TEX in tree:
        tree = _without_rendered(tree)
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


def _without_rendered(tree):
    """Return a page without what MathJax 2 showed of formulas whose TeX follows it."""
    parts, done = [], 0
    for tag in IS_RENDERED.finditer(tree):
        if tag.start() >= done:
            end = end_of(tree, tag.start())
            parts.append(tree[done:tag.start()])
            done = end if end >= 0 else tag.start()
    return "".join([*parts, tree[done:]])
