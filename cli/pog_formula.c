/* Formulas of a .pog file as B text, in parentheses throughout. */
#include "cli/pog.h"

static const struct xml *needed(struct pog *p, const struct xml *x, const char *tag)
{
	const struct xml *kid = xml_kid(x, tag);
	if (!kid) pog_trouble(p, x, arena_format(p->arena, "<%s> without <%s>", x->tag, tag));
	return kid;
}

/* ---- operators --------------------------------------------------------------------------------------- */

/* Those that are told apart by their types are not in B: *i and *s are both *. Others are written as in B. */
static const char *operator_of(struct pog *p, const struct xml *x)
{
	static const char *const same[][2] = {
	    {",", "|->"},        {"imax", "max"},     {"rmax", "max"}, {"imin", "min"}, {"rmin", "min"},
	    {"iSIGMA", "SIGMA"}, {"rSIGMA", "SIGMA"}, {"iPI", "PI"},   {"rPI", "PI"},   {"*i", "*"},
	    {"*s", "*"},         {"*r", "*"},         {"*f", "*"},     {"**i", "**"},   {"**r", "**"},
	    {"+i", "+"},         {"+r", "+"},         {"+f", "+"},     {"-i", "-"},     {"-s", "-"},
	    {"-r", "-"},         {"-f", "-"},         {"/i", "/"},     {"/r", "/"},     {"/f", "/"},
	    {">=i", ">="},       {">=r", ">="},       {">=f", ">="},   {">i", ">"},     {">r", ">"},
	    {">f", ">"},         {"<i", "<"},         {"<r", "<"},     {"<f", "<"},     {"<=i", "<="},
	    {"<=r", "<="},       {"<=f", "<="},
	};
	static const char *const known[] = {
	    /* predicates */
	    "=", ":", "<:", "<<:", "/=", "/:", "/<:", "/<<:", "=>", "<=>", "&", "or", "not", "!", "#",
	    ">=", ">", "<", "<=",
	    /* expressions */
	    "card", "dom", "ran", "POW", "POW1", "FIN", "FIN1", "union", "inter", "seq", "seq1", "iseq",
	    "iseq1", "~", "size", "perm", "first", "last", "id", "closure", "closure1", "tail", "front",
	    "rev", "conc", "rel", "fnc", "real", "floor", "ceiling", "tree", "btree", "top", "sons",
	    "prefix", "postfix", "sizet", "mirror", "left", "right", "infix", "bin", "son", "rank",
	    "father", "subtree", "arity", "const", "prj1", "prj2", "iterate", "max", "min", "SIGMA",
	    "PI", "*", "**", "+", "-", "/", "mod", "+->", "+->>", "-->", "-->>", "->", "..", "/\\",
	    "/|\\", ";", "<+", "<->", "<-", "<<|", "<|", ">+>", ">->", ">+>>", ">->>", "><", "||",
	    "\\/", "\\|/", "^", "|->", "|>", "|>>", "[", "(", "{", "%", "INTER", "UNION", "<'"};
	const char *op = pog_attribute(p, x, xml_attribute(x, "op") ? "op" : "type");
	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		if (strcmp(op, same[i][0]) == 0) return same[i][1];
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(op, known[i]) == 0) return op;
	pog_trouble(p, x, arena_format(p->arena, "the operator '%s' is not known", op));
	return op;
}

static const struct xml *kid_at(struct pog *p, const struct xml *x, uint32_t index)
{
	static const char *none[] = {NULL};
	static const struct xml nothing = {.tag = "EmptySet", .attributes = none, .text = ""};
	const struct xml *k = x->first;
	for (uint32_t i = 0; k && i < index; i++) k = k->next;
	if (!k) pog_trouble(p, x, arena_format(p->arena, "<%s> with too few operands", x->tag));
	return k ? k : &nothing;
}

