"""Lists of addresses, for --drop-urls and --only-urls: hosts, beginnings of addresses, patterns."""
import re

from ..edge.compression import open_bytes, reading
from ..edge.files import shown
from ..errors import PassedOver, Unusable
from ..sources.units import UNWANTED, Archived
from .grouping import host_of, hosts_above, path_of

PORT = re.compile(r":\d*$")


class AddressList:
    """Called with an address, it returns whether a file lists it.

    A line is a host, which stands for those below it, too; with a / the beginning of addresses;
    with a * a pattern, of a host or with a / of whole addresses.
    Memory:  200 bytes a line.
    Raises:  Unusable for a line that is none of these; OSError.
    """

    def __init__(self, name):
        with reading(name), open_bytes(name) as file:
            text = file.read().decode("utf-8-sig", "backslashreplace")
        lines = list(map(_listed, text.split("\n")))
        if wrong := [line for line in lines if " " in line or not line.isprintable()]:
            raise Unusable(f"{shown(name)}: {wrong[0]}: a host, the beginning of addresses or a "
                           "pattern with * is required")
        patterns = [line for line in lines if "*" in line]
        self._hosts = {line for line in lines if "/" not in line}
        self._begins = {line for line in lines if "/" in line}
        self._lengths = sorted(set(map(len, self._begins)))
        self._of_hosts = _pattern(line for line in patterns if "/" not in line)
        self._of_addresses = _pattern(line for line in patterns if "/" in line)

    def __call__(self, url):
        record = {"url": url}
        host = _ascii(host_of(record))
        address = host + path_of(record).removesuffix("?")
        return bool(host) and (
            any(part in self._hosts for part in hosts_above(host))
            or any(address[:length] in self._begins for length in self._lengths)
            or bool(self._of_hosts.fullmatch(host) or self._of_addresses.fullmatch(address)))


def _listed(line):
    """Return what a line lists, as addresses are compared; "" for nothing.

    >>> _listed(" https://www.Example.org:8080/A "), _listed("# a comment"), _listed("Bäcker.de")
    ('example.org/A', '', 'xn--bcker-gra.de')
    """
    line = line.strip()
    if line[:1] == "#":
        return ""
    if "://" in line:
        line = line.partition("://")[2]
    line = line.removeprefix("www.")
    if line.islower() and line.isascii() and ":" not in line:    # most are: this costs less
        return line
    host, slash, path = line.partition("/")
    return _ascii(PORT.sub("", host.lower()).removeprefix("www.")) + slash + path


def _ascii(host):
    """Return a host with the ASCII letters that it has on the wire."""
    try:
        return host if host.isascii() else host.encode("idna").decode()
    except UnicodeError:                 # a label that is too long, say
        return host


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

    def check(url):
        if (dropped and dropped(url)) or (wanted and not wanted(url)):
            raise PassedOver(UNWANTED)

    def chosen(place, unit):
        if isinstance(unit, Archived):
            check(unit.entry.url)        # before it costs more
        record = decode(place, unit)
        if not isinstance(unit, Archived):
            check(record.get("url"))
        return record
    return chosen


def address_arguments(add):
    """Declare --drop-urls and --only-urls."""
    add("--drop-urls", metavar="FILE",
        help="pass over pages whose address is in FILE, a line each: a host, with those below it; "
             "the beginning of addresses, with a /; or a pattern of either, with *")
    add("--only-urls", metavar="FILE", help="pass over all pages but those whose address is in "
                                            "FILE, and those without an address")
