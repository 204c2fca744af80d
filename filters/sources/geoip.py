"""The country of an IP address, by a file in MaxMind's format that the user has."""
import ipaddress
import struct

from ..errors import Unreadable, Unusable
from ..wording import needs

# What maxminddb raises where a file is damaged: InvalidDatabaseError, and these without its module
# in C. RuntimeError is the base of both it and RecursionError.
DAMAGE = (RuntimeError, ValueError, ArithmeticError, LookupError, TypeError, AttributeError,
          MemoryError, struct.error)


class Countries:
    """A reader of a .mmdb file: called with an IP address, it returns the country's code or None.

    Memory:  the file is mapped, not read.
    Raises:  Unusable without the maxminddb package, and where the part of the file that it needs is
             damaged; Unreadable for a file that is no such database.
    """

    def __init__(self, path):
        try:
            import maxminddb
        except ImportError:
            raise Unusable(needs("--geoip", "geoip")) from None
        self._path = path
        try:
            self._reader = maxminddb.open_database(path)
            self._versions = {4, self._reader.metadata().ip_version}
        except DAMAGE as error:
            raise Unreadable(path, f"not a database of MaxMind's format ({error})") from None

    def __call__(self, address):
        try:
            address = ipaddress.ip_address(address.strip())
        except ValueError:
            return None
        if address.version not in self._versions:
            return None
        try:
            entry = self._reader.get(address)
        except DAMAGE as error:
            raise Unusable(f"{self._path}: the database is damaged ({error})") from None
        for name in ("country", "registered_country"):
            country = entry.get(name) if isinstance(entry, dict) else None
            if isinstance(country, dict) and isinstance(country.get("iso_code"), str):
                return country["iso_code"]
        return None
