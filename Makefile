# bounce. 'make help' lists the targets; what is missing on the machine is installed by setup.sh.
#
#   V=1          show the commands
#   WERROR=1     warnings are errors; CI=true implies it
#   SAN=1        'make test' also runs under the sanitizers; CI=true implies it
#   GREATEST=D   unit tests with D/greatest.h instead of tests/greatest.h
#   SETUP=:      do not look for missing packages

ifeq ($(CI),true)
WERROR := 1
SAN := 1
endif

CC       := $(if $(filter default,$(origin CC)),cc,$(CC))
# At a fixed address the program starts sooner: a tenth of what a small question takes.
CFLAGS   ?= -O2 -g -fno-pie -no-pie
PREFIX   ?= /usr/local
SETUP    ?= ./setup.sh
CORPUS   ?= ../shared/corpus
SECONDS  ?= 60
FUZZ     ?= front

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wmissing-prototypes $(if $(WERROR),-Werror)
FLAGS    := -std=c11 $(WARNINGS) -D_GNU_SOURCE -I.
SANFLAGS := -O1 -g -Wno-format-truncation -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
COVFLAGS := -O1 -g --coverage -Wl,--wrap=_exit,--wrap=execv
FUZZFLAGS := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

LIBS     := -lnauty -lpicosat -lcadical -lstdc++ -ledit -lmd -lyaml -lcjson -lexpat -lminizip -lz -lgmp -lpthread -lm
# Finding the symbols of all these when the program starts takes longer than most of its answers: what
# can be had as an archive is linked as one. (libedit needs the three after it.)
archives  = $(filter /%,$(foreach l,$1,$(shell $(CC) -print-file-name=lib$l.a)))
linked    = $(if $(filter $(words $1),$(words $(call archives,$1))),$(call archives,$1),-l$(firstword $1))
# Expanded when it is linked: on an empty machine there is no compiler to ask before that.
PROGRAM_LIBS = -static-libgcc $(foreach l,nauty picosat cadical stdc++ yaml expat minizip z gmp,$(call linked,$l)) \
	$(call linked,edit tinfo bsd md) -lcjson -lpthread -lm

# In the order of tests/layers.sh: each includes only what comes before it.
FOLDERS  := base present syntax lsp logic value eval bounds symmetry solve circuit aig pdr encode \
	visb \
	reduce explore view cover path search \
	bmc relate temporal \
	prove input \
	eventb \
	api \
	cli
SOURCES  := $(wildcard $(foreach d,$(FOLDERS),$d/*.c $d/*/*.c))
LIBRARY  := $(filter-out cli/main.c,$(SOURCES))
# The tests of a folder are in tests/FOLDER/test_*.c, each a program of that name in build/tests. What several of them
# need is an archive; tests/long/*.c are programs for long runs.
TESTS    := $(wildcard tests/*/test_*.c)
UNITS    := $(notdir $(TESTS:.c=))
LONG     := $(filter-out tests/long/fuzz_%,$(wildcard tests/long/*.c))
SUPPORT  := $(filter-out $(TESTS) tests/long/% tests/coverage.c,$(wildcard tests/*.c tests/*/*.c))

# In parallel unless told otherwise.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc)
endif

all: bounce

# ---- objects, library and programs, in four flavours --------------------------------------------

Q := $(if $(V),,@)
say = $(if $(V),,@printf '%-7s %s\n' $1 $2)

# $(call remember,FILE,TEXT) writes the file only if the text is new, so that what depends on it
# is made again when flags or the list of sources change.
remember = $(if $(call same,$(file <$1),$2),,$(shell mkdir -p $(dir $1))$(file >$1,$2))
same = $(if $(subst x$1,,x$2)$(subst x$2,,x$1),,yes)
ifeq ($(filter clean distclean help,$(MAKECMDGOALS)),)
$(call remember,build/flags,$(CC) $(FLAGS) $(CFLAGS) $(GREATEST))
$(call remember,build/sources,$(LIBRARY) $(SUPPORT))
endif

