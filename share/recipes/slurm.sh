#!/usr/bin/env bash
# Clean the archives that a file lists, one a task of a Slurm job array.
#
#   sbatch --array=1-$(wc -l < LIST) slurm.sh LIST OUT_DIR
#   SLURM_ARRAY_TASK_ID=3 slurm.sh LIST OUT_DIR           # the third, by hand
#
# OUT_DIR/NAME.jsonl.gz has the text of the pages of NAME. A task whose file is there does nothing,
# so that the array can be sent again after a failure.
#SBATCH --job-name=scutch
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --time=04:00:00
set -eu -o pipefail
[ $# = 2 ] && [ "${SLURM_ARRAY_TASK_ID:-}" ] || {
  echo "usage: SLURM_ARRAY_TASK_ID=N slurm.sh LIST OUT_DIR; sbatch --array sets N" >&2
  exit 2
}
list=$1
out=$2
archive=$(sed -n "${SLURM_ARRAY_TASK_ID}p" "$list")
[ -n "$archive" ] || { echo "$list has no line $SLURM_ARRAY_TASK_ID" >&2; exit 2; }
twice=$(sed 's|.*/||' "$list" | sort | uniq -d)
[ -z "$twice" ] || { echo "several archives of one name: $twice" >&2; exit 2; }
name=$out/${archive##*/}
mkdir -p "$out"
[ ! -e "$name.jsonl.gz" ] || exit 0

scutch-clean --format jsonl "$archive" | gzip -n > "$name.part"
mv "$name.part" "$name.jsonl.gz"
