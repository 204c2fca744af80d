"""train shallow - train a decision tree for scutch-shallow from labelled pages.

In:      records of scutch-label, which have "segments".
Out:     the tree in words on stdout, with the measures of Table 2 of Kohlschütter et al. 2010 on
         pages it was not trained on, in folds by site; with --out the model as a file.
Drops:   pages without a word whose label is clean or dirty.
Bad:     no segments, a segment without a label, with --classes 4 one without its class.
Memory:  the features of all blocks: 0.9 KB per block with all of them, while a tree grows.

Blocks are weighted by their words, unless --by-page. --features names what the tree may look at, of
the block and of those before and after it: words, links (link density), density (text density),
words+links, density+links, current (all 23 features of the block itself), all (67), or single ones
by their names, such as "number of words (C)", comma-separated; an unknown name is refused with all.

Examples:
  scutch-label --gold gold/wcxb-dev segments.jsonl | scutch-train shallow --out my.model
  scutch-train shallow --features words+links --leaves 8 labelled.jsonl
"""

from .edge.files import as_text
from .errors import BadRecord, Unusable
from .record import segments_of
from .scoring.shallowblocks import blocks_of
from .stream.numbers import positive, whole
from .stream.step import Collector
from .training.checks import check_pages, check_places
from .training.labels import DIRTY, UNSURE, labels_of, shares_of
from .wording import plural

CLASSES = {"2": "TWO", "4": "FOUR"}
# Readers' comments are full text, related content is boilerplate (section 4.3.1)
CLASS_OF = {"headline": 0, "fulltext": 1, "comments": 1, "supplemental": 2, "related": 3,
            "boilerplate": 3}
LEAST = 1000             # words of a leaf (section 4.3.1)
MEASURES = {"p": "precision", "r": "recall", "f": "F", "fp": "false positives",
            "auc": "area under ROC", "f_all_text": "mean F of all text",
            "f_half": "mean F of words kept at 0.5",
            "f_cut": "mean F of words kept at the threshold"}
COMMON = ["--out", "--features", "--classes", "--method", "--least", "--leaves", "--no-pruning",
          "--by-page", "--folds", "--source"]


class Trainer(Collector):
    """The step: it keeps each record's features and labels, and trains when the last one is in."""

    def __init__(self, opts):
        self.opts = opts
        self.names = list(dict.fromkeys(name for group in opts.features for name in group))
        self.pages = []

    def __call__(self, record):
        from ..lm.shallow.shallowfeatures import matrix
        from ..lm.shallow.shallowtraining import LabelledRows
        segments = segments_of(record)
        shares_of(segments)              # each must have a label
        indices, blocks = blocks_of(record, segments)
        if not blocks:
            return []
        segments = [segments[i] for i in indices]
        words = [0 if segment["label"] == UNSURE else len(block.words)
                 for segment, block in zip(segments, blocks, strict=True)]
        if not any(words):
            return []
        self.pages.append(LabelledRows(
            **labels_of(record, segments, words=words), rows=matrix(blocks, self.names),
            classes=self._classes(segments)))
        return []

    def _classes(self, segments):
        import numpy as np
        if self.opts.classes == "2":
            return np.array([segment["label"] == DIRTY for segment in segments], int)
        try:
            return np.array([CLASS_OF[segment["label_class"]] for segment in segments])
        except (KeyError, TypeError):
            raise BadRecord('a segment has no "label_class", which --classes 4 needs',
                            "no_label") from None

    def finish(self):
        """Return the report; write the model to its file."""
        from ..lm.shallow import shallowmodel as shallowmodel
        from ..lm.shallow import shallowtraining as shallowtraining
        from ..lm.shallow.treetraining import CONFIDENCE
        opts = self.opts
        classes = getattr(shallowmodel, CLASSES[opts.classes])
        check_pages(self.pages, opts.folds)
        recipe = shallowtraining.Recipe(opts.method, opts.least, not opts.no_pruning, opts.leaves,
                                        opts.by_page)
        tree = recipe.fit(self.pages)
        cut, report = shallowtraining.report(self.pages, shallowtraining.cross_validated(
            self.pages, recipe, opts.folds, opts.seed))
        if opts.out:
            settings = {"features": self.names, "classes": classes, "cut": cut,
                        "method": opts.method, "least": opts.least, "leaves": tree.leaves,
                        "by_page": opts.by_page, "pruning": None if opts.no_pruning else CONFIDENCE,
                        "pages": len(self.pages), "folds": opts.folds, "seed": opts.seed,
                        "source": opts.source}
            shallowmodel.ShallowTree(tree, settings).save(opts.out)
        lines = tree.lines(self.names, classes)
        lines += ["", f"{plural(len(self.pages), 'page')}, "
                  f"{plural(tree.leaves, 'leaf', 'leaves')}; percent, weighted by words, "
                  f"of pages not trained on, in {opts.folds} folds:"]
        lines += [f"  {title:38}{report[name]:6.2f}" for name, title in MEASURES.items()]
        lines += [f"  {'threshold':38}{cut:6.2f}"]
        return ("\n".join(lines) + "\n").encode()


def arguments(parser):
    add = parser.add_argument
    add("--out", "-o", metavar="FILE", help="where to write the model")
    add("--features", metavar="LIST", default="density,words,links",
        help="features of the tree: words, links, density, words+links, density+links, current, "
             "all, or their names (default: %(default)s)")
    add("--classes", choices=list(CLASSES), default="2",
        help="2: content and boilerplate (default); 4: headline, full text with comments, "
             "supplemental, boilerplate")
    add("--method", choices=["tree", "1r"], default="tree",
        help="tree: like C4.5 (default); 1r: the one feature with the fewest errors, split "
             "into intervals")
    add("--least", type=positive, default=LEAST, metavar="N",
        help="words of a leaf or of an interval's class, at least (default: %(default)s)")
    add("--leaves", type=whole(1), metavar="N",
        help="leaves of a tree, at most; the weakest links are pruned")
    add("--no-pruning", action="store_true",
        help="keep splits that save no errors: finer probabilities, a larger tree")
    add("--by-page", action="store_true",
        help="give all pages the same weight, that of the mean page")
    add("--folds", type=whole(2, 100), default=10, metavar="N",
        help="folds of the cross-validation, by site (default: %(default)s)")
    add("--seed", type=whole(0), default=0, metavar="N", help="seed of the folds")
    add("--source", type=as_text, metavar="TEXT", help="data and licence, noted in the model")


def make(opts):
    check_places(opts.files, opts.out)
    from ..lm.shallow.shallowfeatures import names_of
    try:
        opts.features = [names_of(name.strip()) for name in opts.features.split(",")]
    except ValueError as error:
        raise Unusable(f"--features: {error}") from None
    return Trainer(opts)
