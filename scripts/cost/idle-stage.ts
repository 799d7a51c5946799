import { ALL_FUNCTION_NAMES, type FunctionName } from '#lib/functions.ts';
import { metricsOf } from './own-metrics.ts';

interface Resource {
  readonly Type: string;
  readonly Properties?: {
    readonly EnableKeyRotation?: boolean;
    readonly RotationPeriodInDays?: number;
    readonly Environment?: { readonly Variables?: Readonly<Record<string, unknown>> };
    readonly Metrics?: readonly { readonly MetricStat?: unknown }[];
  };
}

interface Template {
  readonly Resources?: Readonly<Record<string, Resource>>;
}

/** What a stage has when no one uses it, as its templates say. */
export interface IdleStage {
  /** Metrics that alarms read: each is charged as an alarm. */
  readonly alarms: number;
  readonly dashboards: number;
  readonly keys: number;
  /** Rotations of the keys within three years that are charged. */
  readonly keyRotations: number;
  /** Queues that Lambda polls. */
  readonly polledQueues: number;
  /** Own metrics that are published without any use. */
  readonly metrics: number;
  /** The functions that the heartbeat invokes. */
  readonly invokedFunctions: readonly FunctionName[];
}

/** What the estimate of an idle stage looks ahead. */
const DAYS_AHEAD = 3 * 365;

/** KMS charges for the first two rotations of a key, and rotates yearly unless the key says otherwise. */
const MAX_CHARGED_ROTATIONS = 2;

function chargedRotations({ Properties: { EnableKeyRotation, RotationPeriodInDays = 365 } = {} }: Resource): number {
  return EnableKeyRotation ? Math.min(MAX_CHARGED_ROTATIONS, Math.floor(DAYS_AHEAD / RotationPeriodInDays)) : 0;
}

/** An alarm on an expression costs as much as one for each metric of the expression. */
function metricsReadBy(metrics: readonly { readonly MetricStat?: unknown }[] | undefined): number {
  return metrics === undefined ? 1 : metrics.filter(({ MetricStat }) => MetricStat !== undefined).length;
}

/** `aid-prod-http-mcp:live` is `http-mcp`. */
function functionIdOf(name: string): FunctionName {
  const [qualified = ''] = name.split(':');
  const found = ALL_FUNCTION_NAMES.find((id) => id === qualified);
  if (found === undefined) throw new Error(`no function has the name ${name}: run npm run synth again`);
  return found;
}

/** Counts what is charged without use in the templates of a stage. */
export function idleStageOf(templates: readonly Template[]): IdleStage {
  const resources = templates.flatMap(({ Resources = {} }) => Object.values(Resources));
  const count = (type: string) => resources.filter(({ Type }) => Type === type).length;
  // One of the mappings reads the table's stream, which costs nothing to poll.
  const polledQueues = count('AWS::Lambda::EventSourceMapping') - 1;
  return {
    alarms: resources
      .filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm')
      .reduce((sum, { Properties }) => sum + metricsReadBy(Properties?.Metrics), 0),
    dashboards: count('AWS::CloudWatch::Dashboard'),
    keys: count('AWS::KMS::Key'),
    keyRotations: resources
      .filter(({ Type }) => Type === 'AWS::KMS::Key')
      .reduce((sum, key) => sum + chargedRotations(key), 0),
    polledQueues,
    metrics: metricsOf(['idle']),
    invokedFunctions: resources.flatMap(({ Properties }) => {
      const { HEARTBEAT_WAYS: all, HEARTBEAT_FUNCTIONS: names } = Properties?.Environment?.Variables ?? {};
      return all === 'true' && typeof names === 'string' ? names.split(' ').map(functionIdOf) : [];
    }),
  };
}
