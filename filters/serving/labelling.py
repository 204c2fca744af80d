"""Labels of segments given by hand, kept as gold that scutch-eval reads."""
import argparse
import json
import os
import threading
from collections import Counter
from contextlib import ExitStack

from ...lm.writing import naming
from ..edge.bytestreams import numbered_lines
from ..edge.jsonlines import encode
from ..edge.outputs import PART, locked
from ..errors import Unusable
from ..record import name_of, segments_of
from ..stream.inputs import for_each_record
from ..training.gold import read_gold
from ..training.labels import BOILERPLATE, CLEAN, DIRTY, items_of, labelled
from ..viewing.pagedata import page_data

NAMED = ["url", "lang"]      # fields of the record that its gold has, too
PLAIN = {CLEAN: True, DIRTY: False}      # without classes
BY_NAME = "assessors"
# Those of boilerpipe's assessors (Kohlschütter et al. 2010, section 4.1), who had "supplemental",
# captions and boxes of facts, too
ASSESSORS = {"text": True, "headline": True, "comment": True, "related": False, BOILERPLATE: False}
MOST = 9                 # each has a digit as its key


class Labelling:
    """The pages of a file and their labels; a page is in the gold from its first label on.

    path:    of records with segments.
    out:     of the gold; an existing one is read. It is locked.
    classes: {class: whether it is clean}, the first clean and the last dirty; the gold has those of
             all segments unless they are PLAIN.
    renamed: {name of a page in the gold: its id}, for ids that several pages have.
    Memory:  the records.
    Raises:  Unusable for a file without segments, for a gold that another server writes, and for
             one of these pages with other classes, which would be lost; OSError.
    """

    def __init__(self, path, out, classes=PLAIN):
        self.out, self.classes, self._lock = out, classes, threading.Lock()
        self.pages, self.rows, self.records = [], [], {}
        self.renamed, self._times = {}, Counter()
        given = argparse.Namespace(schema="auto", text_key=None, html_key=None, id_key=None,
                                   lines=False, files=[path])
        for_each_record(given, self._add)
        if not self.records:
            raise Unusable(f"{path}: no records")
        try:
            self._file = locked(out)     # it stays open, and so locked
        except BlockingIOError:
            raise Unusable(f"{out}: another scutch-serve writes it") from None
        self.gold = read_gold(out) if os.path.getsize(out) else {}
        for name in filter(self.gold.__contains__, self.records):
            for given in _classes_of(self.gold[name]):
                if given not in classes:
                    raise Unusable(f"{out}: {name} has the class {given}: --classes is to name it")

    def _add(self, record):
        segments_of(record)
        page, row = page_data(record)
        given = name = name_of(record)
        while name in self.records:
            self._times[given] += 1
            name = f"{given}#{self._times[given] + 1}"
        if name != given:
            self.renamed[name] = given
        self.records[name] = record
        self.pages.append(page)
        self.rows.append(row)

    def close(self):
        """Release the lock of the gold."""
        self._file.close()

    def all(self):
        """Return the pages, the classes, and the labels of each page or null, as JSON."""
        return encode({"pages": self.pages, "rows": self.rows, "classes": [*self.classes.items()],
                       "labels": [self._labels(*item) for item in self.records.items()]})

    def _labels(self, name, record):
        gold = self.gold.get(name)
        if gold is None:
            return None
        clean, size = gold.get("clean"), len(record["segments"])
        named = _classes_of(gold)
        if isinstance(clean, list) and len(clean) == size:
            return named if len(named) == size else [*map(self._class_of, clean)]
        segments = labelled(segments_of(record), gold)
        return [segment["label_class"] if segment.get("label_class") in self.classes
                else self._class_of(segment["label"] == CLEAN) for segment in segments]

    def _class_of(self, is_clean):
        """Return the class of a segment of which no more is known."""
        return [*self.classes][0 if is_clean else -1]

    def save(self, number, labels):
        """Save the labels of a page; the file is complete at any time.

        labels: the class of each segment, or whether it is clean.

        Raises:  ValueError for labels that do not fit the page; OSError.
        """
        if type(number) is not int or not 0 <= number < len(self.records):
            raise ValueError("no such page")
        name, record = list(self.records.items())[number]
        segments = record["segments"]
        if isinstance(labels, list):
            labels = [self._class_of(label) if isinstance(label, bool) else label
                      for label in labels]
        if (not isinstance(labels, list) or len(labels) != len(segments)
                or not all(isinstance(label, str) and label in self.classes for label in labels)):
            raise ValueError("a class, true or false for each segment is required")
        clean = [self.classes[label] for label in labels]
        kept = [{"kind": segment.get("kind", "p"), "text": segment["text"]}
                for segment, is_clean in zip(segments, clean, strict=True) if is_clean]
        gold = {"id": name, **{field: record[field] for field in NAMED if field in record},
                "text": "\n".join(segment["text"] for segment in kept), "segments": kept,
                "clean": clean}
        if self.classes is not PLAIN:
            gold["classes"] = [{"class": label, "text": segment["text"]}
                               for label, segment in zip(labels, segments, strict=True)]
        with self._lock:
            self.gold[name] = gold
            self._write(self.out + PART)

    def _write(self, part):
        """Write the gold; the new file is locked before it replaces the old one."""
        with ExitStack() as stack, naming(part):
            file = stack.enter_context(locked(part))
            file.truncate(0)
            file.writelines(map(encode, self.gold.values()))
            file.flush()
            os.fsync(file.fileno())
            os.replace(part, self.out)
            stack.pop_all()
        self._file.close()
        self._file = file


def labels_in(body):
    """Return (number of a page, labels of its segments) of the body of a request.

    Raises:  ValueError for any other body.

    >>> labels_in(b'{"page": 0, "labels": ["clean"]}'), labels_in(b'{"page": 1, "clean": [true]}')
    ((0, ['clean']), (1, [True]))
    """
    try:
        given = json.loads(body)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(given, dict):
        raise ValueError("an object is required")
    return given.get("page"), given.get("labels", given.get("clean"))


def _classes_of(gold):
    """Return the classes in a record of a gold, a list of str."""
    return [item["class"] for item in items_of(gold)]


def read_classes(name):
    """Return {class: whether it is clean}, in order: ASSESSORS for their name, else of a file.

    Each line is a class, a blank, and clean or dirty. The first class is clean, the last dirty:
    what a score keeps or drops is labelled so at first.
    Raises:  Unusable for a file that is otherwise, OSError.
    """
    if name == BY_NAME:
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
