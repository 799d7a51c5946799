import { metricsOf } from './own-metrics.ts';

interface Resource {
  readonly Type: string;
}

interface Template {
  readonly Resources?: Readonly<Record<string, Resource>>;
}

/** What a stage has when no one uses it, as its templates say. */
export interface IdleStage {
  readonly alarms: number;
  readonly dashboards: number;
  readonly keys: number;
  /** Queues that Lambda polls. */
  readonly polledQueues: number;
  /** Own metrics that are published without any use. */
  readonly metrics: number;
}

/** Counts what is charged without use in the templates of a stage. */
export function idleStageOf(templates: readonly Template[]): IdleStage {
  const resources = templates.flatMap(({ Resources = {} }) => Object.values(Resources));
  const count = (type: string) => resources.filter(({ Type }) => Type === type).length;
  // One of the mappings reads the table's stream, which costs nothing to poll.
  const polledQueues = count('AWS::Lambda::EventSourceMapping') - 1;
  return {
    alarms: count('AWS::CloudWatch::Alarm'),
    dashboards: count('AWS::CloudWatch::Dashboard'),
    keys: count('AWS::KMS::Key'),
    polledQueues,
    metrics: metricsOf(['idle']),
  };
}
