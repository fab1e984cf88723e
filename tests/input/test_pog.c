/* Files of Atelier B: formulas as text, and what goals have in common. */
#include "tests/greatest.h"

#include "input/pog.h"

#include <unistd.h>

struct reading {
	struct names names;
	struct diag diag;
	struct arena arena;
	struct sequents all;
	struct text machine;
};

static bool reading_open(struct reading *r, const char *file_text)
{
	char path[] = "/tmp/bounce_pog_XXXXXX";
	FILE *f = fdopen(mkstemp(path), "w");
	*r = (struct reading){0};
	if (!f || fputs(file_text, f) < 0 || fclose(f) != 0) return false;
	names_init(&r->names);
	diag_init(&r->diag, &r->names);
	arena_init(&r->arena);
	bool good = pog_read(&r->arena, &r->diag, path, &r->all, &r->machine);
	unlink(path);
	return good;
}

static void reading_close(struct reading *r)
{
	sequents_clear(&r->all);
	text_clear(&r->machine);
	arena_clear(&r->arena);
	diag_clear(&r->diag);
	names_clear(&r->names);
}

/* ---- hypotheses in common ---------------------------------------------------------------------------- */

#define X "<Id value='x' typref='0'/>"
#define EQUAL "<Exp_Comparison op='='>" X X "</Exp_Comparison>"
#define GROUP                                                                                      \
	"<Proof_Obligation><Tag>t</Tag><Definition name='inv'/><Hypothesis>" EQUAL "</Hypothesis>"     \
	"<Local_Hyp num='1'>" EQUAL "</Local_Hyp>"                                                     \
	"<Simple_Goal><Goal>" EQUAL "</Goal></Simple_Goal>"                                            \
	"<Simple_Goal><Goal>" EQUAL "</Goal></Simple_Goal>"                                            \
	"<Simple_Goal><Ref_Hyp num='1'/><Goal>" EQUAL "</Goal></Simple_Goal>"                          \
	"<Simple_Goal><Goal><Binary_Pred op='=>'><Ref_Hyp num='1'/>" EQUAL                             \
	"</Binary_Pred></Goal></Simple_Goal></Proof_Obligation>"
#define TYPES                                                                                      \
	"<TypeInfos><Type id='0'><Id value='INTEGER'/></Type>"                                         \
	"<Type id='1'><Unary_Exp op='POW'><Id value='INTEGER'/></Unary_Exp></Type>"                    \
	"<Type id='2'><Unary_Exp op='POW'><Binary_Exp op='*'><Id value='INTEGER'/><Id "                \
	"value='INTEGER'/></Binary_Exp></Unary_Exp></Type>"                                            \
	"<Type id='3'><Id value='INTEGER'/></Type><Type id='4'><Id value='BOOL'/></Type>"              \
	"<Type id='5'><Struct><Record_Item label='a'><Id value='BOOL'/></Record_Item><Record_Item "    \
	"label='b'><Id value='BOOL'/></Record_Item></Struct></Type>"                                   \
	"<Type id='6'><Unary_Exp op='POW'><Generic_Type/></Unary_Exp></Type></TypeInfos>"

static const char file_text[] =
    "<Proof_Obligations><Define name='inv'><Nary_Pred op='&amp;'>" EQUAL EQUAL
    "</Nary_Pred></Define>" GROUP GROUP TYPES "</Proof_Obligations>";

TEST hypotheses_are_shared(void)
{
	struct reading r;
	ASSERT(reading_open(&r, file_text));
	const struct sequent *at = r.all.at;
	ASSERT_EQ_FMT(8u, r.all.count, "%u");
	const struct formula_list *first = at[0].common, *second = at[4].common;
	ASSERT_EQ(first, at[1].common);
	ASSERT_EQ(first, at[2].common->before);
	ASSERT_EQ_FMT(1u, at[2].common->count, "%u");
	ASSERT(first != second);
	ASSERT_EQ(first->before, second->before);
	ASSERT_EQ_FMT(2u, first->before->count, "%u");
	/* a Ref_Hyp of the goal is a hypothesis, the same one as before it */
	ASSERT_EQ_FMT(1u, at[3].common->count, "%u");
	ASSERT_EQ_FMT(at[2].common->at[0], at[3].common->at[0], "%u");
	ASSERT_STR_EQ("(x = x)", r.all.common.at[at[3].common_goal].text);
	reading_close(&r);
	PASS();
}

