#!/bin/bash
# Installs from Debian what bounce needs and this machine lacks, and nothing else.
#
#   ./setup.sh         what building, testing and running needs
#   ./setup.sh fuzz    also clang with libFuzzer, for 'make fuzz'
#   ./setup.sh deb     also what packing a Debian package needs, for 'make deb'
#   ./setup.sh browser also Chromium with its driver, for 'make test-browser'
#   ./setup.sh sarif   also the schema of SARIF, for 'make test-sarif'
#   ./setup.sh slurm   also Slurm, for 'make test-slurm'
#   ./setup.sh dev     also clang-format, AFL++, valgrind, cppcheck and shellcheck
#   ./setup.sh auto    what the Makefile calls: silent if there is nothing to do, and does not
#                      try again to get kissat and drat-trim where they could not be had before
#
# Works as root and with sudo. kissat and drat-trim are Debian packages from Debian 13 on; on
# Debian 12 they are unpacked into build/deps, and the machine's own apt settings stay as they
# are. Without these two everything else works.
set -u
cd "$(dirname "$0")" || exit 1

mode=${1:-base}
deps=$PWD/build/deps
log=$PWD/build/setup.log # what the last command printed
stamp=build/setup.stamp
updated=

say() { echo "setup: $*"; }
warn() { say "warning: $*" >&2; }
show_log() { sed 's/^/    /' "$log" >&2; }
die() {
	say "$*" >&2
	exit 1
}
have() { type "$1" >/dev/null 2>&1; }
logged() { "$@" >"$log" 2>&1 </dev/null; }

# ---- what is missing ---------------------------------------------------------------------------

