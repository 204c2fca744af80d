"""Words of messages."""
import os


def typed(name: str) -> str:
    """Return an option, by the name of its value, as it is typed.

    >>> typed("skip_existing"), typed("output")
    ('--skip-existing', '-o')
    """
    return "-o" if name == "output" else f"--{name.replace('_', '-')}"


def plural(count: int, single: str, many: str = "") -> str:
    """Return a count and what is counted; many: the plural, `single` with an s if not given.

    >>> plural(1, "page"), plural(0, "page"), plural(2, "tag was", "tags were")
    ('1 page', '0 pages', '2 tags were')
    """
    return f"{count} {single if count == 1 else many or single + 's'}"


def needs(what: str, extra: str) -> str:
    """Return the message on what takes the packages of an extra, with the command for them.

    That names the checkout in which scutch runs, or from which it was installed (PEP 610), if any.
    """
    import json
    from importlib import metadata  # takes milliseconds
    from urllib.parse import unquote
    checkout = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    if not os.path.exists(os.path.join(checkout, "pyproject.toml")):
        try:
            told = json.loads(metadata.distribution("scutch").read_text("direct_url.json") or "{}")
        except metadata.PackageNotFoundError:
            told = {}
        checkout = unquote(told["url"].removeprefix("file://")) if "dir_info" in told else "scutch"
    place = "." if checkout == os.getcwd() else checkout
    return f"{what} needs one more package: pip install '{place}[{extra}]'"
