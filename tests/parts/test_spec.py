"""A chain as data: from a description, from keywords and from a request it is the same."""

import pytest

from scutch.filters import clean
from scutch.filters.errors import Unusable
from scutch.filters.stream import options
from scutch.filters.stream.chains import (
    filter_of_keywords,
)
from scutch.filters.stream.options import declared
from utils import load, modules


@pytest.mark.parametrize(("name", "keywords"), [
    ("clean", {"nothing": 1}), ("clean", {"max": "much"}), ("clean", {"max": True}),
    ("clean", {"format": "pdf"}), ("clean", {"with_hidden": "maybe"}), ("clean", {"jobs": 2}),
    ("clean", {"files": ["a"]}), ("clean", {"help": True}), ("clean", {"output": "x"}),
    ("nothing", {}), ("read", {}), ("record", {}), ("combine", {"scope": ["page", "main"]})])
def test_what_no_filter_takes(name, keywords):
    with pytest.raises(Unusable):
        filter_of_keywords(name, keywords)


def test_a_request_names_no_file():
    for name, option in declared(clean).items():
        if "FILE" in option.metavar:
            with pytest.raises(Unusable, match=f"{name} is no option"):
                filter_of_keywords("clean", {name: "x"}, may_name_files=False)
    assert filter_of_keywords("clean", {"source": "x"}, may_name_files=False).options


@pytest.mark.parametrize("name", modules())
def test_the_defaults_are_those_of_argparse(name):
    parser = options(load(name))
    for key, option in declared(load(name)).items():
        action = next(action for action in parser._actions if action.dest == key)
        if isinstance(action.default, str) and action.type:
            assert option.default == action.type(action.default)
        else:
            assert option.default == action.default
        assert not action.option_strings or option.option in action.option_strings


def test_each_option_of_clean_that_combine_or_emit_has_gets_there():
    """Those that are declared with the ones of emit and combine are said nowhere else."""
    for keywords, name, kept in [
            ({"scope": "main", "favor": "recall", "keep_repeats": True}, "combine", {}),
            ({"format": "dolma", "source": "x", "by": "charlm", "min": 0.1, "min_f": 0.3},
             "emit", {}),
            ({"format": "markdown", "links": True, "images": True, "emphasis": True,
              "without": "teasers"}, "emit", {"keep": "auto"}),
            ({"format": "vrt", "mark_repeats": True, "keep": "a-c", "letters": 5}, "emit", {}),
            ({"format": "tsv", "spreadsheet": True, "max_quality": 0.4}, "emit", {"keep": "auto"}),
            ({"format": "tei", "sentences": True, "with": "teasers", "with_hidden": True,
              "max": 0.3}, "emit", {})]:
        part, = (part for part in filter_of_keywords("clean", keywords).parts()
                 if part.name == name)
        assert dict(part.options) == {**keywords, **kept}
