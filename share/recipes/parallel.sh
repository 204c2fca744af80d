#!/usr/bin/env bash
# Clean many archives on one machine, one process each, and resume where an earlier run stopped.
#
#   parallel.sh OUT_DIR ARCHIVE...
#
# OUT_DIR/NAME.jsonl.gz has the text of the pages of NAME, complaints go to NAME.log. A file is
# there only when it is whole, and is not made again; OUT_DIR/jobs.log is GNU parallel's, with the
# time each took.
set -eu -o pipefail
[ $# -ge 2 ] || { echo "usage: parallel.sh OUT_DIR ARCHIVE..." >&2; exit 2; }
command -v parallel > /dev/null ||
  { echo "parallel.sh: GNU parallel is missing: apt-get install parallel, or take slurm.sh" >&2; exit 2; }
out=$1
shift
mkdir -p "$out"
twice=$(printf '%s\n' "${@##*/}" | sort | uniq -d)
[ -z "$twice" ] || { echo "several archives of one name: $twice" >&2; exit 2; }

clean() {
  local name=$1/${2##*/}
  [ ! -e "$name.jsonl.gz" ] || return 0
  scutch-clean --format jsonl "$2" 2> "$name.log" | gzip -n > "$name.part"
  mv "$name.part" "$name.jsonl.gz"
}
export -f clean
export SHELLOPTS             # set -e and pipefail hold in the jobs, too

parallel --will-cite --joblog "$out/jobs.log" clean {1} {2} ::: "$out" ::: "$@" ||
  { echo "not all archives are done: see $out/jobs.log and the .log of each" >&2; exit 1; }
