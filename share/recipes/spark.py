#!/usr/bin/env python3
"""Clean web archives, JSON lines or Parquet on a cluster with Spark.

    spark-submit spark.py [--archive] [--dedup] [--format parquet|json] [--partitions N] OUT IN...

IN: files as scutch-clean reads them, one task each, or with --parquet tables of Parquet, which
Spark divides; with --names IN are files that list the names. A name with "://" is copied to the
executor's temporary folder first, as pyarrow does it for s3://, gs:// and hdfs://; any other is
that of a file that all executors see. OUT: a folder of Parquet or JSON lines with the columns of
scutch-emit --format parquet: the text that scutch-clean keeps. A bad record is a row as well, and
so is a file that cannot be read; "more" has their errors.

--archive brings the pages of each host together; they are compared as scutch-clean --archive does.
--dedup leaves out the documents that scutch-dedup finds, by its sketches: OUT.clean has all, and
OUT.checkpoints is for the run only. scutch is installed where the executors run.
"""
import argparse
import json
import os
import tempfile
from argparse import Namespace
from collections import deque
from contextlib import contextmanager

import numpy as np
import pyarrow as pa
from pyarrow import fs
from pyspark.sql import SparkSession, Window
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

from scutch.filters.duplicates.comparedtexts import Batches, Reader
from scutch.filters.edge.jsonlines import decode, encode, plain_object
from scutch.filters.errors import BadRecord
from scutch.filters.hosts.grouping import host_of
from scutch.filters.sinks.tables import schema, table
from scutch.filters.sources.pagesources import read_pages
from scutch.filters.stream.chains import Chain
from scutch.filters.stream.inputs import ALIASES, decoder, renamed, with_html
from scutch.lm.sketches import BANDS, NEIGHBOURS, estimates, keys_of, rows_of

SCORED = "html2text, segment, charlm, combine"
COMPARED = "archive, docfreq, prune --shared"
EMITTED = "emit --keep auto --by combine --format parquet"
FIELDS = Namespace(schema="auto", lines=False, text_key=None, html_key=None, id_key=None)
COMPARING = Namespace(words=5, fold="space", keep="first")     # as scutch-dedup does
THRESHOLD = 0.7
HELD = 4 << 20           # bytes of lines that become rows together
MOST_ROWS = 256          # that Spark hands over together; those with segments are large

OF_HOST = pa.schema([("host", pa.string()), ("file", pa.int64()), ("number", pa.int64()),
                     ("record", pa.binary())])
SKETCHES = pa.schema([("file", pa.string()), ("row", pa.int64()), ("same", pa.string()),
                      ("rank", pa.int64()), ("name", pa.string()), ("sketch", pa.binary()),
                      ("keys", pa.list_(pa.int64()))])
ALIKE = pa.schema([("better", pa.string()), ("worse", pa.string())])


# ------------------------------------------------------------------ reading, on executors

def of_files(batches):
    """Yield ((number of the file, of the page), record or BadRecord) of rows (number, path)."""
    for batch in batches:
        for number, path in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            with at_hand(path) as name:
                for page, (place, item) in enumerate(read_pages([name], json_lines=line_decoded)):
                    if isinstance(item, OSError):
                        item = BadRecord(str(item.strerror), "unreadable", {"id": place})
                    if isinstance(item, BadRecord):
                        item.command = item.command or "scutch-read"
                        item.record = named(item.record, name, path)
                    else:
                        item = named(item, name, path)
                    yield (number, page), item


def named(record, name, path):
    """Return a record with the path of its file in place of the name of a copy."""
    if name == path:
        return record
    record = {**record, "id": str(record.get("id")).replace(name, path)}
    metadata = record.get("metadata")
    if isinstance(metadata, dict) and "warc_file" in metadata:
        record["metadata"] = {**metadata, "warc_file": path}
    return record


def line_decoded(place, line):
    """Return the record of a line of JSON. Raises BadRecord."""
    try:
        return decoder(FIELDS)(place, line)
    except BadRecord as error:
        error.command = "scutch-html2text"           # which reads lines in the pipe
        raise


@contextmanager
def at_hand(path):
    """A context with the name of a file that can be opened: of a copy, where it is elsewhere."""
    if "://" not in path:
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, path.rpartition("/")[2])
        fs.copy_files(path, name)
        yield name


