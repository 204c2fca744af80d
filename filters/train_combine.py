"""train combine - train a model of scutch-combine from labelled pages.

In:      records of scutch-label --with-title, which have "segments"; with --gold any with these.
Out:     the model, to the file --out names; a report in words on stdout.
Drops:   records in which no segment has a word; with --gold those without gold text.
Bad:     no segments; a segment without a label.
Memory:  the records, compressed, and the features of all segments, those of variants of pages, too:
         700 bytes each; with the draws that the model learns from, 2 GB for 1,328 pages of WCXB.

A model has boosted trees and a network (Schäfer 2016) over the same features. The scores of
charlm are among these. Models of character n-grams are therefore trained, too, and each page gets
the scores of one that has not seen its site. For --scope main the same goes for weights of words,
learnt by logistic regression: of a segment, of the heading above it, of class and id around it.

--scope main learns the labels of the gold. --scope page also counts as text what readers wrote,
which the gold may leave out, and the lines with date and author below a headline. The model also
learns from variants of each page (--no-copies: none): one with other markup, such as without names
or sections, laid out in tables, or with paragraphs by <br>; and two of each article or the like
with stretches of other pages inserted, such as teasers, which are dirty there. Variants know
nothing of words in text and headings, so that the model also judges pages in other languages.
For --scope page and main the segments are drawn five times, and each draw has trees of its own.
--scope text is for records of plain text, without markup; its model has no networks.

All figures are by cross-validation in folds by site. The lines of letters have the dirty share of
the words of each letter, the last lines the word F of the pages with the highest estimated F. Needs
LightGBM, of the extra [train].

Examples:
  scutch-train combine --scope main --gold gold/wcxb-dev --out main.model segments.jsonl
"""
import random
import zlib

from .edge.files import as_text
from .errors import BadRecord, Unusable
from .record import elements_of, has_markup, segments_of
from .selection.scopeoptions import SCOPES
from .stream.numbers import whole
from .stream.step import Collector, Dropped
from .training.checks import check_lightgbm, check_pages, check_places
from .training.gold import read_gold
from .training.labels import MIN_COVERAGE, gold_of, labels_of, texts_of, with_labels, words_of

ALPHABET, N, Q = "standard", 3, 0.5      # of scutch-train charlm
# Composites of a page, by scope; the probability that the markup of one changes
COMPOSITES, COPIED = {"page": 2, "main": 2, "text": 0}, 0.5
PACKING = 1              # of zlib


