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
import gzip
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from math import erf
from pathlib import Path

import numpy as np
from common import command, environment, versions

from scutch.filters.duplicates.comparedtexts import BATCH
from scutch.filters.duplicates.corpus import BASE, MEMORY, SKETCHED
from scutch.lm.sketches.bands import chance_of, rows_of
from scutch.lm.sketches.shingles import shingles
from scutch.lm.sketches.similarity import PLACES, estimates, sketches

THRESHOLD = 0.7
PIPE = """{0} sketch {1} | sort > sketches
{0} bands sketches | sort | {0} pairs | sort -u | {0} join sketches | sort \
  | {0} compare sketches | sort | {0} cluster | sort | {0} list sketches | sort > duplicates"""
# What each rival does from texts to signatures; its time alone counts
RIVALS = {
    "datasketch": """
from datasketch import MinHash
def signatures(texts):
    out = []
    for text in texts:
        one = MinHash(128)
        one.update_batch([shingle.encode() for shingle in shingled(text)])
        out.append(one.hashvalues)
    return out""",
    "rensa": """
import rensa
def signatures(texts):
    out = []
    for text in texts:
        one = rensa.RMinHash(128, 42)
        one.update(list(shingled(text)))
        out.append(one.digest())
    return out""",
    "datatrove": """
from datatrove.pipeline.dedup.minhash import MinhashConfig, MinhashDedupSignature
step = MinhashDedupSignature("/tmp", MinhashConfig(n_grams=5))
def signatures(texts):
    return [sum(step.get_signature(step.get_shingles(text)), []) for text in texts]""",
    "text-dedup": """
import numpy as np
from text_dedup.minhash import embed_func, sha1_hash, RNG
prime = np.uint64((1 << 61) - 1)
permutations = (RNG.randint(1, prime, 128, np.uint64), RNG.randint(0, prime, 128, np.uint64))
def signatures(texts):
    return [np.frombuffer(b"".join(embed_func(
        text, 0, num_perm=128, ngram_size=5, min_length=0, hashranges=[(0, 128)],
        permutations=permutations, hash_func=sha1_hash, dtype=np.uint64,
        max_hash=np.uint64((1 << 32) - 1), modulo_prime=prime)["__signatures__"]), np.uint64)
        for text in texts]"""}
TIMED = """
import json, re, resource, sys, time
WORD = re.compile(r"\\w+")
def shingled(text):
    words = WORD.findall(text.lower())
    return {{" ".join(words[i:i + 5]) for i in range(max(1, len(words) - 4))}}
{code}
texts = [json.loads(line) for line in open(sys.argv[1])]
signatures(texts[:10])
began = time.process_time()
made = signatures(texts)
took = time.process_time() - began
agree = [sum(x == y for x, y in zip(made[i], made[i + 1])) / len(made[i])
         for i in range(0, len(made) - 1, 2)]
print(json.dumps([took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
                  [float(one) for one in agree]]))"""


def gold_texts(folders):
    """Return the gold texts of the folders."""
    return [record["text"] for folder in folders
            for record in map(json.loads, gzip.open(folder / "gold.jsonl.gz", "rt"))
            if record["text"]]


def copies(texts, generator):
    """Return a copy of each text."""
    out = []
    for text in texts:
        words = text.split()
        kind = generator.choice(["replaced"] * 5 + ["cut", "moved", "around"])
        other = generator.choice(texts).split()
        if kind == "replaced":
            share = generator.choice([0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.4])
            words = [generator.choice(other) if generator.random() < share else word
                     for word in words]
        elif kind == "cut":
            words = words[:max(1, int(len(words) * generator.uniform(0.5, 1)))]
        elif kind == "moved":
            step = max(1, len(words) // 4)
            parts = [words[i:i + step] for i in range(0, len(words), step)]
            generator.shuffle(parts)
            words = [word for part in parts for word in part]
        else:
            count = int(len(words) * generator.uniform(0, 0.3))
            words = other[:count] + words + other[count:2 * count]
        out.append(" ".join(words))
    return out


def jaccard(one, other):
    """Return the Jaccard index of the shingles of two texts."""
    items, owners = shingles([one, other])
    a, b = (np.unique(items[owners == owner]) for owner in (0, 1))
    shared = len(np.intersect1d(a, b))
    return shared / max(1, len(a) + len(b) - shared)


def sketched(texts):
    """Return the sketches of texts, in batches as scutch-dedup makes them."""
    out, batch, size = [], [], 0
    for text in [*texts, None]:
        if batch and (text is None or size + len(text) > BATCH):
            out.append(sketches(*shingles(batch), len(batch)))
            batch, size = [], 0
        if text is not None:
            batch.append(text)
            size += len(text)
    return np.concatenate(out)


def speed(texts, rivals, folder):
    """Print the speed, memory and error of sketches: of texts, each followed by its copy."""
    truth = np.array([jaccard(*texts[i:i + 2]) for i in range(0, len(texts), 2)])
    path = os.path.join(folder, "texts.jsonl")
    with open(path, "w") as file:
        file.writelines(json.dumps(text) + "\n" for text in texts)
    times, errors, memory = {}, {}, {}
    failed = set()
    sketched(texts[:10])
    for _ in range(3):
        began = time.process_time()
        made = sketched(texts)
        times.setdefault("scutch", []).append(time.process_time() - began)
        errors["scutch"] = estimates(made[::2], made[1::2]) - truth
        for name, code in RIVALS.items() if rivals else ():
            if name in failed:
                continue
            done = subprocess.run([rivals, "-c", TIMED.format(code=code), path],
                                  capture_output=True, text=True)
            if done.returncode:
                failed.add(name)
                print(f"{name} does not run: {done.stderr.strip().splitlines()[-1][:90]}")
                continue
            took, memory[name], agree = json.loads(done.stdout.splitlines()[-1])
            times.setdefault(name, []).append(took)
            errors[name] = np.array(agree) - truth
    memory["scutch"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    ours = min(times["scutch"])
    print(f"\nsketches of {len(texts)} texts of {sum(map(len, texts)) // len(texts)} characters\n"
          "              documents/CPU s  scutch is  RMS error   bias  peak MB")
    for name, took in times.items():
        rms, bias = np.sqrt((errors[name] ** 2).mean()), errors[name].mean()
        print(f"  {name:12} {len(texts) / min(took):15.0f} {min(took) / ours:9.1f}x {rms:10.4f} "
              f"{bias:+.3f} {memory[name]:8.0f}")


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
