#!/usr/bin/env bash
# From a crawl to JSON lines for training, as a pipeline of datatrove makes them: one language, the
# rules of Gopher and FineWeb, no near duplicates, no addresses and telephone numbers.
#
#   fromdatatrove.sh LANGUAGE FILE... > corpus.jsonl
set -eu -o pipefail
[ $# -ge 2 ] || { echo "usage: fromdatatrove.sh LANGUAGE FILE... > corpus.jsonl" >&2; exit 2; }
scutch-clean --lang "$1" --favor precision --quality --dedup --format jsonl "${@:2}" |
  scutch-prune --rules gopher,fineweb --pii mask
