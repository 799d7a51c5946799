import { ALWAYS_FREE, type Prices } from './prices.ts';
import { type Item, type MonthlyUse, PER_ITEM, type Units, unitsOf } from './usage.ts';

/** One line of the estimate: what it is for, and its price in a month. */
export interface Line {
  readonly what: string;
  readonly dollars: number;
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

/** Lambda polls an idle queue with five connections, each with requests of up to 20 seconds. */
const POLLS_PER_QUEUE = 5 * 3 * 60 * 24 * 30;

/** The sweep runs every minute, reads the five partitions of the due index, and takes about a tenth of a second. */
const SWEEPS = 60 * 24 * 30;

const overFree = (used: number, free: number) => Math.max(0, used - free);

/** The lines of an idle stage, after what every account has for free. */
export function idleLines(stage: IdleStage, prices: Prices): Line[] {
  const polls = (stage.polledQueues * POLLS_PER_QUEUE) / 1e6;
  return [
    { what: `${stage.keys} keys`, dollars: stage.keys * prices.keyMonth },
    { what: `${stage.alarms} alarms`, dollars: overFree(stage.alarms, ALWAYS_FREE.alarms) * prices.alarmMonth },
    { what: `${stage.metrics} metrics`, dollars: overFree(stage.metrics, ALWAYS_FREE.metrics) * prices.metricMonth },
    {
      what: `${stage.dashboards} dashboard`,
      dollars: overFree(stage.dashboards, ALWAYS_FREE.dashboards) * prices.dashboardMonth,
    },
    {
      what: `${stage.polledQueues} queues, ${polls.toFixed(1)} million polls`,
      dollars: overFree(polls, ALWAYS_FREE.queueMillions) * prices.queueMillion,
    },
    {
      what: `${SWEEPS} sweeps`,
      dollars:
        (SWEEPS / 1e6) * prices.functionMillion +
        SWEEPS * 0.05 * prices.functionGbSecond +
        ((SWEEPS * 2.5) / 1e6) * prices.readUnitsMillion,
    },
  ];
}

/** The price of units, without anything that is free. Storage is that of one month's growth. */
export function priceOf(units: Units, prices: Prices): number {
  return (
    (units.readUnits / 1e6) * prices.readUnitsMillion +
    (units.writeUnits / 1e6) * prices.writeUnitsMillion +
    units.tableGb * (prices.tableGbMonth + prices.tableBackupGbMonth) +
    (units.functionCalls / 1e6) * prices.functionMillion +
    units.functionGbSeconds * prices.functionGbSecond +
    (units.apiCalls / 1e6) * prices.apiMillion +
    (units.queueCalls / 1e6) * prices.queueMillion +
    (units.mails / 1e3) * prices.mailThousand +
    (units.receivedChunks / 1e3) * prices.receivedChunkThousand +
    (units.filePuts / 1e3) * prices.filePutThousand +
    (units.fileGets / 1e3) * prices.fileGetThousand +
    units.fileGb * prices.fileGbMonth +
    units.logGb * prices.logGb
  );
}

/** The lines of what a stage does in a month. */
export function useLines(use: MonthlyUse, prices: Prices): Line[] {
  return (Object.keys(PER_ITEM) as Item[]).map((item) => ({
    what: `${use[item].toLocaleString('en')} ${item}`,
    dollars: priceOf(unitsOf(item, use[item], use.mailKb), prices),
  }));
}

export const totalOf = (lines: readonly Line[]) => lines.reduce((sum, { dollars }) => sum + dollars, 0);
