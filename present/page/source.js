// The text of machines, with what is wrong and what was executed marked in it.
const CLAUSE = /^(?:ABSTRACT_CONSTANTS|ABSTRACT_VARIABLES|ASSERTIONS|CONCRETE_CONSTANTS|CONCRETE_VARIABLES|CONSTANTS|CONSTRAINTS|DEFINITIONS|END|EVENTS|EXTENDS|IMPORTS|INCLUDES|INITIALISATION|INITIALIZATION|INVARIANT|LOCAL_OPERATIONS|OPERATIONS|PROMOTES|PROPERTIES|SEES|SETS|USES|VALUES|VARIABLES|VARIANT|THEN)\b/;

// Where the conjunct that begins here ends: before the next '&', or the end of the parentheses or of the clause.
function endOfConjunct(text, from) {
  let depth = 0, end = from;
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (c === '"') { i = Math.max(i, text.indexOf('"', i + 1)); end = i + 1; continue; }
    if (text.startsWith('/*', i)) { const e = text.indexOf('*/', i); if (e < 0) return end; i = e + 1; continue; }
    if (text.startsWith('//', i)) { const e = text.indexOf('\n', i); if (e < 0) return end; i = e; continue; }
    if ('([{'.includes(c)) depth++;
    if (')]}'.includes(c) && --depth < 0) return end;
    if (depth === 0 && (c === '&' || c === ';')) return end;
    if (depth === 0 && i > from && !/\w/.test(text[i - 1]) && CLAUSE.test(text.slice(i, i + 20))) return end;
    if (!/\s/.test(c)) end = i + 1;
  }
  return end;
}
function conjunctsIn(object, source, lines) { // line number: [from, to] in that line
  const marks = new Map(), starts = [0];
  for (const l of lines) starts.push(starts[starts.length - 1] + l.length + 1);
  const found = [...(object.findings || []).filter(f => f.severity === 'error' && ['invariant', 'assertion'].includes(f.kind)), ...(object.obligations || []).filter(o => o.status === 'refuted' && o.kind === 'preservation')];
  for (const f of found) {
    if (!f.at || f.at.file !== source.file || !(f.at.line <= lines.length)) continue;
    const from = starts[f.at.line - 1] + f.at.column - 1, to = endOfConjunct(lines.join('\n'), from);
    for (let n = f.at.line; n <= lines.length && starts[n - 1] < to; n++)
      marks.set(n, [Math.max(0, from - starts[n - 1]), Math.min(lines[n - 1].length, to - starts[n - 1])]);
  }
  return marks;
}
function operationsIn(object, source, lines) { // line number: operation
  const at = (object.operations || []).filter(o => o.at && o.at.file === source.file).sort((a, b) => a.at.line - b.at.line), owner = new Map();
  at.forEach((o, i) => {
    let to = i + 1 < at.length ? at[i + 1].at.line - 1 : lines.length;
    while (to > o.at.line && (/^\s*$/.test(lines[to - 1]) || i + 1 === at.length && /^END\b/.test(lines[to - 1]))) to--;
    for (let n = o.at.line; n <= to; n++) owner.set(n, o.name);
  });
  return owner;
}
function viewSource(object, source) {
  const findings = [...(object.findings || []), ...(object.formulas || []), ...(object.trace ? [object] : [])], refuted = (object.obligations || []).filter(o => o.status === 'refuted');
  const wrong = [...findings.filter(f => f.severity === 'error'), ...refuted, ...(object.errors || [])];
  const hits = new Set(wrong.filter(f => f.at && f.at.file === source.file).map(f => f.at.line));
  const ran = new Set(findings.flatMap(f => (f.trace || []).map(s => s.op)));
  const lines = source.text.replace(/\n$/, '').split('\n');
  const marks = conjunctsIn(object, source, lines), owner = operationsIn(object, source, lines);
  const lineOf = (t, i) => {
    const n = i + 1, op = owner.get(n), m = marks.get(n);
    const classes = ['l', hits.has(n) && !m && 'hit', op && ran.has(op) && 'ran'].filter(Boolean).join(' ');
    return el('span', {className: classes, 'data-n': n, 'data-at': `${source.file}:${n}`, 'data-op': op}, m ? [t.slice(0, m[0]), el('mark', {}, t.slice(m[0], m[1])), t.slice(m[1])] : t || ' ');
  };
  return el('details', {open: lines.length < 400}, el('summary', {}, `${source.file} (${plural(lines.length, 'line')})`), el('pre', {className: 'source'}, lines.map(lineOf)));
}
function showPlace(at) {
  const line = at && document.querySelector(`[data-at="${CSS.escape(at.file)}:${at.line}"]`);
  if (!line) return false;
  line.closest('details').open = true;
  line.scrollIntoView({block: 'center'});
  return true;
}
function markOperation(op) { // the one of the step that is looked at
  for (const l of document.querySelectorAll('.source .l.current')) l.classList.remove('current');
  for (const l of document.querySelectorAll(`.source .l[data-op="${CSS.escape(op)}"]`)) l.classList.add('current');
}
