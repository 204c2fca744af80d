"""Limits that find nothing to judge by: the run ends, so that nothing passes unjudged."""
from ..errors import BadRecord, Unjudged, Unusable
from ..record import has_error, name_of, plain_text

# Codes of records that lack what another filter writes
NOT_RUN = frozenset(["no_score", "no_cut", "no_tags", "no_log10p", "no_role", "no_lang"])


class Judging:
    """A guard of `choose`: called with a record it returns the value of `choose`.

    choose:  function from a record to segments, such as a Selection, or DocumentLimits.
    Raises:  Unusable where the first record with segments lacks all values for a limit: their
             filter did not run, or they were lost on the way. Unjudged for a later record. A record
             with values in some segments is damaged, a bad record like others, and so is one
             refused by an earlier filter.
    """

    def __init__(self, choose):
        self._choose = choose
        self._has_judged = False

    def __call__(self, record):
        try:
            segments = self._choose(record)
        except BadRecord as error:
            # of plain text segments are what another filter writes
            has_not_run = error.code in NOT_RUN or (
                error.code == "no_segments" and plain_text(record) is not None)
            if not has_not_run or has_error(record) or self._judges_some(record):
                raise
            if self._has_judged:
                raise Unjudged(str(error), error.code) from None
            raise Unusable(f"{name_of(record)}: {error}") from None
        self._has_judged = self._has_judged or bool(record.get("segments")
                                                       or record.get("text"))
        return segments

    def _judges_some(self, record):
        """Return whether at least one segment of a record could be judged if it stood alone."""
        return any(self._judges({**record, "segments": [segment]})
                   for segment in record.get("segments") or [])

    def _judges(self, record):
        try:
            self._choose(record)
        except BadRecord:
            return False
        return True
