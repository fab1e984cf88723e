// A run: a table of variables by steps, a slider, the state at one step, the truth of conjuncts, pictures.
const argumentsOf = s => Object.entries(s.params || {}).map(([k, v]) => `${k} = ${v}`).join(', ');
const labelOf = s => s.op + (argumentsOf(s) ? `(${argumentsOf(s)})` : '') +
  (Object.keys(s.results || {}).length ? ' \u2192 ' + Object.entries(s.results).map(([k, v]) => `${k} = ${v}`).join(', ') : '');

function forProB(object, trace) {
  const names = op => op === 'SETUP_CONSTANTS' ? '$setup_constants' : op === 'INITIALISATION' ? '$initialise_machine' : op;
  const list = trace.map((s, i) => {
    const same = Object.keys(s.state).filter(k => i && trace[i - 1].state[k] === s.state[k]);
    const changed = Object.fromEntries(Object.entries(s.state).filter(([k]) => !same.includes(k)));
    return {name: names(s.op), params: s.params, results: s.results, destState: changed, destStateNotChanged: same};
  });
  return JSON.stringify({description: 'made by bounce', transitionList: list,
    variableNames: unique(trace.filter(s => s.op !== 'SETUP_CONSTANTS').flatMap(s => Object.keys(s.state))),
    constantNames: Object.keys((trace.find(s => s.op === 'SETUP_CONSTANTS') || {state: {}}).state), setNames: Object.keys((object.bounds || {}).sets || {}),
    metadata: {fileType: 'Trace', formatVersion: 6, savedAt: new Date().toISOString(), creator: `bounce ${object.version}`, modelName: object.machine}}, null, 1);
}
const mark = t => t === true ? '\u2713' : t === false ? '\u2717' : t === null ? '?' : '';
const markClass = t => t === true ? 'yes' : t === false ? 'no' : '';

function cellOf(k, v, isNew, before) {
  const drawing = drawValue(v), isWide = drawing || k.length + v.length > 16;
  return el('div', {className: `cell${isNew ? ' changed' : ''}${isWide ? ' wide' : ''}`}, el('span', {className: 'name mono'}, k), el('span', {className: 'mono'}, ` = ${short(v)}`),
    isNew && before !== undefined ? el('div', {className: 'dim small mono'}, `was ${short(before)}`) : null, drawing);
}

