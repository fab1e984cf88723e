#!/bin/bash
# Usage: tests/slurm.sh [FILE|DIR]...
# A Slurm of one controller and four nodes of one core each on this machine, in a folder of its own; a campaign of disprove on it, of which two
# jobs are killed in the middle and one node is drained. Every unit must be answered once, and the merged report must be that of one process.
# Needs root, and Debian's slurm-wlm and munge ('setup.sh slurm'). Without operands it makes machines with 5,000 obligations. The last line is
# 'N passed, N failed'.
set -u
cd "$(dirname "$0")/.." || exit 1
root=$PWD bounce=$PWD/bounce nodes=4 parts=${PARTS:-16}
dir=$(mktemp -d /tmp/bounce-slurm.XXXXXX) || exit 1
pids=()
# shellcheck disable=SC2317 # it is called, by the trap
finish() {
	for p in "${pids[@]}"; do kill "$p" 2>/dev/null; done
	wait 2>/dev/null
	rm -rf "$dir"
}
trap finish EXIT
passed=0 failed=0
check() { # NAME CONDITION...
	local name=$1
	shift
	if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $name"; fi
}

# ---- the cluster ---------------------------------------------------------------------------------

host=$(hostname -s)
chmod 755 "$dir" && mkdir -p "$dir"/{munge,state} "$dir"/spool.{1..4}
dd if=/dev/urandom of="$dir/munge/key" bs=1 count=1024 2>/dev/null
chmod 600 "$dir/munge/key" && chmod 755 "$dir/munge"
munged --foreground --force --key-file="$dir/munge/key" --socket="$dir/munge/socket" --pid-file="$dir/munge/pid" --log-file="$dir/munge/log" --seed-file="$dir/munge/seed" >"$dir/munge/out" 2>&1 &
pids+=($!)
{
	cat <<-EOF
		ClusterName=bounce
		SlurmctldHost=$host(127.0.0.1)
		SlurmUser=root
		AuthType=auth/munge
		AuthInfo=socket=$dir/munge/socket
		CredType=cred/munge
		SlurmctldPort=17817
		SlurmctldPidFile=$dir/ctld.pid
		SlurmctldLogFile=$dir/ctld.log
		StateSaveLocation=$dir/state
		SlurmdPidFile=$dir/slurmd.%n.pid
		SlurmdLogFile=$dir/slurmd.%n.log
		SlurmdSpoolDir=$dir/spool.%n
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		SelectType=select/cons_tres
		SelectTypeParameters=CR_Core
		ReturnToService=2
		SchedulerParameters=sched_interval=1,sched_min_interval=0
		AccountingStorageType=accounting_storage/none
		JobAcctGatherType=jobacct_gather/none
		MpiDefault=none
		SlurmdParameters=config_overrides
	EOF
	for ((i = 1; i <= nodes; i++)); do echo "NodeName=n$i NodeHostname=$host NodeAddr=127.0.0.1 Port=$((17820 + i)) CPUs=1 RealMemory=1000 State=UNKNOWN"; done
	echo "PartitionName=all Nodes=n[1-$nodes] Default=YES MaxTime=INFINITE State=UP"
} >"$dir/slurm.conf"
export SLURM_CONF=$dir/slurm.conf
sleep 1
slurmctld -D >"$dir/ctld.out" 2>&1 &
pids+=($!)
for ((i = 1; i <= nodes; i++)); do
	mkdir -p "$dir/spool.n$i"
	slurmd -D -N "n$i" >"$dir/slurmd.$i.out" 2>&1 &
	pids+=($!)
done
for ((i = 0; i < 60; i++)); do
	[ "$(sinfo -h -o %T -N 2>/dev/null | grep -c idle)" = $nodes ] && break
	sleep 1