def of_rows(batches):
    """Yield ((0, number of the row), record) of the rows of a table."""
    for batch in batches:
        for row in batch.to_pylist():
            place = f'{row.pop("file_path")}:{row["row_index"] + 1}'
            number, row = row.pop("row_index"), plain_object(row)
            record = with_html(renamed(row, ALIASES["auto"]), row)
            if record.get("id") is None:
                record = {**record, "id": record.get("url") or place}
            yield (0, number), record


# ------------------------------------------------------------------ cleaning, on executors

def cleaning(read):
    """Return the function from batches of what `read` takes to those of clean documents."""
    def cleaned(batches):
        yield from tables(Chain(f"{SCORED}, {EMITTED}").items(item for _, item in read(batches)))
    return cleaned


def scoring(read):
    """Return the function from batches of what `read` takes to scored records with their host."""
    def scored(batches):
        keys = deque()                   # of the records under way

        def records():
            for key, item in read(batches):
                keys.append(key)
                yield item
        for record in Chain(SCORED).items(records()):
            yield pa.RecordBatch.from_arrays(
                [[host_of(record)], *([part] for part in keys.popleft()), [encode(record)]],
                schema=OF_HOST)
    return scored


def compared(batches):
    """Yield batches of clean documents of the scored records of whole hosts, one after another."""
    records = (decode(record.as_py()) for batch in batches for record in batch["record"])
    yield from tables(Chain(f"{COMPARED}, {EMITTED}").items(records))


def tables(lines):
    """Yield RecordBatches of lines of JSON, each a row."""
    held, size = [], 0
    for line in lines:
        held.append(line)
        size += len(line)
        if size > HELD:
            yield from table(held).to_batches()
            held, size = [], 0
    if held:
        yield from table(held).to_batches()


def cleaned(spark, opts):
    """Return the DataFrame of clean documents of the inputs."""
    if opts.parquet:
        table = spark.read.parquet(*opts.inputs)
        source = table.select("*", "_metadata.file_path", "_metadata.row_index")
        read = of_rows
    else:
        rows = list(enumerate(names(opts)))
        source = spark.createDataFrame(spark.sparkContext.parallelize(rows, len(rows) or 1),
                                       "number long, path string")
        read = of_files
    if not opts.archive:
        return source.mapInArrow(cleaning(read), from_arrow_schema(schema(pa)))
    hosts = source.mapInArrow(scoring(read), from_arrow_schema(OF_HOST))
    return (hosts.repartitionByRange(opts.partitions, "host")
            .sortWithinPartitions("host", "file", "number")
            .mapInArrow(compared, from_arrow_schema(schema(pa))))


def names(opts):
    """Return the names of the inputs."""
    if not opts.names:
        return opts.inputs
    return [line for name in opts.inputs for line in open(name).read().split("\n") if line]


# ------------------------------------------------------------------ duplicates

def sketched(batches):
    """Yield the SKETCHES of clean documents; those without a word have none."""
    reader, waiting, places = Reader(COMPARING), Batches(), deque()
    for batch in batches:
        for row in batch.to_pylist():
            record = {**json.loads(row["more"] or "{}"), **{
                name: row[name] for name in ("id", "url", "text", "timestamp")}}
            document = reader(record)
            if document:
                places.append((row["file"], row["row"]))
            for documents in waiting.add(document):
                yield sketches_of(reader.columns(documents), places)
    for documents in waiting.rest():
        yield sketches_of(reader.columns(documents), places)


def sketches_of(columns, places):
    """Return the SKETCHES of some Columns; places: of the rows, a queue from which they go."""
    files, rows = zip(*(places.popleft() for _ in columns.ids), strict=True)
    same, name = ([f"{value:016x}" for value in found.tolist()]      # Spark has no unsigned numbers
                  for found in (columns.same, columns.name))
    keys = np.stack([keys_of(columns.sketch, rows_of(THRESHOLD), band) for band in range(BANDS)], 1)
    return pa.RecordBatch.from_arrays(
        [files, rows, same, columns.rank.tolist(), name,
         [sketch.tobytes() for sketch in columns.sketch], keys.tolist()],
        schema=SKETCHES)


