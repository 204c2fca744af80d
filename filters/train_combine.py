"""train combine - train a model of scutch-combine from labelled pages.

In:      records of scutch-label --with-title, which have "segments"; with --gold any with these.
Out:     the model, to the file --out names; a report in words on stdout.
Drops:   records in which no segment has a word; with --gold those without gold text.
Bad:     no segments; a segment without a label.
Memory:  the records, compressed, and the features of all segments, those of variants of pages, too:
         700 bytes each, and their trees of elements; with the draws that the model learns from,
         5 GB for 2,501 pages.

A model has boosted trees over features of segments. The scores of charlm are among these. Models of
character n-grams are therefore trained, too, and each page gets the scores of one that has not seen
its site. The same goes for weights of words, learnt by logistic regression: of a segment, of the
heading above it, of class and id around it.

One model serves both scopes. Its first trees learn the labels of the gold, main content. Others
learn of what is left which of it is text of the page: what readers wrote, which the gold may leave
out, and the lines with date and author below a headline. Unsure segments count for nothing. A
second look at main content learns from what the first trees say of the texts around each, on pages
of sites that they have not seen.

The model also learns from variants of each page (--no-copies: none): one with other markup, such as
without names or sections, laid out in tables, or with paragraphs by <br>; two of each article or
the like with stretches of other pages inserted, such as teasers, which are dirty there; and two of
articles, documentation and services cut behind the text, and before it, too. Variants know nothing
of words in text and headings, so that the model also judges pages in other languages.
The segments are drawn several times, and each draw has trees of its own.

Pages of plain text, without markup, give a model of plain text, which knows no words.

All figures are by cross-validation in folds by site. The lines of letters have the dirty share of
the words of each letter, the last lines the word F of the pages with the highest estimated F. Needs
LightGBM, of the extra [train].

Options:
  + training.trainers
  --seed N          seed of all that is drawn: folds, blocks, variants and trees (default: 0)
  --gold DIR        the gold standard, a folder or a file, as in scutch-eval: labels are then those
                    of scutch-label --with-title
  --draws N         draws of blocks, whose trees are averaged (default: 5, of what is no main
                    content 2, of plain text 1)
  --trees N         trees for each draw (default: 40, of plain text 150 with a lower learning rate)
  --splits N        splits of a tree, 1 to 8 (default: 8)
  --no-copies       learn only from the pages themselves

Examples:
  scutch-train combine --gold gold/wcxb-dev --out my.model segments.jsonl
"""
import random
import zlib

from .errors import BadRecord, Unusable
from .record import has_markup, segments_of
from .stream.options import whole
from .stream.step import Collector, Dropped
from .training import labels
from .training.gold import read_gold
from .training.trainers import check_package, check_pages, check_places, report

ALPHABET, N, Q = "standard", 3, 0.5      # of scutch-train charlm
COMPOSITES, COPIED = 2, 0.5     # of a page; the probability that the markup of one changes
# Weights of variants, where that of the page is 1: of another markup, and of a page cut at its text
OF_VARIANT, OF_CUT = 0.5, 0.15
PACKING = 1              # of zlib


