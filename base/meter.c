#include "base/base.h"

void meter_spend(struct meter *m, uint64_t effort)
{
	m->spent += effort;
	if (meter_left(m) > 0) return;
	for (uint32_t i = 0; i < METER_FLAGS; i++)
		if (m->flags[i] && !*m->flags[i]) *m->flags[i] = m->reason;
}

double meter_clock(const struct meter *m)
{
	return m->counts ? (double)m->spent / METER_PER_SECOND : base_clock();
}

uint64_t meter_left(const struct meter *m)
{
	if (!m->end) return UINT64_MAX;
	return m->end > m->spent ? m->end - m->spent : 0;
}

const char *meter_reason(const struct meter *m)
{
	return m->counts ? "the limit of effort was reached (--effort-limit raises it)"
	                 : "the time limit was reached";
}