/* ---- formulas ------------------------------------------------------------------------------------------ */

#define OF(tag, op, kids) "<" tag " op='" op "'>" kids "</" tag ">"
#define TYPED(tag, op, type, kids) "<" tag " op='" op "' typref='" type "'>" kids "</" tag ">"
#define BINARY(op) OF("Binary_Exp", op, X X)
#define UNARY(op) OF("Unary_Exp", op, X)
#define IS(a) OF("Exp_Comparison", "=", X a)
#define RECORD "<Id value='r' typref='5'/>"
#define FALSE_ "<Boolean_Literal value='FALSE' typref='4'/>"
#define UPDATE(label, of, to)                                                                      \
	"<Record_Update label='" label "' typref='5'>" of to "</Record_Update>"

/* The goal; its text, or the trouble (without the place) where there is one. */
static const struct {
	const char *goal, *text, *trouble;
} formulas[] = {
    {IS("<Id value='x' suffix='0' typref='0'/>"), "(x = x)", NULL},
    {IS("<Id value='x$0' typref='0'/>"), "(x = x)", NULL},
    {IS("<Id value='x' typref='3'/>"), "(x = x)", NULL},  /* another number of the same type */
    {IS("<Id value='x' typref='77'/>"), "(x = x)", NULL}, /* a type that is not there */
    {IS("<Id value='x' suffix='2' typref='0'/>"), "(x = x__2)", NULL},
    {IS("<Id value='m.x' typref='0'/>"), "(x = m__x)", NULL},
    {IS("<Fresh_Id ref='x' typref='0'/>"), "(x = x__fresh)", NULL},
    {IS("<Id value='top' typref='0'/>"), "(x = top_)", NULL},
    {IS("<Id value='IF' typref='0'/>"), "(x = IF_)", NULL},
    {IS("<Id value='1st-one' typref='0'/>"), "(x = _1st_one)", NULL},
    {IS("<Integer_Literal value='-3'/>"), "(x = (-3))", NULL},
    {IS("<Integer_Literal value='3) or (1=1'/>"), NULL, "this is no number"},
    {IS("<Real_Literal value='2.'/>"), "(x = (2.0))", NULL},
    {IS("<Real_Literal value='-.5'/>"), "(x = (-0.5))", NULL},
    {IS("<Real_Literal value='.'/>"), NULL, "this is no number"},
    {IS("<Boolean_Literal value='maybe'/>"), NULL, "this is neither TRUE nor FALSE"},
    {IS("<STRING_Literal value='a&quot;&#10;b'/>"), "(x = \"a\\\"\\nb\")", NULL},
    {IS(BINARY("**r")), "(x = (x ** x))", NULL},
    {IS(BINARY("*s")), "(x = (x * x))", NULL},
    {IS(BINARY(",")), "(x = (x |-> x))", NULL},
    {IS(BINARY("(")), "(x = (x(x)))", NULL},
    {IS(BINARY("[")), "(x = (x[x]))", NULL},
    {IS(BINARY("prj1")), "(x = prj1(x, x))", NULL},
    {IS(BINARY("&lt;?")), NULL, "the operator '<?' is not known"},
    {IS(UNARY("-i")), "(x = (-(x)))", NULL},
    {IS(UNARY("~")), "(x = ((x)~))", NULL},
    {IS(UNARY("imax")), "(x = max(x))", NULL},
    {IS(UNARY("succ")), "(x = succ(x))", NULL},
    {IS(TYPED("Unary_Exp", "closure", "2", X)), "(x = (closure1(x) \\/ id(INTEGER)))", NULL},
    {IS(UNARY("closure")), NULL, "the type of this relation is not known"},
    {IS(TYPED("Binary_Exp", "iterate", "2", X "<Integer_Literal value='0'/>")), "(x = id(INTEGER))",
     NULL},
    {IS(TYPED("Binary_Exp", "iterate", "2", X "<Integer_Literal value='2'/>")),
     "(x = iterate(x, 2))", NULL},
    {IS(TYPED("Binary_Exp", "iterate", "2", X X)),
     "(x = (IF x = 0 THEN id(INTEGER) ELSE iterate(x, x) END))", NULL},
    {IS("<Record typref='5'><Record_Item label='a'>" X "</Record_Item></Record>"),
     "(x = rec(a : x))", NULL},
    {IS(UPDATE("a", UPDATE("b", RECORD, FALSE_), X)), "(x = rec(a : x, b : FALSE))", NULL},
    {IS(UPDATE("b", RECORD, X)), "(x = rec(a : r'a, b : x))", NULL},
    {IS("<Record_Update label='b'>" X X "</Record_Update>"), NULL,
     "the fields of this record are not known"},
    {IS(OF("Binary_Exp", "&apos;", RECORD "<Id value='a'/>")), "(x = (r)'a)", NULL},
    {IS(OF("Binary_Exp", "&apos;", RECORD RECORD)), "(x = (r)'r)", NULL},
    {IS(OF("Binary_Exp", "&apos;", RECORD "<EmptySet/>")), NULL, "a field without a name"},
    {"<Quantified_Pred type='!'><Variables>" X "</Variables><Body>" EQUAL
     "</Body></Quantified_Pred>",
     "(!(x).(btrue => (x = x)))", NULL},
    {"<Quantified_Pred type='#'><Variables><Id value='k' typref='4'/></Variables><Body>" EQUAL
     "</Body></Quantified_Pred>",
     "(#(k).(k : BOOL & (x = x)))", NULL},
    {"<Set><Id value='S' typref='1'/></Set>", "((S : FIN(S) & S /= {}))", NULL},
    {"<Set><Id value='S' typref='1'/><Enumerated_Values><Id value='a' typref='0'/><Id value='b' "
     "typref='0'/></Enumerated_Values></Set>",
     "((S = {a, b}) & a /= b)", NULL},
    {"<Set/>", NULL, "<Set> without a set"},
    {"<Nary_Pred op='&amp;'><Attr><Pos l='1'/></Attr>" EQUAL "<Comment>!</Comment>" EQUAL
     "</Nary_Pred>",
     "((x = x) & (x = x))", NULL},
    {"<Nary_Pred op='or'/>", "bfalse", NULL},
    {"<Unary_Pred op='not'><Ref_Hyp num='1'/></Unary_Pred>", "not(((x = x)))", NULL},
    {"<Unary_Pred op='not'><Ref_Hyp num='2'/></Unary_Pred>", NULL, "too much is repeated here"},
    {"<Unary_Pred op='not'><Ref_Hyp num='3'/></Unary_Pred>", NULL,
     "there is no <Local_Hyp num=\"3\">"},
    {"<Exp_Comparison op='='>" X "</Exp_Comparison>", NULL,
     "<Exp_Comparison> with too few operands"},
    {"<Oops/>", NULL, "<Oops> is no formula that is known"},
};

