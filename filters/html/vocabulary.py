"""Names of elements that several modules need, and the escaping of normal HTML."""

# Elements that browsers do not show or show as controls, and pronunciations above a word (ruby)
DROPPED = ["annotation", "annotation-xml", "audio", "canvas", "datalist", "iframe", "noembed",
           "noframes", "rp", "rt", "script", "select", "style", "svg", "template", "textarea",
           "video"]
UNESCAPED = ["plaintext", "xmp"]     # shown, and their text is written as it is
VOID = frozenset("area base basefont bgsound br col embed frame hr img input keygen link meta "
                 "param source track wbr".split())
# Elements that swallow the rest of a page if their end tag is missing
SWALLOWERS = frozenset([*DROPPED, "title", "xmp"]) - {"rp", "rt"}
BLANK = "-"              # in normal HTML each character of a comment


def escaped(text):
    """Return text escaped as in normal HTML; "" for None."""
    if not text:
        return ""
    return (text.replace("&", "&amp;").replace("\xa0", "&nbsp;")
            .replace("<", "&lt;").replace(">", "&gt;"))
