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

/* The obligations of a component, in lines; and the component printed back. */
static void obligations(const char *source, const char *component, struct text *out,
                        struct text *printed)
{
	struct sequents all = {0};
	names_init(&names);
	diag_init(&diag, &names);
	struct project *p = project_empty(&names, &diag);
	struct eventb_model m = {.project = p};
	name last;
	const struct source *s = diag_source(&diag, "t.eventb", source, strlen(source), true);
	bool good = written_read(&m, s, &last) && eventb_link(&m) &&
	            obligations_make(&m, names_of(&names, component), &all);
	if (!good && diag.messages.count) text_add(out, diag.messages.at[0].text);
	for (uint32_t i = 0; i < all.count; i++) {
		const struct sequent *q = &all.at[i];
		uint32_t count = 0;
		for (const struct formula_list *l = q->common; l; l = l->before) count += l->count;
		text_format(out, "%s %u: %s\n", q->name, count, all.common.at[q->common_goal].text);
	}
	if (good) eventb_print_component(&m, names_of(&names, component), printed);
	eventb_clear(&m);
	sequents_clear(&all);
	project_close(p);
	diag_clear(&diag);
	names_clear(&names);
}

static bool gives(const char *component, const char *expected)
{
	struct text out = {0}, printed = {0};
	obligations(model, component, &out, &printed);
	bool good = strcmp(text_get(&out), expected) == 0;
	if (!good) printf("%s\n  and not\n%s\n", text_get(&out), expected);
	text_clear(&out);
	text_clear(&printed);
	return good;
}

/* The component, printed back, has the same obligations, and is printed as the same text. */
static bool survives(const char *source, const char *component)
{
	struct text out = {0}, printed = {0}, again = {0}, printed_again = {0};
	obligations(source, component, &out, &printed);
	obligations(text_get(&printed), component, &again, &printed_again);
	bool good = out.count > 0 && strcmp(text_get(&out), text_get(&again)) == 0 &&
	            strcmp(text_get(&printed), text_get(&printed_again)) == 0;
	if (!good)
		printf("%s\n%s\n  and not\n%s\n", text_get(&printed), text_get(&again), text_get(&out));
	text_clear(&out);
	text_clear(&printed);
	text_clear(&again);
	text_clear(&printed_again);
	return good;
}

static const char odd[] =
    "machine A\n"
    "variables EVENT r invariants\n"
    "  @a EVENT ∈ ℤ ∧ (EVENT > 0 ⇒ 0 ≤ EVENT) @b r ∈ ℤ ↔ ℤ\n"
    "  @c (∀w⦂ℤ × ℤ·w ∈ r) ∨ (∀x⦂ℤ,y·x ↦ y ∈ r ⇒ (x = 1 ∨ (x = 2 ∧ y = 0))) ⇔ ¬(∃z·z ∈ r)\n"
    "  @d r∼[{1, 2}] ∖ dom(r) = {x·x ∈ 1‥3 ∣ x − (2 − x)} ∪ (ℤ ∖ (ℤ ∖ {−(1 + 2) ∗ 3}))\n"
    "  @e (id ⦂ ℤ ↔ ℤ) ∩ r ⊆ (λ(x⦂ℤ) ↦ y·y = x ∣ x ↦ y)[ℤ × ℤ] @f prj2 ∈ ℤ × ℤ → ℤ\n"
    "variant 7 − EVENT\n"
    "events\n"
    "  event INITIALISATION begin @1 EVENT ≔ 0 @2 r ≔ ∅ end\n"
    "  event go any p q where @g p ∈ ℤ theorem @t p = p @h q ∈ {x ∣ x > 3} then @1 r(p) ≔ q end\n"
    "end\n"
    "machine B refines A\n"
    "variables EVENT r s invariants @s s ∈ BOOL\n"
    "variant 3 ÷ EVENT\n"
    "events\n"
    "  event INITIALISATION extends INITIALISATION begin @3 s :∈ BOOL end\n"
    "  convergent event go extends go any k where @k k ∈ ℕ then @4 s ≔ bool(k = 0 ∧ (p = 1 ∨ q = "
    "2)) end\n"
    "  event two refines go any p with @q q = 4 then @1 r, s :∣ r' = r  {p ↦ 4} ∧ s' ≠ s end\n"
    "  anticipated event new begin @1 s ≔ TRUE end\n"
    "end\n";

TEST printed_back(void)
{
	ASSERT(survives(model, "C"));
	ASSERT(survives(model, "A"));
	ASSERT(survives(model, "B"));
	ASSERT(survives(odd, "A"));
	ASSERT(survives(odd, "B"));
	PASS();
}

TEST contexts(void)
{
	ASSERT(gives("C", "axm3/WD 2: ∀x·x ∈ dom(f) ⇒ f ∈ S ⇸ ℤ\n"
	                  "thm1/THM 3: n ≥ 0\n"));
	PASS();
}

TEST machines(void)
{
	ASSERT(gives("A", "INITIALISATION/act2/FIS 5: ℙ(S) ≠ ∅\n"
	                  "INITIALISATION/inv1/INV 5: 0 ∈ 0‥n\n"
	                  "step/grd2/WD 9: p ∈ dom(f) ∧ f ∈ S ⇸ ℤ\n"
	                  "step/act1/FIS 10: ∃x'·x' ≥ x ∧ x' ≤ n\n"
	                  "step/act2/WD 10: p ∈ dom(f) ∧ f ∈ S ⇸ ℤ\n"
	                  "step/inv1/INV 11: x' ∈ 0‥n\n"
	                  "left/inv1/INV 9: n ∈ 0‥n\n"
	                  "left/NAT 9: n − x ∈ ℕ\n"
	                  "left/VAR 9: n − n < n − x\n"
	                  "right/inv1/INV 9: n ∈ 0‥n\n"
	                  "right/VAR 9: n − n ≤ n − x\n"));
	PASS();
}

TEST refinements(void)
{
	ASSERT(gives("B", "FIN 10: finite({z})\n"
	                  "INITIALISATION/act4/FIS 6: {∅} ≠ ∅\n"
	                  "INITIALISATION/glue/INV 5: 5 = 0 + 5\n"
	                  "step/grd2/WD 11: q ∈ dom(f) ∧ f ∈ S ⇸ ℤ\n"
	                  "step/act2/WD 13: x ≠ 0\n"
	                  "step/act2/FIS 13: {1 ÷ x} ≠ ∅\n"
	                  "step/grd2/GRD 12: f(q) = x\n"
	                  "step/act1/SIM 12: x + 1 ≥ x ∧ x + 1 ≤ n\n"
	                  "step/glue/INV 13: z' = x + 1 + f(q)\n"
	                  "other/p/WWD 11: (p ∈ dom(f) ∧ f ∈ S ⇸ ℤ) ∧ q ∈ dom(f)\n"
	                  "other/p/WFIS 11: ∃p·f(p) = f(q)\n"
	                  "other/act1/FIS 13: {x} ≠ ∅\n"
	                  "other/grd2/GRD 12: f(p) = x\n"
	                  "other/act1/SIM 12: x' ≥ x ∧ x' ≤ n\n"
	                  "other/glue/INV 13: z = x' + f(p)\n"
	                  "both/MRG 11: x = 0 ∨ x = n\n"
	                  "both/glue/INV 11: z = n + d\n"
	                  "new/y/EQL 10: S = y\n"
	                  "new/glue/INV 10: 0 = x + d\n"
	                  "new/VAR 10: {0} ⊂ {z}\n"));
	PASS();
}

SUITE(proof)
{
	RUN_TEST(contexts);
	RUN_TEST(printed_back);
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