static bool reading_of_goal(struct reading *r, const char *goal)
{
	struct text file = {0};
	text_format(&file,
	            "<Proof_Obligations><Proof_Obligation><Tag>t</Tag>"
	            "<Local_Hyp num='1'>" EQUAL
	            "</Local_Hyp><Local_Hyp num='2'><Ref_Hyp num='2'/></Local_Hyp>"
	            "<Simple_Goal><Goal>%s</Goal></Simple_Goal></Proof_Obligation>" TYPES
	            "</Proof_Obligations>",
	            goal);
	bool good = reading_open(r, text_get(&file)) && r->all.count == 1;
	text_clear(&file);
	return good;
}

TEST formulas_are_written_as_text(void)
{
	for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
		struct reading r;
		ASSERTm(formulas[i].goal, reading_of_goal(&r, formulas[i].goal));
		const struct formula *f = &r.all.common.at[r.all.at[0].common_goal];
		const char *wanted = formulas[i].trouble;
		ASSERT_EQm(formulas[i].goal, wanted == NULL, f->trouble == NULL);
		if (wanted) ASSERT_EQm(f->trouble, 0, strncmp(wanted, f->trouble, strlen(wanted)));
		else ASSERT_STR_EQ(formulas[i].text, f->text);
		reading_close(&r);
	}
	PASS();
}

