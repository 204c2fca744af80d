"""What --drop and --only of scutch-html2text leave of a page, by its host."""
from functools import lru_cache

from ..edge.bytestreams import numbered_lines
from ..errors import Unusable
from ..html.cssselectors import OF_FILE, Selectors, chosen, compounds_of
from .grouping import host_of, hosts_above

ANY_HOST = "*"
MOST_HOSTS = 1_000       # whose selectors are kept ready


class Choice:
    """What selectors leave of pages; called with a record and its tree it returns (tree, note).

    drop, only: selectors, and @FILE for files of them. A host stands for those below it, too.
    Raises:  Unusable for a file with other lines, OSError for one that cannot be read.
    """

    def __init__(self, drop, only):
        self._by_host = [_by_host(words) for words in (drop, only)]
        self._of = lru_cache(MOST_HOSTS)(self._selectors)

    def __call__(self, record, tree):
        known = self._of(tuple(host for host in [*hosts_above(host_of(record)), ANY_HOST]
                               if any(host in selectors for selectors in self._by_host)))
        return chosen(tree, known) if any(known.ends) else (tree, "")

    def _selectors(self, hosts):
        return Selectors(*([selector for host in hosts for selector in of_host.get(host, ())]
                           for of_host in self._by_host))


def _by_host(words):
    """Return {host: list of selectors}."""
    by_host = {}
    for word in words:
        if not word.startswith(OF_FILE):
            by_host.setdefault(ANY_HOST, []).append(word)
            continue
        for place, line, _ in numbered_lines(word[len(OF_FILE):]):
            host, tab, selector = line.decode("utf-8-sig", "replace").partition("\t")
            if line and not (host and tab):
                raise Unusable(f"{place}: a host, a tab and a selector are required")
            if line:
                try:
                    compounds_of(selector)
                except Unusable as error:
                    raise Unusable(f"{place}: {error}") from None
                by_host.setdefault(host.lower().removeprefix("www."), []).append(selector)
    return by_host