def alike(batches):
    """Yield the pairs whose sketches are alike."""
    for batch in batches:
        one, other = (np.frombuffer(b"".join(batch[name].to_pylist()), np.uint8).reshape(
            batch.num_rows, -1) for name in ("better_sketch", "worse_sketch"))
        enough = pa.array(estimates(one, other) >= THRESHOLD)
        yield batch.select(["better", "worse"]).filter(enough)


def candidates(texts):
    """Return the pairs of texts to compare: each with the first of its band and some before it."""
    band = Window.partitionBy("band", "key").orderBy("rank", "same")
    bands = texts.select("same", "rank", F.posexplode("keys").alias("band", "key"))
    before = [F.first("same").over(band), *(F.lag("same", step).over(band)
                                            for step in range(1, NEIGHBOURS + 1))]
    pairs = bands.select(F.array_distinct(F.array(*before)).alias("before"),
                         F.col("same").alias("worse")).select(F.explode("before").alias("better"),
                                                              "worse")
    return pairs.where("better is not null and better != worse").distinct()


def gone(pairs):
    """Return the texts that go: those like a better one that stays, by propagation.

    Whoever has no better one left stays, and whoever is like it goes, round after round: as many
    rounds as the longest chain of texts each like the next, a few in practice.
    """
    found = []
    while not pairs.isEmpty():
        worse = pairs.select("worse").distinct()
        stays = pairs.select("better").distinct().join(worse, F.col("better") == F.col("worse"),
                                                       "left_anti")
        goes = pairs.join(stays, "better").select("worse").distinct().checkpoint()
        found.append(goes)
        pairs = (pairs.join(goes, "worse", "left_anti")
                 .join(goes.withColumnRenamed("worse", "better"), "better", "left_anti")
                 .checkpoint())
    return found


def without_duplicates(spark, folder):
    """Return the DataFrame of the clean documents in a folder that are no duplicates."""
    rows = spark.read.parquet(folder).select(
        "*", F.col("_metadata.file_path").alias("file"), F.col("_metadata.row_index").alias("row"))
    documents = rows.mapInArrow(sketched, from_arrow_schema(SKETCHES)).checkpoint()
    best = F.struct("rank", "name", "file", "row")
    texts = documents.groupBy("same").agg(
        F.min(best).alias("best"), F.min_by(F.struct("sketch", "keys"), best).alias("of"))
    texts = texts.select("same", "best.*", "of.*")
    sketches = texts.select("same", "sketch")
    pairs = candidates(texts)
    for name in "better", "worse":
        pairs = pairs.join(sketches.withColumnsRenamed({"same": name, "sketch": f"{name}_sketch"}),
                           name)
    stay = texts.select("same", "file", "row")
    for goes in gone(pairs.mapInArrow(alike, from_arrow_schema(ALIKE)).checkpoint()):
        stay = stay.join(goes.withColumnRenamed("worse", "same"), "same", "left_anti")
    left_out = documents.select("file", "row").join(stay, ["file", "row"], "left_anti")
    return rows.join(left_out, ["file", "row"], "left_anti").drop("file", "row")


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("out", metavar="OUT")
    add("inputs", metavar="IN", nargs="+")
    add("--archive", action="store_true", help="compare the pages of each host")
    add("--dedup", action="store_true", help="leave out duplicates")
    add("--parquet", action="store_true", help="IN are tables of Parquet")
    add("--names", action="store_true", help="IN list the names of the inputs, one a line")
    add("--format", choices=["parquet", "json"], default="parquet")
    add("--partitions", type=int, default=200, help="of hosts, with --archive")
    opts = parser.parse_args(argv)
    spark = SparkSession.builder.appName("scutch").config(
        "spark.sql.execution.arrow.maxRecordsPerBatch", MOST_ROWS).getOrCreate()
    found = cleaned(spark, opts)
    if opts.dedup:
        found.write.parquet(f"{opts.out}.clean")
        spark.sparkContext.setCheckpointDir(f"{opts.out}.checkpoints")
        found = without_duplicates(spark, f"{opts.out}.clean")
    found.write.format(opts.format).save(opts.out)


if __name__ == "__main__":
    main()
