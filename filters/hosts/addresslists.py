"""Lists of addresses, for --drop-urls and --only-urls: hosts, beginnings of addresses, patterns.

Source:  WHATWG, URL (url.spec.whatwg.org), sections 3.5 and 4.4, for the form in which lists and
         addresses are compared.
Differs: no scheme, port, user, "www." and last dot; %7e is ~, and %c3 is %C3.

Options:
  --drop-urls FILE  pass over pages whose address is in FILE, a line each: a host, with those below
                    it; the beginning of addresses, with a /; or a pattern of either, with *
  --only-urls FILE  pass over all pages but those whose address is in FILE, and those without an
                    address
"""
import re
import unicodedata

from ..edge.bytestreams import open_bytes, reading, shown
from ..errors import PassedOver, Unusable
from ..sources.units import UNWANTED, Archived
from .grouping import hosts_above

# What begins an address; in a list with a * for any scheme
BEGIN = re.compile(r"(?:(?:https?|wss?|ftp):[/\\]*|(?:[a-z*][a-z\d+.*-]*:)?//)", re.I)
PARTS = re.compile(r"""
    (?: [^/\\?]* @ )?+ ( \[[^\]]*\] | [^/\\?:]* ) (?: :\d* )?   # a host, between user and port
    ( [/\\][^?]* )? (?: \?(.*) )?                               # a path and a query
    """, re.S | re.X)
AROUND, WITHIN = "".join(map(chr, range(33))), re.compile("[\t\n\r]")     # in addresses, no part
# In hosts: what is left out, and what none may have
IGNORABLE = re.compile("[\xad\u034f\u180b-\u180f\u200b\u2060\u2064\ufe00-\ufe0f\ufeff]")
LONGEST_HOST = 253       # characters, where some are not ASCII: punycode takes quadratic time
FORBIDDEN = re.compile(r"[\x00- \x7f\"#%,/:;<>?@\[\\\]^`{|}]")
# What a host in a list is of: no other is that of a page
LISTED = re.compile(r"(?!\.|.*\.\.)[a-z\d_.*-]+|\[.*")
LAST_NUMBER = re.compile(r"(?:^|\.)(?:0x[\da-f]*|\d+)\Z")
ESCAPE = re.compile(r"%([\da-fA-F]{2})|[^!-~]|[\"<>^`{|}]")
UNRESERVED = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
# Most lines are in the form already
PLAIN = re.compile(r"(?:https?://)?(?:www\.)?((?!www\.)[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z][a-z\d-]*"
                   r"(?:/(?:[\w-][\w.-]*)?)*)", re.A)


class AddressList:
    """Called with an address, it returns whether a file lists it.

    A line is a host, which stands for those below it, too; with a / the beginning of addresses;
    with a * a pattern, of a host or with a / of whole addresses.
    Memory:  200 bytes a line.
    Raises:  Unusable for a line that is none of these; OSError.
    """

    def __init__(self, name):
        with reading(name), open_bytes(name) as file:
            text = file.read().decode("utf-8-sig", "surrogateescape")
        given = [line for line in map(str.strip, text.split("\n")) if line and line[0] != "#"]
        lines = list(map(_listed, given))
        if "" in lines:
            raise Unusable(f"{shown(name)}: {given[lines.index('')]}: a host, the beginning of "
                           "addresses or a pattern with * is required")
        patterns = [line for line in lines if "*" in line]
        self._hosts = {line for line in lines if "/" not in line}
        self._begins = {line for line in lines if "/" in line}
        self._lengths = sorted(set(map(len, self._begins)))
        self._of_hosts = _pattern(line for line in patterns if "/" not in line)
        self._of_addresses = _pattern(line for line in patterns if "/" in line)

    def __call__(self, url):
        host, rest = parts_of(url) if isinstance(url, str) else ("", "")
        address = host + (rest or "/")
        return bool(host) and (
            any(part in self._hosts for part in hosts_above(host))
            or any(address[:length] in self._begins for length in self._lengths)
            or bool(self._of_hosts.fullmatch(host) or self._of_addresses.fullmatch(address)))


