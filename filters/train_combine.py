"""train-combine - train the trees of scutch-combine from labelled pages.

In:      records of scutch-label --with-title, which have "segments".
Out:     the model, to the file --out names; a report in words on stdout.
Drops:   records in which no segment has a word.
Bad:     no segments; a segment without a label.
Memory:  the evidence of all segments and of copies of them, 1.6 KB each.

The scores of charlm are part of the evidence: models of character n-grams are trained here, too,
and each page gets the scores of one that has not seen its site. Other scores of the mixture are not
trained here.

--scope page counts what readers wrote as text, though the gold may leave it out, and the lines with
date and author below a headline. --scope main takes the gold at its word. A copy of each page with
other markup trains as well (--no-copies: none): without names, without sections, laid out in
tables, with paragraphs by <br>. --scope text is for records of plain text, which have no markup: it
says how such scores are mixed.

All figures come from pages that the trees have not seen, in folds by site; the last lines say what
share of the words with each letter is dirt. Needs LightGBM: pip install 'scutch[train]'.

Examples:
  scutch-label --with-title --gold gold/wcxb-dev segments.jsonl > labelled.jsonl
  scutch-train-combine --scope main --out main.model labelled.jsonl
"""
import importlib.util
import sys

from . import stream
from .errors import Unusable
from .record import segments_of
from .scoring.context import distances, link_shares
from .selection.scopes import SCOPES
from .stream.step import Collector
from .training.checks import check_folds, check_places
from .training.labels import shares_of, site_of, words_of

ALPHABET, N, Q = "standard", 3, 0.5      # of scutch-train-charlm


class Trainer(Collector):
    """The step: it keeps what is known of each page, and trains when the last one is in."""

    def __init__(self, opts):
        self.opts = opts
        self.texts = []                  # a page each, as the n-gram models want it
        self.columns = []                # a page each: its columns, those of its copy
        self.titles, self.kinds = [], []

    def __call__(self, record):
        import numpy as np

        from ..lm.characters.training import Page
        from ..lm.gold.alignment import CLEAN_SHARE
        from .columns.reading import columns_of
        from .training.copies import copy
        segments = [one for one in segments_of(record) if one["text"]]
        words = np.array(words_of(segments), int)
        if not words.any():
            return []
        kept = np.array(shares_of(segments))
        texts = [segment["text"] for segment in segments]
        self.texts.append(Page(
            texts, link_shares(segments), distances(record, segments), words, kept,
            np.array([not one.get("hidden") for one in segments]),
            [text for text, share in zip(texts, kept, strict=True) if share >= CLEAN_SHARE],
            int(words @ kept), site_of(record)))
        pages = [{**record, "segments": segments}]
        if not self.opts.no_copies:
            pages.append(copy(pages[0], f"{self.opts.seed} {len(self.columns)}"))
        self.columns.append([columns_of([page]) for page in pages])
        self.titles.append([title if isinstance(title, str) else ""
                            for title in (page.get("title") for page in pages)])
        kind = record.get("page_type")
        self.kinds.append(kind if isinstance(kind, str) else None)
        return []

    def finish(self):
        """Return the report; write the model to its file."""
        from ..lm.combine import training
        from ..lm.combine.model import JointModel
        opts = self.opts
        check_folds(self.texts, opts.folds)
        pages = self.training_pages()
        settings = {"scope": opts.scope, **training.SETTINGS[opts.scope]}
        some = training.samples(pages, opts.scope, opts.seed)
        size = {"trees": opts.trees, "splits": opts.splits}
        try:
            values, kept = training.cross_validated(pages, some, settings, opts.folds, opts.seed,
                                                    **size)
            trees = training.fit(some, seed=opts.seed, **size)
        except ValueError as error:
            raise Unusable(f"{error} (see --folds)") from None
        figures, letters = training.report(pages, values, kept)
        judge, surest = training.judged(pages, values, kept, opts.folds, opts.seed)
        settings |= {"pages": len(pages), "folds": opts.folds, "seed": opts.seed,
                     "source": opts.source}
        JointModel(trees, settings, judge=judge).save(opts.out)
        lines = [f"{len(pages)} pages, {len(some.rows)} blocks drawn, {len(trees.numbers)} numbers "
                 f"asked for; word F of pages not trained on, in {opts.folds} folds, by the trees "
                 "alone:"]
        lines += [f"  {name:10} {value:6.2f}" for name, value in figures.items()]
        lines += ["letter    words  dirt"]
        lines += [f"  {letter} {words:10} {dirt:5.3f}" for letter, words, dirt in letters]
        lines += ["surest pages  word F"]
        lines += [f"  {share:7.0%}{f:12.2f}" for share, f in surest]
        return ("\n".join(lines) + "\n").encode()

    def training_pages(self):
        """Return the training.Page of each page, and let go of its columns."""
        from ..lm.characters.alphabets import Alphabet
        from ..lm.characters.training import unseen_scores
        from ..lm.combine.training import Page
        opts = self.opts
        scores = unseen_scores(self.texts, Alphabet(ALPHABET), N, Q, opts.folds, opts.seed)
        found = []
        for number, (text, score) in enumerate(zip(self.texts, scores, strict=True)):
            (columns, *copies), titles = self.columns[number], self.titles[number]
            evidence = _evidence(columns, titles[0], score)
            copies = [_evidence(one, titles[1], score).numbers for one in copies]
            found.append(Page(
                evidence.numbers, copies[0] if copies else None, text.texts, columns.kind,
                text.words, text.kept, text.shown, int(evidence.headline[0]), self.kinds[number],
                text.gold_words, text.group))
            self.columns[number] = None
        return found


def _evidence(columns, title, charlm):
    import numpy as np

    from ..lm.combine.evidence import evidence
    from .scoring.pages import pages_of
    return evidence(pages_of(columns, [title], np.array(charlm)))


def arguments(parser):
    add = parser.add_argument
    add("--out", "-o", required=True, metavar="FILE", help="where to write the model")
    add("--scope", choices=[*SCOPES, "text"], default="page",
        help="what is text (default: %(default)s); text: the same as page, of plain text")
    add("--trees", type=int, default=400, choices=range(1, 2001), metavar="N",
        help="(default: %(default)s)")
    add("--splits", type=int, default=8, choices=range(1, 9), metavar="N",
        help="of a tree, 1 to 8 (default: %(default)s)")
    add("--no-copies", action="store_true", help="learn from the pages as they are alone")
    add("--folds", type=int, default=5, choices=range(2, 101), metavar="N",
        help="of the cross-validation, by site (default: %(default)s)")
    add("--seed", type=int, default=0, metavar="N",
        help="of the folds, the blocks drawn, the copies and the trees")
    add("--source", metavar="TEXT", help="written into the model: data and licence")


def make(opts):
    check_places(opts.out)
    if not importlib.util.find_spec("lightgbm"):
        raise Unusable("LightGBM is required: pip install 'scutch[train]'")
    return Trainer(opts)


def main(argv=None):
    return stream.main(sys.modules[__name__], argv)


if __name__ == "__main__":
    raise SystemExit(main())
