"""Scope page contains scope main: who takes the greater scope loses nothing."""
import numpy as np


def contained(values: np.ndarray, of_main: np.ndarray, kept: np.ndarray, hidden: np.ndarray,
              cut: float) -> np.ndarray:
    """Return the values of page, at least its threshold where main keeps a block.

    Of hidden text page keeps what main keeps: the models learn of it from main's gold.

    values, of_main: float (blocks,). kept: bool (blocks,), by main. hidden: bool (blocks,).
    """
    return np.where(hidden, of_main * kept, np.maximum(values, cut * kept))
