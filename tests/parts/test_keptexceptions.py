"""Exceptions that are kept as values hold no page, no file and no frame."""
import gc
import types

import pytest

import scutch
from scutch.filters.errors import BadRecord, Unusable
from scutch.filters.stream.stages import Stages


def frames_left(call):
    """Return the names of our functions whose frames only the garbage collector frees."""
    gc.freeze()                  # what is there already is not looked through
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        call()
        gc.collect()
        return [item.f_code.co_name for item in gc.garbage if isinstance(item, types.FrameType)
                and item.f_globals["__name__"].startswith("scutch.filters.")]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def raises(error):
    def step(record):
        page = [record] * 3
        raise error(f"of {len(page)}")
    return step


def test_lack_of_memory_is_an_error_of_its_own():
    errors = []
    for _ in range(2):
        with pytest.raises(BadRecord) as caught:
            Stages([("test", raises(MemoryError))], "raise")({"id": "a"})
        errors.append(caught.value)
    assert errors[0] is not errors[1]


@pytest.mark.parametrize("page, options", [
    (b"%PDF-1.4", {}), ("<p>" * 7_000_000, {}), ("<p>Farms", {"max": "x"}),
    ("<p>Farms", {"min_f": 2}),
])
def test_pages_that_are_refused(page, options):
    def clean():
        try:
            scutch.clean(page, **options)
        except (BadRecord, Unusable):
            return
        pytest.fail("it is not refused")
    assert not frames_left(clean)
