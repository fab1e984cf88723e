// Elements, and values of B as pictures. Values only ever become text, so no name or value can become a tag.
const fill = (e, kids) => { for (const kid of kids.flat(3)) if (kid !== null && kid !== undefined && kid !== false) e.append(kid); return e; };
const el = (tag, props, ...kids) => {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(props || {}))
    if (v === null || v === undefined || v === false) continue;
    else if (k.startsWith('on')) e.addEventListener(k.slice(2), v);
    else if (k in e && k !== 'list') e[k] = v;
    else e.setAttribute(k, v);
  return fill(e, kids);
};
const SVG = 'http://www.w3.org/2000/svg';
const svgEl = (tag, props, ...kids) => {
  const e = document.createElementNS(SVG, tag);
  for (const [k, v] of Object.entries(props || {})) e.setAttribute(k, v);
  return fill(e, kids);
};
const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
const place = at => at ? `${at.file}:${at.line}:${at.column}` : '';
const short = t => t.length > 160 ? t.slice(0, 157) + '...' : t;
const save = (name, text) => {
  const a = el('a', {href: URL.createObjectURL(new Blob([text], {type: 'application/json'})), download: name});
  document.body.append(a); a.click(); a.remove();
};

// ---- numbers, names, strings, sets, pairs, sequences, records; null where it is something else
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
  const record = () => {
    const rec = [];
    do {
      const m = /^\s*([^:\s]+)\s*:/.exec(text.slice(i));
      if (!m) fail();
      i += m[0].length;
      rec.push([m[1], pair()]);
    } while (eat(','));
    if (!eat(')')) fail();
    return {rec};
  };
  const word = () => {
    const m = /^("(?:[^"\\]|\\.)*"|[^\s,{}()[\]|]+)/.exec(text.slice(i));
    if (!m) fail();
    i += m[0].length;
    const range = /^(-?\d+)\.\.(-?\d+)$/.exec(m[0]);
    if (!range || range[2] - range[1] >= 64 || +range[1] > +range[2]) return {atom: m[0]};
    return {set: Array.from({length: range[2] - range[1] + 1}, (_, k) => ({atom: String(+range[1] + k)})), text: m[0]};
  };
  const atom = () => {
    let r;
    blank();
    if (++depth > 200) fail();
    if (eat('{')) r = {set: list('}')};
    else if (eat('[')) r = {seq: list(']')};
    else if (eat('(')) { r = pair(); if (!eat(')')) fail(); }
    else if (text.startsWith('rec(', i)) { i += 4; r = record(); }
    else r = word();
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
const show = v => v.atom !== undefined ? v.atom : v.text ? v.text
  : v.set ? `{${v.set.map(show).join(',')}}` : v.seq ? `[${v.seq.map(show).join(',')}]`
  : v.rec ? `rec(${v.rec.map(([k, x]) => `${k}:${show(x)}`).join(',')})` : `(${show(v.pair[0])}|->${show(v.pair[1])})`;

// ---- relations over small sets are graphs, functions are tables
const halfWidth = n => n.length * 3.8 + 8;
const unique = list => [...new Set(list)];

function circle(names, nodes) { // one set: its elements in a circle
  const r = Math.max(46, names.length * 17), margin = Math.max(...names.map(halfWidth)) + 4;
  names.forEach((n, i) => {
    const a = 2 * Math.PI * i / names.length - Math.PI / 2;
    nodes.set(n, [margin + r + r * Math.cos(a), 48 + r + r * Math.sin(a)]);
  });
  return [2 * (r + margin), 2 * r + 70];
}
function columns(left, right, nodes) { // two sets: two columns
  const step = 34, x = Math.max(...left.map(halfWidth)) + 4, y = Math.max(...right.map(halfWidth)) + 4;
  left.forEach((n, i) => nodes.set('<' + n, [x, 18 + i * step]));
  right.forEach((n, i) => nodes.set('>' + n, [2 * x + 60 + y, 18 + i * step]));
  return [2 * x + 60 + 2 * y, Math.max(left.length, right.length) * step + 4];
}
function edgePath([x1, y1], [x2, y2], from, to, isBoth) {
  if (x1 === x2 && y1 === y2) return `M${x1 - 7} ${y1 - 11}C${x1 - 26} ${y1 - 42} ${x1 + 26} ${y1 - 42} ${x1 + 7} ${y1 - 12}`;
  const d = Math.hypot(x2 - x1, y2 - y1), ux = (x2 - x1) / d, uy = (y2 - y1) / d;
  const cut = n => Math.min(Math.abs(ux) > 0.01 ? halfWidth(n) / Math.abs(ux) : 1e9, Math.abs(uy) > 0.01 ? 12 / Math.abs(uy) : 1e9);
  const a = cut(from), b = cut(to), bend = isBoth ? 14 : 0;
  const sx = x1 + ux * a, sy = y1 + uy * a, tx = x2 - ux * b, ty = y2 - uy * b;
  return `M${sx} ${sy}Q${(sx + tx) / 2 - uy * bend} ${(sy + ty) / 2 + ux * bend} ${tx} ${ty}`;
}
function drawGraph(from, to, meets) {
  const nodes = new Map(), key = (n, isLeft) => meets ? n : (isLeft ? '<' : '>') + n;
  const [width, height] = meets ? circle(unique([...from, ...to]), nodes) : columns(unique(from), unique(to), nodes);
  const svg = svgEl('svg', {viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', class: 'graph'},
    svgEl('defs', {}, svgEl('marker', {id: 'arrow', viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto'},
      svgEl('path', {d: 'M0 0L8 4L0 8z', class: 'head'}))));
  from.forEach((f, i) => {
    const isBoth = from.some((g, k) => g === to[i] && to[k] === f);
    svg.append(svgEl('path', {class: 'edge', 'marker-end': 'url(#arrow)', d: edgePath(nodes.get(key(f, true)), nodes.get(key(to[i], false)), f, to[i], isBoth)}));
  });
  for (const [k, [x, y]] of nodes) {
    const n = meets ? k : k.slice(1);
    svg.append(svgEl('rect', {class: 'node', x: x - halfWidth(n), y: y - 12, width: 2 * halfWidth(n), height: 24, rx: 5}),
      svgEl('text', {x, y: y + 4, 'text-anchor': 'middle'}, n));
  }
  return svg;
}
function drawTable(rows) {
  return el('div', {className: 'scroll'}, el('table', {className: 'small'}, rows.map(([k, v]) => el('tr', {}, el('th', {className: 'mono'}, k), el('td', {className: 'mono'}, v)))));
}
function drawRelation(v) {
  const from = v.set.map(x => show(x.pair[0])), to = v.set.map(x => show(x.pair[1]));
  const isFunction = new Set(from).size === from.length;
  const numbers = from.every(x => /^-?\d+$/.test(x)); // {1|->2} is a table, not a graph of numbers
  const meets = !numbers && from.some(x => to.includes(x));
  const names = unique([...from, ...to]);
  if (isFunction && !meets) return from.length <= 100 ? drawTable(from.map((f, i) => [f, to[i]])) : null;
  if (v.set.length > 60 || names.length > 24 || names.some(n => n.length > 16)) return null;
  return drawGraph(from, to, meets);
}
function drawValue(text) {
  const v = text.length < 4000 ? parseValue(text) : null;
  if (!v) return null;
  if (v.seq && v.seq.length && v.seq.length <= 60)
    return el('div', {className: 'seq mono'}, v.seq.map((x, i) => el('span', {title: `position ${i + 1}`}, el('sub', {}, i + 1), show(x))));
  if (v.rec) return drawTable(v.rec.map(([k, x]) => [k, show(x)]));
  return v.set && v.set.length > 0 && v.set.every(x => x.pair) ? drawRelation(v) : null;
}
