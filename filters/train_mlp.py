"""train mlp - train a perceptron for scutch-mlp from labelled records.

In:      records with "segments" and labels, of scutch-label.
Out:     the model, to the file --out names; a report in words on stdout.
Drops:   records in which no segment has a word.
Bad:     no segments; a segment without a label.
Memory:  the features of all segments, 3 KB each during training.

All figures come from segments that the networks have not seen, in folds by site.

Options, of which -h shows --out --features --networks --epochs --decay --folds --seed --languages
--source:
  + training.trainers
  --seed N          seed of the folds and of the initial weights (default: 0)
  --languages LIST  languages of the model, noted in it
  --features {web,texrex}
                    features of records: web, also of elements and neighbours (default); texrex, the
                    paper's 37
  --networks N      networks of the committee, whose output is their mean (default: {default}; the
                    paper has 1)
  --activation {gaussian,sigmoid}
                    activation function of the hidden units (default: gaussian, as in the paper)
  --epochs N        epochs of training (default: {default})
  --decay X         weight decay, the cost of squared weights (default: {default})

Examples:
  scutch-label --gold gold/wcxb-dev segments.jsonl | scutch-train mlp --out my.model
  scutch-train mlp --features texrex --networks 1 --out papers.model labelled.jsonl
"""
from .stream.options import not_negative, whole
from .training.trainers import LANGUAGES, BlockTrainer, check_places

NETWORKS = 3             # a committee depends less on its first weights: share/bench/papers/mlp.txt
EPOCHS, DECAY = 120, 1e-2    # see lm/perceptron/network.py


class Trainer(BlockTrainer):
    """The step: see BlockTrainer."""

    noted = ("features", "languages", "source")

    def blocks(self, pages):
        """Return all segments, and their features."""
        from .scoring.featuresets import SETS
        return range(len(pages.text)), SETS[self.opts.features].of(pages).astype("f4")

    def fit(self, pages):
        from ..lm.perceptron.network import fit
        opts = self.opts
        return fit(pages, networks=opts.networks, activation=opts.activation, epochs=opts.epochs,
                   decay=opts.decay, seed=opts.seed)

    def model(self, perceptron, _scores):
        """Return the model, its threshold, and no more lines."""
        from ..lm.perceptron.network import CUT
        return perceptron, CUT, []


OPTIONS = {
    "--out": {"required": True}, "--languages": LANGUAGES,
    "--networks": {"type": whole(1, 32), "default": NETWORKS},
    "--epochs": {"type": whole(1), "default": EPOCHS},
    "--decay": {"type": not_negative, "default": DECAY}}


def make(opts):
    check_places(opts.files, opts.out)
    return Trainer(opts)
