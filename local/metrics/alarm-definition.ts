import { z } from 'zod';
import type { Assembly, Resource } from '../assembly/assembly.ts';
import { readProperties } from '../assembly/read-properties.ts';
import type { Metric } from './metric.ts';

/** An alarm of the templates. It fires while values of one metric are above its threshold. */
export interface AlarmDefinition {
  readonly name: string;
  readonly arn: string;
  readonly description: string;
  readonly threshold: number;
  readonly metric: Metric;
  readonly statistic: string;
  readonly periodMs: number;
  /** The number of periods that are judged. All of them have to breach. */
  readonly evaluationPeriods: number;
  readonly treatMissingData: 'breaching' | 'notBreaching' | 'ignore';
}

/** What the alarms of the stage have. An alarm with anything else fails the start: it would be judged wrongly. */
const alarmSchema = z.object({
  AlarmDescription: z.string(),
  Threshold: z.number(),
  ComparisonOperator: z.literal('GreaterThanThreshold'),
  EvaluationPeriods: z.number(),
  DatapointsToAlarm: z.never().optional(),
  TreatMissingData: z.enum(['breaching', 'notBreaching', 'ignore']),
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
  Period: z.number(),
  Statistic: z.string(),
});

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
    metric: {
      namespace: properties.Namespace,
      name: properties.MetricName,
      dimensions: Object.fromEntries(properties.Dimensions.map(({ Name, Value }) => [Name, Value])),
    },
    statistic: properties.Statistic,
    periodMs: properties.Period * 1000,
    evaluationPeriods: properties.EvaluationPeriods,
    treatMissingData: properties.TreatMissingData,
  };
}
