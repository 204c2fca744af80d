"""The role of a segment on its page: headline, text, comment, navigation and so on.

    page.py         the role of each segment of pages: by trees (lm.combine.jointmodel), and by what
                    their gold lacks
    elementroles.py roles by the names of elements, and by words of class, id and role, which
                    share/rules/purposes.tsv has: a comment, say, is what stands in one
    phrases.py      roles by the text of a line: byline, caption, footer, main points
"""
