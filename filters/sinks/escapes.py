"""Text in Markdown: backslashes before characters that would be markup."""
import re

# Within a line, as CommonMark reads it: "a * b" and snake_case are not markup
INLINE = re.compile(r"""
    \\(?=[!-/:-@\[-`{-~])                    # a backslash that would escape
  | `
  | \*(?!(?<=\s\*)\s)                        # 5 * 3 is not emphasis
  | (?<![^\W_])_ | _(?![^\W_])               # no emphasis in snake_case
  | ~(?=~)
  | <(?=[\w/!?])                            # <b>, <!--, http and mail addresses
  | &(?=\#?\w+;)                             # &amp;
  | \[                                       # where `_links` says so
  """, re.VERBOSE)
# A bracket, and whether what follows its end makes [text](address), [text][name], [name]: address
BRACKET = re.compile(r"\[|\](?P<links>(?=[(\[:]))?")
# At the beginning of a line: a heading, a quotation, an item, a rule, or what lies under a heading
FIRST = re.compile(r"\#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=:|\s]+$")
LAST_HASHES = re.compile(r"(?<![^ ])#+$")
FIRST_NUMBER = re.compile(r"^(\d{1,9})([.)])(?=\s|$)")


def inline(text):
    """Return text on one line, with a backslash before characters that would be markup there.

    >>> print(inline("2 * 3, *p, snake_case, _x_, <b>, 3 < 4, [1], [a](b)"))
    2 * 3, \\*p, snake_case, \\_x\\_, \\<b>, 3 < 4, [1], \\[a](b)
    """
    text = " ".join(text.split())
    links = _links(text)
    return INLINE.sub(lambda found: found[0] if found[0] == "[" and found.start() not in links
                      else "\\" + found[0], text)


def _links(text):
    """Return the places of brackets that begin a link, a set: each end belongs to the last
    beginning before it that is free, as CommonMark has it.

    >>> _links("[[a [b] c](d)")
    {1}
    """
    links, free = set(), []
    if "](" in text or "][" in text or "]:" in text:
        for found in BRACKET.finditer(text):
            if found[0] == "[":
                free.append(found.start())
            elif free:
                begin = free.pop()
                if found["links"] is not None:
                    links.add(begin)
    return links


def escaped(text):
    """Return a paragraph's line with backslashes, also where its beginning would be markup.

    >>> print(escaped("# one"), escaped("#two"), escaped("- 3"), escaped("4. five"))
    \\# one #two \\- 3 4\\. five
    """
    text = inline(text)
    if FIRST.match(text):
        return "\\" + text
    return FIRST_NUMBER.sub(r"\1\\\2", text, count=1)


def heading(text):
    """Return the text of a heading, whose last # would be read as its end.

    >>> print(heading("Why C # is not C#"), heading("Why C #"))
    Why C # is not C# Why C \\#
    """
    return LAST_HASHES.sub(r"\\\g<0>", inline(text))
