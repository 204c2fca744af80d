#!/usr/bin/env python3
"""Measure scutch-dedup: speed and memory beside others, errors, the S-curve, a large corpus.

usage: dedup.py [--only PART] [--documents N] [--rivals PYTHON] [GOLD_DIR]...

Sketches: documents a CPU second of the gold texts, from text to sketch, in turns, the fastest of
three; by --rivals, a Python that has some of datasketch, rensa, datatrove and text-dedup. Then the
RMS error of their estimates over pairs of a gold text and a copy of it. A copy has 0 to 40 % of its
words replaced, or is cut, or its quarters change places, or text of another page stands around it.
Copies: what scutch-dedup --verify exact, and by sketches, marks of one copy of each gold text,
against the Jaccard index: recall, and what the S-curve promises for the same pairs; precision.
Near copies among the gold texts themselves.
A generated corpus of N documents (default 100000) and of a tenth of them, of 100 to 200 words, a
fifth of which are copies: CPU seconds and peak memory by arrays, by the pipe and sort, and by the
formula that scutch-dedup -o states.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from math import erf
from pathlib import Path

import numpy as np
from common import command, environment, versions
from dedupsketches import copies, gold_texts, jaccard, speed

from scutch.filters.duplicates.corpus import BASE, MEMORY, SKETCHED
from scutch.lm.sketches.bands import chance_of, rows_of
from scutch.lm.sketches.similarity import PLACES

THRESHOLD = 0.7
PIPE = """{0} sketch {1} | sort > sketches
{0} bands sketches | sort | {0} pairs | sort -u | {0} join sketches | sort \
  | {0} compare sketches | sort | {0} cluster | sort | {0} list sketches | sort > duplicates"""
def marked(records, folder, *options):
    """Return {id: doc} of the records that scutch-dedup marks as duplicates."""
    path = os.path.join(folder, "corpus.jsonl")
    with open(path, "w") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)
    done = subprocess.run(command("dedup", *options, path), capture_output=True, check=True,
                          env=environment())
    return {record["id"]: record["doc"] for record in map(json.loads, done.stdout.splitlines())
            if "duplicate_of" in record.get("doc", {})}


def accuracy(texts, folder, seeds=3):
    """Print recall and precision for copies of texts, and what the S-curve promises."""
    rows = rows_of(THRESHOLD)
    pairs, hits = [], {"exact": [], "sketch": []}
    wrong = {"exact": [], "sketch": []}
    for seed in range(seeds):
        made = copies(texts, random.Random(seed))
        indices = [jaccard(*pair) for pair in zip(texts, made, strict=True)]
        pairs += indices
        records = [{"id": f"{kind}{number}", "timestamp": when, "text": text}
                   for kind, when, some in (("a", "2024", texts), ("b", "2025", made))
                   for number, text in enumerate(some)]
        by_id = {record["id"]: record["text"] for record in records}
        for verify in hits:
            gone = marked(records, folder, "--verify", verify)
            hits[verify] += [f"b{number}" in gone for number in range(len(texts))]
            wrong[verify] += [jaccard(by_id[name], by_id[doc["duplicate_of"]])
                              for name, doc in gone.items()]
    pairs = np.array(pairs)
    print(f"\none copy of each of {len(texts)} texts, {seeds} times; threshold {THRESHOLD}\n"
          "  Jaccard index  pairs       exact  promised   by sketch  promised")
    for low, high in ((0.5, 0.6), (0.6, 0.7), (0.7, 0.75), (0.75, 0.8), (0.8, 0.9), (0.9, 1.01),
                      (0.7, 1.01)):
        some = (pairs >= low) & (pairs < high)
        if some.any():
            curve = np.array([chance_of(one, rows) for one in pairs[some]])
            beyond = [exceeds(one) for one in pairs[some]]
            promised = (curve * (pairs[some] >= THRESHOLD)).mean(), (curve * beyond).mean()
            shares = [np.array(hits[verify])[some].mean() for verify in ("exact", "sketch")]
            print(f"  {low:.2f} to {min(high, 1):.2f} {some.sum():8d} {shares[0]:12.4f} "
                  f"{promised[0]:9.4f} {shares[1]:11.4f} {promised[1]:9.4f}")
    for verify, values in wrong.items():
        values = np.array(values)
        print(f"  precision, {verify:6}: {(values >= THRESHOLD).mean():.4f} of {len(values)} "
              f"duplicates have an index of {THRESHOLD}; {(values >= THRESHOLD - 0.05).mean():.4f} "
              f"of {THRESHOLD - 0.05:g}")


def exceeds(index):
    """Return the probability that the estimate of a Jaccard index is at the threshold or above."""
    error = (index * (1 - index) / PLACES) ** 0.5 + 1e-9
    return 0.5 + 0.5 * erf((index - THRESHOLD) / error / 2 ** 0.5)


def near_copies(texts, folder):
    """Print the near copies among texts."""
    by_id = {str(number): text for number, text in enumerate(texts)}
    gone = marked([{"id": name, "text": text} for name, text in by_id.items()], folder,
                  "--threshold", "0.3")
    print(f"\n{len(gone)} of {len(texts)} gold texts are over 0.3 alike to another:")
    for name, doc in sorted(gone.items(), key=lambda item: -item[1]["similarity"]):
        one, other = by_id[name], by_id[doc["duplicate_of"]]
        print(f"  {doc['similarity']:.3f} {jaccard(one, other):.3f} {len(one):6} {len(other):6}  "
              f"{' '.join(one.split())[:40]} | {' '.join(other.split())[:40]}")


def generated(count, path):
    """Write `count` documents of 100 to 200 words, a fifth of them copies, to a file."""
    generator = random.Random(1)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(generator.choices(letters, k=generator.randint(2, 9))) for _ in range(20_000)]
    pool = []
    with open(path, "w") as file:
        for number in range(count):
            chance = generator.random()
            if chance < 0.2 and pool:
                text = generator.choice(pool)
                if chance < 0.1:
                    share = generator.choice([0.01, 0.03, 0.1])
                    text = [generator.choice(words) if generator.random() < share else word
                            for word in text]
            else:
                text = generator.choices(words, k=generator.randint(100, 200))
                if len(pool) < 20_000:
                    pool.append(text)
                else:
                    pool[generator.randrange(20_000)] = text
            file.write(json.dumps({"id": f"doc-{number}", "text": " ".join(text)}) + "\n")


def children(words, folder, **settings):
    """Return (CPU seconds, peak MB of the largest process) of a command and its children."""
    code = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); "
            "used = resource.getrusage(resource.RUSAGE_CHILDREN); "
            "print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)")
    done = subprocess.run([sys.executable, "-c", code, *words], cwd=folder, text=True, check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          env={**environment(), "LC_ALL": "C", "TMPDIR": folder, **settings})
    cpu, peak = map(float, done.stdout.split()[-2:])
    return cpu, peak


def scale(count, folder):
    """Print CPU and memory for a generated corpus, by arrays and by the pipe."""
    path = os.path.join(folder, "generated.jsonl")
    generated(count, path)
    dedup = " ".join(command("dedup"))
    arrays = children([*command("dedup"), "-o", "marked", path], folder)
    pipe = children(["bash", "-c", PIPE.format(dedup, path).replace("sort", "sort -S 200M")],
                    folder)
    mark = children([*command("dedup"), "--duplicates", "duplicates", path], folder)
    apart = children(["bash", "-c", f"{dedup} --duplicates duplicates {path} "
                      "| cmp - marked/generated.jsonl.jsonl"], folder)
    gone = sum(b'"duplicate_of"' in line
               for line in Path(folder, "marked", "generated.jsonl.jsonl").open("rb"))
    stated = BASE + count * (MEMORY + SKETCHED)
    print(f"{count:9,} {gone:8,} {arrays[0]:8.1f} {mark[0]:8.1f} {arrays[1]:8.0f} "
          f"{stated / (1 << 20):8.0f} {pipe[0]:10.1f} {pipe[1]:8.0f}   "
          + ("the same" if apart else ""), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="*", type=Path, metavar="GOLD_DIR")
    parser.add_argument("--only", choices=["sketches", "copies", "near", "corpus"])
    parser.add_argument("--documents", type=int, default=100_000, metavar="N")
    parser.add_argument("--texts", type=int, default=600, metavar="N",
                        help="gold texts that are sketched by all (default: %(default)s)")
    parser.add_argument("--rivals", metavar="PYTHON")
    opts = parser.parse_args()
    print(versions(["numpy"]))
    if opts.rivals:
        code = ("from importlib.metadata import version\nfor name in ('datasketch', 'rensa', "
                "'datatrove', 'text-dedup'):\n try: print(name, version(name), end=', ')\n "
                "except Exception: pass")
        print(subprocess.run([opts.rivals, "-c", code], capture_output=True, text=True).stdout)
    texts = gold_texts(opts.gold)
    some = random.Random(1).sample(texts, min(opts.texts, len(texts)))
    with tempfile.TemporaryDirectory() as folder:
        if opts.only in (None, "sketches"):
            pairs = zip(some, copies(some, random.Random(2)), strict=True)
            speed([text for pair in pairs for text in pair], opts.rivals, folder)
        if opts.only in (None, "copies"):
            accuracy(texts, folder)
        if opts.only in (None, "near"):
            near_copies(texts, folder)
        if opts.only in (None, "corpus"):
            print(f"\n{'generated':30}{'arrays':9}{'of it':35}pipe")
            print("documents   marked    CPU s  marking  peak MB   stated      CPU s  peak MB")
            for count in (opts.documents // 10, opts.documents):
                scale(count, folder)


if __name__ == "__main__":
    main()
