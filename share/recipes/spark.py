#!/usr/bin/env python3
"""Score and tag records in the partitions of Spark.

    spark-submit spark.py IN OUT

IN: JSON lines of scutch-read, files or folders, gzip by their names; a line that is not JSON ends
the job. OUT: a folder of JSON lines in the order of the input, the records that the commands
would write. scutch is installed where the executors run.
"""
import json
import sys

from pyspark.sql import SparkSession

import scutch

CHAIN = "html2text,segment,lang,charlm,combine,tag"


def scored(lines):
    """Yield the lines of the records that the chain makes of those of one partition."""
    for record in scutch.pipe(map(json.loads, lines), CHAIN):
        yield json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def main(source, out):
    spark = SparkSession.builder.appName("scutch").getOrCreate()
    spark.sparkContext.textFile(source).mapPartitions(scored).saveAsTextFile(out)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
