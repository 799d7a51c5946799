/** One thing that AWS charges for: `dollars` for `per` of it. */
interface Price {
  readonly dollars: number;
  readonly per: number;
  readonly of: string;
}

/**
 * List prices of us-east-1 in US dollars: the only place of the repository that states one. The estimate of `npm run
 * cost` and the pages of `docs/` are computed from it. Those of other services are in `other-services.ts`. Prices
 * change and differ by region: `--prices` of `npm run cost` replaces any of them.
 *
 * See: docs/prices.md.
 */
export const PRICES = {
  readUnits: { dollars: 0.125, per: 1e6, of: 'read request units of the table' },
  writeUnits: { dollars: 0.625, per: 1e6, of: 'write request units of the table' },
  tableGb: { dollars: 0.25, per: 1, of: 'GB in the table, each month' },
  tableBackupGb: { dollars: 0.2, per: 1, of: 'GB of the table in its continuous backup, each month' },
  vaultGb: { dollars: 0.1, per: 1, of: 'GB of backups in a vault, each month' },
  vaultCopyGb: { dollars: 0.02, per: 1, of: 'GB of a backup copied to a vault of another region' },
  functionCalls: { dollars: 0.2, per: 1e6, of: 'runs of functions' },
  functionGbSeconds: { dollars: 13.3334, per: 1e6, of: 'seconds of a function with 1 GB, on arm64' },
  apiCalls: { dollars: 3.5, per: 1e6, of: 'requests to the REST API' },
  siteCalls: { dollars: 1, per: 1e6, of: 'requests to the HTTP API of the console' },
  socketMessages: { dollars: 1, per: 1e6, of: 'messages of the WebSocket API, each started 32 KB' },
  socketMinutes: { dollars: 0.25, per: 1e6, of: 'minutes of a connection to the WebSocket API' },
  queueCalls: { dollars: 0.4, per: 1e6, of: 'requests to queues, each started 64 KB' },
  tenants: { dollars: 0.005, per: 1, of: 'tenant of SES, each month' },
  topicCalls: { dollars: 0.5, per: 1e6, of: 'messages published to topics' },
  mails: { dollars: 0.1, per: 1e3, of: 'emails sent or received' },
  receivedChunks: { dollars: 0.09, per: 1e3, of: 'started 256 KB of received emails' },
  filePuts: { dollars: 0.005, per: 1e3, of: 'uploads to a bucket' },
  fileGets: { dollars: 0.0004, per: 1e3, of: 'downloads from a bucket' },
  fileGb: { dollars: 0.023, per: 1, of: 'GB in buckets, each month' },
  keys: { dollars: 1, per: 1, of: 'key, each month' },
  kmsCalls: { dollars: 0.03, per: 1e4, of: 'requests to KMS' },
  signatures: { dollars: 0.03, per: 1e4, of: 'signatures by keys of KMS (`RSA_2048`)' },
  alarms: { dollars: 0.1, per: 1, of: 'alarm, each month' },
  metrics: { dollars: 0.3, per: 1, of: 'own metric, each month' },
  dashboards: { dollars: 3, per: 1, of: 'dashboard, each month' },
  logGb: { dollars: 0.5, per: 1, of: 'GB of logs written' },
  outGb: { dollars: 0.09, per: 1, of: 'GB of data out of AWS' },
  traces: { dollars: 5, per: 1e6, of: 'recorded traces' },
} as const satisfies Record<string, Price>;

/** What AWS charges for. */
export type Unit = keyof typeof PRICES;

/** Dollars for one of each unit. */
export type Prices = Readonly<Record<Unit, number>>;

/** How much of each unit something uses. */
export type Usage = Readonly<Partial<Record<Unit, number>>>;

/**
 * The list prices, with those that a file names replaced: dollars for as many as the list says. Throws for a name that
 * the list does not have, and for what is not a price.
 */
export function pricesWith(replaced: Partial<Record<Unit, number>> = {}): Prices {
  for (const [unit, dollars] of Object.entries(replaced)) {
    if (!Object.hasOwn(PRICES, unit)) {
      throw new Error(`there is no price "${unit}"; the prices are ${Object.keys(PRICES).join(', ')}`);
    }
    if (!Number.isFinite(dollars) || dollars < 0) throw new Error(`the price "${unit}" is not a number from 0 on`);
  }
  const prices = Object.entries<Price>(PRICES).map(([unit, { dollars, per }]) => [
    unit,
    (replaced[unit as Unit] ?? dollars) / per,
  ]);
  return Object.fromEntries(prices) as Prices;
}

export const LIST_PRICES = pricesWith();

/** What every account gets each month without charge and without end. Two stages in one account share it. */
export const ALWAYS_FREE = {
  alarms: 10,
  metrics: 10,
  dashboards: 3,
  queueCalls: 1e6,
  topicCalls: 1e6,
  kmsCalls: 20_000,
  functionCalls: 1e6,
  functionGbSeconds: 400_000,
  logGb: 5,
} as const satisfies Usage;

export function add(...usages: readonly Usage[]): Usage {
  const sum: Partial<Record<Unit, number>> = {};
  for (const usage of usages) {
    for (const [unit, count] of Object.entries(usage) as [Unit, number][]) sum[unit] = (sum[unit] ?? 0) + count;
  }
  return sum;
}

export function times(usage: Usage, factor: number): Usage {
  return Object.fromEntries(Object.entries(usage).map(([unit, count]) => [unit, count * factor]));
}

/** The price of a usage in dollars, without anything that is free. */
export function priceOf(usage: Usage, prices: Prices = LIST_PRICES): number {
  return (Object.entries(usage) as [Unit, number][]).reduce((sum, [unit, count]) => sum + prices[unit] * count, 0);
}
