import uPlot from 'uplot';

/** The colors of lines that have none of their own, as in the console of CloudWatch. */
const COLORS = ['#1f77b4', '#ff7f0e', '#2ca02c', '#d62728', '#9467bd', '#8c564b'];
const REFRESH_MS = 5000;
const THRESHOLD = '#d13212';

const minutes = new URLSearchParams(location.search).get('minutes') ?? '60';
const root = document.getElementById('widgets');
const state = document.getElementById('state');
for (const link of document.querySelectorAll('nav a')) {
  if (link.getAttribute('href') === `?minutes=${minutes}`) link.setAttribute('aria-current', 'true');
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** `1200` as `1.2k`. Small numbers keep three digits. */
function short(value) {
  if (value === null || value === undefined) return '–';
  const size = Math.abs(value);
  if (size >= 1e6) return `${+(value / 1e6).toFixed(1)}M`;
  if (size >= 1e4) return `${+(value / 1e3).toFixed(1)}k`;
  return String(+value.toPrecision(size >= 100 ? Math.ceil(Math.log10(size + 1)) : 3));
}

const clock = (seconds) => new Date(seconds * 1000).toISOString().slice(11, 16);

/**
 * The values of all lines over one axis of time. `null` is a period without a value, which ends a line; `undefined` is a
 * time at which only lines with another period can have one.
 */
function table(lines, from) {
  const times = [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)))].sort((a, b) => a - b);
  const columns = lines.map(({ points, periodMs }) => {
    const values = new Map(points.map(({ at, value }) => [at, value]));
    return times.map((at) => values.get(at) ?? (at % periodMs === 0 ? null : undefined));
  });
  return [times.map((at) => Math.max(at, from) / 1000), ...columns];
}

/** An axis from 0 to a little above the highest value and threshold, so that both are seen. */
function rangeOf(side, widget) {
  return (_, __, highest) => {
    const limits = widget.thresholds.filter(({ yAxis }) => yAxis === side).map(({ value }) => value);
    const top = Math.max(highest ?? 0, ...limits, 0);
    return [0, top === 0 ? 1 : top * 1.15];
  };
}

function drawThresholds(plot, widget) {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.font = `${11 * scale}px system-ui, sans-serif`;
  for (const { value, label = '', yAxis, color = THRESHOLD } of widget.thresholds) {
    if (plot.scales[yAxis] === undefined) continue;
    const y = Math.round(plot.valToPos(value, yAxis, true));
    ctx.strokeStyle = color;
    ctx.fillStyle = color;
    ctx.lineWidth = 1.5 * scale;
    ctx.setLineDash([6 * scale, 4 * scale]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.textAlign = yAxis === 'left' ? 'left' : 'right';
    const inset = 4 * scale;
    const x = yAxis === 'left' ? bbox.left + inset : bbox.left + bbox.width - inset;
    const isBelow = y - bbox.top < 14 * scale;
    ctx.textBaseline = isBelow ? 'top' : 'bottom';
    ctx.fillText(label, x, isBelow ? y + inset : y - 2 * scale);
  }
  ctx.restore();
}

function graph(section, widget, { from, to }) {
  const lines = widget.lines.map((line, index) => ({ ...line, color: line.color ?? COLORS[index % COLORS.length] }));
  const hasRight =
    lines.some(({ yAxis }) => yAxis === 'right') || widget.thresholds.some((one) => one.yAxis === 'right');
  const units = element(
    'div',
    { className: 'unit' },
    widget.leftUnit ?? '',
    element('span', {}, widget.rightUnit ?? ''),
  );
  const box = element('div');
  const legend = element('div', { className: 'legend' });
  for (const { color, label, points } of lines) {
    const swatch = element('i');
    swatch.style.background = color;
    legend.append(element('span', {}, swatch, `${label}: ${short(points.at(-1)?.value)}`));
  }
  section.append(units, box, legend);
  const axis = (scale, side) => ({
    scale,
    side,
    size: 46,
    grid: { show: side === 3, stroke: '#eaeded' },
    ticks: { show: false },
    stroke: '#545b64',
    font: '11px system-ui, sans-serif',
    values: (_, values) => values.map(short),
  });
  const taken = 30 + units.offsetHeight + legend.offsetHeight;
  return new uPlot(
    {
      width: section.clientWidth - 8,
      height: Math.max(90, section.clientHeight - taken - 8),
      legend: { show: false },
      cursor: { y: false },
      scales: {
        x: { time: true, range: () => [from / 1000, to / 1000] },
        left: { range: rangeOf('left', widget) },
        ...(hasRight && { right: { range: rangeOf('right', widget) } }),
      },
      axes: [
        {
          stroke: '#545b64',
          font: '11px system-ui, sans-serif',
          grid: { stroke: '#eaeded' },
          ticks: { show: false },
          size: 26,
          values: (_, times) => times.map(clock),
        },
        axis('left', 3),
        ...(hasRight ? [axis('right', 1)] : []),
      ],
      series: [
        {},
        ...lines.map(({ label, color, yAxis }) => ({
          label,
          scale: yAxis,
          stroke: color,
          width: 1.5,
          points: { show: true, size: 5, fill: color },
        })),
      ],
      hooks: { draw: [(plot) => drawThresholds(plot, widget)] },
    },
    table(lines, from),
    box,
  );
}

const SHOW = {
  text: (section, { html }) => section.insertAdjacentHTML('beforeend', html),
  alarm: (section, { alarms }) => {
    const order = { ALARM: 0, INSUFFICIENT_DATA: 1, OK: 2 };
    const list = element('div', { className: 'alarms' });
    for (const { name, description, state, href } of [...alarms].sort((a, b) => order[a.state] - order[b.state])) {
      list.append(element('a', { className: state, title: `${state}: ${description}`, href }, name));
    }
    section.append(list);
  },
  log: (section, { rows }) => {
    const [first] = rows;
    if (first === undefined) return section.append(element('div', { className: 'empty' }, 'No route failed.'));
    const columns = Object.keys(first);
    const cells = (kind, values) =>
      element('tr', {}, ...values.map((value) => element(kind, { title: value }, String(value))));
    const body = rows.map((row) =>
      cells(
        'td',
        columns.map((column) => row[column] ?? ''),
      ),
    );
    section.append(element('table', { className: 'rows' }, cells('th', columns), ...body));
  },
  metric: graph,
};

function show(data) {
  root.replaceChildren();
  for (const widget of data.widgets) {
    const section = element('section', { className: widget.type });
    section.style.gridArea = `${widget.y + 1} / ${widget.x + 1} / span ${widget.height} / span ${widget.width}`;
    if (widget.title !== undefined) section.append(element('h2', {}, widget.title));
    root.append(section);
    SHOW[widget.type](section, widget, data);
  }
}

async function refresh() {
  try {
    const response = await fetch(`/_local/dashboard/data?minutes=${encodeURIComponent(minutes)}`);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const data = await response.json();
    show(data);
    state.textContent = `updated ${new Date().toISOString().slice(11, 19)} UTC, every ${REFRESH_MS / 1000} s`;
    document.body.dataset.ready = 'true';
  } catch (error) {
    state.textContent = `not updated: ${error.message}`;
  }
}

await refresh();
setInterval(refresh, REFRESH_MS);
