#!/bin/bash
# Checks the rules that the compiler does not know; see docs/DESIGN.md, "who may include whom".
#
#   - a folder includes only the folders it may, written from the root of the project;
#   - of another folder FOLDER/FOLDER.h alone is included, or one of its parts that are listed here as public, too;
#   - a header's guard is its path, and every header compiles alone;
#   - library code neither prints nor ends the process (diag_fatal and diag_no_memory in base/ alone may).
#
# One file and one rule is one check. The last line is 'N passed, N failed'.
set -u
cd "$(dirname "$0")/.." || exit 1

declare -A may=(
	[base]="base"
	[syntax]="base syntax"
	[logic]="base syntax logic"
	[value]="base syntax logic value"
	[eval]="base syntax logic value eval"
	[bounds]="base syntax logic value eval bounds"
	[symmetry]="base syntax logic value eval bounds symmetry"
	[solve]="base solve"
	[circuit]="base solve circuit"
	[aig]="base solve circuit aig"
	[pdr]="base solve circuit aig pdr"
	[encode]="base syntax logic value eval bounds symmetry solve circuit encode"
	[reduce]="base syntax logic value eval reduce"
	[explore]="base syntax logic value eval bounds symmetry reduce explore"
	[visb]="base syntax logic value eval visb"
	[path]="base syntax logic value eval path"
	[search]="base syntax logic value eval bounds symmetry solve circuit encode reduce explore path search"
	[bmc]="base syntax logic value eval bounds symmetry solve circuit aig pdr encode reduce explore path search bmc"
	[view]="base syntax logic value eval bounds symmetry reduce explore view"
	[cover]="base syntax logic value eval bounds symmetry reduce explore cover"
	[relate]="base syntax logic value eval bounds symmetry solve circuit encode reduce explore path search bmc relate"
	[temporal]="base syntax logic value eval bounds symmetry solve circuit aig pdr encode reduce explore path search bmc temporal"
	[prove]="base syntax logic value eval bounds symmetry solve circuit encode reduce explore path search bmc prove"
	[input]="base syntax logic value eval bounds prove input"
	[eventb]="base syntax logic value eval bounds prove input eventb"
	[present]="base present"
	[lsp]="base syntax lsp"
)
may[api]="base syntax logic value eval bounds symmetry solve circuit encode reduce explore path search bmc temporal prove input eventb api"
may[cli]="${!may[*]} cli"
may[tests]="${!may[*]} tests"

# Parts that others need without the whole, or that need folders which the header of the name does not: a program that uses
# bounce; the turns of engines, and one step as a graph; abstractions; sets that grow; effort and sizes, solutions for explorations; XML and YAML.
parts="api/bounce.h bmc/schedule.h bmc/transition.h explore/level.h prove/growth.h prove/stages.h search/budget.h
	search/finder.h search/fit.h search/minimise.h input/reader.h input/xml.h"

rules=("parts=$parts")
for folder in "${!may[@]}"; do rules+=("$folder=${may[$folder]}"); done
CC="${CC:-cc}" exec perl - "${rules[@]}" <<'PERL'
use strict;
use warnings;
use Digest::MD5;

my %may = map { my ($folder, $list) = split /=/; $folder => { map { $_ => 1 } split ' ', $list } } @ARGV;
my %parts = %{delete $may{parts}};
my ($passed, $failed, $is_known) = (0, 0, 0);

# verdict(PROBLEMS): the check passes if there are none
sub verdict {
	@_ ? $failed++ : $passed++;
	print "$_\n" for @_;
}

