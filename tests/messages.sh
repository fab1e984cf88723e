#!/bin/sh
# Is every message of syntax/*.c and base/diag.c, that is every text given to the functions below,
# expected by a case, and does every operator and spelling occur in an accepted one?
cd "$(dirname "$0")/.." || exit 1
exec perl - <<'PERL'
use strict;
use warnings;

# What no case shows, and why: parts of messages, or spellings.
my %exempt = (
	'the end of the formula' => 'only of formulas that are typed in, not of machines',
	'the name of a result' => 'is asked for only where a name was seen',
	'an identifier, found' => 'is asked for only where a name was seen',
	'it may only be read here' => 'all kinds of names have reasons of their own',
	'there is no external function' => 'the name comes from the table where it is looked up',
	'op.def: OF_TYPE' => 'of Event-B, see cases/eventb',
	'op.def: TYPE_SET' => 'of Event-B, and never written',
	'the spelling ⦂' => 'of Event-B, see cases/eventb',
	'the texts of this run exceed 2 GiB' => 'needs such a file',
);

# Functions that take messages or parts of them: which argument (%F), and what is printed.
my $expected_found = 'expected %F, found %s';
my %takes = (
	diag_at => [3, '%F'], parse_fail => [2, '%F'], parse_report => [2, '%F'], types_format => [1, '%F'],
	parse_unexpected => [1, $expected_found], parse_report_unexpected => [1, $expected_found],
	parse_dotted => [1, $expected_found], parse_check_not_empty => [1, $expected_found],
	parse_another => [2, "'%s' must be followed by %F"],
	parse_id => [1, $expected_found], parse_ids => [1, $expected_found],
	parse_parameters => [1, $expected_found], parse_expect => [2, "expected '%s' %F, found %s"],
	parse_close => [3, 'to close this %F'], guarded => [3, 'to close this %F'],
	with_ids => [5, 'to close this %F'], quoted => [3, '%F is not closed'],
	needs => [4, '%F, but there is no clause %s'], scope_add => [4, '%s: %F'],
	pass => [4, "%F '%s' of '%s' is %s, but this is %s"],
	count_fits => [5, "operation '%s' has %s %F%s, but %s"],
);
# Functions whose results are parts of messages.
my @give = qw(why_not_assignable why_not_assigned class_text kind_name function_name found
	expected_after sign_hint formula_hint);

# Operators without a spelling, and how they look.
my %form = (
	SUBSTITUTED => '\[\w+ := ', LABEL => '@label', ID => '\w', OLD => '\w\$0', NUMBER => '\d',
	DECIMAL => '\d\.\d', STRING => '"\w', TEMPLATE => '```', SET => '\{\w+, ', IMAGE => '\w\[',
	COMPREHENSION => '\{\w+ \| ', APPLY => '\w\(', SEQUENCE => '\[\w+, ', ENTRY => 'rec\(\w+ : ',
	EXTERNAL_CALL => 'STRING_LENGTH\(', S_ASSIGN => '\w := ', S_BECOMES_IN => '\w :: ',
	S_BECOMES_SUCH => '\w :\(', S_CALL => ' <-- \w', IDS => '\w, \w', LIST => '\w, \w',
);

my ($passed, $failed) = (0, 0);

sub check {
	my ($what, $good) = @_;
	if ($good || grep { index($what, $_) >= 0 } keys %exempt) { $passed++ }
	else { $failed++; print "not covered: $what\n" }
}

sub slurp { my ($file) = @_; open my $h, '<', $file or die "$file: $!\n"; local $/; return scalar <$h> }

# ---- what the cases expect and accept ------------------------------------------------------------

my (@expected, $accepted);
for my $file (glob 'cases/*.yaml cases/*/*.yaml') {
	my $text = slurp($file);
	for (split /\n/, $text) {
		next unless /(?:error|warning|note): (.+)$/ || /(bounce: \d.+)$/;
		push @expected, $1;
		$expected[-1] =~ s/\\(["\\])/$1/g if $expected[-1] =~ s/"$//;
	}
	next unless $file =~ m{/accept/};
	$text =~ s/^ +(?:stdout|diagnostics):.*?(?=^- |^#|\z)//gms; # what is printed does not count
	$text =~ s/\\u([0-9A-F]{4})/my $c = chr hex $1; utf8::encode($c); $c/ge;
	$accepted .= $text;
}

# ---- messages --------------------------------------------------------------------------------------

sub literals { # of a part of a C text; those side by side are one
	my ($c) = @_;
	$c =~ s/"\s*"//g;
	return map { s/\\(.)/$1/gr } $c =~ /"((?:[^"\\]|\\.)*)"/g;
}

