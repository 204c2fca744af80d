"""What trainers share: of those that learn from pages the step, its report, the options; checks.

Options:
  --out, -o FILE    where to write the model
  --folds N         folds of the cross-validation, by site (default: {default})
  --seed N          seed of the folds (default: 0)
  --source TEXT     data and licence, noted in the model
"""
import importlib.util
import os
from collections.abc import Callable

from ...lm.gold.alignment import CLEAN_SHARE
from ..edge.bytestreams import as_text
from ..edge.console import needs, plural
from ..errors import Unusable
from ..record import segments_of
from ..stream.options import whole
from ..stream.step import Collector
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


# Checks of options and input.

def check_places(inputs, *paths):
    """Raise Unusable where a file to be written has no folder, or is an input or another of them.

    paths: of files to be written, None for no file.
    """
    written = [os.path.realpath(path) for path in filter(None, paths)]
    for path in filter(None, paths):
        if written.count(os.path.realpath(path)) > 1 and path != os.devnull:
            raise Unusable(f"{path}: two options would write it")
        folder = os.path.dirname(path) or "."
        if not os.path.isdir(folder):
            raise Unusable(f"{folder}: no such folder")
        if os.path.exists(path) and any(os.path.exists(name) and os.path.samefile(name, path)
                                        for name in inputs):
            raise Unusable(f"{path}: it is an input, and would be replaced")


def check_package(name, what, extra):
    """Raise Unusable where a package is not installed; what: that needs it. extra: which brings it.
    """
    if not importlib.util.find_spec(name):
        raise Unusable(needs(what, extra))


def check_pages(pages, folds):
    """Raise Unusable for pages that nothing can be learned from.

    pages: each with its site as `group`, and of each segment its `words` and the share `kept`.
    """
    if not any(page.words.any() for page in pages):
        raise Unusable("no text with a label that is clean or dirty")
    sites = len({page.group for page in pages})
    if sites < folds:
        raise Unusable(f"pages of {plural(sites, 'site')} to train on, at least {folds} "
                       "are required, one a fold (see --folds); a page's site is its \"site\", "
                       "else the host of its url")
    kinds = {bool(share >= CLEAN_SHARE) for page in pages
             for share, words in zip(page.kept, page.words, strict=True) if words}
    if len(kinds) == 1:
        raise Unusable(f"all text is labelled {'clean' if kinds.pop() else 'dirty'}: there is "
                       "nothing to tell apart")


OPTIONS = {
    "--folds": {"type": whole(2, 100), "default": 10}, "--seed": {"type": whole(0), "default": 0},
    "--source": {"type": as_text}}


LANGUAGES = {"type": lambda word: as_text(word).split(","), "default": []}
