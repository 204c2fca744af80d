"""scutch: small filters that turn crawled web pages into clean corpus text.

Every command is a module of `scutch.filters` and a function on one record; the mathematics is in
`scutch.lm`. `scutch.pipe` runs several filters over an iterable of records without a process:

    import scutch
    for record in scutch.pipe(records, "html2text, segment, charlm, tag"):
        ...
"""
import os.path

__version__ = "0.1.0"

# In a checkout filters/, lm/ and share/ lie two levels up; installed, they lie beside this file.
_checkout = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
if os.path.isfile(os.path.join(_checkout, "filters", "record.py")):
    __path__.append(_checkout)


def shared_file(name):
    """Return the path of a file under share/, in a checkout and in an installed package alike.

    Raises:  FileNotFoundError, with the name, if it is in neither.
    """
    for root in __path__:
        path = os.path.join(root, "share", name)
        if os.path.exists(path):
            return path
    raise FileNotFoundError(2, "not among the files of this installation", f"share/{name}")


def pipe(records, filters):
    """Return an iterator over the records that come out of a chain of filters, in order.

    records: iterable of dicts (see scutch.filters.record).
    filters: the chain as scutch-chain takes it, "html2text, segment, charlm --model en, tag".
    Raises:  scutch.Unusable for an unknown filter, option or model. Bad records
             are kept with an entry in "errors", as the commands do.
    """
    from .filters.stream.chains import Chain
    return Chain(filters).over(records)