/* ---- names ----------------------------------------------------------------------------------------------- */

TEST names_do_not_collide(void)
{
	struct reading r;
	ASSERT(reading_of_goal(
	    &r, OF("Nary_Pred", "&amp;",
	           IS("<Id value='x' suffix='1' typref='0'/>") IS("<Id value='x__1' typref='0'/>")
	               IS("<Id value='x' typref='4'/>") IS("<Id value='x__type4' typref='0'/>"))));
	ASSERT_STR_EQ("((x = x__1) & (x = x__1_) & (x = x__type4) & (x = x__type4_))",
	              r.all.common.at[r.all.at[0].common_goal].text);
	reading_close(&r);
	PASS();
}

TEST empty_sets_may_have_their_type(void)
{
	struct reading r;
	ASSERT(reading_of_goal(
	    &r, OF("Exp_Comparison", "=", "<EmptySet typref='1'/><EmptySeq typref='6'/>")));
	const struct formula *f = &r.all.common.at[r.all.at[0].common_goal];
	ASSERT_STR_EQ("({} = [])", f->text);
	ASSERT_STR_EQ("(({} /\\ INTEGER) = [])", f->typed);
	reading_close(&r);
	PASS();
}

TEST machine_has_the_sets_and_maxint(void)
{
	struct reading r;
	ASSERT(reading_open(
	    &r, "<Proof_Obligations><Define name='ctx'><Set><Id value='S' typref='9'/>"
	        "<Enumerated_Values><Id value='a' typref='8'/></Enumerated_Values></Set></Define>"
	        "<TypeInfos><Type id='8'><Id value='S'/></Type><Type id='9'><Unary_Exp "
	        "op='POW'><Id value='S'/></Unary_Exp></Type><Type id='7'><Id "
	        "value='T'/></Type></TypeInfos></Proof_Obligations>"));
	ASSERT_STR_EQ("MACHINE obligations SETS S = {a}; T DEFINITIONS SET_PREF_MAXINT == 2147483647; "
	              "SET_PREF_MININT == -2147483647 END\n",
	              text_get(&r.machine));
	reading_close(&r);
	PASS();
}

/* What a hypothesis refers to is repeated in it; a part of the context that is not there is missing. */
TEST hypotheses_refer_to_others(void)
{
	struct reading r;
	ASSERT(reading_open(&r,
	                    "<Proof_Obligations><Proof_Obligation><Tag>t</Tag><Definition name='inv'/>"
	                    "<Local_Hyp num='1'><Ref_Hyp num='2'/></Local_Hyp><Local_Hyp num='2'>" EQUAL
	                    "</Local_Hyp><Simple_Goal><Ref_Hyp num='1'/><Goal>" EQUAL
	                    "</Goal></Simple_Goal></Proof_Obligation>" TYPES "</Proof_Obligations>"));
	const struct formula_list *own = r.all.at[0].common, *context = own->before;
	ASSERT_EQ_FMT(1u, own->count, "%u");
	ASSERT_STR_EQ("((x = x))", r.all.common.at[own->at[0]].text);
	ASSERT_EQ_FMT(1u, context->count, "%u");
	ASSERT_STR_EQ("there is no <Define name=\"inv\">", r.all.common.at[context->at[0]].trouble);
	reading_close(&r);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(hypotheses_are_shared);
	RUN_TEST(formulas_are_written_as_text);
	RUN_TEST(names_do_not_collide);
	RUN_TEST(empty_sets_may_have_their_type);
	RUN_TEST(machine_has_the_sets_and_maxint);
	RUN_TEST(hypotheses_refer_to_others);
	GREATEST_MAIN_END();
}
