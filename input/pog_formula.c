/* Formulas of a .pog file as B text, in parentheses throughout. */
#include "input/pog.h"

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
	    {"*s", "*"},         {"*r", "*"},         {"**i", "**"},   {"**r", "**"},   {"+i", "+"},
	    {"+r", "+"},         {"-i", "-"},         {"-s", "-"},     {"-r", "-"},     {"/i", "/"},
	    {"/r", "/"},         {">=i", ">="},       {">=r", ">="},   {">i", ">"},     {">r", ">"},
	    {"<i", "<"},         {"<r", "<"},         {"<=i", "<="},   {"<=r", "<="},
	};
	static const char *const known[] = {
	    /* predicates */
	    "=", ":", "<:", "<<:", "/=", "/:", "/<:", "/<<:", "=>", "<=>", "&", "or", "not", "!", "#",
	    ">=", ">", "<", "<=",
	    /* expressions */
	    "card", "dom", "ran", "POW", "POW1", "FIN", "FIN1", "union", "inter", "seq", "seq1", "iseq",
	    "iseq1", "~", "size", "perm", "first", "last", "id", "closure", "closure1", "tail", "front",
	    "rev", "conc", "succ", "pred", "rel", "fnc", "real", "floor", "ceiling", "tree", "btree",
	    "top", "sons", "prefix", "postfix", "sizet", "mirror", "left", "right", "infix", "bin",
	    "son", "rank", "father", "subtree", "arity", "const", "prj1", "prj2", "iterate", "max",
	    "min", "SIGMA", "PI", "*", "**", "+", "-", "/", "mod", "+->", "+->>", "-->", "-->>", "->",
	    "..", "/\\", "/|\\", ";", "<+", "<->", "<-", "<<|", "<|", ">+>", ">->", ">+>>", ">->>",
	    "><", "||", "\\/", "\\|/", "^", "|->", "|>", "|>>", "[", "(", "{", "%", "INTER", "UNION",
	    "<'", "'"};
	const char *op = pog_attribute(p, x, xml_attribute(x, "op") ? "op" : "type");
	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		if (strcmp(op, same[i][0]) == 0) return same[i][1];
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(op, known[i]) == 0) return op;
	bool is_float = strchr("+-*/<>", *op) && op[strlen(op) - 1] == 'f'; /* rounds; reals do not */
	pog_trouble(p, x,
	            arena_format(p->arena,
	                         is_float
	                             ? "the operator '%s' of floating-point numbers is not supported"
	                             : "the operator '%s' is not known",
	                         op));
	return op;
}

bool pog_is_op(const struct xml *x, const char *tag, const char *op)
{
	const char *own = xml_attribute(x, "op");
	return xml_is(x, tag) && own && strcmp(own, op) == 0;
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

/* The identity of all values that a relation of the type of this node may relate. */
static void add_identity(struct pog *p, const struct xml *x, struct text *out)
{
	const char *type = pog_domain_type_of(p, x);
	if (!type) pog_trouble(p, x, "the type of this relation is not known");
	text_format(out, "id(%s)", type ? type : "{}");
}

/* Atelier B's closure has the identity of the type, whether that is finite or not. */
static void closure(struct pog *p, const struct xml *x, struct text *out)
{
	text_add(out, "(closure1(");
	pog_formula(p, kid_at(p, x, 0), out);
	text_add(out, ") \\/ ");
	add_identity(p, x, out);
	text_add_char(out, ')');
}

static void unary(struct pog *p, const struct xml *x, struct text *out)
{
	const char *op = operator_of(p, x);
	if (strcmp(op, "closure") == 0) {
		closure(p, x, out);
		return;
	}
	bool is_minus = strcmp(op, "-") == 0, is_inverse = strcmp(op, "~") == 0;
	text_add(out, is_minus ? "(-" : is_inverse ? "(" : op);
	text_add_char(out, '(');
	pog_formula(p, kid_at(p, x, 0), out);
	text_add(out, is_minus ? "))" : is_inverse ? ")~)" : ")");
}

static bool is_call(const char *op)
{
	static const char *const calls[] = {"prj1",    "prj2",  "const", "rank", "father",
	                                    "subtree", "arity", "son",   "bin"};
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (strcmp(op, calls[i]) == 0) return true;
	return false;
}

/* iterate(r, 0) is the identity of the type, as in closure. */
static void iterate(struct pog *p, const struct xml *x, struct text *out)
{
	const struct xml *times = kid_at(p, x, 1);
	const char *number = xml_is(times, "Integer_Literal") ? xml_attribute(times, "value") : NULL;
	bool is_zero = number && strtoll(number, NULL, 10) == 0;
	if (is_zero) {
		add_identity(p, x, out);
		return;
	}
	if (!number) {
		text_add(out, "(IF ");
		pog_formula(p, times, out);
		text_add(out, " = 0 THEN ");
		add_identity(p, x, out);
		text_add(out, " ELSE ");
	}
	text_add(out, "iterate(");
	add_list(p, x->first, ", ", out);
	text_add(out, number ? ")" : ") END)");
}

/* The field of a record, in files of old. */
static void quote(struct pog *p, const struct xml *x, struct text *out)
{
	const char *label = xml_attribute(kid_at(p, x, 1), "value");
	if (!label) pog_trouble(p, x, "a field without a name");
	text_add_char(out, '(');
	pog_formula(p, kid_at(p, x, 0), out);
	text_format(out, ")'%s", pog_label(p, label ? label : ""));
}

static void binary(struct pog *p, const struct xml *x, struct text *out)
{
	const char *op = operator_of(p, x);
	if (strcmp(op, "iterate") == 0 || strcmp(op, "'") == 0) {
		(*op == '\'' ? quote : iterate)(p, x, out);
		return;
	}
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
		const char *own = pog_name(p, k), *type = pog_type_of(p, k);
		if (type && !is_typed(p, predicate, own)) text_format(out, "%s : %s & ", own, type);
	}
}

