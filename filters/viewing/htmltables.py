"""HTML files of tables with bars: the reports of scutch-look and scutch-eval."""
from html import escape

from ..stream.printedlines import printable
from .htmlfile import browser_file

TAIL = "</main>\n</body>\n</html>\n"


def as_markup(string):
    """Return text as it stands in HTML, with a space for each unprintable character."""
    return escape(printable(string))


def document(title, parts):
    """Return a file of these parts, which are HTML, as bytes. title: of our own."""
    head = browser_file("tables.html").replace("{title}", title)
    return "".join([head, *parts, TAIL]).encode("utf-8", "replace")


def table(title, heads, rows, bars=None, links=None):
    """Return a table as HTML; title and all cells are text.

    heads: of all columns. rows: lists of their cells, the first one its name.
    bars:  a share from 0 to 1 for each row, drawn after it. links: for each row, of its first cell.
    """
    lines = [f"<h2>{as_markup(title)}</h2>\n<table>\n<tr>"
             + "".join(f"<th>{as_markup(head)}</th>" for head in heads)
             + "<td></td>" * bool(bars) + "</tr>\n"]
    for number, cells in enumerate(rows):
        first, *others = map(as_markup, cells)
        if links:
            first = f'<a href="{as_markup(links[number])}">{first}</a>'
        bar = f'<td class="bar"><div style="width: {100 * bars[number]:.1f}%"></div></td>' if (
            bars) else ""
        lines.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in (first, *others)) + bar
                     + "</tr>\n")
    return "".join(lines) + "</table>\n"
