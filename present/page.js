'use strict';
(() => {
// ---- making elements: values only ever become text
const el = (tag, props, ...kids) => {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(props || {}))
    if (v === null || v === undefined || v === false) continue;
    else if (k.startsWith('on')) e.addEventListener(k.slice(2), v);
    else if (k in e && k !== 'list') e[k] = v;
    else e.setAttribute(k, v);
  for (const kid of kids.flat()) if (kid !== null && kid !== undefined && kid !== false) e.append(kid);
  return e;
};
const svgEl = (tag, props, ...kids) => {
  const e = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [k, v] of Object.entries(props || {})) e.setAttribute(k, v);
  e.append(...kids.flat());
  return e;
};
const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
const place = at => at ? `${at.file}:${at.line}:${at.column}` : '';
const save = (name, text) => {
  const a = el('a', {href: URL.createObjectURL(new Blob([text], {type: 'application/json'})), download: name});
  document.body.append(a); a.click(); a.remove();
};

// ---- values of B: numbers, names, strings, sets, pairs, sequences, records; null where it is something else
function parseValue(text) {
  let i = 0, depth = 0;
  const fail = () => { throw new Error(); };
  const blank = () => { while (text[i] === ' ') i++; };
  const eat = s => { blank(); if (text.startsWith(s, i)) { i += s.length; return true; } return false; };
  const list = end => {
    const out = [];
    if (eat(end)) return out;
    do out.push(pair()); while (eat(','));
    if (!eat(end)) fail();
    return out;
  };
  const atom = () => {
    blank();
    if (++depth > 200) fail();
    let r;
    if (eat('{')) r = {set: list('}')};
    else if (eat('[')) r = {seq: list(']')};
    else if (eat('(')) { r = pair(); if (!eat(')')) fail(); }
    else if (text.startsWith('rec(', i)) {
      i += 4; r = {rec: []};
      do { const m = /^\s*([^:\s]+)\s*:/.exec(text.slice(i)); if (!m) fail(); i += m[0].length; r.rec.push([m[1], pair()]); } while (eat(','));
      if (!eat(')')) fail();
    } else {
      const m = /^("(?:[^"\\]|\\.)*"|[^\s,{}()[\]|]+)/.exec(text.slice(i));
      if (!m) fail();
      i += m[0].length; r = {atom: m[0]};
      const range = /^(-?\d+)\.\.(-?\d+)$/.exec(m[0]);
      if (range && range[2] - range[1] < 64 && +range[1] <= +range[2])
        r = {set: Array.from({length: range[2] - range[1] + 1}, (_, k) => ({atom: String(+range[1] + k)})), text: m[0]};
    }
    depth--;
    return r;
  };
  const pair = () => {
    let left = atom();
    while (eat('|->') || eat('\u21a6')) left = {pair: [left, atom()]};
    return left;
  };
  try { const v = pair(); blank(); return i === text.length ? v : null; } catch { return null; }
}
const show = v => v.atom !== undefined ? v.atom : v.text ? v.text : v.set ? `{${v.set.map(show).join(',')}}` : v.seq ? `[${v.seq.map(show).join(',')}]`
  : v.rec ? `rec(${v.rec.map(([k, x]) => `${k}:${show(x)}`).join(',')})` : `(${show(v.pair[0])}|->${show(v.pair[1])})`;

