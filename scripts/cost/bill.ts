import { HEARTBEAT, SWEEP, waysOf } from './heartbeat.ts';
import type { IdleStage } from './idle-stage.ts';
import { metricsOf } from './own-metrics.ts';
import { ALWAYS_FREE, add, type Prices, priceOf, times, type Unit, type Usage } from './prices.ts';
import { type Item, type MonthlyUse, PER_ITEM, usageOf } from './usage.ts';

/** One line of the estimate: what it is for, and its price in a month. */
export interface Line {
  readonly what: string;
  readonly dollars: number;
}

/** Lambda polls an idle queue with five connections, each with requests of up to 20 seconds. */
const POLLS_PER_QUEUE = 5 * 3 * 60 * 24 * 30;

const MINUTES = 60 * 24 * 30;

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
  const perMonth = times(add(SWEEP, HEARTBEAT, waysOf(stage.invokedFunctions)), MINUTES);
  const { kmsCalls = 0, ...ofWays } = perMonth;
  const lines: readonly [string, Usage][] = [
    [`${stage.keys} keys`, { keys: stage.keys }],
    [`rotations of keys within three years: ${stage.keyRotations}`, { keys: stage.keyRotations }],
    [
      `${Math.round(kmsCalls).toLocaleString('en')} requests to KMS, ${ALWAYS_FREE.kmsCalls.toLocaleString('en')} of them free`,
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
    [
      'a sweep each minute, and a heartbeat through every way',
      { ...aboveFree(ofWays), queueCalls: ofWays.queueCalls ?? 0 },
    ],
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
  signatures: 'identity tokens, for their signatures by KMS',
  tenants: 'organizations that have sent email, for their tenants of SES',
};

export const totalOf = (lines: readonly Line[]) => lines.reduce((sum, { dollars }) => sum + dollars, 0);