def _listed(line):
    """Return what a line lists, as addresses are compared; "" for what no address can match.

    >>> _listed("https://www.Example.org:8080/A"), _listed("Bäcker.de."), _listed("a.org/#top")
    ('example.org/A', 'xn--bcker-gra.de', '')
    """
    if plain := PLAIN.fullmatch(line):
        return plain[1]
    if "#" in line or " " in line or not line.isprintable():
        return ""
    host, rest = parts_of(line if BEGIN.match(line) else "//" + line)
    if "*" in host and rest[:2] == "/?" and "/?" not in line:       # *.php?id=*
        return ""
    return host + rest if LISTED.fullmatch(host) else ""


def parts_of(url):
    """Return (host, path and query) of an address, in one form; "" for a host that cannot be.

    >>> parts_of("http:///Ev%69l.org.\\\\@good.org/b/../ä?"), parts_of("//[2001:DB8::0:1]")
    (('evil.org', '/@good.org/%C3%A4'), ('[2001:db8::1]', ''))
    """
    url = WITHIN.sub("", url.strip(AROUND)).partition("#")[0]
    begin = BEGIN.match(url)
    parts = begin and PARTS.fullmatch(url, begin.end())
    if not parts:
        return "", ""
    host, path, query = parts.groups()
    if path is None and query is None:
        return _host(host), ""
    return _host(host), _path(path or "/") + (f"?{ESCAPE.sub(_escaped, query)}" if query else "")


def _host(text):
    """Return a host with the ASCII letters that it has on the wire."""
    from ipaddress import IPv4Address, IPv6Address
    from urllib.parse import unquote
    text = unquote(text, errors="surrogateescape")
    try:
        if text.startswith("["):
            return f"[{IPv6Address(text[1:-1])}]"
        text = unicodedata.normalize("NFKC", IGNORABLE.sub("", "".join(map(str.lower, text))))
        if len(text) > LONGEST_HOST and not text.isascii():
            return ""
        host = ".".join(label if label.isascii() else "xn--" + label.encode("punycode").decode()
                        for label in text.replace("\u3002", ".").rstrip(".").split("."))
        if LAST_NUMBER.search(host) and "*" not in host:
            *first, last = [int("0" + part.removeprefix("0x"), 16 if part[:2] == "0x" else
                                8 if part[:1] == "0" else 10) for part in host.split(".")]
            if max(first, default=0) > 255 or last >> 8 * (4 - len(first)):
                return ""
            host = str(IPv4Address(last + sum(
                number << 8 * (3 - place) for place, number in enumerate(first))))
    except ValueError:
        return ""
    return "" if FORBIDDEN.search(host) else host.removeprefix("www.")


def _path(text):
    """Return a path without . and .. in it."""
    parts, done = ESCAPE.sub(_escaped, text.replace("\\", "/")).split("/")[1:], []
    for part in parts:
        if part == "..":
            del done[-1:]
        elif part != ".":
            done.append(part)
    return "/" + "/".join(done + [""] * (parts[-1] in (".", "..")))


def _escaped(match):
    """Return a character of a path or query as it is compared."""
    character = chr(int(match[1], 16)) if match[1] else ""
    if character in UNRESERVED:
        return character
    return match[0].upper() if match[1] else "".join(
        f"%{byte:02X}" for byte in match[0].encode("utf-8", "surrogatepass"))


def _pattern(lines):
    """Return the pattern of lines in which a * stands for any characters.

    >>> bool(_pattern(["*.example/tag/*"]).fullmatch("a.example/tag/")), _pattern([]).match("")
    (True, None)
    """
    alternatives = []
    for line in lines:
        first, *middle, last = map(re.escape, line.split("*"))
        # What is between two has its first place: no other could help, and none is tried again
        alternatives.append(first + "".join(f"(?>.*?{part})" for part in middle) + ".*" + last)
    return re.compile("|".join(alternatives) or "(?!)", re.S)


def choosing(decode, opts):
    """Return a decoder of pages, see Source, that passes over those that the options leave out."""
    dropped = AddressList(opts.drop_urls) if opts.drop_urls else None
    wanted = AddressList(opts.only_urls) if opts.only_urls else None
    if not (dropped or wanted):
        return decode

    def chosen(place, unit):
        record = None if isinstance(unit, Archived) else decode(place, unit)
        url = record.get("url") if record else unit.entry.url        # before it costs more
        if (dropped and dropped(url)) or (wanted and not wanted(url)):
            raise PassedOver(UNWANTED)
        return record or decode(place, unit)
    return chosen

