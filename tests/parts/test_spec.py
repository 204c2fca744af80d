"""A chain as data: from a description, from keywords and from a request it is the same."""
import json
import pickle
import shlex

import pytest

from scutch.filters import clean
from scutch.filters.errors import Unusable
from scutch.filters.stream import options
from scutch.filters.stream.declared import declared
from scutch.filters.stream.spec import (
    Filter,
    filter_of,
    filter_of_keywords,
    filters_of,
)
from utils import SAMPLE, load, modules, run

SAID = [
    ({"scope": "main"}, "clean --scope main"), ({"max": 0.2, "by": "charlm"},
                                                "clean --by charlm --max 0.2"),
    ({"max": -0.5, "raw": True, "by": "charlm"}, "clean --by charlm --max=-0.5 --raw"),
    ({"without": ["captions", "teasers"]}, "clean --without 'captions,teasers'"),
    ({"with_": "captions", "keep": "auto"}, "clean --keep auto --with captions"),
    ({"model": ["charlm=latin", "combine=x"]}, "clean --model charlm=latin --model combine=x"),
    ({"min_f": 0.5, "meta": True, "keep_repeats": False, "lang": None, "without": []},
     "clean --min-f 0.5 --meta"),
    ({"scope": "page"}, "clean"),        # the default
]


@pytest.mark.parametrize(("keywords", "description"), SAID)
def test_keywords_and_words_give_the_same_filter(keywords, description):
    filter = filter_of_keywords("clean", keywords)
    assert [filter] == filters_of(description)
    assert filter.words() == shlex.split(description)
    assert pickle.loads(pickle.dumps(filter)) == filter and hash(filter) == hash((*filter,))


@pytest.mark.parametrize("said", ["scope=main&max=0.2", "with_hidden=1&max=1",
                                  "with_hidden=true&max=1", "with_hidden=0&max=1"])
def test_the_words_of_a_request_are_values(said):
    asked = dict(pair.split("=") for pair in said.split("&"))
    values = {name: {"1": True, "true": True, "0": False}.get(value, value)
              if name == "with_hidden" else value for name, value in asked.items()}
    assert filter_of_keywords("clean", asked) == filter_of_keywords("clean", values)


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


def test_an_option_of_another_filter_is_passed_over():
    assert filter_of("combine", {"scope": "main", "format": "xml", "files": ["x"]}) == Filter(
        "combine", (("scope", "main"),))


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


def test_a_filter_without_its_options_is_that_of_the_command():
    line = json.dumps(SAMPLE).encode()
    step = Filter("tag", (("letters", 5),)).step()
    assert step(SAMPLE) == [json.loads(run("tag", "--letters", "5", data=line).out)]
