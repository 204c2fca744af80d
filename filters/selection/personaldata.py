"""Addresses and numbers of persons in a text: e-mail, IP, telephone, card, IBAN.

A number is one by its form, and by its check digits where it has any. Names, postal addresses and
what is spelt out, as "john at example dot org", are not looked for.

Options:
  --pii [mask,mark]
                    e-mail and IP addresses, telephone, card and IBAN numbers in the text: mask puts
                    an x for each letter and digit, mark writes their places into pii (default:
                    leave them)
"""
import re
from functools import cache

from ...lm.rules import more_of, rules
from ..lazypattern import LazyPattern
from ..record import segments_of
from ..text.textmarks import FIELD as MARKS
from ..text.textmarks import marks_of

FIELD = "pii"            # as HPLT names it: [[start, end], ...] in code points
OF_COMMENTS = "comments_pii"
HIDDEN = "x"

# Each begins where no character of its kind is before it, so that no run is read twice. Letters of
# names, of scripts with blanks between words: in others the next word follows at once, so a name of
# a host is all in them
LETTERS = r"\w\u00c0-\u024f\u0370-\u052f"
AT = r"(?: @ | %40 | [ ]?[(\[{] [ ]?(?:at|ät|@|arroba)[ ]? [)\]}][ ]? )"
DOT = r"(?: \. | [ ]?[(\[{] [ ]?(?:dot|punkt|punto|point|\.)[ ]? [)\]}][ ]? )"
EMAIL = LazyPattern(rf"""
    (?: (?<![{LETTERS}.%+-]) [{LETTERS}.%+-]{{1,64}} (?<!\.) | "[^"@\s][^"@\n]{{0,63}}" ) {AT}
    (?: (?: [{LETTERS}] (?:[{LETTERS}-]{{0,61}}[{LETTERS}])?
          | [\u0530-\ud7ff]{{1,63}} ) {DOT} ){{1,8}}
    (?: [a-z]{{2,24}} | xn--[a-z\d-]{{2,59}} | [\u0370-\u0fff]{{2,24}}
      | 中[国國] | 公司 | テスト | みんな | 한국 ) (?!-*[\w@])
""", re.VERBOSE | re.IGNORECASE | re.ASCII)
IPV4 = LazyPattern(r"(?<![\w.])(?<!\w/)\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)", re.ASCII)
TWO_DIGITS = re.compile(r"\d\d")        # 3.0.5.3 is the version of a program, or of a section
IPV6 = LazyPattern(r"(?<![\w:.])[0-9a-f]{1,4}:[0-9a-f:]{2,34}(?![\w:])", re.IGNORECASE | re.ASCII)
CARD = LazyPattern(r"""
    (?<![\w.,+-])
    (?: \d{13,19} | \d{4} ([ .-]|[ ]-[ ]|[ ]{2}) \d{4} \1 \d{4} \1 \d{4} (?: \1 \d{1,3} )?
      | \d{4} ([ .-]) \d{6} \2 \d{4,5} ) (?! [\w-] | [.,]\d )
""", re.VERBOSE | re.ASCII)
# Visa; Mastercard; American Express; Diners Club and JCB; Discover, Maestro and UnionPay
ISSUER = LazyPattern(r"4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}"
                     r"|3(?:0[0-5]|[68]\d)\d{11}|35[2-8]\d{13}|6\d{15,18}")
IBAN = LazyPattern(r"(?<!\w)([A-Z]{2})[ ]?\d{2}(?:[ .-]?[A-Z0-9]){11,30}(?!\w)",
                   re.IGNORECASE | re.ASCII)
