"""The role of a segment on its page: headline, text, comment, navigation and so on.

    names.py      roles by the names of elements, and by words of class, id and role
    regions.py    the regions of a page: comments, teasers, navigation, forms, notices, footer
    lines.py      roles by a single line: headline, byline, caption, line of a footer
    headlines.py  the headline of the page, and the properties of a line
    page.py       the role of each segment of a record
"""
