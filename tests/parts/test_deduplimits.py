"""The limits of scutch-dedup: widths of columns, what a run takes, what is behind all others."""
import numpy as np
import pytest

from scutch.filters import dedup, stream
from scutch.filters.duplicates import pipes
from scutch.filters.duplicates.comparedtexts import Reader
from scutch.filters.duplicates.pipes import SKETCH, Table
from scutch.lm.sketches import PLACES

READER = Reader(stream.options(dedup).parse_args([]))
# Bits of the columns; the others are hashes, of 64
BITS = {"rank": 48, "better_rank": 48, "worse_rank": 48, "key": 48, "similarity": 16,
        "settings": 16, "sentences": 8, "count": 32}
TABLES = [name for name, table in vars(pipes).items() if isinstance(table, Table)]


@pytest.mark.parametrize("name", TABLES)
def test_columns_hold_their_greatest_values_and_no_more(name):
    """Sorted lines are of other runs, perhaps of another version."""
    widths = {column: 4 * width for column, width in getattr(pipes, name).widths.items()
              if width != SKETCH}
    assert widths == {column: BITS.get(column, 64) for column in widths}


def test_a_sketch_comes_back(tmp_path):
    columns = READER.columns([READER({"text": "Wind farms at sea."})])
    (tmp_path / "a").write_bytes(pipes.sketch_lines(columns, READER.settings))
    [(_, rows)] = pipes.SKETCHES.read([str(tmp_path / "a")])
    assert (rows["sketch"][:, :PLACES] == columns.sketch).all()


@pytest.mark.parametrize("similarity, number", [(0.98764, 9876), (1.0, 10_000)])
def test_similarities_are_in_ten_thousandths(similarity, number):
    assert pipes.ten_thousandths(np.array([similarity])).tolist() == [number]
    assert number < pipes.SAME < 1 << BITS["similarity"]


def test_what_a_run_takes():
    """By the measurements of share/bench/dedup.txt."""
    assert "1,000,000 documents: 241 MB of memory, 244 MB more" in dedup.cost(1_000_000)
    assert "and 276 MB of disk" in dedup.cost(1_000_000)
    assert "436 bytes of memory for each" in dedup.cost(None)


@pytest.mark.parametrize("keep", ["first", "newest"])
def test_a_document_without_a_time_is_behind_all_others(keep):
    read = Reader(stream.options(dedup).parse_args(["--keep", keep]))
    times = "9999-12-31T23:59:59", None
    ranks = [read({"text": "Wind.", "timestamp": when}).rank for when in times]
    assert 0 <= ranks[0] < ranks[1] < 1 << BITS["rank"]
