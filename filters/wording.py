"""Words of messages."""


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
