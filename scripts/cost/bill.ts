import type { IdleStage } from './idle-stage.ts';
import { metricsOf } from './own-metrics.ts';
import { ALWAYS_FREE, add, type Prices, priceOf, times, type Unit, type Usage } from './prices.ts';
import { type Item, type MonthlyUse, PER_ITEM, run, usageOf } from './usage.ts';

/** One line of the estimate: what it is for, and its price in a month. */
export interface Line {
  readonly what: string;
  readonly dollars: number;
}

/** Lambda polls an idle queue with five connections, each with requests of up to 20 seconds. */
const POLLS_PER_QUEUE = 5 * 3 * 60 * 24 * 30;

const SWEEPS = 60 * 24 * 30;

/** A sweep reads the five partitions of the due index, and takes about a tenth of a second. */
const SWEEP = add({ readUnits: 2.5 }, run('worker-sweep', 0.1));

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
  const queueCalls = stage.polledQueues * POLLS_PER_QUEUE;
  const polls = (queueCalls / 1e6).toFixed(1);
  const lines: readonly [string, Usage][] = [
    [`${stage.keys} keys`, { keys: stage.keys }],
    [`rotations of keys within three years: ${stage.keyRotations}`, { keys: stage.keyRotations }],
    [`${stage.alarms} alarms, ${ALWAYS_FREE.alarms} of them free`, aboveFree({ alarms: stage.alarms })],
    [`own metrics: ${stage.metrics}, ${ALWAYS_FREE.metrics} are free`, aboveFree({ metrics: stage.metrics })],
    [
      `dashboards: ${stage.dashboards}, ${ALWAYS_FREE.dashboards} are free`,
      aboveFree({ dashboards: stage.dashboards }),
    ],
    [
      `polls of ${stage.polledQueues} queues: ${polls} million requests, the first million free`,
      aboveFree({ queueCalls }),
    ],
    ['a sweep each minute: a function for a tenth of a second, five reads', times(SWEEP, SWEEPS)],
  ];
  return lines.map(([what, usage]) => ({ what, dollars: priceOf(usage, prices) }));
}

/** The lines of what a stage does in a month. Own metrics are free as far as an idle stage leaves some of the free ones. */
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
};

export const totalOf = (lines: readonly Line[]) => lines.reduce((sum, { dollars }) => sum + dollars, 0);
