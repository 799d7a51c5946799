import type { FunctionName } from '#lib/functions.ts';
import { RELAYED_QUEUES, TOPIC_QUEUES, WORK_QUEUES } from '#shared/contract/jobs.ts';
import { MINUTES_BETWEEN_READS, minutesOfFunction, NAMED_WAYS, QUEUE_MINUTES } from '#shared/contract/ways.ts';
import { add, times, type Usage } from './prices.ts';
import { CONNECTION, KB, PER_ITEM, QUEUE_CALLS, run } from './usage.ts';

/**
 * A sweep reads the seven partitions of the due index, the records of the heartbeat and the state of the ways, and
 * writes the last. It waits for the ways for about a second. Every fifth asks each failure queue for its number of
 * messages.
 */
export const SWEEP = add(
  { readUnits: 3.5 + 1 + 1, writeUnits: 1, queueCalls: (WORK_QUEUES.length + 1) / 5, logGb: KB },
  run('worker-sweep', 1),
);

/** The functions that process the heartbeat of a queue each. */
const HEARTBEAT_WORKERS = [
  'worker-delivery',
  'worker-inbound-mail',
  'worker-outbound-mail',
  'worker-mail-status',
  'worker-domain-checks',
  'worker-event-streams',
] as const satisfies readonly FunctionName[];

/**
 * SNS takes a new data key for each topic and publisher every five minutes, with two requests to the key of the topic.
 *
 * Source: SNS developer guide, Estimating AWS KMS costs.
 */
const KEY_CALLS = 2 / 5;

/**
 * A signal of every queue is an outbox entry, for each queue a message and a record, and for the queues of topics the
 * publication. A message that the relay sends is one request more; each is deleted, and ends a poll early in every
 * second case.
 */
const SIGNALS = add(
  {
    writeUnits: 1 + WORK_QUEUES.length,
    queueCalls: RELAYED_QUEUES.length + 1.5 * WORK_QUEUES.length,
    topicCalls: TOPIC_QUEUES.length,
    logGb: 7 * KB,
  },
  run('worker-relay', 0.05),
  ...HEARTBEAT_WORKERS.map((name) => run(name, 0.02)),
);

/** What the heartbeat through the queues uses in a minute. */
export const HEARTBEAT = add(times(SIGNALS, 1 / QUEUE_MINUTES), { kmsCalls: KEY_CALLS * TOPIC_QUEUES.length });

/** A function that responds to the sweep, and reads a row in some of these minutes. */
function invoked(name: FunctionName): Usage {
  const everyMinutes = minutesOfFunction(name);
  const betweenReads = everyMinutes > 1 ? everyMinutes : MINUTES_BETWEEN_READS;
  return add({ readUnits: 0.5 / betweenReads }, times(add({ logGb: KB }, run(name, 0.01)), 1 / everyMinutes));
}

/** The handshake of the client of a tunnel, and its end. */
const TUNNEL_CONNECTION = add(
  { readUnits: 4, writeUnits: 7, socketMessages: 1 },
  times(run('worker-connections', 0.05), 2),
);

/**
 * One try of each way that begins at an address of the stage. The call of MCP shows that the public address works too,
 * and looks at the account cost nothing. What opening a stream is measured to use has its first message; the job that
 * sends it comes on top.
 */
const TRIES: Readonly<Partial<Record<keyof typeof NAMED_WAYS, Usage>>> = {
  mcp: add({ readUnits: 1, writeUnits: 1, apiCalls: 1, logGb: KB }, run('http-mcp', 0.05)),
  tunnel: add(PER_ITEM.tunnelRequests, TUNNEL_CONNECTION),
  stream: add(CONNECTION, { queueCalls: QUEUE_CALLS }, run('worker-event-streams', 0.05)),
  console: add({ siteCalls: 1, logGb: KB }, run('worker-console', 0.02)),
};

/** What the ways that the sweep goes itself use in a minute, in a stage in which it invokes these functions. */
export function waysOf(functions: readonly FunctionName[]): Usage {
  const all = Object.entries(TRIES) as [keyof typeof NAMED_WAYS, Usage][];
  const tries = functions.includes('worker-console') ? all : all.filter(([way]) => way !== 'console');
  return add(...functions.map(invoked), ...tries.map(([way, one]) => times(one, 1 / NAMED_WAYS[way].everyMinutes)));
}
