"""Text in Markdown: backslashes before characters that would be markup."""
import re

STAND_IN = "\x01"        # in place of markup; no text that is written has it
# Within a line, as CommonMark reads it: "a * b" and snake_case are not markup
INLINE = re.compile(r"""
    \\(?=[!-/:-@\[-`{-~\x01])               # a backslash that would escape
  | `
  | \*(?!(?<=\s\*)\s)                        # 5 * 3 is not emphasis
  | (?<![^\W_])_ | _(?![^\W_])               # no emphasis in snake_case
  | ~(?=~)
  | <(?=[\w/!?])                            # <b>, <!--, http and mail addresses
  | &(?=\#?\w+;)                             # &amp;
  | \](?=[(\[:])                            # [text](address), [text][name], [name]: address;
                                            # what begins it may be on a line before
  """, re.VERBOSE)
# At the beginning of a line: a heading, a quotation, an item, a rule, or what lies under a heading
FIRST = re.compile(r"\#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=:|\s]+$")
LAST_HASHES = re.compile(r"(?<![^ ])#+$")
FIRST_NUMBER = re.compile(r"^(\d{1,9})([.)])(?=\s|$)")


def inline(text, inserted=()):
    """Return text on one line, with a backslash before characters that would be markup there.

    inserted: markup that takes the place of each STAND_IN in the text.

    >>> print(inline("2 * 3, *p, snake_case, _x_, <b>, 3 < 4, [1], [a](b)"))
    2 * 3, \\*p, snake_case, \\_x\\_, \\<b>, 3 < 4, [1], [a\\](b)
    """
    text = INLINE.sub(r"\\\g<0>", " ".join(text.split()))
    if not inserted:
        return text
    parts = text.split(STAND_IN)
    return "".join([part for pair in zip(parts, inserted, strict=False) for part in pair]
                   + parts[-1:])


def line_start(text):
    """Return a paragraph's line with a backslash where its beginning would be markup.

    >>> print(line_start("# one"), line_start("#two"), line_start("- 3"), line_start("4. five"))
    \\# one #two \\- 3 4\\. five
    """
    if FIRST.match(text):
        return "\\" + text
    return FIRST_NUMBER.sub(r"\1\\\2", text, count=1)


def heading_end(text):
    """Return the text of a heading, whose last # would be read as its end.

    >>> print(heading_end("Why C # is not C#"), heading_end("Why C #"))
    Why C # is not C# Why C \\#
    """
    return LAST_HASHES.sub(r"\\\g<0>", text)
