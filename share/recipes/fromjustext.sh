#!/usr/bin/env bash
# From a crawl to vertical text, as a pipe of jusText, a tokeniser and onion makes it: one language,
# without paragraphs that ten other pages have, and pages that are copies.
#
#   fromjustext.sh LANGUAGE FILE... > corpus.vrt
set -eu -o pipefail
[ $# -ge 2 ] || { echo "usage: fromjustext.sh LANGUAGE FILE... > corpus.vrt" >&2; exit 2; }
scutch-read "${@:2}" | scutch-chain "html2text, segment, lang --only $1, charlm, combine, tag" |
  scutch-dedup --segments | scutch-prune --keep auto --duplicates --repeats 10 |
  scutch-emit --format vrt
