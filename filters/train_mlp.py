"""train mlp - train a perceptron for scutch-mlp from labelled records or from data files of FANN.

In:      records with "segments" and labels, of scutch-label; or, with --fann, files of vectors.
Out:     the model, to the file --out names; a report in words on stdout.
Drops:   records in which no segment has a word.
Bad:     no segments; a segment without a label.
Memory:  the features of all segments, 3 KB each during training.

All figures come from segments that the networks have not seen, in folds by site. With --fann, which
may be given several times to pool files, they come from random folds, as in Schäfer 2016, and from
folds by page: the vectors of one page have one DocMarkupProp.

Examples:
  scutch-label --gold gold/wcxb-dev segments.jsonl | scutch-train mlp --out my.model
  scutch-train mlp --fann boilerplate.de.dat.gz --out de.model
  scutch-train mlp --fann boilerplate.de.dat.gz --fann boilerplate.sv.dat.gz --out germanic.model
"""
import os

from .edge.files import as_text
from .errors import Unusable
from .record import segments_of
from .sources.units import Source
from .stream.numbers import not_negative, whole
from .stream.step import Collector, Step
from .training.checks import check_pages, check_places
from .training.fann import read_fann
from .training.labels import labels_of

NETWORKS = 3             # a committee depends less on its first weights: share/bench/papers/mlp.txt
EPOCHS, DECAY = 120, 1e-2    # see lm/perceptron/network.py
POOLED = "pooled"        # the row of all files together
COLUMNS = ["precision", "recall", "f1", "correct", "baseline", "PRE"]    # Schäfer 2016, table 4
COMMON = ["--out", "--fann", "--features", "--networks", "--epochs", "--decay", "--folds", "--seed",
          "--languages", "--source"]


class PageTrainer(Collector):
    """The step for labelled records: it keeps the features of each, and trains at the end."""

    def __init__(self, opts):
        from .scoring.featuresets import SETS
        self.opts, self.features = opts, SETS[opts.features]
        self.pages = []

    def __call__(self, record):
        import numpy as np

        from ..lm.perceptron.perceptrontraining import LabelledVectors
        from .columns.fromrecords import pages_of
        segments = segments_of(record)
        known = labels_of(record, segments)
        if known["words"].any():
            self.pages.append(LabelledVectors(
                **known, features=self.features.of(pages_of([record])).astype(np.float32)))
        return []

    def finish(self):
        """Return the report; write the model to its file."""
        from ..lm.perceptron.perceptrontraining import train_pages
        opts = self.opts
        check_pages(self.pages, opts.folds)
        model, report = train_pages(self.pages, opts.folds, seed=opts.seed,
                                    **_network(opts))
        _save(model, opts.features, opts)
        lines = [f"{len(self.pages)} pages, word F of pages not trained on, in {opts.folds} folds:"]
        lines += [f"  {name:10} {value:6.2f}" for name, value in report.items()]
        return ("\n".join(lines) + "\n").encode()


