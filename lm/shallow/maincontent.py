"""Largest Content and Main Content, the filters for news of Kohlschütter et al. 2010, 4.3.2.

The paper says what they do in two sentences: the one takes "the content block with the highest
number of words", the other also leaves out "any text that is below a clearly identifiable comments
section" and "above a clearly identifiable title". The joining of content blocks, the words that
announce comments, and the parts of a page's title are those of the authors' program (boilerpipe
1.2, ArticleExtractor), where it makes a difference.
"""
import re
from collections.abc import Sequence

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
