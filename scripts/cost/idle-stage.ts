import type { IdleStage } from './bill.ts';

interface Resource {
  readonly Type: string;
}

interface Template {
  readonly Resources?: Readonly<Record<string, Resource>>;
}

/** The sweep publishes one metric every minute; all others are published only when there is something to count. */
const IDLE_METRICS = 1;

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
    metrics: IDLE_METRICS,
  };
}
