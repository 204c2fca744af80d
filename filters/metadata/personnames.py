"""Names of authors in bylines and fields."""
import re

from ...lm.rules import rules, values_of, words_of
from ...lm.titlewords import plain
from .isodates import NAME, WEEKDAY

WORDS = rules("names")
MOST_AUTHORS = 30
MOST_CHARS, MOST_WORDS = 60, 6       # of an author's name
MOST_FIELD = 1000        # characters of a field that names authors

# What stands before names in a byline, in the languages of Europe; a colon alone in the others
BEFORE = re.compile(rf"""\s*(?:(?:(?:this\ )?(?:post|article|story)(?:\ was)?|thread)\s+)?
    (?:(?:{values_of(WORDS["DONE"])})\s+)?
    (?:{values_of(WORDS["BY"])})(?:\s*:\s*|\s+|$)
    |\s*thread\s+starter\s+
    |\s*(?:{values_of(WORDS["AUTHOR"])})\s*[:：]\s*
    """, re.X | re.I)
# A date, and whom the line names behind it: Posted on May 7, 2024 by Ann Lee
DATED = re.compile(r"\d\S{0,6}(?:\s+[ap]\.?m\.?)?[\s,|·–-]+(?:by|von|par|por|di|door|av)\s+(?=\S)",
                   re.I)
# What follows them: dates, places, roles after a bar or dot. Each takes all that is left
AFTER = re.compile(rf"""\s*[|·⋅•»].*
  | \s+ (?: [–—/]\s.* | -\s.* | \d.* | (?i:{NAME})\b\.?,?\s+\d.* | (?i:on)\s+\w+.*\d.*
         | \([^()]*\)?\s*(?:$|[,;|].*) )
  | \b(?i:published|posted|updated|last[ ]updated)\b.*""", re.S | re.X)
BETWEEN = re.compile(r"\s*(?:;|\||,\s*(?:and|und|et|y|e|&)\s|,"
                     r"|\s(?:and|und|et|y|og|och|en|&)\s)\s*",
                     re.I)
DEGREE = re.compile(r"(?:[Pp]h\.?\s?[Dd]|M\.?D|M\.?S|M\.?A|B\.?A|R\.?D|Esq|Jr|Sr"
                    r"|[A-Z]{2,6}(?:-[A-Z]+)?)"
                    r"\.?")
# An address, a number, the credit of a picture; ggailey777 is a user's name
NO_NAME = re.compile(r"""[@<>{}=] | ^\d+(?!\w) | \s.*\d{3} | \d{3}.*\s | ^\( | ^\w+(?:\.\w+){2,}$
    | (?i: https?: | www\. | \bgetty\b | \.(?:com|net|org)\b.*/ )""", re.X)
# Parts after a comma that say what somebody is: what follows is no name either
WORK = re.compile(rf"\b(?:{values_of(WORDS['WORK'])})\b", re.I)
# A name and what somebody is: Ann Lee Founder at Wind
BESIDE = re.compile(rf"^(\S+\s+\S+(?:\s+\S+)?)\s+{WORK.pattern}.*", re.I)
# In lower case, as dates are
CALENDAR = re.compile(rf"(?:(?:{NAME}|{WEEKDAY})(?!\w)\W*)+")
# Words of lines that look like names: Contact Us, Table of Contents, Registered User
NO_PERSON = re.compile(rf"\b(?:{values_of(WORDS['NO_PERSON'])})\b", re.I)
PARTICLES, NOBODY = words_of(WORDS["PARTICLES"]), words_of(WORDS["NOBODY"])


def authors_of(values, in_lines=False):
    """Return the names of persons or organisations in texts that name authors, without repeats.

    in_lines: whether they are lines of the page, which may say what somebody is, too.

    >>> authors_of(["By Ann Lee and Bob Ray, MD | 7 May 2024", "https://a.org/ann", "admin"])
    ['Ann Lee', 'Bob Ray']
    >>> authors_of(["Lee, Ann"]), authors_of(["Andersen, Brand und Co"])
    (['Ann Lee'], ['Andersen', 'Brand', 'Co'])
    """
    names = {}
    for value in values[:MOST_AUTHORS]:
        text = " ".join(value[:MOST_FIELD].split())
        before = BEFORE.match(text)
        text = AFTER.sub("", text[before.end():] if before else text, count=1).strip()
        for name in _people(text):
            if in_lines:
                name = BESIDE.sub(r"\1", name)
            name = name.strip(" .,:-–—\"'“”*")
            if _is_name(name):
                names.setdefault(plain(name), name)
    return list(names.values())[:MOST_AUTHORS]


def _people(text):
    """Return the names between commas and conjunctions; a family name first is put last."""
    parts = [part for part in BETWEEN.split(text) if part.strip()]
    if len(parts) == 2 and text.count(",") == 1 and all(" " not in part for part in parts):
        return [" ".join(reversed(parts))]
    parts = [part for number, part in enumerate(parts)
             if not (number and DEGREE.fullmatch(part.strip()))]
    work = next((number for number, part in enumerate(parts) if number and WORK.search(part)), None)
    parts = parts[:work]
    if len(parts) == 2 and " " in parts[0] and " " not in parts[1].strip() and "," in text:
        parts.pop()                      # Von Ann Lee, Berlin
    return parts


def _is_name(text):
    return (1 < len(text) <= MOST_CHARS and text.count(" ") < MOST_WORDS
            and not NO_NAME.search(text) and not CALENDAR.fullmatch(text.lower())
            and plain(text) not in NOBODY
            and any(map(str.isalpha, text)))


def is_person(text):
    """Return whether a text outside a field for names may be a person's: two to five capitalised
    words, and particles between them.

    >>> [is_person(text) for text in ("Ann van der Lee", "Ann", "Read more here", "J. D. Ray")]
    [True, False, False, True]
    >>> is_person("Hero image by Ann Lee")
    False
    """
    words = text.split()
    upper = [word for word in words if word[0].isupper() or not word[0].isascii()]
    return 2 <= len(words) <= 5 and not NO_PERSON.search(text) and (
        words[0] in upper and words[-1] in upper) and PARTICLES.issuperset(
        word for word in words if word not in upper) and text.replace(".", "").replace(
        "'", "").replace("’", "").replace("-", "").replace(" ", "").isalpha()
