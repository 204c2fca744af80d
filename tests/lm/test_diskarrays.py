"""Arrays on disk: slices equal those of an array in memory; arrays of a model file."""
import numpy as np
import pytest

from scutch.lm import modelfile
from scutch.lm.words.diskarrays import Column, stored_arrays


def test_column(tmp_path):
    column = Column(tmp_path / "column", np.uint32)
    for low in 0, 7, 7, 20:
        column.add(np.arange(low, low + 7))
    stored = column.stored()
    due = np.concatenate([np.arange(low, low + 7) for low in (0, 7, 7, 20)])
    assert len(stored) == len(due) and stored[:].dtype == np.uint32
    for low, high in (None, None), (3, 9), (20, 99), (28, 30), (9, 3), (-2, None):
        part = slice(low, high)
        assert stored[part].tolist() == due[part].tolist()


def test_arrays_of_a_model_file(tmp_path):
    arrays = {"a": np.arange(5, dtype=np.uint8), "b": np.zeros(0), "c": np.arange(200) / 3}
    modelfile.save(tmp_path / "m", "toy", {"x": 1}, arrays)
    settings, found = stored_arrays(tmp_path / "m", "toy")
    assert settings == {"x": 1}
    for name, array in arrays.items():
        assert found[name][:].tolist() == array.tolist()
    modelfile.save(tmp_path / "again", "toy", settings, found)
    assert (tmp_path / "again").read_bytes() == (tmp_path / "m").read_bytes()


def test_cut_file(tmp_path):
    modelfile.save(tmp_path / "m", "toy", {}, {"a": np.arange(50)})
    (tmp_path / "m").write_bytes((tmp_path / "m").read_bytes()[:-1])
    with pytest.raises(modelfile.BadModel, match="truncated"):
        stored_arrays(tmp_path / "m", "toy")
