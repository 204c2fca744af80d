"""Which opening tags, in normal HTML, hide their element or make it a block."""
import pytest

from scutch.filters.html.blocks import hides, separates


@pytest.mark.parametrize("tag", [
    '<div role="dialog">',
    '<div class="modal" role="alertdialog">',
    '<div aria-modal="true" class="collapse show">',
    '<div role="dialog" aria-modal="false" hidden="">',
    '<dialog>',
    '<dialog style="color:red; display: none">',
    '<span role="tooltip">',
    '<div data-nosnippet="">',
    '<div data-nosnippet="true">',
    '<p class="faq toggle" hidden="">',
    '<p class="table-content" hidden="">',
    '<p style="/* menu */display:none">',
    '<p style="color:red;VISIBILITY : Hidden">',
    '<p style="display:block; display:none">',
    '<p style="display:none!important;display:block">',
    '<p style="display:none;display:-webkit-box">',
])
def test_hides(tag):
    assert hides(tag)


@pytest.mark.parametrize("tag", [
    '<div role="dialog" aria-modal="false">',            # a sheet that is open
    '<dialog open="" role="dialog">',
    '<dialog style="color:red">',
    '<p role="dialogue">',
    '<p title=" aria-modal=">',
    '<p aria-modal="">',
    '<div data-nosnippet="" role="region">',
    '<p role="status" data-x-nosnippet="">',
    '<p class="a faq-answer" hidden="">',
    '<p class="tab_content" style="display:none">',
    '<p class="toggle-content" hidden="">',
    '<p class="a-expander-content b" hidden="">',
    '<p style="backface-visibility:hidden">',
    '<p style="--menu-display:none">',
    '<p style="/*display:none*/color:red">',
    '<p style="color:red/*;display:none">',
    '<p style="display:none;display:block">',
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
