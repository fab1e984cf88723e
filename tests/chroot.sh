#!/bin/bash
# Usage: tests/chroot.sh [--user] [--keep] [DIRECTORY]
# Proves on an empty Debian 12 that git and two commands are enough: clones HEAD into a fresh
# chroot that holds only git, make and ca-certificates, and runs 'make demo' and 'make test'
# there, which must install the rest themselves.
#
#   --user   run as an ordinary user with sudo, not as root
#   --keep   leave the chroot for a look inside (its mounts are removed)
#
# Needs root. The chroot is made below DIRECTORY (default /tmp); the empty system is kept as
# DIRECTORY/bounce-chroot.tar, so that only the first run has to fetch it. CI is passed on.
set -euo pipefail

as_user='' keep='' place=/tmp
for argument; do
	case $argument in
	--user) as_user=yes ;;
	--keep) keep=yes ;;
	-*) sed -n '2s/^# //p' "$0" >&2 && exit 2 ;;
	*) place=$argument ;;
	esac
done
[ "$(id -u)" = 0 ] || { echo "$0: needs root" >&2 && exit 2; }
project=$(cd "$(dirname "$0")/.." && pwd)
tarball=$place/bounce-chroot.tar
root=$(mktemp -d "$place/bounce-chroot.XXXXXX")

# Without the mounts first, rm would reach into the machine's own /proc.
# shellcheck disable=SC2317 # called by the trap
clean_up() {
	if mountpoint -q "$root/proc"; then umount "$root/proc" || exit 1; fi
	if [ -n "$keep" ]; then echo "kept: $root"; else rm -rf --one-file-system "$root"; fi
}
trap clean_up EXIT
trap 'exit 130' INT TERM

if [ ! -e "$tarball" ]; then
	if ! command -v debootstrap >/dev/null; then
		apt-get update -q >/dev/null
		DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends debootstrap >/dev/null
	fi
	# shellcheck disable=SC2016 # the variables are apt's
	mirror=$(apt-get indextargets --no-release-info --format '$(REPO_URI)' \
		'Created-By: Packages' 'Release: bookworm' 'Component: main' | head -n 1)
	echo "making an empty Debian 12 from ${mirror:=http://deb.debian.org/debian}"
	debootstrap --variant=minbase --include=git,make,ca-certificates bookworm "$root" "$mirror" \
		>"$tarball.log" 2>&1 || { tail -n 20 "$tarball.log" >&2 && exit 1; }
	tar -C "$root" -cf "$tarball.new" . && mv "$tarball.new" "$tarball"
else
	tar -C "$root" -xf "$tarball"
fi
chmod 755 "$root"
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc"

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C CI="${CI-}" "$@"; }

home=/root
run=(inside HOME="$home")
if [ -n "$as_user" ]; then
	home=/home/tester
	inside bash -ec 'apt-get update -q && apt-get install -q -y --no-install-recommends sudo &&
		useradd -m tester && echo "tester ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/tester' >/dev/null 2>&1
	run=(inside HOME="$home" setpriv --reuid=tester --regid=tester --init-groups)
fi
git -C "$project" bundle create -q "$root/bounce.bundle" HEAD
"${run[@]}" git -c advice.detachedHead=false clone -q /bounce.bundle $home/bounce

result=0
report=()
for goal in demo test; do
	echo "== make $goal"
	begin=${EPOCHREALTIME/./}
	if "${run[@]}" bash -c "cd $home/bounce && make $goal" </dev/null; then verdict=ok; else verdict=FAILED result=1; fi
	tenths=$(((${EPOCHREALTIME/./} - begin) / 100000))
	report+=("make $goal: $verdict, $((tenths / 10)).$((tenths % 10)) s")
done
echo "== Debian $(cat "$root/etc/debian_version"), $([ -n "$as_user" ] && echo 'user with sudo' || echo root)"
printf '%s\n' "${report[@]}"
exit $result
