"""--text: Markdown and HTML as the text of formats with one document per line."""
import json

import pytest

import scutch
from scutch.filters.stream.inputs import from_tsv
from utils import ROOT, records, run

PAGES = [str(ROOT / "share/examples/pages" / name) for name in ("docs.html", "council.html")]
SHOWN = "--links", "--images", "--emphasis"


@pytest.mark.parametrize("form", ["markdown", "html"])
@pytest.mark.parametrize("name", ["jsonl", "dolma", "datatrove", "tsv"])
def test_the_text_is_that_of_the_format(name, form):
    alone = [run("clean", "--format", form, *SHOWN, page).out.decode() for page in PAGES]
    done = run("clean", "--format", name, "--text", form, *SHOWN, *PAGES)
    lines = done.out.splitlines()
    if name == "tsv":
        texts = [from_tsv(line)["text"] for line in lines]
    else:
        texts = [json.loads(line)["text"] for line in lines]
    assert texts == [text.rstrip("\n") for text in alone]
    assert run("clean", "--format", name, "--text", form, *SHOWN, "--jobs", "2",
               *PAGES).out == done.out


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_parquet_and_python_have_the_same(form):
    pytest.importorskip("pyarrow", reason="the extra [parquet] is not installed")
    import io

    import pyarrow.parquet
    done = run("clean", "--format", "parquet", "--text", form, *PAGES)
    rows = pyarrow.parquet.read_table(io.BytesIO(done.out)).to_pylist()
    lines = records(run("clean", "--format", "jsonl", "--text", form, *PAGES).out)
    chained = list(scutch.pipe([{"id": page, "html": open(page, "rb").read()} for page in PAGES],
                               f"clean --text {form}"))
    assert [row["text"] for row in rows] == [line["text"] for line in lines] == [
        record["text"] for record in chained]
    assert [row["scores"] for row in rows] == [[], []]
