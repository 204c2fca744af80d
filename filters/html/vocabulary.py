"""The names that parsers and blocks share, and text as normal HTML has it."""

# What browsers do not show, or show as controls, and readings printed above a word
DROPPED = ["annotation", "annotation-xml", "audio", "canvas", "datalist", "iframe", "noembed",
           "noframes", "rp", "rt", "script", "select", "style", "svg", "template", "textarea",
           "video"]
VOID = frozenset("area base basefont bgsound br col embed frame hr img input keygen link meta "
                 "param source track wbr".split())
# Elements that swallow the rest of a page whose author forgot their end tags
SWALLOWERS = frozenset("iframe noembed noframes script select style textarea title xmp".split())


def escaped(text):
    """Return text as normal HTML has it; None is no text."""
    if not text:
        return ""
    return (text.replace("&", "&amp;").replace("\xa0", "&nbsp;")
            .replace("<", "&lt;").replace(">", "&gt;"))
