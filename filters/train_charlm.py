"""train charlm - train a model for scutch-charlm from pages with gold text or labels.

In:      records with "segments", of scutch-segment; with --gold the pages' gold text, by id, else
         labels of scutch-label.
Out:     the model, to the file --out names; a report in words on stdout.
Drops:   pages without gold text, or with less than --min-coverage of it on the page.
Bad:     no segments; with labels, a segment without one.
Memory:  the text of all pages, and the counts: 260 MB for 21 million characters at n = 3.

Training is differential (Evert 2007, section 3.2): the counts of dirty text are those of whole
pages less those of their gold text, so that no segment needs a label. With --training labels counts
come from the segments that are, or are not, in the gold text.
Calibration, threshold and cost of change are fitted on ratios of pages that the counts have not
seen, in folds by site. --tune prints cross-entropy by n and q instead (section 3.3, Figure 2).

Options, of which -h shows --gold --out --alphabet --n --q --training --folds --languages --source
--tune:
  + training.trainers
  --languages LIST  languages of the model, noted in it
  --gold DIR        the gold standard, a folder or a file, as in scutch-eval
  --alphabet {standard,latin,simplified,vowels}
                    standard: ASCII, all other characters one symbol (default); latin: letters of
                    the Latin script; simplified: letters a, digits 0; vowels: vowels a, consonants
                    t, digits 0
  --n N             order of the models, 1 to 8 (default: {default})
  --q Q             interpolation weight of each shorter history (default: {default})
  --training {differential,labels}
                    differential: dirt is the page less its gold text; labels: segments not in the
                    gold text (default: {default})
  --least-count N   leave out longer n-grams seen less often (default: {default})
  --least-change X  leave out longer n-grams whose ratio differs less from that of the n-gram one
                    shorter, in nats (default: 0)
  --min-coverage X  leave out pages that have a smaller share of their gold's words (default:
                    {default})
  --tune            print cross-entropy for orders up to --n and q from 0.1 to 0.9; make no model

Examples:
  scutch-segment blocks.jsonl | scutch-train charlm --gold gold/wcxb-dev --out en.model
  scutch-train charlm --gold gold.jsonl.gz --alphabet simplified --n 6 --q 0.4 --out l.model b.jsonl
  scutch-train charlm --gold gold.jsonl.gz --tune blocks.jsonl
"""

from .edge.console import plural
from .errors import Unusable
from .record import segments_of
from .stream.options import fraction, not_negative, share, whole
from .training.gold import file_of, read_gold
from .training.labels import MIN_COVERAGE, gold_of, labels_of, texts_of, words_of
from .training.trainers import LANGUAGES, PageTrainer, check_pages, check_places, report

N, Q = 3, 0.5            # Evert 2007, section 3.3
TUNE_CHARS = 2_000_000   # of the pages that --tune looks at; the paper had as many
QS = [i / 10 for i in range(1, 10)]


class Trainer(PageTrainer):
    """The step: see PageTrainer."""

    noted = ("languages", "source")

    def __init__(self, opts):
        from ..lm.characters.alphabets import Alphabet
        super().__init__(opts)
        self.alphabet = Alphabet(opts.alphabet)
        self.gold = read_gold(opts.gold) if opts.gold else None
        self.without_gold = 0

    def note(self):
        """Return how many pages were left out, in words."""
        if not self.without_gold:
            return ""
        return (f"left out {plural(self.without_gold, 'page')}: the gold has no such id, or the "
                "page too little of its text")

    def page(self, record):
        """Return the LabelledTexts of a record; None where there is nothing to learn."""
        from ..lm.characters.charactertraining import LabelledTexts
        from ..lm.gold.alignment import labels
        segments = [segment for segment in segments_of(record) if segment["text"]]
        words = words_of(segments)
        if not any(words):
            return None
        gold = kept = None
        if self.gold is not None:
            gold = gold_of(record, self.gold, self.opts.min_coverage)
            if gold is None:
                self.without_gold += 1
                return None
            kept = labels([segment["text"] for segment in segments], gold["text"])
        known = labels_of(record, segments, kept, gold, words)
        return LabelledTexts(**known, **texts_of(record, segments, known, gold))

    def finish(self):
        """Return the report; write the model to its file."""
        if not self.opts.tune:
            return super().finish()
        check_pages(self.pages, self.opts.folds)
        from ..lm.characters import charactertraining
        return self._tuned(charactertraining)

    def trained(self):
        """Return the model and its report: see PageTrainer."""
        from ..lm.characters.charactertraining import train
        opts = self.opts
        classifier, figures = train(
            self.pages, self.alphabet, opts.n, opts.q, opts.training, folds=opts.folds,
            seed=opts.seed, least_count=opts.least_count, least_change=opts.least_change)
        return classifier, figures, [], [f"  {name:10} {classifier.settings[name]}"
                                         for name in ("weights", "bias")]

    def _tuned(self, chartraining):
        opts = self.opts
        pages, sites, chars = [], set(), 0
        for page in self.pages:            # in the order read, as many as the paper had
            pages.append(page)
            sites.add(page.group)
            chars += sum(map(len, page.texts))
            if chars > TUNE_CHARS and len(sites) >= opts.folds:
                break
        fold = chartraining.folds_of(pages, opts.folds, opts.seed)
        bits = chartraining.cross_entropy([page.texts for page in pages], fold, self.alphabet,
                                          opts.n, QS)
        lines = [f"bits per character of {len(pages)} pages, {chars} characters, "
                 f"{opts.folds} folds",
                 "  n" + "".join(f"  q={q:.1f}" for q in QS)]
        lines += [f"  {k}" + "".join(f"  {b:5.2f}" for b in row) for k, row in enumerate(bits, 1)]
        k, j = divmod(int(bits.argmin()), len(QS))
        lines.append(f"least: {bits[k, j]:.3f} bits at n = {k + 1}, q = {QS[j]:.1f}")
        return report(lines)


OPTIONS = {
    "--languages": LANGUAGES, "--n": {"type": whole(1, 8), "default": N},
    "--q": {"type": fraction, "default": Q}, "--least-count": {"type": whole(1), "default": 1},
    "--least-change": {"type": not_negative, "default": 0.0},
    "--min-coverage": {"type": share, "default": MIN_COVERAGE}}


def make(opts):
    if opts.tune and opts.out:
        raise Unusable("--tune makes no model: leave out --out")
    if not opts.tune and not opts.out:
        raise Unusable("--out is required: a file for the model")
    gold = [file_of(opts.gold)] if opts.gold else []
    check_places([*opts.files, *gold], opts.out)
    return Trainer(opts)
