import { z } from 'zod';
import type { Assembly, Resource } from '../assembly/assembly.ts';
import { readProperties } from '../assembly/read-properties.ts';
import type { Metric } from './metric.ts';

/** One metric of an alarm, or an expression over others of them. */
type AlarmQuery = { readonly id: string } & (
  | { readonly metric: Metric; readonly statistic: string }
  | { readonly expression: string }
);

/** An alarm of the templates. */
export interface AlarmDefinition {
  readonly name: string;
  readonly arn: string;
  readonly description: string;
  readonly threshold: number;
  readonly comparison: Comparison;
  readonly periodMs: number;
  /** The number of periods that are judged, and how many of them have to breach. */
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
  readonly treatMissingData: 'breaching' | 'notBreaching' | 'ignore' | 'missing';
  readonly queries: readonly AlarmQuery[];
  /** The id of the query that yields the values to compare with the threshold. */
  readonly returned: string;
}

const COMPARISONS = [
  'GreaterThanThreshold',
  'GreaterThanOrEqualToThreshold',
  'LessThanThreshold',
  'LessThanOrEqualToThreshold',
] as const;

export type Comparison = (typeof COMPARISONS)[number];

const dimensionsSchema = z.array(z.object({ Name: z.string(), Value: z.string() })).default([]);

const alarmSchema = z.object({
  AlarmDescription: z.string().default(''),
  Threshold: z.number(),
  ComparisonOperator: z.enum(COMPARISONS),
  EvaluationPeriods: z.number(),
  DatapointsToAlarm: z.number().optional(),
  TreatMissingData: z.enum(['breaching', 'notBreaching', 'ignore', 'missing']).default('missing'),
  Namespace: z.string().optional(),
  MetricName: z.string().optional(),
  Dimensions: dimensionsSchema,
  Period: z.number().optional(),
  Statistic: z.string().optional(),
  ExtendedStatistic: z.string().optional(),
  Metrics: z
    .array(
      z.object({
        Id: z.string(),
        Expression: z.string().optional(),
        Period: z.number().optional(),
        ReturnData: z.boolean().default(true),
        MetricStat: z
          .object({
            Metric: z.object({ Namespace: z.string(), MetricName: z.string(), Dimensions: dimensionsSchema }),
            Period: z.number(),
            Stat: z.string(),
          })
          .optional(),
      }),
    )
    .optional(),
});

type AlarmProperties = z.infer<typeof alarmSchema>;

/** The alarms of the templates, in their order. */
export function alarmDefinitions(assembly: Assembly): readonly AlarmDefinition[] {
  return assembly.resources('AWS::CloudWatch::Alarm').map(definitionOf);
}

function definitionOf(resource: Resource): AlarmDefinition {
  const properties = readProperties(resource, alarmSchema);
  return {
    name: resource.name,
    arn: resource.attribute('Arn'),
    description: properties.AlarmDescription,
    threshold: properties.Threshold,
    comparison: properties.ComparisonOperator,
    evaluationPeriods: properties.EvaluationPeriods,
    datapointsToAlarm: properties.DatapointsToAlarm ?? properties.EvaluationPeriods,
    treatMissingData: properties.TreatMissingData,
    ...queriesOf(properties),
  };
}

function queriesOf(properties: AlarmProperties): Pick<AlarmDefinition, 'queries' | 'returned' | 'periodMs'> {
  const {
    Metrics,
    Namespace = '',
    MetricName = '',
    Dimensions,
    Period = 60,
    Statistic,
    ExtendedStatistic,
  } = properties;
  if (Metrics === undefined) {
    const metric = { namespace: Namespace, name: MetricName, dimensions: dimensionsOf(Dimensions) };
    const query = { id: 'm1', metric, statistic: Statistic ?? ExtendedStatistic ?? 'Average' };
    return { queries: [query], returned: query.id, periodMs: Period * 1000 };
  }
  const seconds = Metrics.map(({ Period: own, MetricStat }) => MetricStat?.Period ?? own ?? 0);
  return {
    returned: Metrics.find(({ ReturnData }) => ReturnData)?.Id ?? '',
    periodMs: Math.max(60, ...seconds) * 1000,
    queries: Metrics.map(({ Id: id, Expression: expression = '', MetricStat }) => {
      if (MetricStat === undefined) return { id, expression };
      const { Metric: metric, Stat: statistic } = MetricStat;
      const { Namespace: namespace, MetricName: name, Dimensions: dimensions } = metric;
      return { id, metric: { namespace, name, dimensions: dimensionsOf(dimensions) }, statistic };
    }),
  };
}

function dimensionsOf(dimensions: z.infer<typeof dimensionsSchema>): Readonly<Record<string, string>> {
  return Object.fromEntries(dimensions.map(({ Name, Value }) => [Name, Value]));
}
