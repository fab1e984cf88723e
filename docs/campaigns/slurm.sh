#!/bin/bash
# Usage: sbatch --array=1-64 slurm.sh RESULTS COMMAND FILE|DIR... [OPTION]...
# One part of the campaign for each task of the array. What is killed is started again, by the job or, where a node is lost, by
# Slurm; what has an answer in RESULTS is not asked again. Then: bounce merge RESULTS
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
set -u
results=$1
shift
for _ in 1 2 3; do # what is killed goes on where it was
	"${BOUNCE:-bounce}" "$@" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --cache "$results" >/dev/null
	code=$?
	case $code in 0 | 5 | 10) exit 0 ;; esac # an answer, whatever it is
done
exit "$code"
