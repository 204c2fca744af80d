"""The lines that begin records of ARC: URL, IP address, date, content type and length, by blanks.

Source:  archive.org/web/researcher/ArcFileFormat.php. Differs: a URL or a content type may have
         blanks, as LiveWeb and others write them, the type may be empty, and either the address or
         the date may be odd.
"""
import re

from ..lazypattern import LazyPattern

SCHEME = rb"[a-z][a-z0-9+.-]{1,20}:"
ADDRESS = rb"(?: \d{1,3} (?: \.\d{1,3} ){3} | [0-9a-f]{0,4} : [0-9a-f:.]{1,40} )"
END = rb"""
    [ ] (?: (?P<ip>""" + ADDRESS + rb""") [ ] (?P<date>\S{1,40})
          | (?P<other_ip>\S{1,80}) [ ] (?P<plain_date>\d{8,14}) )
    [ ] (?P<type> (?: \S [^\r\n]{0,400}? )? ) [ ] (?P<size>\d{1,18}) [ ]{0,9}"""
BEGIN = rb"(?P<url>" + SCHEME + rb"\S [^\r\n]{0,8000} )" + END
LINE = LazyPattern(BEGIN + rb"\s*\Z", re.X | re.I)
# How a record begins within the content of another, which states too long a length, or was cut off
# within a line: there its URL has no blank, or nothing that only text has
WITHIN = LazyPattern(rb"""
    (?: \n """ + SCHEME + rb"""\S [^\r\n]{0,8000}?
      | (?<![=/?&:,;]) https?:// (?: (?! (?<![=/?&:,;]) https?:// ) \S ){1,4000}
      | https?:// (?: (?!https?://) [^\r\n"<>] ){1,4000}? )
    """ + END + rb"\r?\n", re.X | re.I)


def fields(line):
    """Return (url, IP address, date, content type, length) of a record's first line, or None.

    >>> fields(b"http://a/x y 192.0.2.1 20080101120000 text/html; charset=utf-8 20\\n")
    (b'http://a/x y', b'192.0.2.1', b'20080101120000', b'text/html; charset=utf-8', b'20')
    """
    match = LINE.match(line)
    if not match:
        return None
    return (match["url"], match["ip"] or match["other_ip"], match["date"] or match["plain_date"],
            match["type"], match["size"])


def fields_where_expected(line):
    """Return the same at a place where a record should begin: there only the length is needed."""
    parts = line.rsplit(b" ", 4)
    is_odd = len(parts) == 5 and b":" in parts[0] and parts[4].strip().isdigit()
    return fields(line) or (tuple(map(bytes.strip, parts)) if is_odd else None)
