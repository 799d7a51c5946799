import uPlot from 'uplot';

const LABEL_FONT = '11px system-ui, sans-serif';

/** `1200` as `1.2k`. Small numbers keep three digits. */
function short(value) {
  if (value === null || value === undefined) return '–';
  const size = Math.abs(value);
  if (size >= 1e6) return `${+(value / 1e6).toFixed(1)}M`;
  if (size >= 1e4) return `${+(value / 1e3).toFixed(1)}k`;
  return String(+value.toPrecision(size >= 100 ? Math.ceil(Math.log10(size + 1)) : 3));
}

/** A time of day in UTC, as the CloudWatch console shows it. */
export const clock = (milliseconds) => new Date(milliseconds).toISOString().slice(11, 16);

/** A color of the page's style sheet, which has one set for light and one for dark. */
const themed = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** The color of the line with this index, if it has none of its own. */
const lineColor = (index) => themed(`line-${index % 6}`);

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

/** An axis from 0 to a little above the highest value and threshold, so that both are visible. */
function rangeOf(side, { thresholds }) {
  return (_, __, highest) => {
    const limits = thresholds.filter(({ yAxis }) => yAxis === side).map(({ value }) => value);
    const top = Math.max(highest ?? 0, ...limits, 0);
    return [0, top === 0 ? 1 : top * 1.15];
  };
}

/** A dashed line for each threshold, with its label at the side of its axis. */
function drawThresholds(plot, { thresholds }) {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.font = LABEL_FONT.replace('11', 11 * scale);
  ctx.lineWidth = 1.5 * scale;
  ctx.setLineDash([6 * scale, 4 * scale]);
  for (const { value, label = '', yAxis, color } of thresholds) {
    if (plot.scales[yAxis] === undefined) continue;
    const y = Math.round(plot.valToPos(value, yAxis, true));
    ctx.strokeStyle = color;
    ctx.fillStyle = color;
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    const inset = 4 * scale;
    const isAtTop = y - bbox.top < 14 * scale;
    ctx.textAlign = yAxis;
    ctx.textBaseline = isAtTop ? 'top' : 'bottom';
    const x = yAxis === 'left' ? bbox.left + inset : bbox.left + bbox.width - inset;
    ctx.fillText(label, x, isAtTop ? y + inset : y - 2 * scale);
  }
  ctx.restore();
}

/** The legend, with the values at the pointer, or with the last values if there is no pointer. */
function legendOf(lines) {
  const legend = document.createElement('div');
  legend.className = 'legend';
  const texts = lines.map(({ color }) => {
    const [entry, swatch, text] = ['span', 'i', 'span'].map((name) => document.createElement(name));
    swatch.style.background = color;
    entry.append(swatch, text);
    legend.append(entry);
    return text;
  });
  const show = (valueAt) => {
    for (const [index, { label }] of lines.entries()) texts[index].textContent = `${label}: ${short(valueAt(index))}`;
  };
  const showLast = () => show((index) => lines[index].points.at(-1)?.value);
  showLast();
  return { legend, show, showLast };
}

/** Draws a graph into its section and returns the plot. */
export function drawGraph(section, widget, { from, to }) {
  const lines = widget.lines.map((line, index) => ({ ...line, color: line.color ?? lineColor(index) }));
  const hasRight = [...lines, ...widget.thresholds].some(({ yAxis }) => yAxis === 'right');
  const units = document.createElement('div');
  units.className = 'unit';
  for (const unit of [widget.leftUnit, widget.rightUnit]) {
    units.append(Object.assign(document.createElement('span'), { textContent: unit ?? '' }));
  }
  const box = document.createElement('div');
  box.className = 'plot';
  const { legend, show, showLast } = legendOf(lines);
  section.append(units, box, legend);
  if (lines.every(({ points }) => points.length === 0)) {
    box.append(Object.assign(document.createElement('p'), { className: 'nothing', textContent: 'no data' }));
  }
  const style = { stroke: themed('muted'), font: LABEL_FONT, ticks: { show: false } };
  const axis = (scale, side) => ({
    ...style,
    scale,
    side,
    size: 46,
    grid: { show: side === 3, stroke: themed('grid') },
    values: (_, values) => values.map(short),
  });
  const onCursor = (plot) => {
    const { idx } = plot.cursor;
    if (typeof idx === 'number') show((index) => plot.data[index + 1][idx]);
    else showLast();
  };
  return new uPlot(
    {
      width: section.clientWidth - 8,
      height: Math.max(90, section.clientHeight - box.offsetTop - legend.offsetHeight - 6),
      legend: { show: false },
      cursor: { y: false, drag: { setScale: false } },
      scales: {
        x: { time: true, range: () => [from / 1000, to / 1000] },
        left: { range: rangeOf('left', widget) },
        ...(hasRight && { right: { range: rangeOf('right', widget) } }),
      },
      axes: [
        {
          ...style,
          grid: { stroke: themed('grid') },
          size: 26,
          values: (_, times) => times.map((at) => clock(at * 1000)),
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
      hooks: { draw: [(plot) => drawThresholds(plot, widget)], setCursor: [onCursor] },
    },
    table(lines, from),
    box,
  );
}
