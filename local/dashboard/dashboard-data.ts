import { insightsQuery, type ResultRow } from '../logs/insights-query.ts';
import type { LogStore } from '../logs/log-store.ts';
import type { TimeRange, TimeSeries } from '../metrics/metric.ts';
import { evaluateMath } from '../metrics/metric-math.ts';
import type { LocalAlarm, StackMetrics } from '../stack-metrics.ts';
import { type GraphLine, type GraphProperties, linesOf, type Widget } from './dashboard-body.ts';

/** A line as the page draws it. */
interface DrawnLine extends TimeSeries {
  readonly color: string | undefined;
  readonly yAxis: 'left' | 'right';
  readonly periodMs: number;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A widget with the data that it shows now. */
export type DrawnWidget = Place &
  (
    | { readonly type: 'text'; readonly markdown: string }
    | { readonly type: 'alarm'; readonly title: string; readonly alarms: readonly DrawnAlarm[] }
    | { readonly type: 'log'; readonly title: string; readonly rows: readonly ResultRow[] }
    | {
        readonly type: 'metric';
        readonly title: string;
        readonly lines: readonly DrawnLine[];
        readonly thresholds: GraphProperties['annotations']['horizontal'];
        readonly leftUnit: string | undefined;
        readonly rightUnit: string | undefined;
      }
  );

interface DrawnAlarm {
  readonly name: string;
  readonly description: string;
  readonly state: LocalAlarm['state'];
}

/** The dashboard at a time. Times are in milliseconds since the epoch. */
export interface DashboardData {
  readonly from: number;
  readonly to: number;
  readonly widgets: readonly DrawnWidget[];
}

const MINUTE_MS = 60_000;

/** Evaluates each widget over the time before now, including the current minute, as the CloudWatch console does. */
export function dashboardData(
  widgets: readonly Widget[],
  { metrics, logs }: { readonly metrics: StackMetrics; readonly logs: LogStore },
  { minutes, now = Date.now() }: { readonly minutes: number; readonly now?: number },
): DashboardData {
  const to = Math.ceil(now / MINUTE_MS) * MINUTE_MS;
  const from = to - minutes * MINUTE_MS;
  const alarms = metrics.alarms(now);
  const draw = (widget: Widget): DrawnWidget => {
    const { x, y, width, height } = widget;
    const place = { x, y, width, height };
    switch (widget.type) {
      case 'text':
        return { ...place, type: 'text', markdown: widget.properties.markdown };
      case 'alarm':
        return { ...place, type: 'alarm', title: widget.properties.title, alarms: drawnAlarms(widget, alarms) };
      case 'log': {
        const query = insightsQuery(widget.properties.query);
        const rows = query.run(logs.lines(query.group, from));
        return { ...place, type: 'log', title: widget.properties.title, rows };
      }
      case 'metric': {
        const { title, yAxis, annotations } = widget.properties;
        const lines = drawnLines(widget.properties, metrics, { from, to });
        const units = { leftUnit: yAxis.left?.label, rightUnit: yAxis.right?.label };
        return { ...place, type: 'metric', title, lines, thresholds: annotations.horizontal, ...units };
      }
    }
  };
  return { from, to, widgets: widgets.map(draw) };
}

function drawnAlarms(
  { properties }: Extract<Widget, { type: 'alarm' }>,
  alarms: readonly LocalAlarm[],
): readonly DrawnAlarm[] {
  return properties.alarms.flatMap((arn) =>
    alarms
      .filter(({ definition }) => definition.arn === arn)
      .map(({ definition: { name, description }, state }) => ({ name, description, state })),
  );
}

function drawnLines(
  properties: GraphProperties,
  { store }: StackMetrics,
  time: { readonly from: number; readonly to: number },
): readonly DrawnLine[] {
  const seriesOf = (line: GraphLine): readonly TimeSeries[] => {
    const range = rangeOf(line, time);
    if (line.metric !== undefined) {
      return [{ label: line.label ?? line.metric.name, points: store.points(line.metric, line.stat, range) }];
    }
    const found = evaluateMath(line.expression ?? '', store, range);
    return found.map((series) => ({ ...series, label: line.label || series.label }));
  };
  return linesOf(properties).flatMap((line) => {
    const { color, yAxis, period } = line;
    return seriesOf(line).map((series) => ({ ...series, color, yAxis, periodMs: period * 1000 }));
  });
}

/** Periods begin at multiples of their length. */
function rangeOf({ period }: GraphLine, { from, to }: { readonly from: number; readonly to: number }): TimeRange {
  const periodMs = period * 1000;
  return { from: Math.floor(from / periodMs) * periodMs, to, periodMs };
}
