// The page: verdict, findings, obligations, solutions, coverage, sources.
const later = []; // what is drawn once everything is in the page
const witnessOf = f => 'fails for ' + Object.entries(f.witness).map(([k, v]) => `${k} = ${v}`).join(', ');

// ---- findings
function viewFinding(object, f, isFirst) {
  const cls = f.severity === 'error' || f.verdict === 'violated' ? 'bad' : f.severity === 'warning' || f.verdict === 'inconclusive' || f.verdict === 'error' ? 'open' : 'good';
  const steps = (f.trace || []).filter(s => s.op !== 'SETUP_CONSTANTS' && s.op !== 'INITIALISATION').length;
  const where = f.at ? el('p', {className: 'small'}, el('a', {href: `#L${f.at.line}`, onclick: e => { if (showPlace(f.at)) e.preventDefault(); }}, place(f.at)),
    f.trace && f.trace.length ? `, after ${plural(steps, 'operation')}${f.shortest ? ' (a shortest run)' : ''}` : '') : null;
  return el('section', {className: 'finding'},
    el('h3', {}, el('span', {className: `badge ${cls}`}, f.verdict || f.kind || f.severity), ' ', f.formula ? `${f.name ? f.name + ': ' : ''}${f.formula}` : f.message),
    where, f.reason ? el('p', {}, f.reason) : null,
    f.why ? el('p', {className: 'mono small'}, f.why) : null,
    f.witness ? el('p', {className: 'mono small'}, witnessOf(f)) : null,
    f.trace && f.trace.length ? viewTrace(object, f, isFirst) : null);
}

// ---- obligations
const bindings = (title, b) => b && Object.keys(b).length ? el('div', {className: 'values'}, el('span', {className: 'dim'}, `${title}: `),
  el('code', {}, Object.entries(b).map(([k, v]) => `${k} = ${v}`).join(',  '))) : null;
function reachedWords(c) {
  const after = `after ${plural(c.reached_depth ?? 0, 'operation')}`;
  return {found: `reached ${after}: a bug`, other: `another such state is reached ${after}: a bug`, never: 'never reached: the invariant is too weak to show that',
    never_this: 'this state is never reached: the invariant may be too weak', not_within: `not reached within ${plural(c.reached_depth ?? 0, 'operation')}: the invariant may be too weak`,
    before_loop: `reached ${after}, but the state of the loop need not be: its invariant may be too weak`,
    not_found: 'not reached in the part of the states that was looked at: the invariant may be too weak'}[c.reached] || c.reached;
}
const changedOnly = (before, after) => { // what is as before is not said again
  const rest = Object.entries(after || {}).filter(([k, v]) => !before || before[k] !== v);
  return rest.length ? Object.fromEntries(rest) : null;
};
const statusClass = s => s === 'refuted' || s === 'doubtful' ? 'bad' : s.startsWith('proved') ? 'good' : 'open';
function viewObligation(o) {
  const c = o.counterexample;
  return el('div', {className: 'po'}, el('span', {className: `badge ${statusClass(o.status)}`}, o.status.replaceAll('_', ' ')), ' ', el('code', {}, o.name), ' ',
    el('span', {className: 'dim small'}, o.kind, o.at ? [', ', el('a', {href: `#L${o.at.line}`, onclick: e => { if (showPlace(o.at)) e.preventDefault(); }}, place(o.at))] : null, o.sizes ? `, ${o.sizes}` : null),
    o.reason ? el('div', {className: 'small'}, o.reason) : null,
    c ? el('div', {}, bindings('constants', c.constants), bindings('abstract', c.abstract), bindings('before', c.before),
      c.op ? el('div', {className: 'values'}, el('span', {className: 'dim'}, 'then: '), el('code', {}, labelOf({op: c.op, params: c.params}))) : null,
      bindings('after', changedOnly(c.before, c.after)), c.after && c.before && !changedOnly(c.before, c.after) ? el('div', {className: 'values dim'}, 'after: no change') : null, bindings('results', c.results), c.reached ? el('div', {className: 'values small'}, reachedWords(c)) : null) : null);
}
function viewObligations(list) {
  const order = ['refuted', 'doubtful', 'refuted_partly', 'open', 'none_within_bounds', 'proved_for_sizes', 'proved'];
  const count = {}, rank = o => order.indexOf(o.status);
  for (const o of list) count[o.status] = (count[o.status] || 0) + 1;
  const statuses = Object.keys(count).sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const on = new Set(statuses.filter(s => !s.startsWith('proved'))); // what is proved is folded away
  if (!on.size) statuses.forEach(s => on.add(s));
  const box = el('div'), search = el('input', {type: 'search', placeholder: 'name contains ...', 'aria-label': 'filter by name', oninput: () => draw()});
  const toggle = (s, e) => { on.has(s) ? on.delete(s) : on.add(s); e.currentTarget.classList.toggle('on'); draw(); };
  const buttons = statuses.map(s => el('button', {className: on.has(s) ? 'on' : '', 'data-status': s, onclick: e => toggle(s, e)}, `${s.replaceAll('_', ' ')} ${count[s]}`));
  let most = 200;
  function draw() {
    const chosen = list.filter(o => on.has(o.status) && o.name.includes(search.value)).sort((a, b) => rank(a) - rank(b));
    box.replaceChildren(...chosen.slice(0, most).map(viewObligation));
    if (chosen.length > most) box.append(el('button', {onclick: () => { most *= 4; draw(); }}, `${chosen.length - most} more`));
    if (!chosen.length) box.append(el('p', {className: 'dim'}, 'none with this status and name'));
  }
  draw();
  return [el('div', {className: 'controls'}, buttons, search), box];
}

