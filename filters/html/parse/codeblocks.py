"""Code: blocks that are no <pre> become one; what is no code in and beside <pre> is left out."""
import re
from itertools import takewhile

from ....lm.rules import HOW, pattern, rules
from ...lazypattern import LazyPattern
from ...text.codelines import SYMBOL, are_numbers, is_prose, without_numbers
from ..normalhtml import BLOCK, TOKEN, VOID, end_of, hides, tags_of, unescaped, without

# Blocks of code that are no <pre>, such as a table of lines, become one in normal HTML.
#
# Which are such blocks, and what in them is no code, is in share/rules/code.tsv. An element in such
# a block that separates text, and has none in it that does, is a line, and <br> ends one.

BLOCKS, LINES, INLINE, STYLED, BROKEN, OTHERS = (rules("code")[name] for name in (
    "BLOCKS", "LINES", "INLINE", "STYLED", "BROKEN", "OTHERS"))
RULES = [*BLOCKS, *INLINE, *BROKEN]      # and STYLED
MAY_BE, MAY_BE_STYLED = (LazyPattern(pattern(table)) for table in (RULES, [*RULES, *STYLED]))
# What a page with such a block has; a rule by an element alone holds on many others
CLUES = [*(line if block.how == "has" else block
           for block, line in zip(BLOCKS, LINES, strict=True)), *INLINE, *BROKEN]
OF_LINES = [(LazyPattern(pattern([block])), LazyPattern(pattern([line])))
            for block, line in zip(BLOCKS, LINES, strict=True)]
IS_INLINE, IS_BROKEN, OF_BREAKS, IS_OTHER = (LazyPattern(pattern(table)) for table in (
    [*INLINE, *STYLED], BROKEN, [*INLINE, *STYLED, *BROKEN], OTHERS))
IS_CODE = LazyPattern(pattern(INLINE))
IS_PRE = LazyPattern(HOW["part"].format("style", "white-space: ?pre"))
OPENING = LazyPattern("<([a-z0-9]+)([^>]*)>")
BLOCKS_AND_BREAKS = "|".join(sorted({*BLOCK, "br"}))
BLOCK_TAG = LazyPattern(rf"<(/?)({'|'.join(sorted(BLOCK))})[ >]")
# What stands around inline code that is alone on its lines; what is in a cell is no block of code
OPENED = LazyPattern(rf"</?(?!t[dh][ >])(?:{BLOCKS_AND_BREAKS})(?: [^>]*)?>"
                    rf"(?:\s|<(?!/|(?:{BLOCKS_AND_BREAKS})[ >])[^>]*>)*\Z")
CLOSED = LazyPattern(rf"(?:\s|</(?!(?:{BLOCKS_AND_BREAKS})[ >])[^>]*>)*</?(?:{BLOCKS_AND_BREAKS})"
                    "[ >]")
BETWEEN = LazyPattern(r"\s*(?:<br(?: [^>]*)?>\s*)+")
TYPEFACE = "font-family" # an element of STYLED has it: a fast look
FAR = 500                # characters to look back
MOST = 300_000           # characters from the beginning of a block to its first line
MOST_EMPTY = 2           # lines in a row
MOST_INLINE = 20_000     # of inline code
LEAST_CODE = 0.5         # of the lines of BROKEN and STYLED: are indented, or have a sign of code
IN_SOURCE = LazyPattern(r"(?<!\s)\s*\n\s*")      # is not shown outside of <pre>
SHOWN = str.maketrans({"\xa0": " ", "\u200b": None})


def with_code(tree):
    """Return a page in normal HTML with a <pre> for each block of code that is none.

    >>> with_code('<ol class="linenums"><li>if x:</li><li>&nbsp; go</li></ol>')
    '<pre class="linenums">if x:\\n  go</pre>'
    """
    parts, done = [], 0
    for start, end, lines in blocks_in(tree):
        code, attributes = "\n".join(lines), OPENING.match(tree, start)[2]
        parts += [tree[done:start],
                  code if _in_pre(tree, start) else f"<pre{attributes}>{code}</pre>"]
        done = end
    return "".join([*parts, tree[done:]]) if parts else tree


