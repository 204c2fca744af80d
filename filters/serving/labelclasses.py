"""Classes of segments for labels given by hand, each clean or dirty."""
from ..edge.bytestreams import numbered_lines
from ..errors import Unusable
from ..training.labels import BOILERPLATE, CLEAN, DIRTY

PLAIN = {CLEAN: True, DIRTY: False}      # without classes
NAMED = "assessors"
# Those of boilerpipe's assessors (Kohlschütter et al. 2010, section 4.1), who had "supplemental",
# captions and boxes of facts, too
ASSESSORS = {"text": True, "headline": True, "comment": True, "related": False, BOILERPLATE: False}
MOST = 9                 # each has a digit as its key


def read_classes(name):
    """Return {class: whether it is clean}, in order: ASSESSORS for their name, else of a file.

    Each line is a class, a blank, and clean or dirty. The first class is clean, the last dirty:
    what a score keeps or drops is labelled so at first.
    Raises:  Unusable for a file that is otherwise, OSError.
    """
    if name == NAMED:
        return ASSESSORS
    classes = {}
    for place, line, _ in numbered_lines([name]):
        words = line.decode("utf-8", "replace").split()
        if not words:
            continue
        label, side = " ".join(words[:-1]), words[-1]
        if not label or side not in PLAIN:
            raise Unusable(f"{place}: a class and clean or dirty are required, such as: "
                           "headline clean")
        if label in classes:
            raise Unusable(f"{place}: the class {label} comes again")
        classes[label] = PLAIN[side]
    if not 2 <= len(classes) <= MOST:
        raise Unusable(f"{name}: it has {len(classes)} classes; 2 to {MOST} are required")
    sides = list(classes.values())
    if not sides[0] or sides[-1]:
        raise Unusable(f"{name}: the first class is to be clean and the last dirty")
    return classes
