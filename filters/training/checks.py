"""Checks of options and input, for the commands that train models."""
import argparse
import importlib.util
import os

from ...lm.gold.alignment import CLEAN_SHARE
from ..edge.console import needs, plural
from ..errors import Unusable


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


def named_file(word, reserved=()):
    """Return (name, path) of the value NAME=FILE of an option, as its type.

    reserved: names that are taken.
    """
    name, equals, path = word.partition("=")
    if not name or not equals or not path or name in reserved:
        raise argparse.ArgumentTypeError(f"{word}: NAME=FILE is required, with a name of its own")
    return name, path


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
