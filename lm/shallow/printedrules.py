"""Text density, link density and the printed classifiers of Kohlschütter et al. 2010.

A rule takes features of the blocks of a page, in its order, and returns for each whether it is
content. Before the first block and after the last one a block without words is assumed.

Largest Content and Main Content are its filters for news, section 4.3.2, which says what they do in
two sentences: the one takes "the content block with the highest number of words", the other also
leaves out "any text that is below a clearly identifiable comments section" and "above a clearly
identifiable title". The joining of content blocks, the words that announce comments, and the parts
of a page's title are those of the authors' program (boilerpipe 1.2, ArticleExtractor), where it
makes a difference.
"""
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

WIDTH = 80               # w_max, columns of the word wrap: section 3.4
TAGS = ["h1", "h2", "h3", "h4", "h5", "h6", "p", "div"]      # section 3.2

GAP = 2                  # blocks of boilerplate, at most, between two content blocks of a piece
LEAST_ABOVE = 60         # words of content above the comments; else they are the page's content
DENSE = 9                # words per line; only the words of such blocks are counted
LONGEST_SIGN = 14        # words, at most, of a block that announces comments
SHORTEST_SIGN = 8        # characters
SIGN = re.compile(r"""
    (?: comments | post\ a\ comment | please\ rate\ this | ©\ reuters   # Comments (12)
      | \d+\ (?: comments | users\ responded\ in ) )                    # 12 comments so far
  | .* (?: what\ you\ think\.\.\. | add\ (?:your\ )?comment | reader\ views | have\ your\ say
      | reader\ comments | user\ comments ) """, re.VERBOSE | re.DOTALL)
COMMENT_LINK = "comment"

# Headlines in titles stand between such signs: "Man bites dog | World | The Daily - Home"
TITLE_SEPARATORS = [re.compile(rf" *[{signs}] *") for signs in (
    "|»-", "|»:", "|»:()", "|»:()-", "|»,:()-")]
LONG_PART = 4            # words, at least, of parts other than the longest
LONG_PARTS = [re.compile(r" \|+ "), re.compile(" -+ ")]
FIRST_PART, LAST_PART = re.compile("^[^-]+ - "), re.compile(" - [^-]+$")
PUNCTUATION = re.compile("[?!.:-]+")

MIN_WORDS = 10           # section 4.3.2
CLEANEVAL_DENSITY, CLEANEVAL_LINKS = 7, 0.35     # section 4.3.2: trained on CleanEval


class Block(NamedTuple):
    """A block: its text and words (str), the number of words in links, TAGS around it, a bit each.
    """

    text: str
    words: list
    link_words: int
    tags: int

    @property
    def density(self) -> float:
        return density(self.words)

    @property
    def link_density(self) -> float:
        return link_density(len(self.words), self.link_words)


def density(words: Sequence[str]) -> float:
    """Return the text density ϱ(b) of a block: words per line after word wrap (section 3.4, eq. 1).

    words: list of str. The last line does not count unless it is the only one.

    >>> density(["a"] * 40), density(["a"] * 41), density(["a"] * 99)
    (40, 40.0, 40.0)
    """
    if sum(map(len, words)) + len(words) <= WIDTH + 1:
        return len(words)
    lines, length, here = 1, -1, 0           # -1: no space before the first word of a line
    for word in words:
        length += 1 + len(word)
        here += 1
        if length > WIDTH and here > 1:
            lines, length, here = lines + 1, len(word), 1
    return (len(words) - here) / (lines - 1) if lines > 1 else len(words)


def link_density(words: int, link_words: int) -> float:
    """Return the link density (of words) of a block, the share in links (section 3.3); 0 for none.

    Other scorers take that of characters: charlm in filters/columns/pages.py, combine and
    mlp in lm/evidence/evidence.py.
    """
    return min(1.0, max(0, link_words) / words) if words else 0.0


def tells_of_comments(text: str, words: int, link_density: float) -> bool:
    """Return whether a block announces readers' comments, so that the article ends there.

    >>> tells_of_comments("Have your say", 3, 0), tells_of_comments("Nobody comments.", 2, 0)
    (True, False)
    """
    if words > LONGEST_SIGN:
        return False
    text = text.strip().lower()
    if len(text) < SHORTEST_SIGN:
        return text == COMMENT_LINK and link_density == 1
    return SIGN.match(text) is not None