done
if [ "$(sinfo -h -o %T -N 2>/dev/null | grep -c idle)" != $nodes ]; then
	echo 'the cluster does not come up:' && sinfo -N 2>&1 | head && tail -n 5 "$dir"/*.log "$dir"/*.out
	echo "0 passed, 1 failed"
	exit 1
fi

# ---- the campaign --------------------------------------------------------------------------------

if [ $# -eq 0 ]; then
	mkdir -p "$dir/src" && python3 - "$dir/src" <<-'EOF'
		import sys
		for k in range(17):
		    names = [f"v{i}" for i in range(1, 18)]
		    with open(f"{sys.argv[1]}/M{k}.mch", "w") as f:
		        f.write(f"MACHINE M{k}\nVARIABLES {', '.join(names)}\nINVARIANT " + " & ".join(f"{n} : 0..{i + k}" for i, n in enumerate(names, 1)) +
		                "\nINITIALISATION " + " || ".join(f"{n} := 0" for n in names) + "\nOPERATIONS\n" +
		                ";\n".join(f"op{i} = PRE v{i} < {i + k} & !x.(x : 0..3 => x * v{i} >= 0) THEN v{i} := v{i} + 1 || v{i % 17 + 1} := {min(i, 9)} END" for i in range(1, 18)) + "\nEND\n")
	EOF
	set -- "$dir/src"
fi
results=$dir/results
statuses() { python3 -c 'import json,sys
for o in sorted(json.load(sys.stdin)["results"], key=lambda o: o["file"]):
    for p in sorted(o["obligations"], key=lambda p: p["name"]): print(o["file"], p["name"], p["status"].replace("_for_sizes", ""))'; }
"$bounce" disprove "$@" --json 2>/dev/null >"$dir/one.json"
statuses <"$dir/one.json" >"$dir/one"
echo "$(wc -l <"$dir/one") obligations in $parts parts on $nodes nodes"
check 'there are at least 5,000' test "$(wc -l <"$dir/one")" -ge 5000
begun=$(date +%s.%N)
export BOUNCE=$bounce
cd "$dir" || exit 1
job=$(sbatch --parsable --array="1-$parts" --output=/dev/null "$root/docs/campaigns/slurm.sh" "$results" disprove "$@")
check 'it is queued' test -n "$job"
for kill in 1 2; do # the processes of a task that runs, as when a machine dies
	for ((i = 0; i < 100; i++)); do
		victim=$(pgrep -f "$bounce disprove .* --cache $results" | head -n 1)
		[ -n "$victim" ] && break
		sleep 0.1
	done
	kill -KILL "$victim" 2>/dev/null && echo "killed process $victim ($kill)"
	sleep 0.7
done
scontrol update nodename=n2 state=drain reason=test && echo 'node n2 is drained'
for ((i = 0; i < 500; i++)); do
	[ -z "$(squeue -h -j "$job" 2>/dev/null)" ] && break
	sleep 1
done
ended=$(date +%s.%N)
check 'the node stays drained' grep -q drain <(sinfo -h -N -n n2 -o %T)
merge_begun=$(date +%s.%N)
"$bounce" merge "$results" --json >"$dir/merged.json"
merge_ended=$(date +%s.%N)
statuses <"$dir/merged.json" >"$dir/merged"
check 'the merged report is that of one process' cmp "$dir/one" "$dir/merged"
check 'every unit is answered once' test "$(sort "$dir/merged" | uniq -d | wc -l)" = 0
python3 - "$begun" "$ended" "$merge_begun" "$merge_ended" "$results" "$nodes" <<'EOF'
import glob, json, sys
begun, ended, merge_begun, merge_ended = map(float, sys.argv[1:5])
work = sum(json.load(open(f))["stats"]["seconds"] for f in glob.glob(sys.argv[5] + "/*.json"))
print(f"{ended - begun:.1f} s by the clock, {work:.1f} s in answers: efficiency {work / (ended - begun) / int(sys.argv[6]):.2f} of {sys.argv[6]} nodes; merge {merge_ended - merge_begun:.2f} s")
EOF
echo "$passed passed, $failed failed"
exit $((failed > 0))
