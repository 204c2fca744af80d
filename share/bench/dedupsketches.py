"""For dedup.py: texts, copies of them, and the sketches of scutch-dedup beside other programs."""
import gzip
import json
import os
import resource
import subprocess
import time

import numpy as np

from scutch.filters.duplicates.comparedtexts import BATCH
from scutch.lm.sketches.shingles import shingles
from scutch.lm.sketches.similarity import estimates, sketches

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
