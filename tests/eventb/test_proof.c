/* Our own proof obligations of Event-B: names, hypotheses of their own, goals. */
#include "tests/greatest.h"

#include "eventb/inside.h"
#include "input/input.h"

static const char model[] =
    "context C\n"
    "sets S constants f n axioms\n"
    "  @axm1 f ∈ S ⇸ ℤ\n"
    "  @axm2 n ∈ ℕ\n"
    "  @axm3 ∀x·x ∈ dom(f) ⇒ f(x) > 0\n"
    "  theorem @thm1 n ≥ 0\n"
    "  @typing n ∈ ℤ\n"
    "end\n"
    "machine A sees C\n"
    "variables x y d invariants\n"
    "  @inv1 x ∈ 0‥n\n"
    "  @inv2 y ⊆ S\n"
    "  @inv3 d ∈ ℤ\n"
    "variant n − x\n"
    "events\n"
    "  event INITIALISATION begin @act1 x ≔ 0 @act2 y :∈ ℙ(S) @act3 d ≔ 5 end\n"
    "  event step any p where @grd1 p ∈ S @grd2 f(p) = x then @act1 x :∣ x' ≥ x ∧ x' ≤ n @act2 d ≔ "
    "f(p) end\n"
    "  event left status convergent where @grd1 x = 0 then @act1 x ≔ n end\n"
    "  event right status anticipated where @grd1 x = n then @act1 x ≔ n end\n"
    "end\n"
    "machine B refines A sees C\n"
    "variables x y z w invariants\n"
    "  @glue z = x + d\n"
    "  @set w ⊆ ℤ\n"
    "variant {z}\n"
    "events\n"
    "  event INITIALISATION begin @act1 x ≔ 0 @act2 y ≔ ∅ @act3 z ≔ 5 @act4 w :∈ {∅} end\n"
    "  event step refines step any q where @grd1 q ∈ dom(f) @grd2 f(q) > x\n"
    "    with @p p = q\n"
    "    then @act1 x ≔ x + 1 @act2 z :∈ {1 ÷ x} end\n"
    "  event other refines step any q where @grd1 q ∈ dom(f) with @p f(p) = f(q)\n"
    "    then @act1 x :∈ {x} end\n"
    "  event both refines left right where @grd3 x ∈ {0, n} then @act1 x ≔ n end\n"
    "  event new status convergent then @act1 y ≔ S @act2 z ≔ 0 end\n"
    "end\n";

static struct names names;
static struct diag diag;

static bool gives(const char *component, const char *expected)
{
	struct text out = {0};
	struct sequents all = {0};
	names_init(&names);
	diag_init(&diag, &names);
	struct project *p = project_empty(&names, &diag);
	struct eventb_model m = {.project = p};
	name last;
	const struct source *s = diag_source(&diag, "t.eventb", model, sizeof model - 1, true);
	bool good = written_read(&m, s, &last) && eventb_link(&m) &&
	            obligations_make(&m, names_of(&names, component), &all);
	if (!good && diag.messages.count) text_add(&out, diag.messages.at[0].text);
	for (uint32_t i = 0; i < all.count; i++) {
		const struct sequent *q = &all.at[i];
		uint32_t count = 0;
		for (const struct formula_list *l = q->common; l; l = l->before) count += l->count;
		text_format(&out, "%s %u: %s\n", q->name, count, all.common.at[q->common_goal].text);
	}
	good = strcmp(text_get(&out), expected) == 0;
	if (!good) printf("%s\n  and not\n%s\n", text_get(&out), expected);
	text_clear(&out);
	eventb_clear(&m);
	sequents_clear(&all);
	project_close(p);
	diag_clear(&diag);
	names_clear(&names);
	return good;
}

TEST contexts(void)
{
	ASSERT(gives("C", "axm3/WD 2: !x.(x : dom(f) => f : S +-> INTEGER)\n"
	                  "thm1/THM 3: n >= 0\n"));
	PASS();
}

TEST machines(void)
{
	ASSERT(gives("A", "INITIALISATION/act2/FIS 5: POW(S) /= {}\n"
	                  "INITIALISATION/inv1/INV 5: 0 : 0 .. n\n"
	                  "step/grd2/WD 9: p : dom(f) & f : S +-> INTEGER\n"
	                  "step/act1/FIS 10: #`x'`.(`x'` >= x & `x'` <= n)\n"
	                  "step/act2/WD 10: p : dom(f) & f : S +-> INTEGER\n"
	                  "step/inv1/INV 11: `x'` : 0 .. n\n"
	                  "left/inv1/INV 9: n : 0 .. n\n"
	                  "left/NAT 9: n - x : NATURAL\n"
	                  "left/VAR 9: n - n < n - x\n"
	                  "right/inv1/INV 9: n : 0 .. n\n"
	                  "right/VAR 9: n - n <= n - x\n"));
	PASS();
}

TEST refinements(void)
{
	ASSERT(gives("B", "FIN 10: finite({z})\n"
	                  "INITIALISATION/act4/FIS 5: {{}} /= {}\n"
	                  "INITIALISATION/glue/INV 5: 5 = 0 + 5\n"
	                  "step/grd2/WD 11: q : dom(f) & f : S +-> INTEGER\n"
	                  "step/act2/WD 12: x /= 0\n"
	                  "step/act2/FIS 12: {1 / x} /= {}\n"
	                  "step/grd2/GRD 12: f(q) = x\n"
	                  "step/act1/SIM 12: x + 1 >= x & x + 1 <= n\n"
	                  "step/glue/INV 13: `z'` = x + 1 + f(q)\n"
	                  "other/p/WWD 11: (p : dom(f) & f : S +-> INTEGER) & q : dom(f)\n"
	                  "other/p/WFIS 11: #p.(f(p) = f(q))\n"
	                  "other/act1/FIS 11: {x} /= {}\n"
	                  "other/grd2/GRD 12: f(p) = x\n"
	                  "other/act1/SIM 12: `x'` >= x & `x'` <= n\n"
	                  "other/glue/INV 13: z = `x'` + f(p)\n"
	                  "both/MRG 11: x = 0 or x = n\n"
	                  "both/glue/INV 11: z = n + d\n"
	                  "new/y/EQL 10: S = y\n"
	                  "new/glue/INV 10: 0 = x + d\n"
	                  "new/VAR 10: {0} <<: {z}\n"));
	PASS();
}

SUITE(proof)
{
	RUN_TEST(contexts);
	RUN_TEST(machines);
	RUN_TEST(refinements);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(proof);
	GREATEST_MAIN_END();
}
