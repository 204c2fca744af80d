"""A page in normal HTML split by TOKEN, for the loop over tags of loop.py."""
from scutch.filters.html.arrays.joins import is_fraction_bar


def is_numerator(tokens, place):
    """Return whether the <sup> that is the tag of this number is that of a fraction."""
    name, after = tokens[3 * place + 5], tokens[3 * place + 6:3 * place + 8]
    return name == "/sup" and len(after) == 2 and after[1] != "" and is_fraction_bar(after[0])


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