// ---- pictures of values
const isRelation = v => v.set && v.set.length > 0 && v.set.every(x => x.pair);
function drawRelation(v) {
  const from = v.set.map(x => show(x.pair[0])), to = v.set.map(x => show(x.pair[1]));
  const names = [...new Set([...from, ...to])];
  const meets = from.some(x => to.includes(x));
  const isFunction = new Set(from).size === from.length;
  if (v.set.length > 60 || names.length > 24 || names.some(n => n.length > 16)) return null;
  if (!meets && isFunction)
    return el('table', {className: 'small'}, from.map((f, i) => el('tr', {}, el('td', {className: 'mono'}, f), el('td', {className: 'mono'}, to[i]))));
  const nodes = new Map(), size = 34;
  let width, height;
  if (meets) { // one set: its elements in a circle
    const r = Math.max(46, names.length * 17);
    width = height = 2 * r + 90;
    names.forEach((n, i) => { const a = 2 * Math.PI * i / names.length - Math.PI / 2; nodes.set(n, [width / 2 + r * Math.cos(a), height / 2 + r * Math.sin(a)]); });
  } else { // two sets: two columns
    const left = [...new Set(from)], right = [...new Set(to)];
    width = 260; height = Math.max(left.length, right.length) * size + 12;
    left.forEach((n, i) => nodes.set(n, [60, 22 + i * size])); right.forEach((n, i) => nodes.set(n, [200, 22 + i * size]));
  }
  const half = n => n.length * 3.8 + 8;
  const svg = svgEl('svg', {viewBox: `0 0 ${width} ${height}`, width, height, role: 'img'});
  svg.append(svgEl('defs', {}, svgEl('marker', {id: 'arrow', viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto'}, svgEl('path', {d: 'M0 0L8 4L0 8z', class: 'head'}))));
  from.forEach((f, i) => {
    const [x1, y1] = nodes.get(f), [x2, y2] = nodes.get(to[i]);
    if (f === to[i]) { svg.append(svgEl('path', {class: 'edge', 'marker-end': 'url(#arrow)', d: `M${x1 - 7} ${y1 - 11}C${x1 - 26} ${y1 - 42} ${x1 + 26} ${y1 - 42} ${x1 + 7} ${y1 - 12}`})); return; }
    const d = Math.hypot(x2 - x1, y2 - y1), ux = (x2 - x1) / d, uy = (y2 - y1) / d;
    const cut = n => Math.min(Math.abs(ux) > 0.01 ? half(n) / Math.abs(ux) : 1e9, Math.abs(uy) > 0.01 ? 12 / Math.abs(uy) : 1e9);
    const a = cut(f), b = cut(to[i]), bend = from.some((g, k) => g === to[i] && to[k] === f) ? 14 : 0;
    const sx = x1 + ux * a, sy = y1 + uy * a, tx = x2 - ux * b, ty = y2 - uy * b;
    svg.append(svgEl('path', {class: 'edge', 'marker-end': 'url(#arrow)', d: `M${sx} ${sy}Q${(sx + tx) / 2 - uy * bend} ${(sy + ty) / 2 + ux * bend} ${tx} ${ty}`}));
  });
  for (const [n, [x, y]] of nodes) svg.append(svgEl('rect', {class: 'node', x: x - half(n), y: y - 12, width: 2 * half(n), height: 24, rx: 5}), svgEl('text', {x, y: y + 4, 'text-anchor': 'middle'}, n));
  return svg;
}
function drawValue(text) {
  const v = text.length < 4000 ? parseValue(text) : null;
  if (!v) return null;
  if (v.seq && v.seq.length && v.seq.length <= 60) return el('div', {className: 'seq mono'}, v.seq.map((x, i) => el('span', {title: `position ${i + 1}`}, show(x))));
  if (v.rec) return el('table', {className: 'small'}, v.rec.map(([k, x]) => el('tr', {}, el('th', {}, k), el('td', {className: 'mono'}, show(x)))));
  return isRelation(v) ? drawRelation(v) : null;
}

// ---- a run: a table of variables by steps, a slider, the state at one step
const argumentsOf = s => Object.entries(s.params || {}).map(([k, v]) => `${k} = ${v}`).join(', ');
const labelOf = s => s.op + (argumentsOf(s) ? `(${argumentsOf(s)})` : '') + (Object.keys(s.results || {}).length ? ' \u2192 ' + Object.entries(s.results).map(([k, v]) => `${k} = ${v}`).join(', ') : '');

function forProB(object, trace) {
  const names = op => op === 'SETUP_CONSTANTS' ? '$setup_constants' : op === 'INITIALISATION' ? '$initialise_machine' : op;
  const list = trace.map((s, i) => {
    const same = Object.keys(s.state).filter(k => i && trace[i - 1].state[k] === s.state[k]);
    return {name: names(s.op), params: s.params, results: s.results, destState: Object.fromEntries(Object.entries(s.state).filter(([k]) => !same.includes(k))), destStateNotChanged: same};
  });
  return JSON.stringify({description: 'made by bounce', transitionList: list, variableNames: [...new Set(trace.filter(s => s.op !== 'SETUP_CONSTANTS').flatMap(s => Object.keys(s.state)))],
    constantNames: Object.keys((trace.find(s => s.op === 'SETUP_CONSTANTS') || {state: {}}).state), setNames: Object.keys((object.bounds || {}).sets || {}),
    metadata: {fileType: 'Trace', formatVersion: 6, savedAt: new Date().toISOString(), creator: `bounce ${object.version}`, modelName: object.machine}}, null, 1);
}

function viewTrace(object, finding, isFirst) {
  const trace = finding.trace, last = trace.length - 1;
  const constants = trace.findIndex(s => s.op === 'SETUP_CONSTANTS') === 0 ? 1 : 0;
  const names = [...new Set(trace.slice(constants).flatMap(s => Object.keys(s.state)))];
  const loop = Number.isInteger(finding.loop_start) ? finding.loop_start : -1;
  // truth by position of the run, which has no position for the choice of constants, and the end of a lasso is its beginning
  const truthAt = (c, i) => c.holds[i - constants] ?? (i === last && loop >= 0 ? c.holds[loop - constants] : undefined);
  const truths = finding.truth || [];
  let now = last;
  const WINDOW = 40; // columns at a time, so that long runs open at once
  const table = el('div', {className: 'scroll'}), state = el('div'), label = el('span', {className: 'mono'});
  const slider = el('input', {type: 'range', min: constants, max: last, value: now, 'aria-label': 'step', oninput: () => go(+slider.value)});
  const first = el('button', {title: 'first step', onclick: () => go(constants)}, '|\u25c0'), back = el('button', {title: 'one step back (p or left arrow)', onclick: () => go(now - 1)}, '\u25c0'),
    next = el('button', {title: 'one step on (n or right arrow)', onclick: () => go(now + 1)}, '\u25b6'), end = el('button', {title: 'last step', onclick: () => go(last)}, '\u25b6|');
  const changed = (i, k) => i > constants && trace[i].state[k] !== trace[i - 1].state[k];
  const short = t => t.length > 160 ? t.slice(0, 157) + '...' : t;

  function drawTable() {
    let from = Math.max(0, Math.min(now - WINDOW / 2, trace.length - WINDOW)), to = Math.min(trace.length, from + WINDOW);
    const columns = trace.slice(from, to).map((_, k) => from + k).filter(i => i >= constants);
    const head = el('tr', {}, el('th', {}, 'step'), columns.map(i => el('th', {className: `step${i === now ? ' now' : ''}${i === last && finding.severity === 'error' && loop < 0 ? ' fault' : ''}${loop >= 0 && i >= loop ? ' loop' : ''}`, title: labelOf(trace[i]), onclick: () => go(i)},
      `${i - constants}${loop === i ? ' \u21ba' : ''}`, el('div', {className: 'small mono'}, short(labelOf(trace[i]))))));
    const rows = names.map(k => el('tr', {}, el('th', {className: 'mono'}, k), columns.map(i => el('td', {className: `value${changed(i, k) ? ' changed' : ''}${i === now ? ' now' : ''}`}, short(trace[i].state[k] ?? '')))));
    const truthRows = truths.map(c => el('tr', {}, el('th', {className: 'mono', title: c.formula}, short(c.formula)), columns.map(i => {
      const t = truthAt(c, i);
      return el('td', {className: `${t === true ? 'yes' : t === false ? 'no' : ''}${i === now ? ' now' : ''}`}, t === true ? '\u2713' : t === false ? '\u2717' : t === undefined || t === null ? '' : '?');
    })));
    const note = trace.length > WINDOW ? el('p', {className: 'dim small'}, `steps ${Math.max(0, from - constants)} to ${to - 1 - constants} of ${last - constants}`) : null;
    table.replaceChildren(el('table', {className: 'trace'}, head, rows, truthRows), ...(note ? [note] : []));
  }
  function drawState() {
    const s = trace[now];
    const cells = Object.entries(s.state).map(([k, v]) => {
      const before = now > constants ? trace[now - 1].state[k] : undefined, isNew = changed(now, k);
      return el('div', {className: `cell${isNew ? ' changed' : ''}`}, el('span', {className: 'name mono'}, k), el('span', {className: 'mono'}, ` = ${short(v)}`),
        isNew && before !== undefined ? el('div', {className: 'dim small mono'}, `was ${short(before)}`) : null, drawValue(v));
    });
    state.replaceChildren(el('div', {className: 'state'}, cells));
    label.textContent = labelOf(s);
  }
  function go(i) {
    now = Math.max(Math.min(constants, last), Math.min(last, i));
    slider.value = now;
    first.disabled = back.disabled = now <= constants; next.disabled = end.disabled = now === last;
    drawTable(); drawState();
    if (isFirst && location.hash !== `#step=${now - constants}`) history.replaceState(null, '', `#step=${now - constants}`);
  }
  if (isFirst) {
    const fromHash = () => { const m = /^#step=(\d+)$/.exec(location.hash); if (m) go(+m[1] + constants); };
    addEventListener('hashchange', fromHash);
    addEventListener('keydown', e => {
      if (e.target.matches('input, textarea, select') || e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === 'n' || e.key === 'ArrowRight') go(now + 1); else if (e.key === 'p' || e.key === 'ArrowLeft') go(now - 1);
      else if (e.key === 'Home') go(constants); else if (e.key === 'End') go(last); else return;
      e.preventDefault();
    });
    const m = /^#step=(\d+)$/.exec(location.hash);
    if (m) now = Math.min(last, +m[1] + constants);
  }
  const box = el('div', {},
    loop >= 0 ? el('p', {}, `The run goes on for ever: after step ${last - constants} it continues as from step ${loop - constants} (\u21ba).`) : null,
    constants ? el('details', {open: Object.keys(trace[0].state).length <= 6}, el('summary', {}, plural(Object.keys(trace[0].state).length, 'constant')), el('div', {className: 'state'},
      Object.entries(trace[0].state).map(([k, v]) => el('div', {className: 'cell'}, el('span', {className: 'name mono'}, k), el('span', {className: 'mono'}, ` = ${short(v)}`), drawValue(v))))) : null,
    el('div', {className: 'controls'}, first, back, next, end, slider, label),
    state, el('details', {open: names.length <= 60}, el('summary', {}, `all steps (${last - constants + 1})`), table),
    el('div', {className: 'controls'}, el('button', {onclick: () => save(`${object.machine || 'run'}.prob2trace`, forProB(object, trace))}, 'save for ProB (.prob2trace)'),
      el('button', {onclick: () => save(`${object.machine || 'run'}.json`, JSON.stringify(finding, null, 1))}, 'save as JSON')));
  go(now);
  return box;
}

// ---- findings
function viewFinding(object, f, isFirst) {
  const cls = f.severity === 'error' || f.verdict === 'violated' ? 'bad' : f.severity === 'warning' || f.verdict === 'inconclusive' || f.verdict === 'error' ? 'open' : 'good';
  const steps = (f.trace || []).filter(s => s.op !== 'SETUP_CONSTANTS' && s.op !== 'INITIALISATION').length;
  return el('section', {className: 'finding'},
    el('h3', {}, el('span', {className: `badge ${cls}`}, f.verdict || f.kind || f.severity), ' ', f.formula ? `${f.name}: ${f.formula}` : f.message),
    f.at ? el('p', {className: 'small'}, el('a', {href: `#L${f.at.line}`, onclick: e => { const l = document.querySelector(`[data-at="${CSS.escape(f.at.file)}:${f.at.line}"]`); if (l) { e.preventDefault(); l.scrollIntoView({block: 'center'}); } }}, place(f.at)),
      f.trace && f.trace.length ? `, after ${plural(steps, 'operation')}${f.shortest ? ' (a shortest run)' : ''}` : '') : null,
    f.reason ? el('p', {}, f.reason) : null,
    f.why ? el('p', {className: 'mono small'}, f.why) : null,
    f.witness ? el('p', {className: 'mono small'}, 'fails for ' + Object.entries(f.witness).map(([k, v]) => `${k} = ${v}`).join(', ')) : null,
    f.trace && f.trace.length ? viewTrace(object, f, isFirst) : null);
}

// ---- obligations
const bindings = (title, b) => b && Object.keys(b).length ? el('div', {className: 'values'}, el('span', {className: 'dim'}, `${title}: `), el('code', {}, Object.entries(b).map(([k, v]) => `${k} = ${v}`).join(',  '))) : null;
function reachedWords(c) {
  const after = `after ${plural(c.reached_depth ?? 0, 'operation')}`;
  return {found: `reached ${after}: a bug`, other: `another such state is reached ${after}: a bug`, never: 'never reached: the invariant is too weak to show that',
    never_this: 'this state is never reached: the invariant may be too weak', not_within: `not reached within ${plural(c.reached_depth ?? 0, 'operation')}: the invariant may be too weak`,
    before_loop: `reached ${after}, but the state of the loop need not be: its invariant may be too weak`,
    not_found: 'not reached in the part of the states that was looked at: the invariant may be too weak'}[c.reached] || c.reached;
}
function viewObligation(o) {
  const cls = o.status === 'refuted' || o.status === 'doubtful' ? 'bad' : o.status.startsWith('proved') ? 'good' : 'open';
  const c = o.counterexample;
  return el('div', {className: 'po'}, el('span', {className: `badge ${cls}`}, o.status.replaceAll('_', ' ')), ' ', el('code', {}, o.name), ' ', el('span', {className: 'dim small'}, `${o.kind}${o.at ? ', ' + place(o.at) : ''}${o.sizes ? ', ' + o.sizes : ''}`),
    o.reason ? el('div', {className: 'small'}, o.reason) : null,
    c ? el('div', {}, bindings('constants', c.constants), bindings('before', c.before), c.op ? el('div', {className: 'values'}, el('span', {className: 'dim'}, 'then: '), el('code', {}, labelOf({op: c.op, params: c.params}))) : null,
      bindings('after', c.after), bindings('results', c.results), c.reached ? el('div', {className: 'values small'}, reachedWords(c)) : null) : null);
}
function viewObligations(list) {
  const order = ['refuted', 'doubtful', 'refuted_partly', 'open', 'none_within_bounds', 'proved_for_sizes', 'proved'];
  const count = {};
  for (const o of list) count[o.status] = (count[o.status] || 0) + 1;
  const statuses = Object.keys(count).sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const on = new Set(statuses.filter(s => !s.startsWith('proved')));
  if (!on.size) statuses.forEach(s => on.add(s));
  const box = el('div'), search = el('input', {type: 'search', placeholder: 'name contains ...', 'aria-label': 'filter by name', oninput: () => draw()});
  const buttons = statuses.map(s => el('button', {className: on.has(s) ? 'on' : '', 'data-status': s, onclick: e => { on.has(s) ? on.delete(s) : on.add(s); e.currentTarget.classList.toggle('on'); draw(); }}, `${s.replaceAll('_', ' ')} ${count[s]}`));
  let most = 200;
  function draw() {
    const chosen = list.filter(o => on.has(o.status) && o.name.includes(search.value)).sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
    box.replaceChildren(...chosen.slice(0, most).map(viewObligation));
    if (chosen.length > most) box.append(el('button', {onclick: () => { most *= 4; draw(); }}, `${chosen.length - most} more`));
    if (!chosen.length) box.append(el('p', {className: 'dim'}, 'none with this status and name'));
  }
  draw();
  return [el('div', {className: 'controls'}, buttons, search), box];
}

// ---- the rest of a page
function viewSolutions(list) {
  const names = [...new Set(list.flatMap(s => Object.keys(s)))];
  return el('div', {className: 'scroll'}, el('table', {className: 'trace'}, el('tr', {}, el('th', {}, ''), names.map(n => el('th', {className: 'mono'}, n))),
    list.slice(0, 500).map((s, i) => el('tr', {}, el('th', {}, i + 1), names.map(n => el('td', {className: 'value'}, s[n] ?? '', list.length <= 12 && s[n] ? drawValue(s[n]) : null))))));
}
function viewSource(object, source) {
  const findings = object.findings || [], obligations = (object.obligations || []).filter(o => o.status === 'refuted');
  const hits = new Set([...findings.filter(f => f.severity === 'error'), ...obligations, ...(object.errors || [])].filter(f => f.at && f.at.file === source.file).map(f => f.at.line));
  const ran = new Set(findings.filter(f => f.severity === 'error').flatMap(f => (f.trace || []).map(s => s.op)));
  const lines = source.text.replace(/\n$/, '').split('\n');
  const isRan = t => { const m = /^\s*(?:[\w,\s]+<--\s*)?(\w+)\s*(?:\([^)]*\))?\s*=(?!=)/.exec(t); return m && ran.has(m[1]); };
  return el('details', {open: lines.length < 400}, el('summary', {}, `${source.file} (${plural(lines.length, 'line')})`),
    el('pre', {className: 'source'}, lines.map((t, i) => el('span', {className: `l${hits.has(i + 1) ? ' hit' : isRan(t) ? ' ran' : ''}`, 'data-n': i + 1, 'data-at': `${source.file}:${i + 1}`}, t || ' '))));
}
function boundsOf(o) {
  const b = o.bounds;
  if (!b) return '';
  const parts = Object.entries(b.sets || {}).map(([k, v]) => `${k} = ${v}${(b.fitted || {})[k] ? ` (${b.fitted[k]})` : ''}`);
  parts.push(`MININT..MAXINT = ${b.minint}..${b.maxint}`);
  if (b.depth !== undefined && o.verdict !== 'violated') parts.push(`runs of up to ${plural(b.depth, 'operation')}`);
  return parts.join(', ');
}
function words(o) {
  switch (o.verdict) {
  case 'holds': return o.complete ? (o.absolute ? 'proved' : 'proved within the bounds') : 'no fault found within the bounds';
  case 'violated': return 'a counterexample was found';
  case 'found': return 'a solution was found';
  case 'none': return o.complete ? 'there is no solution (proved)' : 'no solution within the bounds';
  case 'inconclusive': return 'inconclusive';
  default: return o.verdict;
  }
}
const classOf = o => o.verdict === 'violated' || o.verdict === 'none' || o.verdict === 'error' ? 'bad' : o.verdict === 'inconclusive' || !o.complete && o.verdict === 'holds' ? 'open' : 'good';
function viewObject(o, isOnly) {
  const out = [];
  const rank = f => f.severity === 'error' ? 0 : f.severity === 'warning' ? 1 : 2;
  const findings = (o.obligations ? [] : o.findings || []).slice().sort((a, b) => rank(a) - rank(b));
  out.push(el('header', {className: `verdict ${classOf(o)}`}, el('h1', {}, `${o.machine ? `machine ${o.machine}` : o.file || 'answer'}: ${words(o)}`),
    el('div', {className: 'small'}, boundsOf(o) ? `bounds: ${boundsOf(o)}` : ''),
    o.reason ? el('div', {}, o.reason) : null, o.proof ? el('div', {}, `proof: ${o.proof}`) : null,
    el('div', {className: 'dim small'}, `bounce ${o.command} ${o.file || ''}, version ${o.version}, ${((o.stats || {}).seconds ?? 0).toFixed(2)} s${(o.stats || {}).states ? `, ${plural(o.stats.states, 'state')}, ${plural(o.stats.transitions, 'transition')}` : ''}`)));
  for (const e of o.errors || []) out.push(el('section', {className: 'finding'}, el('span', {className: 'badge bad'}, 'error'), ` ${place(e.at)} `, e.message, (e.notes || []).map(n => el('div', {className: 'small dim'}, `${place(n.at)} ${n.message}`))));
  if ((o.notes || []).length) out.push(el('ul', {className: 'small'}, o.notes.map(n => el('li', {}, n))));
  if (o.formulas) { out.push(el('h2', {}, 'Temporal properties')); o.formulas.forEach((f, i) => out.push(viewFinding(o, f, isOnly && i === o.formulas.findIndex(g => g.trace && g.trace.length)))); }
  if (findings.length) { out.push(el('h2', {}, plural(findings.length, 'finding'))); findings.forEach((f, i) => out.push(viewFinding(o, f, isOnly && !o.formulas && i === 0))); }
  if (o.obligations) out.push(el('h2', {}, plural(o.obligations.length, 'obligation')), ...viewObligations(o.obligations));
  if ((o.solutions || []).length) out.push(el('h2', {}, plural(o.solutions.length, 'solution')), viewSolutions(o.solutions));
  if (o.coverage && Object.keys(o.coverage).length) out.push(el('h2', {}, 'Operations'), el('table', {}, el('tr', {}, el('th', {}, 'operation'), el('th', {}, 'transitions')),
    Object.entries(o.coverage).map(([k, v]) => el('tr', {}, el('td', {className: 'mono'}, k), el('td', {className: v === 0 ? 'no' : ''}, typeof v === 'number' ? String(v) : JSON.stringify(v))))));
  if ((o.sources || []).length) out.push(el('h2', {}, 'Source'), ...o.sources.map(s => viewSource(o, s)));
  return out;
}

const objects = JSON.parse(document.getElementById('data').textContent), page = document.getElementById('page');
page.replaceChildren();
if (objects.length === 1) { document.title = `bounce: ${objects[0].machine || objects[0].file || ''}`; page.append(...viewObject(objects[0], true)); }
else {
  const bad = objects.filter(o => classOf(o) === 'bad').length, open = objects.filter(o => classOf(o) === 'open').length;
  document.title = `bounce: ${plural(objects.length, 'answer')}`;
  page.append(el('header', {className: `verdict ${bad ? 'bad' : open ? 'open' : 'good'}`}, el('h1', {}, `${plural(objects.length, 'answer')}: ${bad} bad, ${open} open or bounded, ${objects.length - bad - open} good`)));
  const rank = {bad: 0, open: 1, good: 2};
  for (const o of objects.slice().sort((a, b) => rank[classOf(a)] - rank[classOf(b)])) {
    const box = el('div');
    page.append(el('details', {className: 'finding', ontoggle: e => { if (e.currentTarget.open && !box.childElementCount) box.append(...viewObject(o, false)); }},
      el('summary', {}, el('span', {className: `badge ${classOf(o)}`}, o.verdict), ` ${o.command} ${o.file || ''}`), box));
  }
}
})();
