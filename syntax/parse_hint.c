/* Notes to syntax errors: what may have been meant by the token that was found. */
#include "syntax/parse.h"

#include <ctype.h>

static const struct token *token_at(const struct parser *p, uint32_t i)
{
	return &p->tokens.list.at[i < p->tokens.list.count ? i : p->tokens.list.count - 1];
}

static bool is_and(const struct token *t)
{
	return t->kind == TOKEN_ID && (strcmp(t->text, "and") == 0 || strcmp(t->text, "AND") == 0);
}

/* Signs of other languages. */
static const char *sign_hint(const struct token *t, const struct token *before,
                             const struct token *next)
{
	bool not_equal = t->kind == OP_FORALL && next->kind == OP_EQUAL && !next->after_space;
	if (not_equal || t->kind == TOKEN_EMPTY_SEQ) return "'not equal' is written '/='";
	if (is_and(t) || (t->kind == OP_AND && before->kind == OP_AND)) return "'and' is written '&'";
	return t->kind == OP_LAMBDA ? "the remainder is written 'mod'" : NULL;
}

/* Signs that are good elsewhere, but not behind a predicate. */
static const char *formula_hint(int kind)
{
	switch (kind) {
	case TOKEN_DEFINED: return "'==' stands only in definitions, equality is '='";
	case TOKEN_BECOMES: return "':=' stands only in substitutions, equality is '='";
	case OP_PARALLEL_PRODUCT:
	case TOKEN_OR: return "a disjunction is written 'or'";
	default: return NULL;
	}
}

static bool is_word(const char *text) { return isalpha((unsigned char)*text) != 0; }

static bool is_head(int kind)
{
	return kind > TOKEN_DO || kind == TOKEN_MACHINE || kind == TOKEN_REFINEMENT ||
	       kind == TOKEN_IMPLEMENTATION;
}

/* A keyword that differs by capitals, or the word of a clause that differs by a letter. */
static const char *similar_keyword(name x, bool by_letter)
{
	for (int kind = 0; kind < TOKEN_COUNT; kind++) {
		if (kind >= TOKEN_END_OF_FILE && kind <= TOKEN_IMPORT) continue;
		const char *word = lexer_spelling(kind);
		if (!is_word(word)) continue;
		if (similar_but_case(x, word)) return word;
		if (by_letter && is_head(kind) && similar_by_letter(x, word)) return word;
	}
	return NULL;
}

void parse_hint(struct parser *p, bool after_formula)
{
	const struct token *t = token_at(p, p->i), *before = token_at(p, p->i ? p->i - 1 : 0);
	const char *hint = sign_hint(t, before, token_at(p, p->i + 1)), *word = NULL;
	if (!hint && after_formula && p->i != p->names_end) hint = formula_hint(t->kind);
	if (hint) {
		diag_at(p->diag, parse_pos(p), DIAG_NOTE, "%s", hint);
		return;
	}
	if (t->kind == TOKEN_ID) word = similar_keyword(t->text, true);
	if (!word && t->text && before != t && before->kind == TOKEN_ID) {
		t = before;
		word = similar_keyword(t->text, false);
	}
	if (word) diag_at(p->diag, (struct pos){t->at, 0}, DIAG_NOTE, "did you mean '%s'?", word);
}
