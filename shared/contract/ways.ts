import { WORK_QUEUES } from './jobs.ts';
import { MAX_HEARTBEAT_AGE_SECONDS } from './metrics.ts';

/**
 * A way is a path that requests or emails take through a stage. The heartbeat goes each of them, and measures how long
 * ago it worked last. Ways through a queue are named after the queue, and those through one function after the
 * function; the others are these.
 *
 * See: docs/decisions/0075-a-heartbeat-from-outside.md.
 */
export const NAMED_WAYS = {
  /** The public address of the API. */
  address: { about: 'stage', everyMinutes: 3, runbook: 'way-the-public-address' },
  /** A call of the MCP server with a key, by the public address. */
  mcp: { about: 'stage', everyMinutes: 3, runbook: 'way-mcp' },
  /** The page of the console. */
  console: { about: 'stage', everyMinutes: 3, runbook: 'way-the-console' },
  /** A public request to a tunnel, and its response. */
  tunnel: { about: 'stage', everyMinutes: 3, runbook: 'way-a-tunnel' },
  /** The first message of an event stream. */
  stream: { about: 'stage', everyMinutes: 3, runbook: 'way-an-event-stream' },
  /** Whether SES has proof that the mail domain is ours. */
  'mail-domain': { about: 'account', everyMinutes: 2, runbook: 'way-the-mail-domain' },
  /** Whether SES sends for the account. */
  sending: { about: 'account', everyMinutes: 2, runbook: 'way-sending' },
  /** Whether SES delivers to the stage. */
  'receipt-rules': { about: 'account', everyMinutes: 2, runbook: 'way-the-receipt-rules' },
  /** Whether each topic of the alarms has a confirmed subscription. */
  'alarm-topic': { about: 'account', everyMinutes: 2, runbook: 'way-the-alarm-topic' },
} as const satisfies Record<string, NamedWay>;

interface NamedWay {
  /** Whether it is the stage that has to work, or a setting of the account around it. */
  readonly about: 'stage' | 'account';
  readonly everyMinutes: number;
  /** The heading of the runbook that says what to check first, as an anchor. */
  readonly runbook: string;
}

export type NamedWayName = keyof typeof NAMED_WAYS;

/** The heading of the runbook about a way, as an anchor. */
export function runbookOfWay(way: string): string {
  if (Object.hasOwn(NAMED_WAYS, way)) return NAMED_WAYS[way as NamedWayName].runbook;
  return isQueue(way) ? 'way-a-queue' : 'way-a-function';
}

/**
/**
 * How often a queue gets a signal. Its function is invoked in every minute, like most others, so a signal only has to
 * show what is around the function: the relay or the topic, the queue, its mapping, and a write to the table.
 */
export const QUEUE_MINUTES = 2;

/**
 * How far apart two reads of the table by a function are that is invoked each minute. DynamoDB keeps the key of the
 * table for the function's role until five minutes after its last use, so none of these reads needs a request to KMS.
 *
 * See: DynamoDB developer guide, Encryption at rest usage notes.
 */
export const MINUTES_BETWEEN_READS = 4;

/**
 * The functions that the heartbeat invokes every three minutes, because no agent waits for them at any minute (the
 * cards of agents are in caches for longer), and invocations are charged. They read a row each time.
 *
 * See: docs/decisions/0075-a-heartbeat-from-outside.md#the-price.
 */
const SELDOM_INVOKED: readonly string[] = ['http-approvals', 'http-oauth', 'http-provider-accounts', 'http-tokens'];

/** After how many minutes the heartbeat invokes a function again. */
export function minutesOfFunction(name: string): number {
  return SELDOM_INVOKED.includes(name) ? 3 : 1;
}

/**
 * How often a way is gone while it works, in minutes. Three are as good as two for the alarm: it needs an age above two
 * and a half minutes, in two minutes in a row, and a way that does not work is gone in each.
 */
function minutesOfWay(way: string): number {
  if (Object.hasOwn(NAMED_WAYS, way)) return NAMED_WAYS[way as NamedWayName].everyMinutes;
  return isQueue(way) ? QUEUE_MINUTES : minutesOfFunction(way);
}

const isQueue = (way: string) => (WORK_QUEUES as readonly string[]).includes(way);

/**
 * How long ago a way may have worked last, in seconds, for a reader of what the sweep has recorded: two tries in a row
 * have failed then.
 */
export function maxAgeOfWay(way: string): number {
  return MAX_HEARTBEAT_AGE_SECONDS + (minutesOfWay(way) - 1) * 60;
}