static void quantified(struct pog *p, const struct xml *x, struct text *out)
{
	const struct xml *variables = needed(p, x, "Variables"), *body = needed(p, x, "Body");
	if (!variables || !body || !body->first) return;
	bool is_forall = strcmp(operator_of(p, x), "!") == 0;
	const struct xml *b = body->first;
	if (!variables->first) {
		pog_formula(p, b, out);
		return;
	}
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
		text_format(out, "%s : ", pog_label(p, pog_attribute(p, k, "label")));
		pog_formula(p, kid_at(p, k, 0), out);
		if (xml_next(k, "Record_Item")) text_add(out, ", ");
	}
	text_add_char(out, ')');
}

/* The record that an update changes; NULL if it is none. */
struct update {
	const struct xml *of, *to;
	const char *label;
};

static bool is_update(struct pog *p, const struct xml *x, struct update *out)
{
	bool is_plain = xml_is(x, "Record_Update");
	if (!is_plain && !pog_is_op(x, "Ternary_Exp", "<'")) return false;
	out->of = kid_at(p, x, 0);
	out->label =
	    is_plain ? pog_attribute(p, x, "label") : pog_attribute(p, kid_at(p, x, 1), "value");
	out->to = kid_at(p, x, is_plain ? 1 : 2);
	return true;
}

/* The value that a field has got in this update or one of those before; else that of the record as it was. */
static void changed_field(struct pog *p, const struct xml *x, const char *field, struct text *out)
{
	struct update u;
	while (is_update(p, x, &u)) {
		if (strcmp(u.label, field) == 0) {
			pog_formula(p, u.to, out);
			return;
		}
		x = u.of;
	}
	pog_formula(p, x, out);
	text_format(out, "'%s", pog_label(p, field));
}

/* A record with some fields changed: all of its fields are written down. */
static void changed_record(struct pog *p, const struct xml *x, struct text *out)
{
	struct update u;
	const struct xml *first = x;
	const struct pog_type *type = NULL;
	while (is_update(p, first, &u)) first = u.of;
	type = pog_find_type(p, xml_attribute(first, "typref"));
	if (!type || !xml_is(type->xml, "Struct")) {
		pog_trouble(p, x, "the fields of this record are not known");
		return;
	}
	text_add(out, "rec(");
	for (const struct xml *k = type->xml->first; k; k = k->next) {
		const char *field = pog_attribute(p, k, "label");
		text_format(out, "%s : ", pog_label(p, field));
		changed_field(p, x, field, out);
		if (k->next) text_add(out, ", ");
	}
	text_add_char(out, ')');
}

/* son(t, r, i), bin(l, x, r), and a record with a new value of a field */
static void ternary(struct pog *p, const struct xml *x, struct text *out)
{
	if (pog_is_op(x, "Ternary_Exp", "<'")) changed_record(p, x, out);
	else binary(p, x, out);
}

static void field(struct pog *p, const struct xml *x, struct text *out)
{
	text_add_char(out, '(');
	pog_formula(p, kid_at(p, x, 0), out);
	text_format(out, ")'%s", pog_label(p, pog_attribute(p, x, "label")));
}