# $(call flavour,DIRECTORY,COMPILER AND FLAGS)
define flavour
$1/%.o: %.c build/flags | build/setup.stamp
	$$(call say,CC,$$@)
	$$(Q)mkdir -p $$(@D) && $2 $$(FLAGS) $$(if $$(filter tests/%,$$<),$$(TESTFLAGS)) -MMD -MP -c -o $$@ $$<

$1/libbounce.a: $$(LIBRARY:%.c=$1/%.o) build/sources
	$$(call say,AR,$$@)
	$$(Q)rm -f $$@ && ar rcs $$@ $$(filter %.o,$$^)

$1/bounce: $1/cli/main.o $1/libbounce.a
	$$(call say,LINK,$$@)
	$$(Q)$2 $$(LDFLAGS) -o $$@ $$^ $$(LIBS)

$1/libtests.a: $$(SUPPORT:%.c=$1/%.o) build/sources
	$$(call say,AR,$$@)
	$$(Q)rm -f $$@ && ar rcs $$@ $$(filter %.o,$$^)

$$(foreach t,$$(TESTS) $$(LONG),$$(eval $1/tests/$$(basename $$(notdir $$t)): $$(t:%.c=$1/%.o)))
$$(patsubst %,$1/tests/%,$$(UNITS) $$(basename $$(notdir $$(LONG)))): $1/libtests.a $1/libbounce.a
	$$(call say,LINK,$$@)
	$$(Q)$2 $$(LDFLAGS) -o $$@ $$(filter %.o,$$^) $1/libtests.a $1/libbounce.a $$(LIBS)

-include $$(patsubst %.c,$1/%.d,$$(SOURCES) $$(wildcard tests/*.c tests/*/*.c))
endef

TESTFLAGS := $(if $(GREATEST),-DGREATEST_REAL -isystem $(GREATEST))
$(eval $(call flavour,build,$(CC) $(CFLAGS)))
$(eval $(call flavour,build/san,$(CC) $(SANFLAGS)))
$(eval $(call flavour,build/cov,$(CC) $(COVFLAGS)))
build/cov/bounce $(UNITS:%=build/cov/tests/%): build/cov/tests/coverage.o
$(eval $(call flavour,build/fuzz,clang $(FUZZFLAGS)))
$(eval $(call flavour,build/pic,$(CC) -O2 -g -fPIC))

# The library for others: one object, of which api/bounce.h is all that can be seen.
build/lib/libbounce.a: $(patsubst %.c,build/pic/%.o,$(filter api/%,$(LIBRARY))) build/pic/libbounce.a
	$(call say,LIB,$@)
	$(Q)mkdir -p $(@D) && rm -f $@ && $(CC) -r -nostdlib -o build/lib/bounce.o $^ && \
	    objcopy --wildcard --keep-global-symbol='bounce_*' build/lib/bounce.o && ar rcs $@ build/lib/bounce.o

