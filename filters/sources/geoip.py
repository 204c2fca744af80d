"""The country of an IP address, by a file in MaxMind's format that the user has."""
from ..errors import Unreadable, Unusable


class Countries:
    """A reader of a .mmdb file: called with an IP address, it returns the country's code or None.

    Memory:  the file is mapped, not read.
    Raises:  Unusable without the maxminddb package, Unreadable for a file that is no such database.
    """

    def __init__(self, path):
        try:
            import maxminddb
        except ImportError:
            raise Unusable("--geoip needs one more package: pip install 'scutch[geoip]'") from None
        try:
            self._reader = maxminddb.open_database(path)
        except maxminddb.InvalidDatabaseError as error:
            raise Unreadable(path, f"not a database of MaxMind's format ({error})") from None

    def __call__(self, address):
        try:
            entry = self._reader.get(address.strip())
        except ValueError:               # no address, or one of IPv6 in a file of IPv4
            return None
        for name in ("country", "registered_country"):
            country = entry.get(name) if isinstance(entry, dict) else None
            if isinstance(country, dict) and isinstance(country.get("iso_code"), str):
                return country["iso_code"]
        return None
