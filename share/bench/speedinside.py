"""For speed.py: the parts that are timed in its own process."""
import itertools
import time
from statistics import median

from common import ROOT, command, cpu, in_turns, run

from scutch.filters.edge.jsonlines import decode
from scutch.filters.stream.stages import Stages
from scutch.filters.stream.step import PageStep

SHIPPED = {"en": "charlm-en.model", "latin": "charlm-latin.model"}
LEAST_CHARACTERS = {"en": 50e6, "latin": 10e6}           # a second
AT_A_TIME = [1, 8, 24]    # pages, in columns
A_DOCUMENT = 30          # segments
CALLS = 5                # times that the model reads all documents in a round


def mark(good):
    return " " if good else "!"


def timed(name, function, spent):
    """Return a function of one argument whose time is added to that of a name."""
    def call(given):
        began = time.process_time()
        done = function(given)
        spent[name] = spent.get(name, 0.0) + time.process_time() - began
        return done
    return call


class Timed(PageStep):
    """A step of pages whose calls are timed; `spent` is a dict of seconds."""

    def __init__(self, name, step, spent):
        self._call = timed(name, step, spent)
        self.gathers, self.takes = step.gathers, step.takes
        whats = {"prepared": "parser, and what is before it", "gathered": f"{name}: blocks"}
        for method in ("prepared", "gathered", "of_pages"):
            setattr(self, method, timed(whats.get(method, name), getattr(step, method),
                                              spent))

    def __call__(self, record):
        return self._call(record)


def stages(bench):
    from scutch.filters.stream.chains import Chain

    chain = Chain("html2text, segment, charlm, combine, emit --keep auto").stages
    print(f"Where the time of scutch-clean goes: {bench.count} pages in one process, ms a page\n")
    print(f"{'':36}{'alone':>8}" + "".join(f"{size:8}" for size in AT_A_TIME))
    found = []
    for size in (8, None, *AT_A_TIME):       # the first one warms up
        spent = {}
        through = Stages([(name, Timed(name, step, spent)) for name, step in chain])
        read = timed("JSON", decode, spent)
        with open(bench.pages, "rb") as file:
            while lines := list(itertools.islice(file, size or 1)):
                items = [("page", read(line)) for line in lines]
                if size:
                    through.many(items)
                else:
                    through(items[0][1])
        spent["together"] = sum(spent.values())
        found.append(spent)
    del found[0]
    for name in dict.fromkeys(name for spent in found[::-1] for name in spent):
        print(f"{name:36}" + "".join(f"{1000 * spent[name] / bench.count:8.2f}"
                                     if name in spent else f"{'':8}" for spent in found))


def python(bench):
    import scutch

    with open(bench.pages, "rb") as file:
        pages = [decode(line)["html"] for line in file]
    calls = {"scutch.clean": lambda: [scutch.clean(page) for page in pages],
             "scutch.pipe": lambda: list(scutch.pipe(({"html": page} for page in pages), "clean"))}
    spent = {name: [] for name in calls}
    for name in [*calls] * (bench.rounds + 1):
        began = time.process_time()
        calls[name]()
        spent[name].append(time.process_time() - began)
    print(f"In Python: {bench.count} pages in one process, ms of CPU time a page\n")
    for name, found in spent.items():                        # the first one warms up
        print(f"{name:36}{1000 * median(found[1:]) / bench.count:8.2f}")


def model(bench):
    from scutch.lm.characters.classifier import CharacterClassifier

    segments = bench.folder / "segments.jsonl"
    run(command("chain", "html2text, segment"), bench.pages, segments)
    with open(segments, "rb") as file:
        texts = [one["text"] for line in file for one in decode(line)["segments"]]
    documents = [texts[i:i + A_DOCUMENT] for i in range(0, len(texts), A_DOCUMENT)]
    characters = sum(map(len, texts))
    print(f"Character models: {len(texts)} segments of the pages, {len(documents)} documents of "
          f"{A_DOCUMENT},\n{characters / len(documents):.0f} characters each on average\n")
    print(f"{'model':12}{'n':>3}{'M characters/CPU s':>20}{'budget':>8}{'us/document':>13}"
          f"{'scutch-charlm: M characters/CPU s':>35}{'pages':>7}")
    for name, file in SHIPPED.items():
        ratio = CharacterClassifier.load(ROOT / "share/models" / file).ratio
        took = []
        for _ in range(bench.rounds + 1):
            began = time.process_time()
            for document in itertools.chain(*[documents] * CALLS):
                ratio.ratios(document)
            took.append((time.process_time() - began) / CALLS)
        rate = characters / median(took[1:])                 # the first one warms up
        filters = {name: command("charlm", "--model", name)}
        whole = cpu(in_turns(bench.rounds, filters, segments)[name])
        budget = LEAST_CHARACTERS[name]
        print(f"{name:12}{ratio.n:3}{rate / 1e6:20.1f}{budget / 1e6:8.0f}{mark(rate >= budget)}"
              f"{1e6 * characters / rate / len(documents):12.0f}"
              f"{characters / whole / 1e6:35.1f}{bench.count / whole:7.0f}")
