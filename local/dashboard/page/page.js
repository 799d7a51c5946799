import { clock, drawGraph } from './graph.js';

const REFRESH_MS = 5000;

/** The order in which alarms are listed. */
const STATES = ['ALARM', 'INSUFFICIENT_DATA', 'OK'];

const minutes = new URLSearchParams(location.search).get('minutes') ?? '60';
const root = document.getElementById('widgets');
const state = document.getElementById('state');
let shown;
let plots = [];

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function alarmList(alarms) {
  const sorted = [...alarms].sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state));
  const links = sorted.map(({ name, description, state: className, href }) =>
    element('a', { className, title: `${className}: ${description}`, href }, name),
  );
  return element('div', { className: 'alarms' }, ...links);
}

function rowTable(rows) {
  const [first] = rows;
  if (first === undefined) return element('div', { className: 'empty' }, 'No route failed.');
  const columns = Object.keys(first);
  const cells = (kind, values) =>
    element('tr', {}, ...values.map((value) => element(kind, { title: value }, String(value))));
  const valuesOf = (row) => columns.map((column) => row[column] ?? '');
  const body = rows.map((row) => cells('td', valuesOf(row)));
  return element('table', { className: 'rows' }, cells('th', columns), ...body);
}

const SHOW = {
  text: (section, { html }) => section.insertAdjacentHTML('beforeend', html),
  alarm: (section, { alarms }) => section.append(alarmList(alarms)),
  log: (section, { rows }) => section.append(rowTable(rows)),
  metric: (section, widget, data) => plots.push(drawGraph(section, widget, data)),
};

/** Redraws all widgets in CloudWatch's 24 columns. */
function show(data) {
  shown = data;
  for (const plot of plots) plot.destroy();
  plots = [];
  root.replaceChildren();
  for (const widget of data.widgets) {
    const section = element('section', { className: widget.type });
    section.style.gridArea = `${widget.y + 1} / ${widget.x + 1} / span ${widget.height} / span ${widget.width}`;
    if (widget.title !== undefined) section.append(element('h2', {}, widget.title));
    root.append(section);
    SHOW[widget.type](section, widget, data);
  }
}

/** Not while the pointer is in a graph, so that it can be read. */
async function refresh() {
  if (document.hidden || root.querySelector('.plot:hover') !== null) return;
  try {
    const response = await fetch(`/_local/dashboard/data?minutes=${encodeURIComponent(minutes)}`);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    show(await response.json());
    state.textContent = `${clock(shown.from)} to ${clock(shown.to)} UTC, every ${REFRESH_MS / 1000} s`;
  } catch (error) {
    state.textContent = `not updated: ${error.message}`;
  }
}

function redraw() {
  if (shown !== undefined) show(shown);
}

for (const link of document.querySelectorAll('nav a')) {
  if (link.getAttribute('href') === `?minutes=${minutes}`) link.setAttribute('aria-current', 'true');
}
addEventListener('resize', redraw);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
await refresh();
setInterval(refresh, REFRESH_MS);