/* ---- all together ------------------------------------------------------------------------------------------ */

static void identifier(struct pog *p, const struct xml *x, struct text *out)
{
	text_add(out, pog_used_name(p, x));
}

static void number(struct pog *p, const struct xml *x, struct text *out)
{
	const char *digits = pog_attribute(p, x, "value");
	bool is_negative = *digits == '-';
	size_t length = strspn(digits + is_negative, "0123456789");
	if (length == 0 || digits[is_negative + length]) pog_trouble(p, x, "this is no number");
	else text_format(out, is_negative ? "(%s)" : "%s", digits);
}

/* 2.50, with digits on both sides of the dot */
static void real(struct pog *p, const struct xml *x, struct text *out)
{
	const char *digits = pog_attribute(p, x, "value");
	bool is_negative = *digits == '-';
	digits += is_negative || *digits == '+';
	size_t whole = strspn(digits, "0123456789");
	const char *rest = digits + whole + (digits[whole] == '.');
	size_t part = strspn(rest, "0123456789");
	if (whole + part == 0 || rest[part]) {
		pog_trouble(p, x, "this is no number");
		return;
	}
	text_format(out, "(%s%.*s%s.%.*s%s)", is_negative ? "-" : "", (int)whole, digits,
	            whole ? "" : "0", (int)part, rest, part ? "" : "0");
}

static void truth_value(struct pog *p, const struct xml *x, struct text *out)
{
	const char *word = pog_attribute(p, x, "value");
	bool is_true = strcmp(word, "TRUE") == 0;
	if (!is_true && strcmp(word, "FALSE") != 0) pog_trouble(p, x, "this is neither TRUE nor FALSE");
	text_add(out, is_true ? "TRUE" : "FALSE");
}

static void string(struct pog *p, const struct xml *x, struct text *out)
{
	text_add_char(out, '"');
	for (const char *s = pog_attribute(p, x, "value"); *s; s++) {
		if (*s == '"' || *s == '\\' || *s == '\n') text_add_char(out, '\\');
		text_add_char(out, *s == '\n' ? 'n' : *s);
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
	const char *type = p->types_empty ? pog_element_type_of(p, x) : NULL;
	p->has_empty = true;
	if (type) text_format(out, "({} /\\ %s)", type);
	else text_add(out, xml_is(x, "EmptySeq") ? "[]" : "{}");
}

static void tagged(struct pog *p, const struct xml *x, struct text *out)
{
	pog_formula(p, kid_at(p, x, 0), out);
}

/* All that the local hypothesis says, once more: rarely, and not without end. */
static void reference(struct pog *p, const struct xml *x, struct text *out)
{
	enum { MOST_NESTED = 50, MOST_REPEATED = 1 << 24 };
	const char *num = pog_attribute(p, x, "num");
	const struct xml *h = p->local ? map_get(p->local, names_of(&p->names, num)) : NULL;
	size_t start = out->count;
	if (!h || !h->first || p->references >= MOST_NESTED || p->repeated > MOST_REPEATED) {
		pog_trouble(p, x,
		            h ? "too much is repeated here"
		              : arena_format(p->arena, "there is no <Local_Hyp num=\"%s\">", num));
		text_add(out, "btrue");
		return;
	}
	p->references++;
	text_add_char(out, '(');
	add_list(p, h->first, " & ", out);
	text_add_char(out, ')');
	p->references--;
	p->repeated += out->count - start;
}

static void set(struct pog *p, const struct xml *x, struct text *out)
{
	struct text differ = {0};
	bool has_more = pog_set_differ(p, x, &differ);
	text_add_char(out, '(');
	pog_set(p, x, out);
	if (has_more) text_format(out, " & %s", text_get(&differ));
	text_add_char(out, ')');
	text_clear(&differ);
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
	    {"Integer_Literal", number},
	    {"Boolean_Literal", truth_value},
	    {"Real_Literal", real},
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
	    {"Record_Update", changed_record},
	    {"Record_Field_Access", field},
	    {"Binary_Pred", binary},
	    {"Exp_Comparison", binary},
	    {"Unary_Pred", unary},
	    {"Nary_Pred", nary},
	    {"Quantified_Pred", quantified},
	    {"Ref_Hyp", reference},
	    {"Set", set},
	};
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (xml_is(x, forms[i].tag)) {
			forms[i].add(p, x, out);
			return;
		}
	pog_trouble(p, x, arena_format(p->arena, "<%s> is no formula that is known", x->tag));
}
