"""Checks of options and input, for the commands that train models."""
import importlib.util
import os

from ..errors import Unusable


def check_places(*paths):
    """Raise Unusable where the folder of a file to be written, None for no file, is missing."""
    for path in paths:
        folder = os.path.dirname(path or "") or "."
        if not os.path.isdir(folder):
            raise Unusable(f"{folder}: no such folder")


def check_plots():
    """Raise Unusable where the package that draws is not installed."""
    if not importlib.util.find_spec("matplotlib"):
        raise Unusable("--plot needs one more package: pip install 'scutch[plot]'")


def check_folds(pages, folds):
    """Raise Unusable where pages, each with its site as `group`, have fewer sites than folds."""
    sites = len({page.group for page in pages})
    if sites < folds:
        raise Unusable(f"pages of {sites} sites to train on, at least {folds} are required, one a "
                       "fold (see --folds)")