// ---- solutions and coverage
function viewSolutions(list) {
  const names = unique(list.flatMap(s => Object.keys(s)));
  if (list.length === 1) return el('div', {className: 'state'}, names.map(n => cellOf(n, list[0][n], false)));
  return el('div', {className: 'scroll'}, el('table', {className: 'trace'}, el('tr', {}, el('th', {}, ''), names.map(n => el('th', {className: 'mono'}, n))),
    list.slice(0, 500).map((s, i) => el('tr', {}, el('th', {}, i + 1), names.map(n => el('td', {className: 'value'}, s[n] ?? '', list.length <= 12 && s[n] ? drawValue(s[n]) : null))))));
}
const simpleTable = (head, rows) => el('div', {className: 'scroll'}, el('table', {className: 'small'}, el('tr', {}, head.map(h => el('th', {}, h))),
  rows.map(r => el('tr', {}, r.map((x, i) => el('td', {className: `mono${i && x === 0 ? ' no' : ''}`}, typeof x === 'number' ? String(x) : x ?? ''))))));
function viewCoverage(o) {
  const d = o.coverage_details, out = [];
  if (!o.coverage || !Object.keys(o.coverage).length) return out;
  const enabled = Object.fromEntries(((d || {}).operations || []).map(x => [x.name, x.enabled_in]));
  const found = Object.fromEntries(((d || {}).operations || []).map(x => [x.name, x.new_states]));
  out.push(el('h2', {}, 'Coverage'), simpleTable(d ? ['operation', 'transitions', 'states in which it is enabled', 'that it led to first'] : ['operation', 'transitions'],
    Object.entries(o.coverage).map(([k, v]) => d ? [k, v, enabled[k] ?? '', found[k] ?? ''] : [k, v])));
  if (!d) return out;
  out.push(el('h3', {}, `values, ${d.over}`), simpleTable(['variable', 'values', 'least', 'greatest', ''], d.variables.map(v => [v.name, v.exact ? v.count : `at most ${v.count}`, v.least, v.greatest, short((v.values || []).join(', '))])));
  if ((d.guard_conjuncts || []).length) out.push(el('h3', {}, 'conjuncts of guards'), simpleTable(['operation', 'conjunct', 'states in which it alone is false'], d.guard_conjuncts.map(g => [g.operation, g.text, g.only_false_in])));
  if ((d.invariant_parts || []).length) out.push(el('h3', {}, 'parts of invariants'), simpleTable(['part', '', 'states that put it to the test'], d.invariant_parts.map(p => [p.text, p.is, p.states])));
  return out;
}