def blocks_in(tree):
    """Yield (start, end, lines) of the blocks of code in a page in normal HTML."""
    done, blocks = 0, _Blocks(tree)
    for match in (MAY_BE_STYLED if TYPEFACE in tree else MAY_BE).finditer(tree):
        if match.start() >= done:
            end, lines = blocks.at(match.start())
            if lines:
                yield match.start(), end, lines
                done = end


def _in_pre(tree, start):
    """Return whether a tag is in <pre>, of which only a little is before it."""
    near = tree[max(0, start - FAR):start]
    return near.rfind("<pre") > near.rfind("</pre")


class _Blocks:
    """The blocks of code in a tree. Of elements in one another none is read again and again."""

    def __init__(self, tree):
        self._tree = tree
        self._without = [0] * len(OF_LINES)      # up to where there is no line of each
        self._failed = [0] * len(OF_LINES)       # the end of the last element that is no block
        self._far = 0            # up to where inline code is not looked for: one before is long

    def at(self, start):
        """Return (end, lines) of the block of code that begins at a tag; no lines: it is none."""
        for number, (is_block, line) in enumerate(OF_LINES):
            if start >= self._failed[number] and is_block.match(self._tree, start):
                end, lines = self._of_lines(number, line, start)
                if lines:
                    return end, lines
                self._failed[number] = end
        if _in_pre(self._tree, start):
            return start, []
        if not OF_BREAKS.match(self._tree, start):
            return start, []
        is_broken = (OPENING.match(self._tree, start)[1] in BLOCK
                     or IS_BROKEN.match(self._tree, start))
        end, lines = (self._broken if is_broken else self._inline)(start)
        return end, lines if _is_code(lines, IS_CODE.match(self._tree, start)) else []

    def _of_lines(self, number, line, start):
        tree, most = self._tree, start + MOST
        inner = tree.index(">", start) + 1
        first = line.search(tree, max(inner, self._without[number]), most)
        self._without[number] = first.start() if first else most
        end = end_of(tree, start) if first else 0
        return end, _lines_in(tree[inner:end]) if first and first.start() < end else []

    def _broken(self, start):
        """Return (end, lines) of an element with lines that <br> or a <div> without attributes
        ends, and no other block in it.
        """
        tree = self._tree
        name = OPENING.match(tree, start)[1]
        at = inner = tree.index(">", start) + 1
        tags = BLOCK_TAG if name in BLOCK else tags_of(name)
        while (last := tags.search(tree, at)) and tree.startswith("<div>", last.start()):
            last = BLOCK_TAG.search(tree, last.end())
            if not last or not tree.startswith("</div>", last.start()):
                return start, []
            at = last.end()
        if not last or not tree.startswith(f"</{name}>", last.start()):
            return start, []
        inside = tree[inner:last.start()]
        if name not in BLOCK and BLOCK_TAG.search(inside):
            return start, []
        return last.start() + len(f"</{name}>"), _lines_in(inside, _is_pre(tree[start:inner]))

    def _inline(self, start):
        """Return (end, lines) of inline code, elements with <br> in them or between them."""
        tree = self._tree
        name = OPENING.match(tree, start)[1]
        begin = end = start
        while begin == start or (begin > end and IS_INLINE.match(tree, begin)
                                 and tree.startswith(f"<{name}", begin)):
            if begin < self._far:
                return start, []
            end = end_of(tree, begin, MOST_INLINE)
            if end < 0:
                self._far = begin + MOST_INLINE
                return start, []
            between = BETWEEN.match(tree, end)
            begin = between.end() if between else end
        inside, is_pre = tree[start:end], _is_pre(tree[start:tree.index(">", start)])
        if (("<br" not in inside and not is_pre) or BLOCK_TAG.search(inside)
                or not CLOSED.match(tree, end)
                or not OPENED.search(tree[max(0, start - FAR):start])):
            return start, []
        return end, _lines_in(inside, is_pre)


