"""Whether preformatted text is prose or code."""
from ..lazypattern import LazyPattern
from .linebreaks import MIN_WIDTH, columns, wide_characters, width_of

# A word of prose, with what may stand around it; "git", but not "--global" or "outside()"
PROSE_WORD = LazyPattern(r"""(?<!\S)["'(“‘]*[^\W\d_]+(?:['’-][^\W\d_]+)*[.,;:!?"')”’…]*(?!\S)""")
SYMBOL = LazyPattern(r"[{}\[\]<>=;|\\$#@*&^~_%+/`]")
SENTENCE_END = LazyPattern(r"""[^\W\d_][.!?]["')”’]?(?!\S)""")
# What was seen on the pages of CleanEval and WCXB that have <pre> of several lines: 145 and 1369
MIN_PROSE_WORDS = 0.8    # of the words
MIN_WORDS_A_LINE = 4
MAX_SYMBOLS = 0.04       # of the characters that are not space
MAX_WORDS_A_SENTENCE = 60


def is_prose(text):
    """Return whether preformatted text is prose: letters to a mailing list, RFCs, poems, not code.

    >>> is_prose("I see no harm\\nin it. Do you?"), is_prose("git add x\\ngit commit -m y\\n")
    (True, False)
    """
    words = text.split()
    solid = sum(map(len, words))
    if not text.isascii() and 2 * wide_characters(text) > solid:
        return True
    lines = sum(1 for line in text.split("\n") if line and not line.isspace())
    return (len(words) >= MIN_WORDS_A_LINE * lines
            and len(SYMBOL.findall(text)) <= MAX_SYMBOLS * solid
            and len(PROSE_WORD.findall(text)) >= MIN_PROSE_WORDS * len(words)
            and MAX_WORDS_A_SENTENCE * len(SENTENCE_END.findall(text)) >= len(words))


def is_verse(text):
    r"""Return whether the lines of prose in <pre> are meant: none is as wide as a letter's.

    >>> is_verse("The gates are shut,\n the water climbs"), is_verse("I see no harm " * 5)
    (True, False)
    """
    lines = [line.strip() for line in text.split("\n") if not line.isspace() and line]
    return width_of([(columns(line), 0) for line in lines]) < MIN_WIDTH