class VectorTrainer(Step):
    """The step for data of FANN: it takes no records and gives the result at the end."""

    def __init__(self, opts):
        self.opts = opts
        self.source = Source(())             # the files are read already
        self.sets = {name: read_fann(path) for name, path in _named(opts.fann).items()}
        widths = {samples.inputs.shape[1] for samples in self.sets.values()}
        if len(widths) > 1:
            raise Unusable("--fann: files with different numbers of inputs")
        from ..lm.perceptron.texrexfeatures import FEATURES
        if widths != {len(FEATURES)}:
            raise Unusable(f"--fann: {len(FEATURES)} inputs are required")
        for name, samples in self.sets.items():
            if len({*samples.dirty.tolist()}) < 2:
                raise Unusable(f"{name}: all samples are of one kind: there is nothing to tell "
                               "apart")
            if len(samples.dirty) < opts.folds:
                raise Unusable(f"{name}: {len(samples.dirty)} samples, at least {opts.folds} are "
                               "required, one a fold (see --folds)")

    def __call__(self, record):
        return [record]

    def finish(self):
        """Return the report; write the model to its file."""
        import numpy as np

        from ..lm.perceptron import perceptrontraining as training
        from ..lm.perceptron.network import train
        from ..lm.perceptron.perceptronmodel import PerceptronModel
        opts = self.opts
        sets = dict(self.sets)
        pooled = training.Samples(*(np.concatenate(part)
                                    for part in zip(*sets.values(), strict=True)))
        if len(sets) > 1:
            sets[POOLED] = pooled
        lines = self._cross_validated(training, sets)
        network = train(pooled.inputs, pooled.dirty, **_network(opts), seed=opts.seed)
        _save(PerceptronModel(network, {}), "texrex", opts)
        return ("\n".join(lines) + "\n").encode()

    def _cross_validated(self, training, sets):
        opts = self.opts
        lines = [f"{'':28}{'folds':>8}" + "".join(f"{name:>10}" for name in COLUMNS)]
        for name, samples in sets.items():
            for kind, folds in ("random", training.random_folds), ("page", training.page_folds):
                outputs = training.unseen(samples, folds(samples, opts.folds, opts.seed),
                                          training.perceptron(**_network(opts), seed=opts.seed))
                row = training.measures(outputs, samples.dirty)
                lines.append(f"{name:28}{kind:>8}"
                             + "".join(f"{row[column]:10.3f}" for column in COLUMNS))
        return lines


def _named(paths):
    """Return {name: path} of files, by their base names, or as given where two have one.

    >>> _named(["a/x", "b/y"]), _named(["a/x", "b/x"])
    ({'x': 'a/x', 'y': 'b/y'}, {'a/x': 'a/x', 'b/x': 'b/x'})
    """
    names = list(map(os.path.basename, paths))
    if len({*paths}) < len(paths):
        raise Unusable("--fann: a file is given twice")
    alone = len({*names, POOLED}) == len(names) + 1
    return dict(zip(names if alone else paths, paths, strict=True))


def _network(opts):
    """Return the options of network.train from the command line."""
    return {"networks": opts.networks, "activation": opts.activation, "epochs": opts.epochs,
            "decay": opts.decay}


def _save(model, features, opts):
    model.settings |= {"features": features, "languages": opts.languages, "source": opts.source}
    model.save(opts.out)


def arguments(parser):
    add = parser.add_argument
    add("--out", "-o", metavar="FILE", help="where to write the model")
    add("--fann", metavar="FILE", action="append", default=[],
        help="train on vectors of texrex in FANN's format, plain or gzip; may be repeated to pool "
             "files")
    add("--features", choices=["web", "texrex"],
        help="features of records: web, also of elements and neighbours (default); texrex, the "
             "paper's 37")
    add("--networks", type=whole(1, 32), default=NETWORKS, metavar="N",
        help="networks of the committee, whose output is their mean (default: %(default)s; the "
             "paper has 1)")
    add("--activation", choices=["gaussian", "sigmoid"], default="gaussian",
        help="activation function of the hidden units (default: gaussian, as in the paper)")
    add("--epochs", type=whole(1), default=EPOCHS, metavar="N",
        help="epochs of training (default: %(default)s)")
    add("--decay", type=not_negative, default=DECAY, metavar="X",
        help="weight decay, the cost of squared weights (default: %(default)s)")
    add("--folds", type=whole(2, 100), default=10, metavar="N",
        help="folds of the cross-validation (default: %(default)s)")
    add("--seed", type=whole(0), default=0, metavar="N",
        help="seed of the folds and of the initial weights (default: 0)")
    add("--languages", type=lambda word: as_text(word).split(","), default=[], metavar="LIST",
        help="languages of the model, noted in it")
    add("--source", type=as_text, metavar="TEXT", help="data and licence, noted in the model")


def make(opts):
    if not opts.out:
        raise Unusable("--out is required: a file for the model")
    if opts.fann and (opts.files or opts.features):
        raise Unusable("--fann names all of the input, vectors of the paper's features: leave out "
                       "FILE and --features")
    check_places([*opts.files, *opts.fann], opts.out)
    opts.features = opts.features or "web"
    return VectorTrainer(opts) if opts.fann else PageTrainer(opts)
