#!/usr/bin/env bash
# From HTML files and folders to a table, as a script of Trafilatura makes it: the pages that have a
# date and 500 characters or more, without comments.
#
#   fromtrafilatura.sh FILE... > pages.csv
set -eu -o pipefail
[ $# -ge 1 ] || { echo "usage: fromtrafilatura.sh FILE... > pages.csv" >&2; exit 2; }
scutch-clean --meta --scope main --without comments --favor precision --format jsonl "$@" |
  jq -c 'select(.meta.published and (.text | length) >= 500)' |
  scutch-emit --format csv --columns id,date,authors,title,text
