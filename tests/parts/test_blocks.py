"""Which opening tags, in normal HTML, hide their element or make it a block: styles, and several
rules in one tag. Single rules have their pages in share/rules: see test_rules.py."""
import pytest

from scutch.filters.html.normalhtml import hides, separates


@pytest.mark.parametrize("tag", [
    '<div class="modal" role="alertdialog">',
    '<div aria-modal="true" class="collapse show">',
    '<div role="dialog" aria-modal="false" hidden="">',
    '<dialog style="color:red; display: none">',
    '<div data-nosnippet="true">',
    '<p style="/* menu */display:none">',
    '<p style="color:red;VISIBILITY : Hidden">',
    '<p style="display:block; display:none">',
    '<p style="display:none!important;display:block">',
    '<p style="display:none;display:-webkit-box">',
])
def test_hides(tag):
    assert hides(tag)


@pytest.mark.parametrize("tag", [
    '<dialog open="" role="dialog">',
    '<p title=" aria-modal=">',
    '<div data-nosnippet="" role="region">',
    '<p role="status" data-x-nosnippet="">',
    '<p style="--menu-display:none">',
    '<p style="/*display:none*/color:red">',
    '<p style="color:red/*;display:none">',
])
def test_does_not_hide(tag):
    assert not hides(tag)


@pytest.mark.parametrize("tag, expected", [
    ('<b style="color:red; Display: Table-Cell">', True),
    ('<b style="display:inline;display:flex">', True),
    ('<b style="display:block;display:inline">', False),
    ('<b style="--x-display:block">', False),
    ('<b style="display:inline-block">', False),
])
def test_separates(tag, expected):
    assert separates(tag) is expected