class Trainer(Collector):
    """The step: it keeps the records and texts of pages, and trains when the last one is in."""

    def __init__(self, opts):
        self.opts = opts
        self.gold = read_gold(opts.gold) if opts.gold else None
        self.texts = []                  # one for each page, as the n-gram models need it
        self.records = []                # one for each page, compressed
        self.kinds = []

    def __call__(self, record):
        from ..lm.characters.charactertraining import LabelledTexts
        from .edge.jsonlines import encode
        if self.gold is not None:
            of_page = gold_of(record, self.gold, MIN_COVERAGE)
            if of_page is None:
                return Dropped("whose id is not in the gold, or with too little of its text")
            record = with_labels(record, of_page, with_title=True)
        segments = [segment for segment in segments_of(record) if segment["text"]]
        if self.opts.scope == "text" and has_markup(segments):
            raise BadRecord("segments of HTML; --scope text learns from plain text",
                            "bad_segments")
        words = words_of(segments)
        if not any(words):
            return []
        known = labels_of(record, segments, words=words)
        self.texts.append(LabelledTexts(**known, **texts_of(record, segments, known)))
        self.records.append(zlib.compress(encode({**record, "segments": segments}), PACKING))
        kind = record.get("page_type")
        self.kinds.append(kind if isinstance(kind, str) else None)
        return []

    def finish(self):
        """Return the report; write the model to its file."""
        from ..lm.combine import jointtraining, scopes
        opts = self.opts
        check_pages(self.texts, opts.folds)
        pages = self.training_pages()
        lexicon = None
        if opts.scope in jointtraining.WITH_LEXICON:
            lexicon = jointtraining.add_lexicon(pages, opts.scope, opts.folds, opts.seed)
        settings = {"scope": opts.scope, **scopes.SETTINGS[opts.scope]}
        growth = jointtraining.GROWTH[opts.scope]._replace(**{
            name: value for name in ("draws", "trees", "splits")
            if (value := getattr(opts, name)) is not None})
        draws = jointtraining.drawn(pages, opts.scope, growth, opts.seed)
        try:
            values, kept = jointtraining.cross_validated(pages, draws, settings, opts.folds, growth,
                                                    opts.seed)
            model = jointtraining.fit(draws, settings, growth, opts.seed, lexicon)
        except ValueError as error:
            raise Unusable(f"{error} (see --folds)") from None
        figures, letters = jointtraining.report(pages, values, kept)
        model.judge, surest = jointtraining.judged(pages, values, kept, opts.folds, opts.seed)
        model.settings |= {"pages": len(pages), "folds": opts.folds, "seed": opts.seed,
                           "source": opts.source}
        model.save(opts.out)
        lines = [f"{len(pages)} pages, {len(draws[0].rows)} blocks drawn, "
                 f"{len(model.trees.features)} features used by trees; word F of pages not trained "
                 f"on, in {opts.folds} folds, without other scores:"]
        lines += [f"  {name:10} {value:6.2f}" for name, value in figures.items()]
        lines += ["letter    words  dirt"]
        lines += [f"  {letter} {words:10} {dirt:5.3f}" for letter, words, dirt in letters]
        lines += ["surest pages  word F"]
        lines += [f"  {share:7.0%}{f:12.2f}" for share, f in surest]
        return ("\n".join(lines) + "\n").encode()

    def training_pages(self):
        """Return the jointtraining.LabelledBlocks of each page."""
        import numpy as np

        from ..lm.characters.alphabets import Alphabet
        from ..lm.characters.charactertraining import unseen_scores
        from ..lm.combine.jointtraining import LabelledBlocks, Variant
        from .scoring.softwarewords import is_of_thread, states_thread
        from .training.copies import copy
        opts = self.opts
        scores = unseen_scores(self.texts, Alphabet(ALPHABET), N, Q, opts.folds, opts.seed)
        pages = []
        for number, (text, kind) in enumerate(zip(self.texts, self.kinds, strict=True)):
            record, seed = self._record(number), f"{opts.seed} {number}"
            itself, bags = self._read(record, scores[number])
            variants = []
            if not opts.no_copies:
                copied, bags_of_copy = self._read(copy(record, seed), scores[number])
                variants = [Variant(copied.features, text.words, np.arange(len(text.words)),
                                    bags=bags_of_copy),
                            *self._composites(number, record, scores)]
            pages.append(LabelledBlocks(
                words=text.words, kept=text.kept, shown=text.shown, gold_words=text.gold_words,
                group=text.group, weight=text.weight, features=itself.features,
                variants=variants, texts=text.texts, kinds=itself.facts.kind,
                headline=int(itself.headline[0]), kind=kind, bags=bags,
                thread=(is_of_thread(" ".join(elements_of(record)[2]))
                        or states_thread(record))))
        return pages

    def _record(self, number):
        from .edge.jsonlines import decode
        return decode(zlib.decompress(self.records[number]))

    def _composites(self, number, record, scores):
        """Yield the Variants of a page with stretches of other pages inserted."""
        import numpy as np

        from ..lm.combine.jointtraining import Variant
        from .training.composites import OFFERED, WITH_OTHERS, composite
        from .training.copies import copy
        weights = [OFFERED.get(kind, 0) for kind in self.kinds]
        if self.kinds[number] not in WITH_OTHERS or not any(weights):
            return
        chance = random.Random(f"{self.opts.seed} {number}")
        for turn in range(COMPOSITES[self.opts.scope]):
            other, = chance.choices(range(len(weights)), weights)
            seed = f"{self.opts.seed} {number} {turn}"
            made = (self.texts[other].group != self.texts[number].group
                    and composite(record, self.texts[number].kept, self._record(other), seed))
            if not made:
                continue
            page, blocks = made
            if chance.random() < COPIED:
                page = copy(page, seed)
            score, words = (
                np.array([of[number][block] if block >= 0 else of[other][-1 - block]
                          for block in blocks])
                for of in (scores, [text.words for text in self.texts]))
            seen, bags = self._read(page, score)
            yield Variant(seen.features, words, np.maximum(blocks, -1), other, bags)

    def _read(self, record, charlm):
        """Return (the Evidence of a record, its Bags for a scope with a lexicon, else None)."""
        import numpy as np

        from ..lm.combine.jointtraining import WITH_LEXICON
        from ..lm.combine.lexicon import bags_of
        from ..lm.evidence.evidence import evidence
        from .columns.fromrecords import pages_of
        from .scoring.evidenceinput import as_evidence, blocks_of_pages
        pages = pages_of([record])
        blocks = blocks_of_pages(pages, as_evidence(np.array(charlm), pages)[0])
        seen = evidence(blocks)
        return seen, bags_of(blocks, seen) if self.opts.scope in WITH_LEXICON else None


def arguments(parser):
    add = parser.add_argument
    add("--out", "-o", required=True, metavar="FILE", help="where to write the model")
    add("--gold", metavar="DIR",
        help="the gold standard, a folder or a file, as in scutch-eval: labels are then those of "
             "scutch-label --with-title")
    add("--scope", choices=[*SCOPES, "text"], default="page",
        help="what counts as text (default: %(default)s); text: as page, but for plain text")
    add("--draws", type=whole(1, 20), metavar="N",
        help="draws of blocks, whose trees are averaged (default: 1 for --scope text, else 5)")
    add("--trees", type=whole(1, 2000), metavar="N",
        help="trees for each draw (default: 60 for --scope page, 40 for main, both with a higher "
             "learning rate; 150 for text)")
    add("--splits", type=whole(1, 8), metavar="N",
        help="splits of a tree, 1 to 8 (default: 8)")
    add("--no-copies", action="store_true", help="learn only from the pages themselves")
    add("--folds", type=whole(2, 100), default=5, metavar="N",
        help="folds of the cross-validation, by site (default: %(default)s)")
    add("--seed", type=whole(0), default=0, metavar="N",
        help="seed of all that is drawn: folds, blocks, variants, trees and networks")
    add("--source", type=as_text, metavar="TEXT", help="data and licence, noted in the model")


def make(opts):
    check_places(opts.files, opts.out)
    check_lightgbm()
    return Trainer(opts)
