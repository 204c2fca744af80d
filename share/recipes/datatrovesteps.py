#!/usr/bin/env python3
"""Clean web archives in a pipeline of datatrove: an extractor and a filter, and both in use.

    datatrovesteps.py ARCHIVES OUT [TASKS]

ARCHIVES: a folder of WARC files. OUT: a folder of Parquet files, one for each task, each of which
takes its share of the archives; a task that is done is not done again. In your own pipelines:

    from datatrovesteps import Extract, OfText
    pipeline = [WarcReader("crawl"), Extract("--scope article"), OfText(0.7), ParquetWriter("out")]
"""
import sys
from collections import deque

from datatrove.pipeline.extractors.base import BaseExtractor
from datatrove.pipeline.filters.base_filter import BaseFilter
from datatrove.utils.typeshelper import StatHints

import scutch


class Extract(BaseExtractor):
    """The text of pages, as scutch-clean with `options`; those without text are dropped.

    Pages go through it together, up to 24 at a time, without a process or a time limit: scutch
    bounds its work. Metadata gets title and lang, and the errors of a bad page are counted.
    """

    name = "scutch"

    def __init__(self, options=""):
        super().__init__()
        self.options = options

    def extract(self, text):
        record, = scutch.pipe([{"html": text}], f"clean {self.options}")
        return record["text"]

    def run(self, data, rank=0, world_size=1):
        waiting = deque()                # documents whose records are under way

        def records():
            for document in data or []:
                self.stat_update(StatHints.total)
                waiting.append(document)
                yield {"id": document.id, "url": document.metadata.get("url"),
                       "html": document.text}

        for record in scutch.pipe(records(), f"clean {self.options}"):
            document = waiting.popleft()
            document.text = record["text"]
            document.metadata |= {name: record.get(name, "") for name in ("title", "lang")}
            for error in record.get("errors", []):
                self.stat_update(error["code"])
            if document.text:
                self.stat_update(StatHints.forwarded)
                self.update_doc_stats(document)
                yield document
            else:
                self.stat_update(StatHints.dropped)


class OfText(BaseFilter):
    """Keeps documents of plain text, at least the share `least` of whose words scutch keeps."""

    name = "scutch"

    def __init__(self, least=0.5, options="--scope page", exclusion_writer=None, batch_size=96):
        super().__init__(exclusion_writer, batch_size)
        self.least, self.options = least, options

    def filter(self, doc):
        return self.filter_batch([doc])[0]

    def filter_batch(self, batch):
        records = scutch.pipe(({"id": document.id, "text": document.text} for document in batch),
                              f"clean {self.options}")
        return [self._judged(record, document)
                for record, document in zip(records, batch, strict=True)]

    def _judged(self, record, document):
        words, kept = len(document.text.split()), len(record["text"].split())
        return True if words and kept >= self.least * words else (False, "little_text")


def main(archives, out, tasks="1"):
    from datatrove.executor.local import LocalPipelineExecutor
    from datatrove.pipeline.readers import WarcReader
    from datatrove.pipeline.writers import ParquetWriter
    LocalPipelineExecutor(
        [WarcReader(archives), Extract(), OfText(), ParquetWriter(out)], tasks=int(tasks),
        logging_dir=f"{out}/logs").run()


if __name__ == "__main__":
    main(*sys.argv[1:])
