"""Navigation bars and footers: a line of short fields with separators between them."""
import re

# Each pair: the mark, and the most words of a field. "Home | Our services for you | Contact us",
# but "and / or" in running text: the rarer the mark is there, the longer a field may be.
BARS = "|｜│¦"
MARKS = [*((bar, 5) for bar in BARS), (" · ", 3), (" • ", 3), ("»", 3), ("›", 3),
         (" > ", 3), (" / ", 3), (" :: ", 3)]
ASCII_MARKS = [(mark, most) for mark, most in MARKS if mark.isascii()]
IN_MARKS = f"{BARS}·•»›>/:"
ANY_MARK = re.compile(f"[{IN_MARKS}]")
MIN_FIELDS = 3
MAX_FIELD = 40           # code points
MAX_LONG_FIELD = 90      # of the one that may be longer: "© 2005 The Example Company, Inc."
MAX_BAR = 1500


def is_bar(text):
    """Return whether the text is a bar.

    >>> is_bar("Home | About us | Contact"), is_bar("He said | she said")
    (True, False)
    """
    if len(text) > MAX_BAR or len(ANY_MARK.findall(text)) < MIN_FIELDS - 1:
        return False
    for mark, max_words in ASCII_MARKS if text.isascii() else MARKS:
        if mark in text and (mark in BARS or any(map(str.isalpha, text))):    # 1 > 0 > -1
            fields = [field for field in map(str.strip, text.split(mark)) if field]
            if len(fields) >= MIN_FIELDS:
                long = [field for field in fields
                        if len(field) > MAX_FIELD or field.count(" ") >= max_words]
                return not long or (len(long) == 1 and len(long[0]) <= MAX_LONG_FIELD)
    return False
