"""train shallow - train a decision tree for scutch-shallow from labelled pages.

In:      records of scutch-label, which have "segments".
Out:     the tree in words on stdout, with the F of pages it was not trained on, in folds by site;
         with --out the model as a file.
Drops:   pages without a word whose label is clean or dirty.
Bad:     no segments, a segment without a label, with --classes 4 one without its class.
Memory:  the features of all blocks: 0.9 KB per block with all of them, while a tree grows.

Blocks are weighted by their words, unless --by-page. --features names what the tree may look at, of
the block and of those before and after it: words, links (link density), density (text density),
words+links, density+links, current (all 23 features of the block itself), all (67), or single ones
by their names, such as "number of words (C)", comma-separated; an unknown name is refused with all.
The threshold is the one nearest to 0.5 within a standard error of the best F. Needs LightGBM,
of the extra [train].

Options, of which -h shows --out --features --classes --method --least --leaves --no-pruning
--by-page --folds --source:
  + training.trainers
  --features LIST   features of the tree: words, links, density, words+links, density+links,
                    current, all, or their names (default: {default})
  --classes {2,4}
                    2: content and boilerplate (default); 4: headline, full text with comments,
                    supplemental, boilerplate
  --method {tree,1r}
                    tree (default); 1r: the one feature with the fewest errors, split into intervals
  --least N         words of a leaf, at least (default: {default})
  --leaves N        leaves of a tree, at most
  --no-pruning      keep splits that save no errors: finer probabilities, a larger tree
  --by-page         give all pages the same weight, that of the mean page

Examples:
  scutch-label --gold gold/wcxb-dev segments.jsonl | scutch-train shallow --out my.model
  scutch-train shallow --features words+links --leaves 8 labelled.jsonl
"""
from .errors import BadRecord, Unusable
from .stream.options import positive, whole
from .training.trainers import BlockTrainer, check_package, check_places

CLASSES = {"2": "TWO", "4": "FOUR"}
# Readers' comments are full text, related content is boilerplate (section 4.3.1)
CLASS_OF = {"headline": 0, "fulltext": 1, "comments": 1, "supplemental": 2, "related": 3,
            "boilerplate": 3}
LEAST = 1000             # words of a leaf (section 4.3.1)


class Trainer(BlockTrainer):
    """The step: see BlockTrainer."""

    def __init__(self, opts):
        super().__init__(opts)
        self.names = list(dict.fromkeys(name for group in opts.features for name in group))

    def blocks(self, pages):
        """Return the segments with a word, and their features."""
        from ..lm.shallow.shallowfeatures import matrix
        from .scoring.featuresets import blocks_in
        [(places, blocks)] = blocks_in(pages)
        return places, matrix(blocks, self.names)

    def classes(self, segments, kept):
        """Return the class of each block."""
        import numpy as np
        if self.opts.classes == "2":
            return super().classes(segments, kept)
        try:
            return np.array([CLASS_OF[segment["label_class"]] for segment in segments])
        except (KeyError, TypeError):
            raise BadRecord('a segment has no "label_class", which --classes 4 needs',
                            "no_label") from None

    def fit(self, pages):
        from ..lm.shallow.shallowmodel import fit
        opts = self.opts
        return fit(pages, int(opts.classes), method=opts.method, least=opts.least,
                   pruned=not opts.no_pruning, leaves=opts.leaves, by_page=opts.by_page)

    def model(self, tree, scores):
        """Return the model, its threshold, and the tree in words."""
        from ..lm.crossvalidation import best_cut
        from ..lm.shallow import shallowmodel
        opts, cut = self.opts, best_cut(self.pages, scores)
        classes = getattr(shallowmodel, CLASSES[opts.classes])
        settings = {"features": self.names, "classes": classes, "cut": cut, "method": opts.method,
                    "least": opts.least, "leaves": tree.leaves, "by_page": opts.by_page,
                    "pruned": not opts.no_pruning}
        return (shallowmodel.ShallowTree(tree, settings), cut,
                [*tree.lines(self.names, classes), ""])


OPTIONS = {
    "--features": {"default": "density,words,links"},
    "--least": {"type": positive, "default": LEAST}, "--leaves": {"type": whole(2)}}


def make(opts):
    check_places(opts.files, opts.out)
    check_package("lightgbm", "what grows trees", "train")
    from ..lm.shallow.shallowfeatures import names_of
    try:
        opts.features = [names_of(name.strip()) for name in opts.features.split(",")]
    except ValueError as error:
        raise Unusable(f"--features: {error}") from None
    return Trainer(opts)