function viewTrace(object, finding, isFirst) {
  const trace = finding.trace, last = trace.length - 1;
  const constants = trace.findIndex(s => s.op === 'SETUP_CONSTANTS') === 0 ? 1 : 0;
  const names = unique(trace.slice(constants).flatMap(s => Object.keys(s.state)));
  const loop = Number.isInteger(finding.loop_start) ? finding.loop_start : -1;
  const isFault = finding.severity === 'error' && loop < 0;
  // Truth of temporal formulas is by position of the run, which has none for the choice of constants; the end of a lasso is its beginning.
  const truths = (finding.truth || []).map(c => ({formula: c.formula, at: i => c.holds[i === last && loop >= 0 ? loop - constants : i - constants]}));
  const conjuncts = (finding.conjuncts || []).map(c => ({...c, truth: i => c.holds[i]}));
  const broken = conjuncts.filter(c => c.holds.includes(false));
  const rowsOfTruth = [...truths, ...(conjuncts.length <= 12 ? conjuncts : broken).map(c => ({name: c.name, formula: c.formula, at: c.truth}))];
  const picture = object.picture && finding.pictures ? picturesOf(object.picture, finding.pictures) : null;
  let now = last;
  const WINDOW = 40; // columns at a time, so that long runs open at once
  const table = el('div', {className: 'scroll'}), state = el('div'), label = el('span', {className: 'mono label'}), truth = el('div'), frame = el('div');
  const slider = el('input', {type: 'range', min: constants, max: Math.max(last, constants), value: now, 'aria-label': 'step', oninput: () => go(+slider.value)});
  const button = (title, text, to) => el('button', {title, onclick: () => go(to())}, text);
  const first = button('first step', '|\u25c0', () => constants), back = button('one step back (p or left arrow)', '\u25c0', () => now - 1),
    next = button('one step on (n or right arrow)', '\u25b6', () => now + 1), end = button('last step', '\u25b6|', () => last);
  const changed = (i, k) => i > constants && trace[i].state[k] !== trace[i - 1].state[k];

  function headOf(i) {
    const classes = ['step', i === now && 'now', i === last && isFault && 'fault', loop >= 0 && i >= loop && 'loop'].filter(Boolean).join(' ');
    return el('th', {className: classes, title: labelOf(trace[i]), onclick: () => go(i)}, `${i - constants}${loop === i ? ' \u21ba' : ''}`,
      el('div', {className: 'small mono'}, short(labelOf(trace[i]))));
  }
  function drawSteps() {
    const from = Math.max(0, Math.min(now - WINDOW / 2, trace.length - WINDOW)), to = Math.min(trace.length, from + WINDOW);
    const columns = trace.slice(from, to).map((_, k) => from + k).filter(i => i >= constants);
    const rows = names.map(k => el('tr', {}, el('th', {className: 'mono'}, k),
      columns.map(i => el('td', {className: `value${changed(i, k) ? ' changed' : ''}${i === now ? ' now' : ''}`}, short(trace[i].state[k] ?? '')))));
    const truthRows = rowsOfTruth.map(c => el('tr', {className: 'truth'}, el('th', {className: 'mono', title: c.formula}, c.name ? [c.name, el('span', {className: 'hide-small'}, ': ', short(c.formula))] : short(c.formula)),
      columns.map(i => el('td', {className: `${markClass(c.at(i))}${i === now ? ' now' : ''}`}, mark(c.at(i))))));
    const note = trace.length > WINDOW ? el('p', {className: 'dim small'}, `steps ${Math.max(0, from - constants)} to ${to - 1 - constants} of ${last - constants}`) : null;
    table.replaceChildren(el('table', {className: 'trace'}, el('tr', {}, el('th', {}, 'step'), columns.map(headOf)), rows, truthRows), ...(note ? [note] : []));
    const current = table.querySelector('th.now');
    if (current) table.scrollLeft = Math.max(0, current.offsetLeft + current.offsetWidth - table.clientWidth + 40);
  }
  function drawState() {
    const cells = Object.entries(trace[now].state).map(([k, v]) => cellOf(k, v ?? '', changed(now, k), now > constants ? trace[now - 1].state[k] : undefined));
    state.replaceChildren(el('div', {className: 'state'}, cells));
    label.textContent = labelOf(trace[now]);
    if (picture) frame.replaceChildren(picture(now));
  }
  function drawTruth() {
    if (!conjuncts.length) return;
    const count = t => conjuncts.filter(c => c.truth(now) === t).length;
    const line = c => el('li', {className: markClass(c.truth(now))}, `${mark(c.truth(now))} `, el('a', {href: '#', onclick: e => { e.preventDefault(); showPlace(c.at); }}, c.name || place(c.at)), ' ', el('code', {}, c.formula),
      c.truth(now) === false && now === last && finding.witness && c.name === finding.name ? el('div', {className: 'mono small'}, witnessOf(finding)) : null);
    const bad = conjuncts.filter(c => c.truth(now) !== true), good = conjuncts.filter(c => c.truth(now) === true);
    truth.replaceChildren(el('p', {className: 'small'}, `invariant: ${count(true)} of ${plural(conjuncts.length, 'conjunct')} true${count(false) ? `, ${count(false)} false` : ''}${count(null) ? `, ${count(null)} not evaluated` : ''}`),
      el('ul', {className: 'truth small'}, bad.map(line)), good.length ? el('details', {className: 'small'}, el('summary', {}, `${plural(good.length, 'true conjunct')}`), el('ul', {className: 'truth'}, good.map(line))) : '');
  }
  function go(i) {
    now = Math.max(Math.min(constants, last), Math.min(last, i));
    slider.value = now;
    first.disabled = back.disabled = now <= constants; next.disabled = end.disabled = now === last;
    drawSteps(); drawState(); drawTruth();
    if (!isFirst) return;
    markOperation(trace[now].op);
    if (location.hash !== `#step=${now - constants}`) history.replaceState(null, '', `#step=${now - constants}`);
  }
  if (isFirst) {
    const wanted = () => { const m = /^#step=(\d+)$/.exec(location.hash); return m ? +m[1] + constants : null; };
    addEventListener('hashchange', () => { if (wanted() !== null) go(wanted()); });
    addEventListener('keydown', e => {
      if (e.target.matches('input, textarea, select') || e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === 'n' || e.key === 'ArrowRight') go(now + 1); else if (e.key === 'p' || e.key === 'ArrowLeft') go(now - 1);
      else if (e.key === 'Home') go(constants); else if (e.key === 'End') go(last); else return;
      e.preventDefault();
    });
    if (wanted() !== null) now = Math.min(last, wanted());
  }
  const constantsBox = () => el('details', {open: Object.keys(trace[0].state).length <= 6}, el('summary', {}, plural(Object.keys(trace[0].state).length, 'constant')),
    el('div', {className: 'state'}, Object.entries(trace[0].state).map(([k, v]) => cellOf(k, v ?? '', false))));
  const box = el('div', {},
    loop >= 0 ? el('p', {}, `The run goes on for ever: after step ${last - constants} it continues as from step ${loop - constants} (\u21ba).`) : null,
    constants ? constantsBox() : null,
    last >= constants ? [el('div', {className: 'controls'}, first, back, next, end, slider, label), frame, state, truth,
      el('details', {open: names.length <= 60}, el('summary', {}, `all steps (${last - constants + 1})`), table)] : null,
    el('div', {className: 'controls'}, el('button', {onclick: () => save(`${object.machine || 'run'}.prob2trace`, forProB(object, trace))}, 'save for ProB (.prob2trace)'),
      el('button', {onclick: () => save(`${object.machine || 'run'}.json`, JSON.stringify({...finding, pictures: undefined}, null, 1))}, 'save as JSON')));
  later.push(() => go(now)); // once it is in the page: it has a width then
  return box;
}
