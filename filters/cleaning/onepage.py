"""One page in, its clean text out: what scutch-clean does, without a process."""
from collections.abc import Mapping
from functools import lru_cache

from ..errors import Unusable
from ..record import Record
from ..stream.chains import Chain

CHAINS = 16              # sets of options whose chains are kept; all share their models


def cleaned(page: str | bytes | bytearray | memoryview, url: str | None, charset: str | None,
            options: Mapping[str, object]) -> str:
    """Return the clean text of a page: see scutch.clean.

    options: those of scutch-clean by name, with _ for -.
    """
    for name, value in (("url", url), ("charset", charset)):
        if value is not None and not isinstance(value, str):
            raise TypeError(f"{name}: str is required, not {type(value).__name__}")
    if isinstance(page, (bytearray, memoryview)):
        page = bytes(page)
    if isinstance(page, bytes):
        from ..html.charset import decode_page
        from ..sources.otherformats import check_page
        check_page(page)
        html, codec, why = decode_page(page, charset)
        doc = {"charset": codec, "charset_from": why}
    elif isinstance(page, str):
        html, doc = page, {}
    else:
        raise TypeError(f"page: str or bytes is required, not {type(page).__name__}")
    record: Record = {"id": url or "page", **({"url": url} if url else {}), "html": html,
                      "doc": doc}
    words = _words({**options, "format": options.get("format") or "text"})
    chain = _chain(tuple(words))
    if chain.last.packing:
        raise Unusable(f"--format {options['format']} is a file of many pages: scutch.pipe gives "
                       "its bytes")
    written = chain(record)
    return b"".join(written).decode().rstrip("\n")


def _words(options: Mapping[str, object]) -> list[str]:
    words = ["clean"]
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False or value == [] or value == ():
            continue
        if value is True:
            words.append(option)
        elif isinstance(value, (list, tuple)):
            words += [f"{option}={part}" for part in value] if name == "model" else [
                f"{option}={','.join(map(str, value))}"]
        else:
            words.append(f"{option}={value}")
    return words


@lru_cache(CHAINS)
def _chain(words: tuple[str, ...]) -> Chain:
    return Chain([words], on_error="raise")