/* All kids, with this between them. */
static void add_list(struct pog *p, const struct xml *first, const char *between, struct text *out)
{
	for (const struct xml *k = first; k; k = k->next) {
		if (k != first) text_add(out, between);
		pog_formula(p, k, out);
	}
}

static void unary(struct pog *p, const struct xml *x, struct text *out)
{
	const char *op = operator_of(p, x);
	bool is_minus = strcmp(op, "-") == 0, is_inverse = strcmp(op, "~") == 0;
	text_add(out, is_minus ? "(-" : is_inverse ? "(" : op);
	text_add_char(out, '(');
	pog_formula(p, kid_at(p, x, 0), out);
	text_add(out, is_minus ? "))" : is_inverse ? ")~)" : ")");
}

static bool is_call(const char *op)
{
	static const char *const calls[] = {"prj1",   "prj2",    "iterate", "const", "rank",
	                                    "father", "subtree", "arity",   "son",   "bin"};
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (strcmp(op, calls[i]) == 0) return true;
	return false;
}

static void binary(struct pog *p, const struct xml *x, struct text *out)
{
	const char *op = operator_of(p, x);
	bool is_application = strcmp(op, "(") == 0, is_image = strcmp(op, "[") == 0;
	if (is_call(op)) {
		text_format(out, "%s(", op);
		add_list(p, x->first, ", ", out);
		text_add_char(out, ')');
		return;
	}
	text_add_char(out, '(');
	pog_formula(p, kid_at(p, x, 0), out);
	if (is_application || is_image) text_add(out, op);
	else text_format(out, " %s ", op);
	pog_formula(p, kid_at(p, x, 1), out);
	text_add(out, is_application ? "))" : is_image ? "])" : ")");
}

static void nary(struct pog *p, const struct xml *x, struct text *out)
{
	const char *op = operator_of(p, x);
	if (strcmp(op, "{") == 0 || strcmp(op, "[") == 0) {
		text_add(out, op);
		add_list(p, x->first, ", ", out);
		text_add(out, *op == '{' ? "}" : "]");
		return;
	}
	bool is_and = strcmp(op, "&") == 0;
	if (!x->first) text_add(out, is_and ? "btrue" : "bfalse");
	if (!x->first) return;
	text_add_char(out, '(');
	add_list(p, x->first, is_and ? " & " : " or ", out);
	text_add_char(out, ')');
}

/* ---- binders ------------------------------------------------------------------------------------------- */

static void add_names(struct pog *p, const struct xml *variables, struct text *out)
{
	for (const struct xml *k = variables->first; k; k = k->next)
		text_format(out, "%s%s", k == variables->first ? "" : ", ", pog_name(p, k));
}

/* Does a conjunct say what the name is? */
static bool is_typed(struct pog *p, const struct xml *x, const char *own)
{
	if (xml_is(x, "Exp_Comparison") && x->first && xml_is(x->first, "Id")) {
		const char *op = operator_of(p, x);
		bool says = strcmp(op, ":") == 0 || strcmp(op, "<:") == 0 || strcmp(op, "=") == 0;
		return says && pog_name(p, x->first) == own;
	}
	if (xml_is(x, "Binary_Pred") && x->first) return is_typed(p, x->first, own);
	const char *op = xml_attribute(x, "op");
	if (!xml_is(x, "Nary_Pred") || !op || strcmp(op, "&") != 0) return false;
	for (const struct xml *k = x->first; k; k = k->next)
		if (is_typed(p, k, own)) return true;
	return false;
}

/* x : TYPE & ... for names of which the predicate does not say it. */
static void add_typing(struct pog *p, const struct xml *variables, const struct xml *predicate,
                       struct text *out)
{
	for (const struct xml *k = variables->first; k; k = k->next) {
		struct text type = {0};
		const char *own = pog_name(p, k);
		if (!is_typed(p, predicate, own) && pog_type(p, xml_attribute(k, "typref"), &type))
			text_format(out, "%s : %s & ", own, text_get(&type));
		text_clear(&type);
	}
}

