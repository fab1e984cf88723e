#!/bin/bash
# Usage: sbatch --array=1-64 slurm.sh RESULTS COMMAND FILE|DIR... [OPTION]...
# One part of the campaign for each task of the array. A job that was killed is put back into the queue, and what has an answer in RESULTS
# is not asked again. Then: bounce merge RESULTS
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
set -u
results=$1
shift
"${BOUNCE:-bounce}" "$@" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --cache "$results" >/dev/null
code=$?
case $code in
0 | 5 | 10) exit 0 ;; # an answer, whatever it is
*) [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ] && scontrol requeue "$SLURM_JOB_ID" ;;
esac
exit $code