# The page of the report is a part of its object file.
$(foreach f,build build/san build/cov build/fuzz build/pic,$(eval $f/present/html.o: $(wildcard present/page/*)))

bounce: build/cli/main.o build/libbounce.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(PROGRAM_LIBS)

# Looked at in every run (15 ms), so that a package that went away is noticed.
build/setup.stamp: FORCE
	@$(SETUP) $(if $(filter fuzz,$(MAKECMDGOALS)),$(if $(filter solve tactics check disprove recall ample symmetry relate pdr planted oracle,$(FUZZ)),auto,fuzz),auto)

# ---- targets ------------------------------------------------------------------------------------

# The machine has a bug, and finding it is exit code 10.
demo: bounce
	./bounce check cases/demo/buffer.mch --html build/demo.html || [ $$? -eq 10 ]
	@echo 'The same for the browser, to step through: build/demo.html'

# The longest first, so that none of them is left alone at the end (TIMES=1 tells how long they take). No case depends on
# the time it takes: the limit only ends what hangs.
LONGEST := test_differential test_check test_limits test_planted test_solve test_recall test_group test_refinement test_meaning
SHORT   := $(filter-out $(LONGEST),$(UNITS))
RUNS := './bounce run cases/ --time-limit 300' 'python3 -B tests/oracle --count 200' $(LONGEST:%=build/tests/%) \
	'python3 -B tests/temporal/runs.py --seed 6400 --count 200' tests/layers.sh 'python3 -B tests/schema.py' \
	$(SHORT:%=build/tests/%) 'python3 -B tests/arithmetic.py' 'python3 -B tests/residues.py' 'python3 -B tests/conditions.py' 'python3 -B tests/lemmas.py' 'python3 -B tests/laws.py' 'python3 -B tests/unbounded.py' 'python3 -B tests/temporal/shortest.py --count 10' \
	'python3 -B tests/temporal/partial.py --count 40' 'python3 -B tests/temporal/grammar.py --count 150' 'python3 -B tests/temporal/reduced.py --count 25' \
	'python3 -B tests/lsp.py' 'python3 -B tests/effort.py' tests/campaign.sh 'python3 -B tests/certificates.py --short' 'python3 -B tests/liars.py' tests/messages.sh tests/house.py tests/tables.py tests/shown.py
ifdef SAN
RUNS += 'build/san/bounce run cases/ --time-limit 600' $(UNITS:%=build/san/tests/%)
test: $(UNITS:%=build/san/tests/%) build/san/bounce
endif
test: bounce $(UNITS:%=build/tests/%)
	@CC='$(CC)' tests/run.sh $(RUNS)

# Which lines and branches do the tests execute? By folder; LEAST=N: fails below N %, not 90.
coverage: build/cov/bounce $(UNITS:%=build/cov/tests/%)
	@find build/cov -name '*.gcda' -delete
	@tests/run.sh 'build/cov/bounce run cases/ --time-limit 600' $(UNITS:%=build/cov/tests/%) \
	    'python3 -B tests/oracle --count 100 --program build/cov/bounce' \
	    'python3 -B tests/temporal/runs.py --seed 6400 --count 60 --bounce build/cov/bounce' \
	    'python3 -B tests/residues.py --bounce build/cov/bounce' 'python3 -B tests/lsp.py --program build/cov/bounce' \
	    'tests/campaign.sh build/cov/bounce' 'env BOUNCE=build/cov/bounce python3 -B tests/schema.py' \
	    'env BOUNCE=build/cov/bounce python3 -B tests/certificates.py --short' \
	    'env BOUNCE=build/cov/bounce python3 -B tests/liars.py'; result=$$?; \
	python3 -B tests/coverage.py --least $(or $(LEAST),90) build/cov $(FOLDERS) && exit $$result

corpus: bounce
	@if [ -x $(CORPUS)/run ]; then CORPUS=$(CORPUS) tests/corpus.sh; \
	else echo 'no corpus at $(CORPUS), nothing to run (CORPUS=DIRECTORY names another place)'; fi

# Long: every machine of the corpus under limits of time and memory. PART=2/8 takes the second of eight parts.
limits: bounce
	@if [ -d $(CORPUS)/models ]; then tests/limits.py $(if $(PART),--part $(PART)) $(CORPUS)/models; \
	else echo 'no corpus at $(CORPUS), nothing to run (CORPUS=DIRECTORY names another place)'; fi

# Do answers and effort stay the same? BASE=FILE is an older record to compare with; GUARD='--part 1/8 -j 2' has options,
# --cases DIRECTORY the cases of the older program.
guard: bounce
	tests/guard.py record --bounce ./bounce build/guard.jsonl $(GUARD)
	$(if $(BASE),tests/guard.py compare $(BASE) build/guard.jsonl)

# FUZZ=NAME runs tests/long/fuzz_NAME.c, COUNT=N times or for so many SECONDS; SEED=N repeats a run;
# SEEDS=DIRECTORY adds texts to start from.
# FUZZ=solve compares solver and evaluator on random predicates, without libFuzzer: COUNT=N of them,
# from SEED=N on; FUZZ=tactics each tactic alone. FUZZ=check likewise: explore and check on random machines. FUZZ=disprove: disprove and
# exhaustive evaluation. FUZZ=recall: explore with and without what is known from other states. FUZZ=ample: with and without partial order reduction. FUZZ=symmetry: explore and check with all words of --symmetry. FUZZ=pdr: check --engine pdr and explore on random machines. FUZZ=planted: predicates with known solutions, all of them. FUZZ=oracle: bounce and an interpreter in Python, tests/oracle/README.md. FUZZ=ltl: temporal formulas against their definition, in Python.
ifeq ($(FUZZ),ltl)
fuzz: bounce
	python3 -B tests/temporal/runs.py --length 6 --seed $(or $(SEED),$(shell date +%s)000) --count $(or $(COUNT),5000) -v
	python3 -B tests/temporal/partial.py --seed $(or $(SEED),$(shell date +%s)000) --count $(or $(COUNT),2000) -v
	python3 -B tests/temporal/grammar.py --seed $(or $(SEED),$(shell date +%s)000) --count 5000 -v
	python3 -B tests/temporal/reduced.py --seed $(or $(SEED),$(shell date +%s)000) --count 2000 -v
	python3 -B tests/temporal/shortest.py --seed $(or $(SEED),$(shell date +%s)000) --count 500 -v
else ifeq ($(FUZZ),oracle)
fuzz: bounce
	python3 -B tests/oracle --seed $(or $(SEED),$(shell date +%s)000) $(if $(COUNT),--count $(COUNT),--seconds $(SECONDS))
else ifeq ($(FUZZ),check)
fuzz: build/tests/machines_long
	$< --seed $(or $(SEED),$(shell date +%s)000) $(if $(COUNT),--count $(COUNT),--seconds $(SECONDS))
else ifeq ($(FUZZ),disprove)
fuzz: build/tests/test_disprove
	$< $(or $(SEED),$(shell date +%s)000) $(or $(COUNT),1000)
else ifeq ($(FUZZ),ample)
fuzz: build/tests/test_ample
	$< $(or $(SEED),$(shell date +%s)000) $(or $(COUNT),1000)
else ifeq ($(FUZZ),symmetry)
fuzz: build/tests/test_modes
	$< $(or $(SEED),$(shell date +%s)000) $(or $(COUNT),3000)
else ifeq ($(FUZZ),recall)
fuzz: build/tests/test_recall
	$< $(or $(SEED),$(shell date +%s)000) $(or $(COUNT),1000)
else ifeq ($(FUZZ),relate)
fuzz: build/tests/test_relate
	$< $(or $(SEED),$(shell date +%s)000) $(or $(COUNT),3000)
else ifeq ($(FUZZ),pdr)
fuzz: build/tests/test_pdr
	$< $(or $(SEED),$(shell date +%s)000) $(or $(COUNT),3000)
else ifeq ($(FUZZ),planted)
fuzz: build/tests/test_planted
	$< all
else ifneq ($(filter solve tactics,$(FUZZ)),)
fuzz: build/tests/differential
	$< --seed $(or $(SEED),$(shell date +%s)000) $(if $(COUNT),--count $(COUNT),--seconds $(SECONDS)) \
	    $(if $(filter tactics,$(FUZZ)),--only tactics)
else
fuzz: build/fuzz/fuzz_$(FUZZ)
	@mkdir -p build/fuzz/corpus
	@LC_ALL=C grep -ohE '"[!#-~]+"' syntax/op.def syntax/token.def syntax/clause.def | sort -u > build/fuzz/dictionary
	@find cases $(SEEDS) -type f -size -16k | while read -r f; do cp "$$f" "build/fuzz/corpus/$$(echo "$$f" | tr / _)"; done
	$< $(if $(COUNT),-runs=$(COUNT),-max_total_time=$(SECONDS)) -timeout=10 -dict=build/fuzz/dictionary -print_final_stats=1 -artifact_prefix=build/fuzz/ \
	    $(if $(SEED),-seed=$(SEED)) build/fuzz/corpus

build/fuzz/fuzz_$(FUZZ): build/fuzz/tests/long/fuzz_$(FUZZ).o build/fuzz/libbounce.a
	$(call say,LINK,$@)
	$(Q)clang $(FUZZFLAGS) -fsanitize=fuzzer $(LDFLAGS) -o $@ $^ $(LIBS)
endif

# Small faults in machines with inductive invariants: does disprove refute what all states refute?
mutants: bounce
	python3 tests/cores.py ./bounce cases/disprove/cores.mch
	python3 tests/mutants.py ./bounce $(wildcard cases/mutants/*.mch)

lint: SHELL_FILES := setup.sh .ci/run $(wildcard tests/*.sh)
lint: C_FILES := $(wildcard $(foreach d,$(FOLDERS) tests,$d/*.[ch] $d/*/*.[ch]))
lint: build/setup.stamp
	@command -v clang-format >/dev/null || { echo 'clang-format is missing: ./setup.sh dev'; exit 1; }
	clang-format --dry-run -Werror $(C_FILES)
	CC='$(CC)' tests/layers.sh
	tests/house.py --commits-since 9fbc636
	@if command -v shellcheck >/dev/null; then echo shellcheck; shellcheck $(SHELL_FILES); fi
	@if command -v cppcheck >/dev/null; then echo cppcheck; \
	cppcheck --quiet --error-exitcode=1 --enable=warning,portability --inline-suppr --library=tests/cppcheck.cfg --suppressions-list=tests/cppcheck.txt \
	    --suppress=missingIncludeSystem --std=c11 -D_GNU_SOURCE -I. $(SOURCES); fi

# Long: not a part of make test.
valgrind: bounce $(UNITS:%=build/tests/%)
	@tests/valgrind.sh

bench: bounce
	@tests/bench.sh
	@tests/bench_solve.sh

# The program, the library, man pages and completions (from the tables of cli/), documents, and the solvers that setup.sh
# fetched.
INSTALL  := $(DESTDIR)$(PREFIX)
VERSION   = $(shell sed -n 's/.*BOUNCE_VERSION "\(.*\)"/\1/p' api/bounce.h)
COMMANDS  = $(shell grep -o '^COMMAND.[a-z]*' cli/command.def | cut -c9-)
install: bounce build/lib/libbounce.a
	install -D -m 755 bounce $(INSTALL)/bin/bounce
	install -d $(INSTALL)/share/man/man1 $(INSTALL)/share/bash-completion/completions $(INSTALL)/share/zsh/site-functions
	./bounce help --format man > $(INSTALL)/share/man/man1/bounce.1
	for c in $(COMMANDS); do ./bounce help --format man $$c > $(INSTALL)/share/man/man1/bounce-$$c.1; done
	./bounce help --format bash > $(INSTALL)/share/bash-completion/completions/bounce
	./bounce help --format zsh > $(INSTALL)/share/zsh/site-functions/_bounce
	install -D -m 644 -t $(INSTALL)/share/doc/bounce README.md LICENSE docs/*.md docs/bounce.schema.json cases/demo/buffer.mch
	install -D -m 644 -t $(INSTALL)/share/doc/bounce/examples docs/examples/example.c
	install -D -m 644 -t $(INSTALL)/include api/bounce.h
	install -D -m 644 -t $(INSTALL)/lib build/lib/libbounce.a
	install -d $(INSTALL)/lib/pkgconfig
	printf '%s\n' 'prefix=$(PREFIX)' 'Name: bounce' 'Description: bounded counterexamples for B machines' 'Version: $(VERSION)' \
	    'Cflags: -I$${prefix}/include' 'Libs: -L$${prefix}/lib -lbounce' 'Libs.private: $(filter-out -ledit -lmd,$(LIBS))' \
	    > $(INSTALL)/lib/pkgconfig/bounce.pc
	for p in kissat drat-trim; do \
	    [ ! -x build/deps/usr/bin/$$p ] || install -D -m 755 build/deps/usr/bin/$$p $(INSTALL)/lib/bounce/$$p; done

uninstall:
	rm -f $(INSTALL)/bin/bounce $(INSTALL)/share/man/man1/bounce.1 $(COMMANDS:%=$(INSTALL)/share/man/man1/bounce-%.1) \
	    $(INSTALL)/share/bash-completion/completions/bounce $(INSTALL)/share/zsh/site-functions/_bounce \
	    $(INSTALL)/include/bounce.h $(INSTALL)/lib/libbounce.a $(INSTALL)/lib/pkgconfig/bounce.pc
	rm -rf $(INSTALL)/share/doc/bounce $(INSTALL)/lib/bounce

# The installed library alone must do: its header, its archive, what pkg-config says; and nothing is left behind.
test-install: bounce
	@MAKE='$(MAKE)' CC='$(CC)' tests/install.sh

# Pages of --html in Chromium; pictures of them are in build/browser.
test-browser: bounce
	@$(SETUP) browser
	@/usr/bin/python3 -B tests/browser/browser.py

# What --sarif writes, with the schema of OASIS, which Microsoft's package for npm has.
test-sarif: bounce
	@$(SETUP) sarif
	npm install --silent --no-audit --no-fund --prefix build/npm @microsoft/jest-sarif
	@python3 -B tests/schema.py --sarif build/npm/node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json

# A campaign on a Slurm of four nodes on this machine, with jobs that are killed; needs root.
test-slurm: bounce
	@$(SETUP) slurm
	@tests/slurm.sh

# A Debian package in build/deb, made from the last commit in a copy of its own.
deb: build/setup.stamp
	@$(SETUP) deb
	rm -rf build/deb && mkdir -p build/deb/bounce-$(VERSION)/build
	git archive HEAD | tar -x -C build/deb/bounce-$(VERSION)
	if [ -d build/deps ]; then cp -r build/deps build/deb/bounce-$(VERSION)/build/; fi
	cd build/deb/bounce-$(VERSION) && dpkg-buildpackage -b -us -uc
	@ls build/deb/*.deb

# Keeps build/deps: what is in it had to be fetched.
clean:
	rm -rf bounce $(filter-out build/deps,$(wildcard build/*))

distclean:
	rm -rf bounce build

help:
	@echo 'make            build ./bounce'
	@echo 'make demo       build, then find a first bug in a machine'
	@echo 'make test       unit tests, include rules, cases; with CI=true or SAN=1 also sanitized'
	@echo 'make coverage   lines and branches that make test executes, by folder'
	@echo 'make corpus     the models in $(CORPUS), where present'
	@echo 'make limits     are limits of time and memory kept on them? (PART=2/8: the second eighth)'
	@echo 'make guard      record answers and effort in build/guard.jsonl; BASE=FILE: compare with an older record (GUARD=options)'
	@echo 'make fuzz       fuzz the front end for SECONDS=$(SECONDS); FUZZ=solve, tactics, check, disprove, recall, symmetry, relate, pdr, planted, oracle: the rest, SEED=, COUNT='
	@echo 'make mutants    faults in the machines of cases/mutants: are they refuted by disprove?'
	@echo 'make lint       formatting, include rules, rules of the house, shellcheck, cppcheck'
	@echo 'make valgrind   look for memory errors (long)'
	@echo 'make bench      measure'
	@echo 'make install    program, library, man pages, documents, below $(DESTDIR)$(PREFIX) (PREFIX, DESTDIR); make uninstall'
	@echo 'make deb        a Debian package, in build/deb; test-install: is what is installed enough?'
	@echo 'make test-browser  pages of --html in Chromium, by its driver; pictures of them in build/browser'
	@echo 'make test-sarif  what --sarif writes, with the schema of OASIS (from npm)'
	@echo 'make test-slurm  a campaign of 5,000 obligations on a Slurm of four nodes here, as root'
	@echo 'make clean      remove what was built; distclean: also what was fetched into build/deps'

FORCE:
.PHONY: all demo test coverage corpus limits guard fuzz mutants lint valgrind bench install uninstall test-install test-browser test-sarif test-slurm deb clean distclean help FORCE
.DELETE_ON_ERROR:
.SECONDARY:
.SUFFIXES:
