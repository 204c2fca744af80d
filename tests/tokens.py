"""A page in normal HTML split by TOKEN, for the loop over tags of loop.py."""


def holds_text(tokens):
    """Return whether there is text in an element; tokens: its name and what follows it, as TOKEN
    splits it."""
    depth = 1
    for text, name in zip(tokens[1::3], tokens[3::3], strict=False):
        if text.strip(" \t\n\f\r\v"):
            return True
        depth += (name == tokens[0]) - (name == "/" + tokens[0])
        if not depth:
            return False
    return False