def _is_code(lines, is_named):
    """Return whether lines are more than one, and not prose: a blog's comment may be in <tt>.

    is_named: whether they are in <code> or the like; else many of them must look like code.
    """
    alike = sum(line[:1] == " " or SYMBOL.search(line) is not None for line in lines)
    return (len(lines) > 1 and (is_named or alike >= LEAST_CODE * len(lines))
            and not is_prose(unescaped("\n".join(lines))))


def _is_pre(tag):
    """Return whether the style of a tag keeps the lines of its source."""
    return IS_PRE.search(tag) is not None


def _lines_in(markup, is_pre=False):
    """Return the lines of code in the markup of a block, a list of normal HTML.

    is_pre: whether its source has lines.
    """
    lines, line, depth, is_leaf, pre = [], [], 0, False, is_pre
    for text, tag, name in _tokens(markup):
        if depth:                        # in an element that is no code
            depth += (name[:1] != "/") - (name[:1] == "/")
            continue
        line.append(text if pre else IN_SOURCE.sub(" " if any(line) else "", text))
        closes = name[:1] == "/"
        if not closes and (name == "button" or IS_OTHER.search(tag) or hides(tag)):
            depth = 1
        elif name == "br":
            lines += _shown(line).split("\n")
            line, is_leaf = [], False
        elif name.lstrip("/") in BLOCK or not tag:
            shown = _shown(line)
            if shown or (closes and is_leaf):
                lines += shown.split("\n")
            line, is_leaf, pre = [], not closes, is_pre or name == "pre"
    return _tidy(lines)


def _tokens(markup):
    """Yield (text, tag, name) of markup, without comments; void elements other than <br> are text
    that is empty. The last tag is "".
    """
    tokens, text = [*TOKEN.split(markup), "", ""], ""
    for before, tag, name in zip(tokens[0::3], tokens[1::3], tokens[2::3], strict=True):
        text += before
        if name[:1] not in ("!", "?") and (name == "br" or name not in VOID):
            yield text, tag, name
            text = ""


def _shown(parts):
    """Return the text of a line as it is shown."""
    return "".join(parts).replace("&nbsp;", " ").translate(SHOWN).rstrip()


def _tidy(lines):
    """Return lines without line numbers, empty lines at both ends, and most of many in a row."""
    places = [place for place, line in enumerate(lines) if line]
    numbers = list(takewhile(lambda place: are_numbers([lines[place]]), places))
    code = places[len(numbers):]
    if not code:
        return []
    is_column = code[-1] - code[0] < len(numbers) and are_numbers([lines[at] for at in numbers])
    with_text, tidy = set(code if is_column else without_numbers(places, lines)), []
    for place, line in enumerate(lines):
        if place in with_text or (not line and tidy and any(tidy[-MOST_EMPTY:])):
            tidy.append(line)
    while tidy and not tidy[-1]:
        tidy.pop()
    return tidy


# What is no code in <pre> and next to it, such as line numbers and buttons to copy the code.

PRE = LazyPattern("<pre[ >].*?</pre>", re.S)
IS_IN_PRE, IS_BESIDE = (LazyPattern(pattern(rules("code")[name]))
                        for name in ("IN_PRE", "BESIDE_PRE"))
AFTER_PRE = LazyPattern(r"</pre>(?:\s|<[^>]*>)*\Z")
BEFORE_PRE = LazyPattern(r"(?:\s|<(?!pre)[^>]*>){0,20}<pre[ >]")


def without_parts(tree):
    """Return a page in normal HTML without what is no code in <pre> and next to it.

    >>> without_parts('<pre><span class="ln">1</span>x</pre><button class="copy">Copy</button>')
    '<pre>x</pre>'
    >>> without_parts('<span class="lang">py</span><button>Copy</button><pre>x</pre>')
    '<pre>x</pre>'
    """
    tree = PRE.sub(lambda pre: without(pre[0], IS_IN_PRE), tree)
    nearer = without(tree, IS_BESIDE, is_beside)
    return nearer if nearer is tree else without(nearer, IS_BESIDE, is_beside)


def is_beside(tree, start, end):
    """Return whether there are only tags between an element and a <pre>."""
    return (AFTER_PRE.search(tree[max(0, start - FAR):start]) is not None
            or BEFORE_PRE.match(tree, end) is not None)
