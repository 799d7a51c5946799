import type { FunctionName } from '#lib/functions.ts';
import { WORK_QUEUES } from '#shared/contract/jobs.ts';
import type { IdleStage } from './idle-stage.ts';
import { metricsOf } from './own-metrics.ts';
import { ALWAYS_FREE, add, type Prices, priceOf, times, type Unit, type Usage } from './prices.ts';
import { type Item, KB, KMS_CALLS_PER_FUNCTION, type MonthlyUse, PER_ITEM, run, usageOf } from './usage.ts';

/** One line of the estimate: what it is for, and its price in a month. */
export interface Line {
  readonly what: string;
  readonly dollars: number;
}

/** Lambda polls an idle queue with five connections, each with requests of up to 20 seconds. */
const POLLS_PER_QUEUE = 5 * 3 * 60 * 24 * 30;

const MINUTES = 60 * 24 * 30;

/**
 * A sweep reads the six partitions of the due index and the records of the heartbeat, and takes about a tenth of a
 * second. Every fifth asks each failure queue for its number of messages.
 */
const SWEEP = add({ readUnits: 3 + 1, queueCalls: (WORK_QUEUES.length + 1) / 5, logGb: KB }, run('worker-sweep', 0.1));

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
 * A heartbeat is an outbox entry, and for each queue a message and a record. A message is sent and deleted, and ends a
 * poll early in every second case.
 */
const HEARTBEAT = add(
  { writeUnits: 1 + WORK_QUEUES.length, queueCalls: 2.5 * WORK_QUEUES.length, logGb: 7 * KB },
  run('worker-relay', 0.05),
  ...HEARTBEAT_WORKERS.map((name) => run(name, 0.02)),
);

/** The functions of an idle stage that use the table: the sweep, the relay, and those of the heartbeat. */
const IDLE_FUNCTIONS = 2 + HEARTBEAT_WORKERS.length;

/** The usage above what every account has for free. */
function aboveFree(usage: Usage): Usage {
  const charged = Object.entries(usage).map(([unit, count]) => [
    unit,
    Math.max(0, count - ((ALWAYS_FREE as Usage)[unit as Unit] ?? 0)),
  ]);
  return Object.fromEntries(charged);
}

/** The lines of an idle stage, after what every account has for free. */
export function idleLines(stage: IdleStage, prices: Prices): Line[] {
  const polls = stage.polledQueues * POLLS_PER_QUEUE;
  const perMonth = times(add(SWEEP, HEARTBEAT), MINUTES);
  const kmsCalls = IDLE_FUNCTIONS * KMS_CALLS_PER_FUNCTION;
  const lines: readonly [string, Usage][] = [
    [`${stage.keys} keys`, { keys: stage.keys }],
    [`rotations of keys within three years: ${stage.keyRotations}`, { keys: stage.keyRotations }],
    [
      `at most ${kmsCalls.toLocaleString('en')} requests to KMS, ${ALWAYS_FREE.kmsCalls.toLocaleString('en')} of them free`,
      aboveFree({ kmsCalls }),
    ],
    [`${stage.alarms} alarms, ${ALWAYS_FREE.alarms} of them free`, aboveFree({ alarms: stage.alarms })],
    [`own metrics: ${stage.metrics}, ${ALWAYS_FREE.metrics} are free`, aboveFree({ metrics: stage.metrics })],
    [
      `dashboards: ${stage.dashboards}, ${ALWAYS_FREE.dashboards} are free`,
      aboveFree({ dashboards: stage.dashboards }),
    ],
    [
      `polls of ${stage.polledQueues} queues: ${(polls / 1e6).toFixed(1)} million requests, the first million free`,
      aboveFree({ queueCalls: polls }),
    ],
    // The polls use up the free requests to queues.
    ['a sweep and a heartbeat each minute', { ...aboveFree(perMonth), queueCalls: perMonth.queueCalls ?? 0 }],
  ];
  return lines.map(([what, usage]) => ({ what, dollars: priceOf(usage, prices) }));
}

/**
 * The lines of what a stage does in a month. Own metrics are free as far as an idle stage leaves some of the free ones.
 */
export function useLines(use: MonthlyUse, prices: Prices): Line[] {
  const items = (Object.keys(PER_ITEM) as Item[]).filter((item) => use[item] > 0);
  const idle = metricsOf(['idle']);
  const metrics = metricsOf(['idle', ...items]);
  const charged = Math.max(0, metrics - Math.max(idle, ALWAYS_FREE.metrics));
  const lines = items.map((item) => ({
    what: `${use[item].toLocaleString('en')} ${ITEM_NAMES[item]}`,
    dollars: priceOf(usageOf(item, use[item], use), prices),
  }));
  return charged === 0 ? lines : [...lines, { what: `${charged} own metrics`, dollars: charged * prices.metrics }];
}

/** How a line of the estimate names an item. */
export const ITEM_NAMES: Readonly<Record<Item, string>> = {
  events: 'events by the API',
  mailsIn: 'emails received',
  mailsOut: 'emails sent',
  attachments: 'attachments downloaded',
  tasks: 'tasks between agents',
  uploads: 'uploads of large content, each read once',
  deliveries: 'deliveries',
  followers: 'followers by waits',
  streams: 'event streams',
  streamEvents: 'events over streams',
  tunnels: 'connected tunnels',
  tunnelRequests: 'requests to tunnels',
  functions: 'functions that are used, for requests to KMS',
  tenants: 'organizations that have sent email, for their tenants of SES',
};

export const totalOf = (lines: readonly Line[]) => lines.reduce((sum, { dollars }) => sum + dollars, 0);
