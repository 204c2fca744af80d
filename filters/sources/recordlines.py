"""Lines that begin the records of archives, WARC and ARC, also within the content of another.

That of ARC has URL, IP address, date, content type and length, by blanks.
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
ARC_LINE = LazyPattern(BEGIN + rb"\s*\Z", re.X | re.I)
# How a record begins within the content of another, which states too long a length, or was cut off
# within a line: there its URL has no blank, or nothing that only text has
ARC_WITHIN = LazyPattern(rb"""
    (?: \n """ + SCHEME + rb"""\S [^\r\n]{0,8000}?
      | (?<![=/?&:,;]) https?:// (?: (?! (?<![=/?&:,;]) https?:// ) \S ){1,4000}
      | https?:// (?: (?!https?://) [^\r\n"<>] ){1,4000}? )
    """ + END + rb"\r?\n", re.X | re.I)
# The first record may come later in a file that is damaged at its beginning, or padded
WARC_WITHIN = LazyPattern(rb"WARC/\d\.\d{1,3}\r?\n[A-Za-z-]{1,80}:")
WARC_FIELD = LazyPattern(rb"^WARC-(?:Type|Date|Record-ID|Target-URI):[ \t]", re.M)
# Where the next record may begin; within a line where a crawler broke off, and went on in it
NEXT = LazyPattern(rb"^WARC/\d | WARC/\d\.\d{1,3}\r?\n | (?i:^" + BEGIN + rb"[ \t\r]*$)",
                   re.M | re.X)


def begins_record(line):
    """Return whether a line is the first of a WARC or ARC record.

    >>> begins_record(b"http://a.example/x y 192.0.2.1 20080101120000 text/html 20\\n")
    True
    """
    if line.startswith(b"WARC/"):
        return line[5:6].isdigit()
    return ARC_LINE.match(line) is not None


def arc_fields(line):
    """Return (url, IP address, date, content type, length) of the line at a place where a record of
    ARC should begin: there only the length is needed. None where it has none.

    >>> arc_fields(b"http://a/x y 192.0.2.1 20080101120000 text/html; charset=utf-8 20\\n")
    (b'http://a/x y', b'192.0.2.1', b'20080101120000', b'text/html; charset=utf-8', b'20')
    """
    if match := ARC_LINE.match(line):
        return (match["url"], match["ip"] or match["other_ip"],
                match["date"] or match["plain_date"], match["type"], match["size"])
    parts = line.rsplit(b" ", 4)
    is_odd = len(parts) == 5 and b":" in parts[0] and parts[4].strip().isdigit()
    return tuple(map(bytes.strip, parts)) if is_odd else None