static void quantified(struct pog *p, const struct xml *x, struct text *out)
{
	const struct xml *variables = needed(p, x, "Variables"), *body = needed(p, x, "Body");
	if (!variables || !body || !body->first) return;
	bool is_forall = strcmp(operator_of(p, x), "!") == 0;
	const struct xml *b = body->first;
	const char *op = xml_attribute(b, "op");
	bool is_implication = xml_is(b, "Binary_Pred") && op && strcmp(op, "=>") == 0;
	pog_bind(p, variables);
	text_add(out, is_forall ? "(!(" : "(#(");
	add_names(p, variables, out);
	text_add(out, ").(");
	add_typing(p, variables, b, out);
	if (is_forall && is_implication) {
		pog_formula(p, kid_at(p, b, 0), out);
		text_add(out, " => ");
		b = kid_at(p, b, 1);
	} else if (is_forall) text_add(out, "btrue => ");
	pog_formula(p, b, out);
	text_add(out, "))");
	pog_unbind(p, variables);
}

static void quantified_expression(struct pog *p, const struct xml *x, struct text *out)
{
	const struct xml *variables = needed(p, x, "Variables"), *pred = needed(p, x, "Pred"),
	                 *body = needed(p, x, "Body");
	if (!variables || !pred || !body || !pred->first || !body->first) return;
	pog_bind(p, variables);
	text_format(out, "(%s(", operator_of(p, x));
	add_names(p, variables, out);
	text_add(out, ").(");
	add_typing(p, variables, pred->first, out);
	pog_formula(p, pred->first, out);
	text_add(out, " | ");
	pog_formula(p, body->first, out);
	text_add(out, "))");
	pog_unbind(p, variables);
}

static void comprehension(struct pog *p, const struct xml *x, struct text *out)
{
	const struct xml *variables = needed(p, x, "Variables"), *body = needed(p, x, "Body");
	if (!variables || !body || !body->first) return;
	pog_bind(p, variables);
	text_add_char(out, '{');
	add_names(p, variables, out);
	text_add(out, " | ");
	add_typing(p, variables, body->first, out);
	pog_formula(p, body->first, out);
	text_add_char(out, '}');
	pog_unbind(p, variables);
}

/* ---- records --------------------------------------------------------------------------------------------- */

static void record(struct pog *p, const struct xml *x, struct text *out)
{
	text_add(out, xml_is(x, "Struct") ? "struct(" : "rec(");
	for (const struct xml *k = xml_kid(x, "Record_Item"); k; k = xml_next(k, "Record_Item")) {
		text_format(out, "%s : ", pog_attribute(p, k, "label"));
		pog_formula(p, kid_at(p, k, 0), out);
		if (xml_next(k, "Record_Item")) text_add(out, ", ");
	}
	text_add_char(out, ')');
}

/* A record with one field changed: all of its fields are written down. */
static void changed_record(struct pog *p, const struct xml *of, const char *label,
                           const struct xml *to, struct text *out)
{
	const struct xml *type = pog_find_type(p, xml_attribute(of, "typref"));
	if (!type || !xml_is(type, "Struct")) {
		pog_trouble(p, of, "the fields of this record are not known");
		return;
	}
	text_add(out, "rec(");
	for (const struct xml *k = type->first; k; k = k->next) {
		const char *field = pog_attribute(p, k, "label");
		text_format(out, "%s : ", field);
		bool is_new = strcmp(field, label) == 0;
		pog_formula(p, is_new ? to : of, out);
		if (!is_new) text_format(out, "'%s", field);
		if (k->next) text_add(out, ", ");
	}
	text_add_char(out, ')');
}

static void record_update(struct pog *p, const struct xml *x, struct text *out)
{
	changed_record(p, kid_at(p, x, 0), pog_attribute(p, x, "label"), kid_at(p, x, 1), out);
}

