"""Hidden elements in the plain loop of loop.py: which count as shown, and which text is hidden."""
from collections import Counter

from scutch.filters.html.arrays.hiding import LANDMARKS, is_notice, is_opened, may_open
from scutch.filters.html.normalhtml import MOST_HIDDEN, MUCH_HIDDEN, is_dialog


class Hidden:
    """A hidden element: its tag and its parent's, whether it is in CHROME, what it holds."""

    def __init__(self, tag, parent, chrome):
        self.tag, self.parent, self.chrome = tag, parent, chrome
        self.name = tag[1:].rstrip(">").split(" ")[0]
        self.dialog, self.chars = is_dialog(tag), 0
        self.landmarks = Counter()

    def is_shown(self, landmarks, controlled):
        """Return whether it counts as shown; arguments: of the page."""
        main, article, h1 = (landmarks[name] == self.landmarks[name] == 1 for name in LANDMARKS)
        alone = all(self.landmarks[name] == landmarks[name] for name in LANDMARKS[:2])
        h1 = h1 and alone and not self.chrome and self.name != "h1"
        if (main or ((article or h1) and self.chars >= MUCH_HIDDEN)) and not is_notice(self.tag):
            return True
        return (not self.dialog and not self.chrome and may_open(self.tag)
                and is_opened(self.tag, self.parent, controlled))


def hide(segments, around, landmarks, controlled):
    """Mark the segments that are hidden, unless nearly all text but that in dialogs is.

    around: the open block of each segment. landmarks, controlled: of the page.
    """
    left, chars = [], Counter()
    for segment, block in zip(segments, around, strict=True):
        hiding = [element for element in block.hidden
                  if not element.is_shown(landmarks, controlled)]
        in_dialog = any(element.dialog for element in hiding)
        left.append((segment, bool(hiding), in_dialog))
        if not in_dialog:
            chars["all", bool(hiding)] += segment["chars"]
            chars["outside", bool(hiding)] += segment["chars"] * (not block.chrome)
    nearly_all, outside = (
        chars[where, True] > MOST_HIDDEN * (chars[where, True] + chars[where, False])
        for where in ("all", "outside"))
    outside = outside and chars["outside", True] >= MUCH_HIDDEN
    for segment, is_hidden, in_dialog in left:
        if is_hidden and (in_dialog or not (nearly_all or outside)):
            segment["hidden"] = True