// ---- one answer
function boundsOf(o) {
  const b = o.bounds;
  if (!b) return '';
  const parts = Object.entries(b.sets || {}).map(([k, v]) => `${k} = ${v}${(b.fitted || {})[k] ? ` (${b.fitted[k]})` : ''}`);
  parts.push(`MININT..MAXINT = ${b.minint}..${b.maxint}`);
  if (b.depth !== undefined && o.verdict !== 'violated') parts.push(`runs of up to ${plural(b.depth, 'operation')}`);
  return parts.join(', ');
}
function words(o) {
  if (o.command === 'animate') return o.verdict === 'violated' ? 'the trace does not fit' : o.verdict === 'holds' ? plural((o.trace || []).length, 'step') : o.verdict;
  if (o.obligations) {
    const refuted = o.obligations.filter(x => x.status.startsWith('refuted')).length, proved = o.obligations.filter(x => x.status.startsWith('proved')).length;
    return `of ${plural(o.obligations.length, 'obligation')} ${refuted ? `${refuted} refuted, ` : ''}${proved} proved`;
  }
  switch (o.verdict) {
  case 'holds': return o.complete ? (o.absolute ? 'proved' : 'proved within the bounds') : 'no fault found within the bounds';
  case 'violated': return 'a counterexample was found';
  case 'found': return 'a solution was found';
  case 'none': return o.complete ? 'there is no solution (proved)' : 'no solution within the bounds';
  case 'inconclusive': return 'inconclusive';
  default: return o.verdict;
  }
}
const classOf = o => o.verdict === 'violated' || o.verdict === 'none' || o.verdict === 'error' ? 'bad' : o.verdict === 'inconclusive' || !o.complete && o.verdict === 'holds' && o.command !== 'animate' ? 'open' : 'good';
function viewVerdict(o) {
  const stats = o.stats || {};
  return el('header', {className: `verdict ${classOf(o)}`}, el('h1', {}, `${o.machine ? `machine ${o.machine}` : o.file || 'answer'}: ${words(o)}`),
    el('div', {className: 'small'}, boundsOf(o) ? `bounds: ${boundsOf(o)}` : ''),
    o.reason ? el('div', {}, o.reason) : null, o.proof ? el('div', {}, `proof: ${o.proof}`) : null,
    el('div', {className: 'dim small'}, `bounce ${o.command} ${o.file || ''}, version ${o.version}, ${(stats.seconds ?? 0).toFixed(2)} s${stats.states ? `, ${plural(stats.states, 'state')}, ${plural(stats.transitions, 'transition')}` : ''}`));
}
function viewObject(o, isOnly) {
  const out = [viewVerdict(o)], rank = f => f.severity === 'error' ? 0 : f.severity === 'warning' ? 1 : 2;
  const findings = (o.obligations ? [] : o.findings || []).slice().sort((a, b) => rank(a) - rank(b)), formulas = o.formulas || [];
  const withRun = [...formulas, ...findings].find(f => f.trace && f.trace.length);
  for (const e of o.errors || []) out.push(el('section', {className: 'finding'}, el('span', {className: 'badge bad'}, 'error'), ` ${place(e.at)} `, e.message, (e.notes || []).map(n => el('div', {className: 'small dim'}, `${place(n.at)} ${n.message}`))));
  const notes = [...(o.notes || []), ...(o.picture_notes || [])].filter(n => !o.picture || !/pictures are drawn/.test(n));
  if (notes.length) out.push(el('ul', {className: 'small'}, notes.map(n => el('li', {}, n))));
  if (formulas.length) out.push(el('h2', {}, 'Temporal properties'), ...formulas.map(f => viewFinding(o, f, isOnly && f === withRun)));
  if (findings.length) out.push(el('h2', {}, plural(findings.length, 'finding')), ...findings.map(f => viewFinding(o, f, isOnly && f === withRun)));
  if (o.trace && o.trace.length && !withRun) out.push(el('h2', {}, 'The run'), el('section', {className: 'finding'}, viewTrace(o, o, isOnly)));
  if (o.obligations) out.push(el('h2', {}, plural(o.obligations.length, 'obligation')), ...viewObligations(o.obligations));
  if ((o.solutions || []).length) out.push(el('h2', {}, plural(o.solutions.length, 'solution')), viewSolutions(o.solutions));
  out.push(...viewCoverage(o));
  if ((o.sources || []).length) out.push(el('h2', {}, 'Source'), ...o.sources.map(s => viewSource(o, s)));
  return out;
}

// ---- all of them
const drawLater = () => { while (later.length) later.shift()(); };
const objects = JSON.parse(document.getElementById('data').textContent), page = document.getElementById('page');
page.replaceChildren();
if (objects.length === 1) {
  document.title = `bounce: ${objects[0].machine || objects[0].file || ''}`;
  page.append(...viewObject(objects[0], true));
  drawLater();
} else {
  const bad = objects.filter(o => classOf(o) === 'bad').length, open = objects.filter(o => classOf(o) === 'open').length, rank = {bad: 0, open: 1, good: 2};
  document.title = `bounce: ${plural(objects.length, 'answer')}`;
  page.append(el('header', {className: `verdict ${bad ? 'bad' : open ? 'open' : 'good'}`}, el('h1', {}, `${plural(objects.length, 'answer')}: ${bad} bad, ${open} open or bounded, ${objects.length - bad - open} good`)));
  for (const o of objects.slice().sort((a, b) => rank[classOf(a)] - rank[classOf(b)])) {
    const box = el('div');
    page.append(el('details', {className: 'finding', ontoggle: e => { if (e.currentTarget.open && !box.childElementCount) { box.append(...viewObject(o, false)); drawLater(); } }},
      el('summary', {}, el('span', {className: `badge ${classOf(o)}`}, o.verdict), ` ${o.command} ${o.file || ''}`), box));
  }
}