sub blank { (my $t = shift) =~ s/[^\n]//g; " $t" }

# The lines of a file without comments, literals (but in #include lines) and the bodies of diag_fatal
# and diag_no_memory.
sub code {
	open my $file, '<', shift or die;
	my $text = do { local $/; <$file> };
	$text =~ s~(/\*.*?\*/|//[^\n]*)           # comments
	          |(^[ \t]*\#[ \t]*include[^\n]*)
	          |("(?:\\.|[^"\\\n])*")
	          |(\x27(?:\\.|[^\x27\\\n])*\x27)
	          ~$1 ? blank($1) : $2 ? $2 : $3 ? q("") : "0"~gesmx;
	$text =~ s~(^\w[^\n;]*\b(?:diag_fatal|diag_no_memory)\([^;{]*\)\s*\{.*?^\})~blank($1)~gesm;
	return split /\n/, $text;
}

sub is_private {
	my ($header, $owner, $folder) = @_;
	return 0 if $folder eq 'tests' || $folder eq $owner || $header !~ /\.h$/;
	return $header ne "$owner/$owner.h" && !$parts{$header};
}

sub check_includes {
	my ($file, $folder, @lines) = @_;
	my @bad;
	for my $i (0 .. $#lines) {
		next unless $lines[$i] =~ /^[ \t]*#[ \t]*include[ \t]*"([^"]*)"/;
		my ($included, $at) = ($1, "$file:" . ($i + 1));
		if ($included !~ m~^(.*?)/~) { push @bad, "$at: '$included' is not written from the root" }
		elsif (!$may{$folder}{$1}) { push @bad, "$at: $folder/ may not include '$included'" }
		elsif (is_private($included, $1, $folder)) { push @bad, "$at: '$included' is private to its folder" }
	}
	verdict(@bad);
}

sub check_header {
	my ($file, @lines) = @_;
	(my $guard = uc $file) =~ s/[^A-Z0-9]/_/g;
	my @directives = map { /^[ \t]*#(.*)/ ? $1 : () } @lines;
	my $is_good = @directives > 1 && $directives[0] eq "ifndef $guard" && $directives[1] eq "define $guard";
	verdict($is_good ? () : "$file: the guard is not $guard");
	if ($is_known) { verdict(); return }
	my $errors = `echo '#include "$file"' | $ENV{CC} -std=c11 -D_GNU_SOURCE -I. -Wall -Wextra -Werror -Wno-unused-function -fsyntax-only -x c - 2>&1`;
	verdict($errors || ());
}

# Headers that compiled alone with the same compiler do so again.
sub fingerprint {
	my $all = Digest::MD5->new;
	$all->add($ENV{CC});
	for my $file (sort map { glob "$_/*.h $_/*.def $_/*/*.h $_/*/*.def" } sort keys %may) {
		open my $in, '<', $file or die;
		$all->add("$file\n")->addfile($in);
	}
	return $all->hexdigest;
}

sub note {
	my ($path, $text) = @_;
	mkdir 'build';
	open my $out, '>', $path or return;
	print $out $text;
}

my ($fingerprint, $stamp) = (fingerprint(), 'build/headers.stamp');
if (open my $before, '<', $stamp) { $is_known = (<$before> // '') eq $fingerprint }

# What prints or ends the process: these functions, and any use of the standard streams.
my $forbidden = qr/(?:^|[^\w.>])(?:(?:_exit|_Exit|quick_exit|exit|abort|perror|puts|putchar|v?printf)[ \t]*\(|(?:stdout|stderr)\b)/;

for my $folder (sort keys %may) {
	for my $file (glob "$folder/*.[ch] $folder/*.def $folder/*/*.[ch] $folder/*/*.def") {
		my @lines = code($file);
		check_includes($file, $folder, @lines);
		check_header($file, @lines) if $file =~ /\.h$/;
		next if $folder eq 'cli' || $folder eq 'tests';
		verdict(map { $lines[$_] =~ $forbidden ? "$file:" . ($_ + 1) . ": library code must not print or exit: $lines[$_]" : () } 0 .. $#lines);
	}
}
note($stamp, $fingerprint) unless $failed;
print "$passed passed, $failed failed\n";
exit($failed > 0);
PERL