# Of up to 15 digits (E.164): with the code of a country, in the forms of Germany (with a /), of
# Russia, of North America and of France, or behind a word. No digit can be read as part of two
# groups.
BETWEEN = r"(?: [ ]?/[ ]? | [ .()\-·]{1,3} )"
GROUPS = rf"(?: {BETWEEN} \d{{1,12}} ){{0,7}}"
TELEPHONE = r"""
    (?<![\w+.]) \+ [ ]? \(? [1-9]\d{{0,14}} {GROUPS} (?![a-z\d-])
  | (?<![\w+.-]) (?<!\d[ ]) 00 [ ]? (?: [17] | [2-689]\d{{1,2}} ) {BETWEEN}
    (?: \d{{6,12}} | \d{{1,5}} {BETWEEN} \d{{1,12}} ) {GROUPS} (?![a-z\d-])      # no ISSN
  | (?<![\w+./-]) \(? 0[1-9]\d{{1,4}} \)? [ ]?/[ ]?
    (?: \d{{5,9}} | \d{{2,4}} (?: [ -] \d{{2,5}} ){{1,3}} ) (?! [a-z\d/] | [.-]\d )
  | (?<![\w+.-]) 8 [ ]? (?: \(\d{{3,5}}\) | \d{{3}} ) [ ]? \d{{2,3}}
    [ -] \d\d [ -] \d\d (?! \w | [.-]\d )
  | (?<![\w+.-]) (?: 1 [ .-] )? (?: \( [2-9]\d\d \) [ .-]? | [2-9]\d\d ([.-]) )
    [2-9]\d\d (?(1)\1|[ .-]) \d{{4}} (?! \w | [.-]\d )
  | (?<![\w+.-]) 0[1-9] ([ .-]) \d\d (?: \2 \d\d ){{3}} (?! \w | [.-]\d )
  | (?: (?<!\w) (?:{WORDS}) (?: \.?[ -]?(?:no|number|numbers|nummer|nr|numéro|us|at|e|s)\b )?
      | [tmf] (?=:[ ]?\(?0) | (?:{GLUED}) (?:番号|번호|号码|號碼)? ) [\s.:#']{{1,4}}
    (\(? \d{{1,15}} {GROUPS}) (?![a-z\d-])
"""
# In place of others of their kind: digits of all scripts, blanks, most of which keep a line from
# breaking, marks of direction, and dashes
BLANKS = "\xa0\u2007\u2009\u200b\u200e\u200f\u202a\u202c\u202f\u2066\u2069\u3000"
PLAIN = {**{0xff01 + place: 0x21 + place for place in range(94)},
         **dict.fromkeys(map(ord, BLANKS), " "), **dict.fromkeys(map(ord, "‐‑‒–—−ー"), "-"),
         **{ord(zero) + digit: str(digit) for zero in "٠۰०০๐" for digit in range(10)}}
DIGITS = range(7, 16)
PIECE = LazyPattern("[^/]*[^/\\s]")
# Dates, years and a coordinate
NO_NUMBER = LazyPattern(r"(?:19|20)\d\d[./-]\d\d?[./-]\d\d?|\d\d?[./-]\d\d?[./-](?:19|20)\d\d"
                        r"|^(?:(?:19|20)\d\d[ -]?)+$|^\+\d{1,3}\.\d{3,7}$")


def places(text):
    """Return [(start, end, kind)] of personal data in a text, in order, none within another.

    >>> text = "ann@example.org, +49 30 1234567, DE89370400440532013000, 10.0.0.1."
    >>> [(text[start:end], kind) for start, end, kind in places(text)]
    [('ann@example.org', 'email'), ('+49 30 1234567', 'phone'), ('DE89370400440532013000', 'iban')]
    """
    out, text = [], text if text.isascii() else text.translate(PLAIN)
    if any(map(text.__contains__, "@[({%")):
        out += [(*match.span(), "email") for match in EMAIL.finditer(text)]
    if any(map(text.__contains__, "0123456789")):
        out += _numbers(text)
    if ":" in text:
        out += [(*match.span(), "ip") for match in IPV6.finditer(text) if _is_public(match[0])]
    kept, last = [], 0
    for start, end, kind in sorted(out, key=lambda place: (place[0], -place[1])):
        if start >= last:
            kept.append((start, end, kind))
            last = end
    return kept


