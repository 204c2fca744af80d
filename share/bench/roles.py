#!/usr/bin/env python3
"""Measure the roles of scutch-role on gold with classes of text: L3S-GN1, Dragnet.

usage: roles.py GOLD_DIR...

For each set a table of words, by class of the gold and by role, and below it precision, recall and
F of the roles that correspond to a class. "without names" gives the roles when the names, classes,
ids and roles of elements are removed. Hidden segments are left out.

The trees learn from other sets. The rules beside them were written with half of the sites of
L3S-GN1 (chosen by the last bit of the name's MD5), and are tested on the other half, and on
Dragnet, whose gold leaves out authors and dates of comments, which lowers precision here, and on
nine pages it has comments as text.
"""
import argparse
import hashlib
import json
import tempfile
from collections import Counter
from pathlib import Path

from common import command, paths_of, print_head, run, write_pages

from scutch.filters.role import role
from scutch.filters.roles.elementroles import ROLES

CLASSES = ["headline", "fulltext", "supplemental", "related", "comments", "boilerplate"]
JUDGED = {"headline, dek": (["headline", "dek"], ["headline"]),
          "text": (["text", "keypoints"], ["fulltext"]),
          "byline, caption": (["byline", "caption"], ["supplemental"]),
          "comment": (["comment"], ["comments"]),
          "the others": (["teaser", "navigation", "form", "notice", "footer"],
                         ["related", "boilerplate"])}
LOOKED_AT = {"l3s-gn1"}


def labelled(gold, folder):
    """Return the file of the labelled segments of a gold set."""
    pages, segments, out = (folder / f"{gold.name}.{end}" for end in ("pages", "segments", "jsonl"))
    write_pages(paths_of(gold), pages)
    run(command("chain", "html2text, segment"), pages, segments)
    run(command("label", "--gold", gold), segments, out)
    return out


def side(record):
    """Return 0 or 1, the half of the sites that a record belongs to."""
    name = str(record.get("site")).encode()
    return hashlib.md5(name, usedforsecurity=False).digest()[-1] & 1


def nameless(record):
    """Return the record without names, classes, ids and roles of elements."""
    return {**record, "elements": [["div", parent, ""] for _, parent, _ in record["elements"]],
            "segments": [{**one, "tag": "div"} for one in record["segments"]]}


def counts(records, change=lambda record: record):
    """Return a Counter of words by (class, role)."""
    found = Counter()
    for record in records:
        for one in role(change(record))[0]["segments"]:
            if not one.get("hidden"):
                found[one["label_class"], one["role"]] += one["words"]
    return found


def figures(found):
    """Yield (name, precision, recall, F in percent) of the roles that correspond to a class."""
    for name, (roles, classes) in JUDGED.items():
        hits = sum(found[one, other] for one in classes for other in roles)
        ours = sum(found[one, other] for one in CLASSES for other in roles)
        wanted = sum(found[one, other] for one in classes for other in ROLES)
        if wanted:
            yield name, 100 * hits / max(1, ours), 100 * hits / wanted, 200 * hits / (ours + wanted)


def show(title, records):
    print(f"\n{title}: {len(records)} pages\n")
    found, unnamed = counts(records), counts(records, nameless)
    print(f"{'':14}" + "".join(f"{name:>11}" for name in ROLES))
    for name in CLASSES:
        if any(found[name, one] for one in ROLES):
            print(f"{name:14}" + "".join(f"{found[name, one]:11}" for one in ROLES))
    print(f"\n{'':18}{'precision':>10}{'recall':>8}{'F':>7}   without names:"
          f"{'precision':>10}{'recall':>8}{'F':>7}")
    for one, other in zip(figures(found), figures(unnamed), strict=True):
        print(f"{one[0]:18}{one[1]:10.1f}{one[2]:8.1f}{one[3]:7.1f}{'':17}"
              f"{other[1]:10.1f}{other[2]:8.1f}{other[3]:7.1f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="+", type=Path)
    args = parser.parse_args()
    print_head({})
    with tempfile.TemporaryDirectory() as name:
        for gold in args.gold:
            with open(labelled(gold, Path(name)), "rb") as lines:
                records = list(map(json.loads, lines))
            if gold.name in LOOKED_AT:
                show(f"{gold.name}, looked at", [one for one in records if not side(one)])
                show(f"{gold.name}, the other sites", [one for one in records if side(one)])
            else:
                show(gold.name, records)


if __name__ == "__main__":
    main()
