"""Documents to train the quality score on: clean and dirty ones.

Of each page with gold text come, where it has them,

    gold         clean: the gold text
    kept         clean: the segments of the page that the gold has
    boilerplate  its other segments
    menus        its shortest segments, shuffled
    encoding     the gold text, its bytes read in another encoding than its own
    lists        lines as programs write them, of words of the page

and of a page without main content "no content", all of its text.
"""
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

CLEAN = ("gold", "kept")
FEWEST = 10              # words of a document; shorter ones say too little
SHORT = 4                # words of a segment of a menu, at most
FEWEST_SHORT = 15        # segments of a menu
FOREIGN = 0.005          # share of characters beyond ASCII that a wrong encoding must hit
LINES = (20, 200)        # of a list
# (encoding that the bytes are in, that they are read as)
WRONG = [("utf-8", "cp1252"), ("utf-8", "latin-1"), ("utf-8", "cp1251"), ("utf-8", "cp437"),
         ("utf-8", "mac-roman"), ("cp1252", "utf-8"), ("utf-8", "ascii"), ("utf-16-le", "utf-8")]


class Sample(NamedTuple):
    """A document of one kind. group: its site, whose documents are in one fold."""

    kind: str
    text: str
    language: str
    group: str

    @property
    def dirty(self) -> bool:
        """Whether its kind is dirty."""
        return self.kind not in CLEAN


def samples_of(gold: str, segments: Sequence[tuple[str, bool]], language: str, group: str,
               seed: int) -> Iterator[Sample]:
    """Yield the samples of a page.

    gold:     its gold text, "" without main content.
    segments: (text, whether the gold has it) of all segments that browsers show.
    """
    rng = random.Random(seed)
    kept = [text for text, is_clean in segments if is_clean]
    other = [text for text, is_clean in segments if not is_clean]
    menu = [text for text in other if len(text.split()) <= SHORT]
    rng.shuffle(menu)
    texts = {"gold": gold, "kept": "\n".join(kept)} if gold else {}
    texts["boilerplate" if gold else "no content"] = "\n".join(other)
    texts["menus"] = "\n".join(menu) if len(menu) >= FEWEST_SHORT else ""
    texts["encoding"] = garbled(gold, rng)
    texts["lists"] = machine_list([word for text, _ in segments for word in text.split()], rng)
    for kind, text in texts.items():
        if len(text.split()) >= FEWEST or (kind == "encoding" and text):
            yield Sample(kind, text, language, group)


def garbled(text: str, rng: random.Random) -> str:
    """Return a text whose bytes are read in a wrong encoding, "" if too few characters would show.

    >>> import random
    >>> garbled("Über Öl", random.Random(4)) != "Über Öl", garbled("oil", random.Random(4))
    (True, '')
    """
    if sum(character > "\x7f" for character in text) <= FOREIGN * len(text):
        return ""
    of, taken_for = rng.choice(WRONG)
    return text.encode(of, "replace").decode(taken_for, "replace")


def machine_list(words: Sequence[str], rng: random.Random) -> str:
    """Return lines such as programs write, "" without words."""
    if not words:
        return ""
    line = rng.choice(LINES_OF)
    lines = [line(words, rng, number) for number in range(rng.randint(*LINES))]
    return "\n".join(sorted(lines) if rng.random() < 0.3 else lines)


def _address(words, rng, _number):
    path = "/".join(rng.choice(words).lower() for _ in range(rng.randint(1, 4)))
    return f"https://www.{rng.choice(words).lower()}.example/{path}"


def _numbers(_words, rng, number):
    return "\t".join([str(number), *(f"{rng.random() * 1000:.2f}" for _ in range(6))])


def _log(words, rng, number):
    return (f"2024-{rng.randint(1, 12):02}-{rng.randint(1, 28):02} {number % 24:02}:"
            f"{rng.randint(0, 59):02}:{rng.randint(0, 59):02} "
            f"{rng.choice(['INFO', 'WARN', 'ERROR', 'DEBUG'])} [{rng.choice(words)}] "
            f"{rng.choice(words)} {rng.choice(words)} id={rng.randint(1, 99999)}")


def _pairs(words, rng, _number):
    return "{" + ", ".join(f'"{rng.choice(words)}": "{rng.choice(words)}"' for _ in range(4)) + "}"


def _hashes(_words, rng, _number):
    return f"{rng.getrandbits(128):032x}  file_{rng.randint(1, 9999)}.dat"


def _word(words, rng, _number):
    return rng.choice(words)


def _product(words, rng, number):
    return (f"{rng.choice(words)} {rng.choice(words)} {rng.choice('ABCDEF')}{number:04}-"
            f"{rng.randint(10, 99)} ${rng.randint(1, 999)}.{rng.randint(0, 99):02}")


def _keywords(words, rng, _number):
    return ", ".join(rng.choice(words) for _ in range(rng.randint(8, 30)))


LINES_OF = [_address, _numbers, _log, _pairs, _hashes, _word, _product, _keywords]
