"""scutch: small filters that turn crawled web pages into clean corpus text.

Every command is a module of `scutch.filters`; the mathematics is in `scutch.lm`. Without a process:

    import scutch
    text = scutch.clean(page)
    title = scutch.extract(page)["title"]
    for record in scutch.pipe(records, "html2text, segment, charlm, combine, tag"):
        ...
"""
from __future__ import annotations

import os.path

TYPE_CHECKING = False    # typing is slow to import; a command that starts has no handler of Ctrl-C
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Unpack

    from .filters.errors import BadRecord, Error, Unusable
    from .typeddicts import CleanOptions, Extracted, Format, Record

__all__ = ["BadRecord", "Error", "Extracted", "Record", "Unusable", "__version__", "clean",
           "extract", "pipe"]

__version__ = "0.1.0"

# In a checkout type checkers and editors find the packages through the links beside this file. An
# sdist has none, nor a checkout that knows no links: then Python finds them where they are.
_HERE = os.path.dirname(__file__)
if not os.path.isdir(os.path.join(_HERE, "filters")):
    _ROOT = os.path.dirname(os.path.dirname(_HERE))
    __path__ += [_ROOT, os.path.join(_ROOT, "share")]


if not TYPE_CHECKING:    # a checker refuses other names
    def __getattr__(name: str) -> Any:
        """Return an exception or a type, which are read at their first use."""
        if name not in __all__:
            raise AttributeError(f"module 'scutch' has no attribute {name!r}")
        if name in ("Extracted", "Record"):
            from . import typeddicts
            return getattr(typeddicts, name)
        from .filters import errors
        return getattr(errors, name)

    def __dir__() -> list[str]:
        return __all__


def clean(page: str | bytes | bytearray | memoryview, *, url: str | None = None,
          charset: str | None = None, keep: str | None = "auto",
          format: Format = "text", max_seconds: float = 0,
          **options: Unpack[CleanOptions]) -> str:
    """Return the text of a page that is to be kept, "" where nothing is.

    page:    its HTML; the encoding of bytes is detected as scutch-read does it. A response with
             its head, as curl -i saves one, is read without it.
    url:     where it was fetched; it stands in the formats that name the document.
    charset: what the HTTP header says, for bytes.
    keep:    letters such as "a-c", or "auto", up to the threshold that the scorer declares; with
             max or min it gives way to them.
    format:  one of scutch-emit: "text", "markdown", "xml", "jsonl" and others.
    max_seconds: a page that takes longer raises BadRecord, 0 for any time; only in the main thread.
    options: any other of scutch-clean that is about a page, "_" for "-": with_hidden=True, max=0.2,
             without=["comments", "captions"], with_="captions" since `with` is a keyword
    Memory:  the models, which are read once a process.
    Raises:  BadRecord for a page that cannot be processed, Unusable for a wrong option, TypeError
             for a page that is neither str nor bytes, such as a missing value in a table, and for a
             url or charset that is no str.

    >>> clean("<p>Farms at sea, and on land.", max=1)
    'Farms at sea, and on land.'
    """
    from .filters.stream.chains import chain_of_keywords
    limited = keep == "auto" and {"max", "min"} & options.keys()
    chain = chain_of_keywords("clean", {"keep": None if limited else keep,
                                        "format": format or "text", **options})
    record = _record_of(page, url, charset)
    return b"".join(chain(record, seconds=max_seconds)).decode().rstrip("\n")


def extract(page: str | bytes | bytearray | memoryview, *, url: str | None = None,
            charset: str | None = None, max_seconds: float = 0,
            **options: Unpack[CleanOptions]) -> Extracted:
    r"""Return what a page says, a dict: its text to keep, and what scutch-meta tells of it.

    Arguments and exceptions are those of `clean`. "text" is that of `clean`, a line a segment;
    "title", "date" (of publication), "lang" and "url" are None, "authors" [], where the page does
    not tell; "left_out" has the shown texts that are not kept, in order; "meta" is all that
    scutch-meta tells.

    >>> page = extract("<title>Farms</title><h1>Farms</h1><p>Farms at sea, and on land.", max=1)
    >>> page["title"], page["text"], page["authors"], page["left_out"]
    ('Farms', 'Farms\nFarms at sea, and on land.', [], [])
    """
    from .filters.clean import extracted
    return extracted(_record_of(page, url, charset), options, max_seconds)


def _record_of(page: Any, url: Any, charset: Any) -> Any:
    """Return the record of a page. Raises BadRecord for one that is no page, and TypeError."""
    for name, value in (("url", url), ("charset", charset)):
        if value is not None and not isinstance(value, str):
            raise TypeError(f"{name}: str is required, not {type(value).__name__}")
    doc: Any = {}
    if isinstance(page, (bytes, bytearray, memoryview)):
        from .filters.sources.decoding import decoded
        page, doc = decoded(bytes(page), charset, url, {})
    elif not isinstance(page, str):
        raise TypeError(f"page: str or bytes is required, not {type(page).__name__}")
    return {"id": url or "page", **({"url": url} if url else {}), "html": page, "doc": doc}


def pipe(records: Iterable[Record | dict[str, Any]], filters: str, *,
         max_seconds: float = 0) -> Iterator[Record]:
    """Return an iterator over what comes out of a chain of filters, in order: records, or bytes.

    records: iterable of dicts with the fields of a Record (see scutch.filters.record); "html" may
             be bytes. Pages go through the filters together: up to 48 records are read before the
             first comes out.
    filters: the chain as scutch-chain takes it, "html2text, segment, charlm --model en, tag";
             "clean" is the chain of scutch-clean, whose records have the "text" that is kept.
             After "emit", or "clean" with a format, it yields bytes; "eval" and the trainers,
             such as "train charlm", give one report at the end, as bytes. Type checkers see
             records: cast("Iterator[bytes]", pipe(…)).
    max_seconds: a record that takes longer in a filter is bad, 0 for any time; only in the main
             thread.
    Raises:  Unusable for an unknown filter, option or model. Bad records are kept with an entry in
             "errors", as the commands do. TypeError for one record that is not in a list.
    """
    from .filters.stream.chains import Chain
    if isinstance(records, (dict, str, bytes, bytearray, memoryview)):
        raise TypeError("records: an iterable of dicts is required, not one "
                        f"{type(records).__name__}")
    if not isinstance(filters, str):
        raise TypeError('filters: one str is required, such as "html2text, segment"')
    rows: Iterable[Any] = records
    return Chain(filters).over(rows, max_seconds)


def shared_file(name: str) -> str:
    """Return the path of a file that comes with the package, such as models/charlm-en.model.

    Raises:  FileNotFoundError, with the name, if it is not there.
    """
    for folder in __path__:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
    raise FileNotFoundError(2, "not among the files of this installation", name)
