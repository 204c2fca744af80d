"""What a segment is on its page: headline, text, comment, navigation and so on.

    names.py      what the names of elements say, and the words of their class, id and role
    regions.py    the regions of a page: comments, teasers, navigation, forms, notices, footer
    lines.py      what single lines say: headline, byline, caption, a footer's line
    headlines.py  the page's own heading, and what is known of a line
    page.py       the role of each segment of a record
"""
