"""boilerpipe's ArticleExtractor on the pages of a gold set: in Java, and in Python as BoilerPy3."""
import logging
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))      # share/bench
from common import page_id, paths_of, read_page


def by_java(gold, classpath):
    """Return {page: text} of the original program."""
    with tempfile.TemporaryDirectory() as name:
        pages, texts = Path(name, "pages"), Path(name, "texts")
        pages.mkdir()
        texts.mkdir()
        for path in paths_of(gold):
            (pages / page_id(path)).write_text(read_page(path), "utf-8", "replace")
        subprocess.run(["java", "-cp", classpath, Path(__file__).parents[1] / "Boilerpipe.java",
                        pages, texts], check=True, stderr=subprocess.DEVNULL)
        return {path.name: path.read_text("utf-8") for path in texts.iterdir()}


def by_boilerpy3(gold):
    """Return ({page: text} by BoilerPy3, pages on which it raises); {} if not installed."""
    try:
        from boilerpy3.extractors import ArticleExtractor
    except ImportError:
        return {}, 0
    logging.disable()                    # it logs each traceback, too
    texts, raised = {}, 0
    for path in paths_of(gold):
        try:
            texts[page_id(path)] = ArticleExtractor().get_content(read_page(path))
        except Exception:
            raised += 1
    logging.disable(logging.NOTSET)
    return texts, raised