class Trainer(Collector):
    """The step: it keeps the records and texts of pages, and trains when the last one is in."""

    def __init__(self, opts):
        self.opts = opts
        self.gold = read_gold(opts.gold) if opts.gold else None
        self.texts = []                  # one for each page, as the n-gram models need it
        self.records = []                # one for each page, compressed
        self.kinds = []
        self.of_markup = None            # whether the pages have markup

    def __call__(self, record):
        from ..lm.characters.charactertraining import LabelledTexts
        from .edge.jsonlines import encode
        if self.gold is not None:
            of_page = labels.gold_of(record, self.gold, labels.MIN_COVERAGE)
            if of_page is None:
                return Dropped("whose id is not in the gold, or with too little of its text")
            record = labels.with_labels(record, of_page, with_title=True)
        segments = [segment for segment in segments_of(record) if segment["text"]]
        words = labels.words_of(segments)
        if not any(words):
            return []
        if self.of_markup is None:
            self.of_markup = has_markup(segments)
        if self.of_markup != has_markup(segments):
            raise BadRecord("pages of HTML and plain text have models of their own",
                            "bad_segments")
        known = labels.labels_of(record, segments, words=words)
        self.texts.append(LabelledTexts(**known, **labels.texts_of(record, segments, known)))
        self.records.append(zlib.compress(encode({**record, "segments": segments}), PACKING))
        kind = record.get("page_type")
        self.kinds.append(kind if isinstance(kind, str) else None)
        return []

    def finish(self):
        """Return the report; write the model to its file."""
        from ..lm.combine import jointtraining
        from ..lm.combine.jointmodel import JointModel
        opts = self.opts
        check_pages(self.texts, opts.folds)
        pages = self.training_pages()
        lexicon = (jointtraining.add_lexicon(pages, opts.folds, opts.seed)
                   if self.of_markup else None)
        growths = {head: jointtraining.GROWTH[head]._replace(**{
            name: value for name in ("draws", "trees", "splits")
            if (value := getattr(opts, name)) is not None})
            for head in jointtraining.heads_of(pages)}
        draws = [jointtraining.samples(pages, opts.seed + draw)
                 for draw in range(max(growth.draws for growth in growths.values()))]
        try:
            heads, unseen_of = jointtraining.trained(pages, draws, opts.folds, growths, opts.seed)
        except ValueError as error:
            raise Unusable(f"{error} (see --folds)") from None
        lines, judges = [], {}
        for scope, unseen in unseen_of.items():
            judges[scope], surest = jointtraining.judged(*unseen, opts.folds, opts.seed)
            lines += _report(scope, *jointtraining.report(*unseen), surest)
        JointModel(heads, judges, lexicon, {
            "pages": len(pages), "folds": opts.folds, "seed": opts.seed,
            "source": opts.source}).save(opts.out)
        lines = [f"{len(pages)} pages, {len(draws[0].rows)} blocks drawn; word F of pages not "
                 f"trained on, in {opts.folds} folds, without other scores", *lines]
        return report(lines)

    def training_pages(self):
        """Return the jointtraining.LabelledBlocks of each page."""
        from ..lm.characters.alphabets import Alphabet
        from ..lm.characters.charactertraining import DIFFERENTIAL, LABELS, unseen_scores
        opts = self.opts
        scores = unseen_scores(self.texts, Alphabet(ALPHABET), N, Q,
                               DIFFERENTIAL if self.of_markup else LABELS, opts.folds, opts.seed)
        return [self._training_page(number, scores) for number in range(len(self.texts))]

    def _training_page(self, number, scores):
        """Return the LabelledBlocks of a page. scores: those of charlm of all pages."""
        import numpy as np

        from ..lm.combine.jointtraining import LabelledBlocks, labels_of_page
        text, kind, record = self.texts[number], self.kinds[number], self._record(number)
        seen, bags, placed = self._read(record, scores[number])
        segments = record["segments"]
        classes = ([segment["label_class"] for segment in segments]
                   if "label_class" in segments[0] else None)
        shares, counts = labels_of_page(text.kept, seen.features, text.words,
                                        int(seen.headline[0]), kind, classes)
        sure = np.array([segment["label"] != labels.UNSURE for segment in segments])
        return LabelledBlocks(
            words=text.words, kept=text.kept, shown=text.shown, gold_words=text.gold_words,
            group=text.group, weight=text.weight, features=seen.features, sure=sure,
            of_page=shares, counts=counts, texts=text.texts, kinds=seen.facts.kind, bags=bags,
            variants=[] if self.opts.no_copies else list(self._variants(number, record, scores)),
            placed=placed, thread=placed.apart < 0, page=seen.facts.page)

    def _variants(self, number, record, scores):
        """Yield the Variants of a page: with other markup, with stretches of another page inserted,
        and cut at its text."""
        import numpy as np

        from ..lm.combine.jointtraining import Variant
        from .training.composites import KINDS_TO_CUT, copy, cuts
        text, own = self.texts[number], np.array(scores[number])

        def variant(page, places, weight=OF_VARIANT, charlm=None, words=None, other=None):
            seen, bags, placed = self._read(page, own[places] if charlm is None else charlm)
            return Variant(seen.features, text.words[places] if words is None else words, places,
                           weight, other, bags, placed if weight == OF_CUT else None)
        yield variant(copy(record, f"{self.opts.seed} {number}"), np.arange(len(text.words)))
        for page, blocks, other in self._composites(number, record):
            charlm, words = (
                np.array([of[number][block] if block >= 0 else of[other][-1 - block]
                          for block in blocks])
                for of in (scores, [text.words for text in self.texts]))
            yield variant(page, np.maximum(blocks, -1), OF_VARIANT, charlm, words, other)
        if self.kinds[number] in KINDS_TO_CUT:
            for page, places in cuts(record, text.kept):
                yield variant(page, np.array(places), OF_CUT)

    def _record(self, number):
        from .edge.jsonlines import decode
        return decode(zlib.decompress(self.records[number]))

    def _composites(self, number, record):
        """Yield (page, its blocks, the number of the other page) of a page with stretches of other
        pages inserted."""
        from .training.composites import OFFERED, WITH_OTHERS, composite, copy
        weights = [OFFERED.get(kind, 0) for kind in self.kinds]
        if self.kinds[number] not in WITH_OTHERS or not any(weights):
            return
        chance = random.Random(f"{self.opts.seed} {number}")
        for turn in range(COMPOSITES):
            other, = chance.choices(range(len(weights)), weights)
            seed = f"{self.opts.seed} {number} {turn}"
            made = (self.texts[other].group != self.texts[number].group
                    and composite(record, self.texts[number].kept, self._record(other), seed))
            if made:
                page, blocks = made
                yield copy(page, seed) if chance.random() < COPIED else page, blocks, other

    def _read(self, record, charlm):
        """Return (the Evidence of a record, its Bags, None of plain text, wholes.Placed)."""
        import numpy as np

        from ..lm.combine.lexicon import bags_of
        from ..lm.evidence.evidence import evidence
        from .columns.pages import pages_of
        from .scoring.evidenceinput import as_evidence, blocks_of_pages, placed_of, threads_in
        pages = pages_of([record])
        blocks = blocks_of_pages(pages, as_evidence(np.array(charlm), pages)[0])
        seen = evidence(blocks)
        return seen, bags_of(blocks, seen) if self.of_markup else None, placed_of(
            pages, seen, threads_in(pages))


def _report(scope, figures, letters, surest):
    """Return the lines of a report of a scope."""
    return [f"{scope}:", *(f"  {name:10} {value:6.2f}" for name, value in figures.items()),
            "  letter    words  dirt",
            *(f"  {letter} {words:14} {dirt:5.3f}" for letter, words, dirt in letters),
            "  surest pages  word F", *(f"    {share:7.0%}{f:12.2f}" for share, f in surest)]


OPTIONS = {
    "--out": {"required": True}, "--folds": {"default": 5}, "--draws": {"type": whole(1, 20)},
    "--trees": {"type": whole(1, 2000)}, "--splits": {"type": whole(1, 8)}}


def make(opts):
    check_places(opts.files, opts.out)
    check_package("lightgbm", "what grows trees", "train")
    return Trainer(opts)
