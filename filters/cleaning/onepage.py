"""One page in, its clean text out: what scutch-clean does, without a process."""
from collections.abc import Mapping

from ..record import Record
from ..stream.chains import chain_of_pages
from ..stream.spec import filter_of_keywords


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
        html, codec, why, _ = decode_page(page, charset, url)
        doc = {"charset": codec, "charset_from": why}
    elif isinstance(page, str):
        html, doc = page, {}
    else:
        raise TypeError(f"page: str or bytes is required, not {type(page).__name__}")
    record: Record = {"id": url or "page", **({"url": url} if url else {}), "html": html,
                      "doc": doc}
    chain = chain_of_pages(filter_of_keywords("clean", {
        **options, "format": options.get("format") or "text"}))
    return b"".join(chain(record)).decode().rstrip("\n")