/* son(t, r, i), bin(l, x, r), and a record with a new value of a field */
static void ternary(struct pog *p, const struct xml *x, struct text *out)
{
	if (strcmp(operator_of(p, x), "<'") != 0) binary(p, x, out);
	else
		changed_record(p, kid_at(p, x, 0), pog_attribute(p, kid_at(p, x, 1), "value"),
		               kid_at(p, x, 2), out);
}

static void field(struct pog *p, const struct xml *x, struct text *out)
{
	text_add_char(out, '(');
	pog_formula(p, kid_at(p, x, 0), out);
	text_format(out, ")'%s", pog_attribute(p, x, "label"));
}

/* ---- all together ------------------------------------------------------------------------------------------ */

static void identifier(struct pog *p, const struct xml *x, struct text *out)
{
	text_add(out, pog_used_name(p, x));
}

/* Numbers of a computer; MAXINT is not below them. */
static void note_number(struct pog *p, const char *digits)
{
	const uint64_t most = UINT32_MAX;
	bool is_negative = *digits == '-';
	uint64_t n = strlen(digits + is_negative) < 12 ? strtoull(digits + is_negative, NULL, 10) : 0;
	uint64_t *to = is_negative ? &p->least : &p->most;
	if (n > *to && n <= most) *to = n;
}

static void literal(struct pog *p, const struct xml *x, struct text *out)
{
	const char *digits = pog_attribute(p, x, "value");
	if (xml_is(x, "Integer_Literal")) note_number(p, digits);
	text_format(out, *digits == '-' ? "(%s)" : "%s", digits);
}

static void string(struct pog *p, const struct xml *x, struct text *out)
{
	text_add_char(out, '"');
	for (const char *s = pog_attribute(p, x, "value"); *s; s++) {
		if (*s == '"' || *s == '\\') text_add_char(out, '\\');
		text_add_char(out, *s);
	}
	text_add_char(out, '"');
}

static void boolean(struct pog *p, const struct xml *x, struct text *out)
{
	text_add(out, "bool(");
	pog_formula(p, kid_at(p, x, 0), out);
	text_add_char(out, ')');
}

static void empty(struct pog *p, const struct xml *x, struct text *out)
{
	(void)p;
	text_add(out, xml_is(x, "EmptySeq") ? "[]" : "{}");
}

static void tagged(struct pog *p, const struct xml *x, struct text *out)
{
	pog_formula(p, kid_at(p, x, 0), out);
}

void pog_formula(struct pog *p, const struct xml *x, struct text *out)
{
	static const struct {
		const char *tag;
		void (*add)(struct pog *p, const struct xml *x, struct text *out);
	} forms[] = {
	    {"Id", identifier},
	    {"Fresh_Id", identifier},
	    {"Tag", tagged},
	    {"Integer_Literal", literal},
	    {"Boolean_Literal", literal},
	    {"Real_Literal", literal},
	    {"STRING_Literal", string},
	    {"String_Literal", string},
	    {"Unary_Exp", unary},
	    {"Binary_Exp", binary},
	    {"Ternary_Exp", ternary},
	    {"Nary_Exp", nary},
	    {"Boolean_Exp", boolean},
	    {"EmptySet", empty},
	    {"EmptySeq", empty},
	    {"Quantified_Exp", quantified_expression},
	    {"Quantified_Set", comprehension},
	    {"Struct", record},
	    {"Record", record},
	    {"Record_Update", record_update},
	    {"Record_Field_Access", field},
	    {"Binary_Pred", binary},
	    {"Exp_Comparison", binary},
	    {"Unary_Pred", unary},
	    {"Nary_Pred", nary},
	    {"Quantified_Pred", quantified},
	};
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (xml_is(x, forms[i].tag)) {
			forms[i].add(p, x, out);
			return;
		}
	pog_trouble(p, x, arena_format(p->arena, "<%s> is no formula that is known", x->tag));
}
