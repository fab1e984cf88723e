// Pictures that the machine's author has described: an SVG whose attributes depend on the state, and a grid of images and texts.

// ---- SVG of others: only what draws is taken over, element by element; nothing that runs, and nothing from elsewhere
const DRAWS = new Set(['svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan', 'textPath',
  'image', 'marker', 'linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask', 'pattern', 'filter', 'feGaussianBlur', 'feOffset', 'feBlend', 'feFlood', 'feComposite',
  'feMerge', 'feMergeNode', 'feColorMatrix', 'style']);
const isOwnLink = v => /^\s*#/.test(v) || /^\s*data:image\/(png|gif|jpeg|webp|bmp|svg\+xml)[;,]/i.test(v);
const isPlainStyle = v => !/@import|expression|javascript:|\\/i.test(v) && !/url\(\s*["']?\s*(?!["']?\s*#)/i.test(v);
function isGoodAttribute(name, value) {
  const n = name.toLowerCase().replace(/^.*:/, '');
  if (n.startsWith('on') || n.startsWith('data-was') || n === 'base' || n === 'src') return false;
  if (n === 'href') return isOwnLink(value);
  return isPlainStyle(value);
}
function copySafe(node) {
  if (node.nodeType === 3) return document.createTextNode(node.data);
  if (node.nodeType !== 1 || !DRAWS.has(node.localName)) return null;
  if (node.localName === 'style') return isPlainStyle(node.textContent) ? svgEl('style', {}, node.textContent) : null;
  const copy = svgEl(node.localName);
  for (const a of node.attributes)
    if (a.name !== 'xmlns' && a.prefix !== 'xmlns' && isGoodAttribute(a.name, a.value)) copy.setAttribute(a.localName === 'href' ? 'href' : a.name, a.value);
  for (const kid of node.childNodes) { const k = copySafe(kid); if (k) copy.append(k); }
  return copy;
}
function readSvg(text) {
  let n = 0; // handlers of events are left out below: here they get other names, or the browser says that it has blocked them
  const quiet = text.replace(/<[^!?][^>]*>/g, tag => tag.replace(/\son\w+\s*=/gi, () => ` data-was${n++}=`));
  const root = new DOMParser().parseFromString(quiet, 'image/svg+xml').documentElement;
  return root.localName === 'svg' ? copySafe(root) : null;
}

// ---- attributes of a state
function setAttribute(e, name, value) {
  if (name === 'text') e.textContent = value;
  else if (name === 'title') { e.querySelector(':scope > title')?.remove(); e.prepend(svgEl('title', {}, value)); }
  else if (isGoodAttribute(name, value)) try { e.setAttribute(name, value); } catch { /* no name of an attribute */ }
}
const OWN = new Set(['svg_class', 'group_id', 'children', 'trigger_id']);
function applyState(svg, all) {
  const find = id => svg.querySelector(`#${CSS.escape(id)}`);
  for (const [id, attributes] of Object.entries(all)) {
    let e = find(id);
    if (!e && attributes.svg_class && DRAWS.has(attributes.svg_class)) {
      e = svgEl(attributes.svg_class, {id});
      (attributes.group_id && find(attributes.group_id) || svg).append(e);
    }
    if (e) for (const [k, v] of Object.entries(attributes)) if (!OWN.has(k)) setAttribute(e, k, v);
  }
  for (const [id, {children}] of Object.entries(all)) // ids of what is in a group
    for (const kid of (children || '').match(/[^{}[\]"',\s]+/g) || []) if (find(id) && find(kid) && !find(kid).contains(find(id))) find(id).append(find(kid));
}
function addHovers(svg, hovers) {
  for (const h of hovers || []) {
    const on = svg.querySelector(`#${CSS.escape(h.on)}`), e = svg.querySelector(`#${CSS.escape(h.id)}`);
    if (!on || !e) continue;
    const before = e.getAttribute(h.attribute);
    on.addEventListener('mouseenter', () => setAttribute(e, h.attribute, h.enter));
    on.addEventListener('mouseleave', () => h.leave !== undefined ? setAttribute(e, h.attribute, h.leave) : before === null ? e.removeAttribute(h.attribute) : setAttribute(e, h.attribute, before));
  }
}
function fitBox(svg, box) {
  for (const k of ['width', 'height', 'viewBox']) if (box && box[k]) svg.setAttribute(k, box[k]);
  if (!svg.getAttribute('viewBox') && parseFloat(svg.getAttribute('width')) && parseFloat(svg.getAttribute('height')))
    svg.setAttribute('viewBox', `0 0 ${parseFloat(svg.getAttribute('width'))} ${parseFloat(svg.getAttribute('height'))}`);
}
function drawGrid(frame, grid) {
  const cell = x => x === null ? '' : typeof x === 'number' ? el('img', {src: frame.images[x], alt: `image ${x}`}) : x;
  return el('div', {className: 'scroll'}, el('table', {className: 'grid'}, grid.cells.map((line, r) =>
    el('tr', {}, line.map((x, c) => el('td', {title: `${grid.rows[r]}, ${grid.columns[c]}`}, cell(x)))))));
}

// The pictures of a run: a function from the number of a step to an element. A step has only what is new in it.
function picturesOf(frame, steps) {
  const base = frame.svg ? readSvg(frame.svg) : null, known = [];
  const at = i => { // what is set after step i
    while (known.length <= i) {
      const before = known.length ? known[known.length - 1] : {all: {}, grid: null}, s = steps[known.length] || {};
      const all = s.set ? {...before.all} : before.all;
      for (const [id, attributes] of Object.entries(s.set || {})) {
        all[id] = {...all[id], ...attributes};
        for (const k of Object.keys(all[id])) if (all[id][k] === null) delete all[id][k];
      }
      known.push({all, grid: s.grid || before.grid});
    }
    return known[i];
  };
  return i => {
    const {all, grid} = at(i), parts = [];
    if (base || Object.keys(all).length) {
      const svg = base ? base.cloneNode(true) : svgEl('svg', {width: 400, height: 400});
      fitBox(svg, frame.box);
      applyState(svg, all);
      addHovers(svg, frame.hovers);
      parts.push(svg);
    }
    if (grid) parts.push(drawGrid(frame, grid));
    return el('div', {className: 'picture'}, parts);
  };
}