def headlines(title: str | None) -> set[str]:
    """Return the parts of a page's title that may be its headline, as a set of texts.

    >>> sorted(headlines("Man bites dog - World - The Daily"))
    ['man bites dog', 'man bites dog - world', 'man bites dog - world - the daily', \
'world - the daily']
    """
    title = _folded(title)
    if not title:
        return set()
    parts = {title, LAST_PART.sub("", title), FIRST_PART.sub("", title)}
    for separator in TITLE_SEPARATORS:
        parts.add(max(separator.split(title), key=lambda part: (len(part.split()), len(part))))
    for separator in LONG_PARTS:
        parts.update(part for part in separator.split(title) if len(part.split()) >= LONG_PART)
    return {part.strip() for part in parts if part.strip()}


def title_of(texts: Sequence[str], title: str | None) -> int | None:
    """Return the index of the first text that is the page's headline, or None."""
    wanted = headlines(title)
    if wanted:
        for i, text in enumerate(texts):
            text = _folded(text)
            if text in wanted or PUNCTUATION.sub("", text).strip() in wanted:
                return i
    return None


def _folded(text):
    return " ".join(text.replace("'", "").lower().split())


def largest(content: Sequence[bool], words: Sequence[int]) -> list[bool]:
    """Return whether each block belongs to the largest piece of content.

    content: whether each block is content. Content blocks with at most GAP others between them
             form one piece with these, and with the block above, a headline or a date.
    words:   of each block.
    """
    start, end = _largest(_pieces(content), words)
    return [start <= i < end for i in range(len(content))]


def main_content(content: Sequence[bool], words: Sequence[int], densities: Sequence[float],
                 comments: Sequence[bool] | None, title: int | None) -> list[bool]:
    """Return whether each block belongs to the article of the page.

    comments: whether each block announces comments; None keeps what follows.
    title:    index of the headline's block, or None. One above the largest piece of content is
              kept, with the content between them.
    """
    content = list(content)
    if comments is not None:
        content = content[:_end(content, words, densities, comments)]
    pieces = _pieces(content)
    start, end = _largest(pieces, words)
    kept = [(start, end)]
    if title is not None and title < start:
        kept += [(title, title + 1)]
        kept += [piece for piece in pieces if title <= piece[0] and piece[1] <= start]
    in_article = [False] * len(words)
    for start, end in kept:
        in_article[start:end] = [True] * (end - start)
    return in_article


def _end(content, words, densities, comments):
    """Return the index of the block that announces comments below enough content."""
    above = 0
    for i, is_content in enumerate(content):
        if is_content and densities[i] >= DENSE:
            above += words[i]
        if comments[i] and above >= LEAST_ABOVE:
            return i
    return len(content)


def _pieces(content):
    """Return [start, end) of the pieces of content."""
    pieces = []
    for i, is_content in enumerate(content):
        if is_content:
            if pieces and i - pieces[-1][1] <= GAP:
                pieces[-1][1] = i + 1
            else:
                pieces.append([max(0, i - 1), i + 1])
    return pieces


def _largest(pieces, words):
    return max(pieces, key=lambda piece: sum(words[slice(*piece)]), default=(0, 0))


def neighbours(values: Sequence[Any]) -> Iterable[tuple[Any, Any, Any]]:
    """Return (previous, current, next) of each value, 0 where there is none.

    >>> list(neighbours([5, 6]))
    [(0, 5, 6), (5, 6, 0)]
    """
    return zip([0, *values], values, [*values[1:], 0], strict=False)


def densitometric(links: Sequence[float], densities: Sequence[float]) -> list[bool]:
    """Return whether each block is content by Algorithm 1, the densitometric classifier."""
    return _by_links(links, densities, lambda _curr, after: after > 11, lambda prev, curr, after: (
        after > 0 if curr > 9 else after > 10 or prev > 4))


def number_of_words(links: Sequence[float], words: Sequence[int]) -> list[bool]:
    """Return whether each block is content by Algorithm 2, based on the number of words."""
    return _by_links(links, words, lambda curr, after: curr > 40 or after > 17,
                     lambda prev, curr, after: curr > 16 or after > 15 or prev > 4)


def _by_links(links, values, behind_links, behind_text):
    """Return whether each block is content; the functions decide behind a block of links, and of
    text."""
    return [not curr_links > 0.333333 and (behind_links(curr, after) if prev_links > 0.555556 else
                                           behind_text(prev, curr, after))
            for (prev_links, curr_links, _), (prev, curr, after) in zip(
                neighbours(links), neighbours(values), strict=True)]


def cleaneval(links: Sequence[float], densities: Sequence[float]) -> list[bool]:
    """Return whether each block is content by the rule learnt from CleanEval (section 4.3.2)."""
    return [density >= CLEANEVAL_DENSITY and link <= CLEANEVAL_LINKS
            for link, density in zip(links, densities, strict=True)]


def min_words(words: Sequence[int]) -> list[bool]:
    """Return whether each block has at least ten words (section 4.3.2)."""
    return [count >= MIN_WORDS for count in words]