# Asks the compiler, not dpkg: it is faster, and libraries installed by hand count too.
absent_base() {
	local tool
	for tool in make pkg-config python3; do have $tool || echo $tool; done
	if ! have cc; then
		printf '%s\n' gcc g++ libc6-dev picosat libcadical-dev libyaml-dev libcjson-dev libedit-dev \
			libnauty-dev libexpat1-dev libminizip-dev zlib1g-dev libgmp-dev libmd-dev
		return
	fi
	cc -E -P -x c - <<-'EOF'
		#if !__has_include(<stdio.h>)
		libc6-dev
		#endif
		#if !__has_include(<picosat/picosat.h>)
		picosat
		#endif
		#if !__has_include(<ccadical.h>)
		libcadical-dev
		#endif
		#if !__has_include(<yaml.h>)
		libyaml-dev
		#endif
		#if !__has_include(<cjson/cJSON.h>)
		libcjson-dev
		#endif
		#if !__has_include(<histedit.h>)
		libedit-dev
		#endif
		#if !__has_include(<nauty/nauty.h>)
		libnauty-dev
		#endif
		#if !__has_include(<expat.h>)
		libexpat1-dev
		#endif
		#if !__has_include(<minizip/unzip.h>)
		libminizip-dev
		#endif
		#if !__has_include(<zlib.h>)
		zlib1g-dev
		#endif
		#if !__has_include(<gmp.h>)
		libgmp-dev
		#endif
		#if !__has_include(<sha2.h>)
		libmd-dev
		#endif
	EOF
	# CaDiCaL is C++: without this file the linker does not find its run-time library.
	[[ $(cc -print-file-name=libstdc++.so) == /* ]] || echo g++
}

absent_fuzz() {
	have clang || { printf '%s\n' clang libclang-rt-dev && return; }
	echo 'int LLVMFuzzerTestOneInput(const char *d, long n) { return !d && n; }' |
		clang -fsanitize=fuzzer,address,undefined -x c - -o build/fuzz.check 2>/dev/null ||
		echo libclang-rt-dev
	rm -f build/fuzz.check
}

absent_dev() {
	local tool
	for tool in clang-format valgrind cppcheck shellcheck; do have $tool || echo $tool; done
	have afl-fuzz || echo afl++
	have berkeley-abc || echo berkeley-abc # tests/aiger.py, --engine abc
}

absent_deb() {
	have dh || echo debhelper
	have dpkg-buildpackage || echo dpkg-dev
	[ -e /usr/share/build-essential ] || echo build-essential # dpkg-buildpackage insists on it
}

absent_browser() {
	have chromium || echo chromium
	have chromedriver || echo chromium-driver
	/usr/bin/python3 -c 'import selenium' 2>/dev/null || echo python3-selenium
}

absent() {
	absent_base
	case $mode in fuzz | dev) absent_fuzz ;; esac
	case $mode in dev) absent_dev ;; esac
	case $mode in deb) absent_deb ;; esac
	case $mode in browser) absent_browser ;; esac
	case $mode in sarif) have npm || echo npm ;; esac
	case $mode in slurm) have slurmctld || printf '%s\n' slurm-wlm munge ;; esac
}

absent_solvers() {
	local tool
	for tool in kissat drat-trim; do
		have $tool || [ -x "$deps/usr/bin/$tool" ] || echo $tool
	done
}

# ---- packages of this machine's own Debian -----------------------------------------------------

as_root() {
	if [ "$(id -u)" = 0 ]; then
		env DEBIAN_FRONTEND=noninteractive "$@"
	elif (: </dev/tty) 2>/dev/null; then
		sudo env DEBIAN_FRONTEND=noninteractive "$@"
	else # nobody is there to type a password
		sudo -n env DEBIAN_FRONTEND=noninteractive "$@"
	fi
}

has_candidate() { LC_ALL=C apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [^(]'; }

# Names are those of Debian 13; one was different before.
names_here() {
	local name
	for name; do
		if [ "$name" = libnauty-dev ] && ! has_candidate "$name"; then name=libnauty2-dev; fi
		echo "$name"
	done
}

install() {
	have apt-get || die "no apt-get here; please install what these Debian packages hold: $*"
	[ "$(id -u)" = 0 ] || have sudo ||
		die "no sudo here; please run as root: apt-get install $(names_here "$@" | xargs)"
	if [ -z "$updated" ]; then
		updated=yes
		say "reading the package lists (apt-get update)"
		logged as_root apt-get update -q || {
			warn "'apt-get update' failed, going on with the lists as they are; it printed:"
			show_log
		}
	fi
	local names
	mapfile -t names < <(names_here "$@")
	say "installing ${names[*]}"
	logged as_root apt-get install -q -y --no-install-recommends --no-upgrade \
		-o DPkg::Lock::Timeout=300 "${names[@]}" && return
	say "could not install ${names[*]}; 'apt-get install' printed:" >&2
	show_log
	return 1
}

# ---- kissat and drat-trim from Debian 13 -------------------------------------------------------

# apt with its own sources, lists and cache, all below build/deps; needs no root.
private_apt() {
	logged apt-get -q -o Dir::Etc::SourceList="$deps/apt/sources.list" \
		-o Dir::Etc::SourceParts=/dev/null -o Dir::State="$deps/apt" \
		-o Dir::State::Lists="$deps/apt/lists" -o Dir::Cache="$deps/apt/cache" \
		-o Acquire::Languages=none -o Acquire::Retries=2 -o APT::Update::Error-Mode=any "$@"
}

# The mirror that this machine uses for its own release.
mirror() {
	local codename
	codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
	# shellcheck disable=SC2016 # the variables are apt's
	apt-get indextargets --no-release-info --format '$(RELEASE) $(REPO_URI)' \
		'Created-By: Packages' 'Component: main' 2>/dev/null |
		awk -v own="$codename" '$1 == own || $1 ~ /^(old)?stable$/ { print $2; exit }'
}

unpack_solvers() {
	local keyring=/usr/share/keyrings/debian-archive-keyring.gpg from package signed=
	from=$(mirror)
	from=${from:-http://deb.debian.org/debian}
	say "fetching $* from Debian 13 ($from) into build/deps"
	rm -rf "$deps/apt"
	mkdir -p "$deps/apt/lists/partial" "$deps/apt/cache" "$deps/usr/bin" || return
	[ -r $keyring ] && signed="[signed-by=$keyring] "
	echo "deb $signed$from trixie main" >"$deps/apt/sources.list"
	if ! private_apt update; then
		# A signature that cannot be checked is a reason to stop, never to look away.
		grep -qE 'NO_PUBKEY|EXPKEYSIG|REVKEYSIG|not signed|signatures were invalid' "$log" &&
			warn "this machine's keys cannot verify the signature of Debian 13;" \
				"is the package debian-archive-keyring up to date?"
		return 1
	fi
	(cd "$deps/apt" && private_apt download "$@") || return
	for package; do
		logged dpkg -x "$deps/apt/$package"_*.deb "$deps/apt/unpacked" || return
		# dpkg -x looks at no dependencies: an older libc would show here.
		logged ldd "$deps/apt/unpacked/usr/bin/$package" || return
		grep -q 'not found' "$log" && return 1
		mv "$deps/apt/unpacked/usr/bin/$package" "$deps/usr/bin/" || return
	done
	rm -rf "$deps/apt" # the lists alone are 50 MB
}

get_solvers() {
	local own=() other=() package
	for package; do
		if has_candidate "$package"; then own+=("$package"); else other+=("$package"); fi
	done
	if [ ${#own[@]} -gt 0 ]; then (install "${own[@]}"); fi
	if [ ${#other[@]} -gt 0 ] && ! unpack_solvers "${other[@]}"; then
		warn "could not fetch ${other[*]}; the last command printed:"
		show_log
	fi
}

# ------------------------------------------------------------------------------------------------

case $mode in base | fuzz | deb | browser | sarif | slurm | dev | auto) ;; *) die "usage: ./setup.sh [fuzz|deb|browser|sarif|slurm|dev|auto]" ;; esac
mkdir -p build || exit 1

mapfile -t missing < <(absent)
mapfile -t solvers < <(absent_solvers)
if [ "$mode" = auto ] && [ $stamp -nt setup.sh ]; then
	solvers=() # tried before
fi
if [ ${#missing[@]} -gt 0 ]; then
	install "${missing[@]}" || exit 1
	mapfile -t missing < <(absent)
	[ ${#missing[@]} = 0 ] || die "still missing after the installation: ${missing[*]}"
elif [ ${#solvers[@]} = 0 ]; then
	[ $stamp -nt setup.sh ] || touch $stamp
	[ "$mode" = auto ] || say "nothing is missing"
	exit 0
fi
if [ ${#solvers[@]} -gt 0 ]; then
	get_solvers "${solvers[@]}"
	mapfile -t solvers < <(absent_solvers)
	[ ${#solvers[@]} = 0 ] || warn "going on without ${solvers[*]}, which only '--solver kissat'" \
		"and '--certify' need; ./setup.sh tries again"
fi
touch $stamp
say "done"
