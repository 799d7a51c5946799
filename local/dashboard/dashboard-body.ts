import { z } from 'zod';
import type { Assembly } from '../assembly/assembly.ts';
import type { Metric } from '../metrics/metric.ts';

/** What a widget says about one of its lines. */
const lineSchema = z.object({
  label: z.string().optional(),
  stat: z.string().optional(),
  period: z.number().optional(),
  color: z.string().optional(),
  yAxis: z.enum(['left', 'right']).default('left'),
  expression: z.string().optional(),
  // Expressions over other lines are not emulated.
  id: z.never().optional(),
  visible: z.never().optional(),
});

const axisSchema = z.object({ label: z.string().optional() }).optional();

const graphSchema = z.object({
  title: z.string(),
  stat: z.string().optional(),
  period: z.number().default(300),
  metrics: z.array(z.array(z.union([z.string(), lineSchema]))),
  yAxis: z.object({ left: axisSchema, right: axisSchema }).default({ left: undefined, right: undefined }),
  annotations: z
    .object({
      horizontal: z
        .array(
          z.object({
            value: z.number(),
            label: z.string().optional(),
            color: z.string().optional(),
            yAxis: z.enum(['left', 'right']).default('left'),
          }),
        )
        .default([]),
    })
    .default({ horizontal: [] }),
});

const place = { x: z.number(), y: z.number(), width: z.number(), height: z.number() };

const widgetSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), ...place, properties: z.object({ markdown: z.string() }) }),
  z.object({
    type: z.literal('alarm'),
    ...place,
    properties: z.object({ title: z.string(), alarms: z.array(z.string()) }),
  }),
  z.object({ type: z.literal('metric'), ...place, properties: graphSchema }),
  z.object({ type: z.literal('log'), ...place, properties: z.object({ title: z.string(), query: z.string() }) }),
]);

/** A widget of a dashboard. Source: CloudWatch API reference, Dashboard body structure and syntax. */
export type Widget = z.infer<typeof widgetSchema>;
export type GraphProperties = z.infer<typeof graphSchema>;

/** One line of a graph, or several if its expression has several. */
export type GraphLine = Omit<z.infer<typeof lineSchema>, 'stat' | 'period'> & {
  readonly stat: string;
  readonly period: number;
  /** Absent for an expression. */
  readonly metric: Metric | undefined;
};

/** The widgets of the dashboard of the templates, as CloudWatch gets them; none if there is no dashboard. */
export function dashboardWidgets(assembly: Assembly): readonly Widget[] {
  const [dashboard] = assembly.resources('AWS::CloudWatch::Dashboard');
  if (dashboard === undefined) return [];
  const body = JSON.parse(String(dashboard.properties.DashboardBody)) as { widgets: unknown };
  return z.array(widgetSchema).parse(body.widgets);
}

/** The lines of a graph, with what they inherit from the graph. */
export function linesOf({ metrics, stat, period }: GraphProperties): readonly GraphLine[] {
  return metrics.map((row) => {
    const names = row.filter((item) => typeof item === 'string');
    const options = lineSchema.parse(row.find((item) => typeof item !== 'string') ?? {});
    return { ...options, stat: options.stat ?? stat ?? '', period: options.period ?? period, metric: metricOf(names) };
  });
}

function metricOf([namespace, name, ...pairs]: readonly string[]): Metric | undefined {
  if (namespace === undefined || name === undefined) return undefined;
  if ([namespace, name, ...pairs].includes('.'))
    throw new Error('a dashboard with abbreviated metrics is not emulated');
  const dimensions = new Map<string, string>();
  for (let index = 0; index + 1 < pairs.length; index += 2) dimensions.set(pairs[index] ?? '', pairs[index + 1] ?? '');
  return { namespace, name, dimensions: Object.fromEntries(dimensions) };
}