my %seen;
sub message {
	my ($where, $format, @parts) = @_;
	return if $format !~ /[a-z]{2}/ || $format =~ /^(%s)+$/ || $seen{"$format @parts"}++;
	my $pattern = join '.*', map { quotemeta } split /%[-0-9.*]*[a-z]/, $format, -1;
	my @shown = grep { /^$pattern$/ } @expected;
	check("$where: $format", scalar @shown);
	for my $part (grep { /[A-Za-z]{3}/ } @parts) {
		check("$where: $format, with $part", scalar grep { index($_, $part) >= 0 } @shown);
	}
}

sub arguments { # of the call whose '(' stands at pos
	my ($source) = @_;
	my ($depth, @args) = (0, '');
	while ($$source =~ /\G("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|.)/gs) {
		my $token = $1;
		$depth += $token =~ /^[(\[{]$/ ? 1 : $token =~ /^[)\]}]$/ ? -1 : 0;
		last if $depth == 0;
		if ($depth == 1 && $token eq ',') { push @args, '' } else { $args[-1] .= $token }
	}
	return @args;
}

my $calls = join '|', keys %takes;
for my $file (glob('syntax/*.c'), 'base/diag.c') {
	my $source = slurp($file);
	$source =~ s{("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|/\*.*?\*/|//[^\n]*}{defined $1 ? $1 : ' '}gse;
	while ($source =~ /\b($calls)(?=\()/g) {
		my ($index, $shown) = @{$takes{$1}};
		my ($at, @args) = (pos $source, arguments(\$source));
		my $arg = @args > $index ? $args[$index] : '';
		my @formats = literals($arg);
		pos($source) = 0;
		# a variable may have been set to a literal
		@formats = map { literals($_) } $source =~ /\b$1(?:\[\])? = ([^;]*);/g
			if !@formats && $arg =~ /^\s*(\w+)$/;
		my @parts = map { literals($_) } @args[$index + 1 .. $#args];
		message($file, $shown =~ s/%F/$_/r, @parts) for @formats;
		pos($source) = $at;
	}
	for my $name (@give) {
		my ($body) = $source =~ /^static [^\n;]*\b$name\([^;]*?\)\n(\{.*?^\})/ms or next;
		message($file, "%s$_%s") for map { literals($_) } $body =~ /return\b([^;]*);/g;
	}
}
message('base/diag.c', 'bounce: %u more errors are not shown');

# ---- operators, clauses and other spellings ------------------------------------------------------------

my @spellings;
for (slurp('syntax/op.def') =~ /^OP\((\w+, \w+, \w+, "[^ ]*", "[^ ]*"), /gm) {
	my ($tag, @both) = /^(\w+), .*?"(.*?)", "(.*)"$/;
	if ($form{$tag}) { check("op.def: $tag", scalar $accepted =~ /$form{$tag}/) }
	else { check("op.def: $tag has no spelling", $both[0]); push @spellings, grep { $_ } @both }
}
push @spellings, slurp('syntax/token.def') =~ /"([^" ]+)"/g, slurp('syntax/clause.def') =~ /, "(\w{4,})"/g;
push @spellings, $1 =~ /\{"(.+?)", /g if slurp('syntax/lexer.c') =~ /further spellings(.*?)^\};/ms;
s/\\x(..)/chr hex $1/ge, s/\\(.)/$1/g for @spellings;
# Symbols are the longest that fit: '-' is not found in '-->'.
my $symbols = join '|', map { quotemeta } sort { length $b <=> length $a } grep { !/^\w/ } @spellings;
my %symbol = map { $_ => 1 } $accepted =~ /$symbols/g;
check("the spelling $_", /^\w/ ? scalar $accepted =~ /\b$_\b/ : $symbol{$_}) for @spellings;

print "$passed passed, $failed failed\n";
exit($failed > 0);
PERL
