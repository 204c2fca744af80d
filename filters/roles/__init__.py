"""The role of a segment on its page: headline, text, comment, navigation and so on.

    elementroles.py   roles by the names of elements, and by words of class, id and role, which
                      share/rules/purposes.tsv has: a comment, say, is what stands in one
    regions.py        the regions of a page: comments, teasers, navigation, forms, notices, footer
    lineproperties.py the properties of lines
    phrases.py        roles by the text of a line: byline, caption, teasers below it, footer
    page.py           the role of each segment of pages
    readpages.py      pages of records, with the headline and the roles of each
"""