def _numbers(text):
    """Yield the places of numbers."""
    for match in IBAN.finditer(text):
        length = _iban_length(match[0])
        if length:
            yield match.start(), match.start() + length, "iban"
    for match in CARD.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        if ISSUER.fullmatch(digits) and _is_luhn(digits):
            yield *match.span(), "card"
    for match in IPV4.finditer(text):
        if _is_public(match[0]) and TWO_DIGITS.search(match[0]):
            yield *match.span(), "ip"
    for match in _telephone().finditer(text):
        spans = [match.span(3 if match[3] else 0)]
        if len(re.sub(r"\D", "", text[slice(*spans[0])])) not in DIGITS:      # two numbers, perhaps
            spans = [piece.span() for piece in PIECE.finditer(text, *spans[0])]
        for start, end in spans:
            number = text[start:end]
            if len(re.sub(r"\D", "", number)) in DIGITS and not NO_NUMBER.search(number):
                yield start, end, "phone"


@cache
def _telephone():
    words = {name: "|".join(rule.value.replace(" ", "[ ]") for rule in table)
             for name, table in rules("numbers").items()}
    return re.compile(TELEPHONE.format(BETWEEN=BETWEEN, GROUPS=GROUPS, **words), re.X | re.I)


def _iban_length(text):
    """Return the code points at the start of a text that are an IBAN, 0 if none."""
    wanted, compact = int(more_of(rules("numbers")["IBAN_LENGTHS"]).get(
        text[:2].upper(), 0)), ""
    for place, character in enumerate(text, 1):
        compact += character.strip(" .-")
        if len(compact) == wanted:
            digits = "".join(str(int(letter, 36)) for letter in compact[4:] + compact[:4])
            whole = place == len(text) or not text[place].isalnum()
            written = sum(map(str.isdigit, compact)) >= wanted / 2      # prose is none by chance
            return place if whole and written and int(digits) % 97 == 1 else 0
    return 0


def _is_luhn(digits):
    """Return whether the last digit is the check digit of ISO/IEC 7812-1, annex B."""
    doubled = [sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2]]
    return (sum(doubled) + sum(map(int, digits[-1::-2]))) % 10 == 0


def _is_public(text):
    """Return whether a text is an IP address that is not of a local network, nor reserved."""
    from ipaddress import ip_address  # takes milliseconds
    try:
        return ip_address(text).is_global
    except ValueError:
        return False


def masked(text):
    """Return the text with an x for each letter and digit of personal data: places stay.

    >>> masked("Ann: ann@example.org")
    'Ann: xxx@xxxxxxx.xxx'
    """
    pieces, before = [], 0
    for start, end, _ in places(text):
        pieces += [text[before:start], re.sub(r"[^\W_]", HIDDEN, text[start:end])]
        before = end
    return "".join([*pieces, text[before:]])


def without_personal_data(record, mode):
    """Return the record with the personal data of its text masked, or with their places.

    mode:   mask or mark. The text is that of the segments, and of their marks, and "text";
            "comments" of scutch-emit --split-comments have places of their own.
    Raises: BadRecord for a record with neither.
    """
    if isinstance(record.get("comments"), str):
        record = _treated(record, mode, "comments", OF_COMMENTS)
    if isinstance(record.get("text"), str):
        record = _treated(record, mode)
        if record.get("segments") is None:
            return record
    return {**record, "segments": [_treated(segment, mode) for segment in segments_of(record)]}


def _treated(holder, mode, text="text", marked=FIELD):
    """Return a segment, or a record of plain text; marked: the field of the places in a text."""
    if mode == "mark":
        spans = [[start, end] for start, end, _ in places(holder[text])]
        return {**holder, marked: spans} if spans else holder
    out = {**holder, text: masked(holder[text])}
    if MARKS in holder:                  # addresses of links, and names of pictures
        out[MARKS] = [[masked(part) if isinstance(part, str) else part for part in mark]
                      for mark in marks_of(holder)]
    return out
