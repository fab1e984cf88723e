/* Files of Atelier B: goals with hypotheses in common do not have them as lists of their own. */
#include "tests/greatest.h"

#include "cli/pog.h"

#include <unistd.h>

#define EQUAL                                                                                      \
	"<Exp_Comparison op='='><Id value='x' typref='0'/><Id value='x' typref='0'/></Exp_Comparison>"
#define GROUP                                                                                      \
	"<Proof_Obligation><Tag>t</Tag><Definition name='inv'/><Hypothesis>" EQUAL "</Hypothesis>"     \
	"<Local_Hyp num='1'>" EQUAL "</Local_Hyp>"                                                     \
	"<Simple_Goal><Goal>" EQUAL "</Goal></Simple_Goal>"                                            \
	"<Simple_Goal><Goal>" EQUAL "</Goal></Simple_Goal>"                                            \
	"<Simple_Goal><Ref_Hyp num='1'/><Goal>" EQUAL "</Goal></Simple_Goal></Proof_Obligation>"

static const char file_text[] =
    "<Proof_Obligations><Define name='inv'>" EQUAL EQUAL "</Define>" GROUP GROUP
    "<TypeInfos><Type id='0'><Id value='INTEGER'/></Type></TypeInfos>"
    "</Proof_Obligations>";

TEST hypotheses_are_shared(void)
{
	struct names names;
	struct diag diag;
	struct arena arena;
	struct sequents all = {0};
	struct text machine = {0};
	char path[] = "/tmp/bounce_pog_XXXXXX";
	FILE *f = fdopen(mkstemp(path), "w");
	ASSERT(f && fputs(file_text, f) >= 0 && fclose(f) == 0);
	names_init(&names);
	diag_init(&diag, &names);
	arena_init(&arena);
	ASSERT(pog_read(&arena, &diag, path, &all, &machine));
	unlink(path);
	ASSERT_EQ_FMT(6u, all.count, "%u");
	const struct formula_list *first = all.at[0].common, *second = all.at[3].common;
	ASSERT_EQ(first, all.at[1].common);
	ASSERT_EQ(first, all.at[2].common->before);
	ASSERT_EQ_FMT(1u, all.at[2].common->count, "%u");
	ASSERT(first != second);
	ASSERT_EQ(first->before, second->before);
	ASSERT_EQ_FMT(2u, first->before->count, "%u");
	sequents_clear(&all);
	text_clear(&machine);
	arena_clear(&arena);
	diag_clear(&diag);
	names_clear(&names);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(hypotheses_are_shared);
	GREATEST_MAIN_END();
}
