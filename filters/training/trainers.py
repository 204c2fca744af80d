"""What the trainers that learn from pages share: the step, its report, the options.

Options:
  --out, -o FILE    where to write the model
  --folds N         folds of the cross-validation, by site (default: {default})
  --seed N          seed of the folds (default: 0)
  --source TEXT     data and licence, noted in the model
"""
from collections.abc import Callable

from ...lm.gold.alignment import CLEAN_SHARE
from ..edge.console import plural
from ..edge.files import as_text
from ..record import segments_of
from ..stream.options import whole
from ..stream.step import Collector
from .checks import check_pages
from .labels import labels_of


class PageTrainer(Collector):
    """The step: it keeps what it needs of each record, and trains when the last one is in.

    A subclass has `page`, from a record to a lm.crossvalidation.Labelled or None, and `trained`,
    which returns (model, {what is kept: its mean F}, the lines before and after these).
    """

    noted: tuple[str, ...] = ("source",)     # the options that the model tells
    page: Callable
    trained: Callable

    def __init__(self, opts):
        self.opts, self.pages = opts, []

    def __call__(self, record):
        page = self.page(record)
        if page is not None:
            self.pages.append(page)
        return []

    def finish(self):
        """Return the report; write the model to its file."""
        opts = self.opts
        check_pages(self.pages, opts.folds)
        model, figures, before, after = self.trained()
        model.settings |= {name: getattr(opts, name) for name in self.noted}
        if opts.out:
            model.save(opts.out)
        return report([*before, f"{plural(len(self.pages), 'page')}, word F of pages not trained "
                       f"on, in {opts.folds} folds:",
                       *(f"  {name:10} {value:6.2f}" for name, value in figures.items()), *after])


class BlockTrainer(PageTrainer):
    """The step of a scorer that has a row of features for each block.

    A subclass has `blocks`, from the Pages of one record to (which segments are blocks, their rows,
    float32); `fit`, from pages to what is learnt, whose `outputs` makes scores of rows, 0
    clean to 1 dirty; and `model`, from that and the scores of unseen pages to (model, threshold,
    lines before the report).
    """

    blocks: Callable
    fit: Callable
    model: Callable

    def page(self, record):
        """Return the LabelledRows of a record; None where no word has a label."""
        from ...lm.crossvalidation import LabelledRows
        from ..columns.pages import pages_of
        segments = segments_of(record)
        known = labels_of(record, segments)
        if not known["words"].any():
            return None
        places, rows = self.blocks(pages_of([record]))
        known |= {name: known[name][places] for name in ("words", "kept", "shown")}
        return LabelledRows(**known, rows=rows,
                            classes=self.classes([segments[i] for i in places], known["kept"]))

    def classes(self, _segments, kept):
        """Return the class of each block: 0 content, 1 boilerplate."""
        return (kept < CLEAN_SHARE).astype(int)

    def trained(self):
        """Return the model and its report: see PageTrainer."""
        from ...lm.crossvalidation import figures, unseen
        opts = self.opts
        scores = unseen(self.pages, self.fit, opts.folds, opts.seed)
        model, cut, before = self.model(self.fit(self.pages), scores)
        model.settings = {"pages": len(self.pages), "folds": opts.folds, "seed": opts.seed,
                          **model.settings}
        return model, figures(self.pages, scores, cut), before, []


def report(lines):
    """Return the lines that a trainer prints, as bytes."""
    return ("\n".join(lines) + "\n").encode()


OPTIONS = {
    "--folds": {"type": whole(2, 100), "default": 10}, "--seed": {"type": whole(0), "default": 0},
    "--source": {"type": as_text}}


LANGUAGES = {"type": lambda word: as_text(word).split(","), "default": []}

