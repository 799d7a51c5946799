/**
 * List prices in US dollars, of eu-central-1 or where that is the same of us-east-1. Prices change and differ by region:
 * `--prices` replaces any of them. Check them against the pricing pages of AWS before you rely on the result.
 */
export const PRICES = {
  /** One million read or write request units of a table with on-demand capacity. */
  readUnitsMillion: 0.1525,
  writeUnitsMillion: 0.7625,
  tableGbMonth: 0.306,
  /** Continuous backups, by the size of the table. */
  tableBackupGbMonth: 0.2448,
  functionMillion: 0.2,
  /** On arm64. */
  functionGbSecond: 0.0000133334,
  apiMillion: 3.7,
  queueMillion: 0.4,
  mailThousand: 0.1,
  /** Each started 256 KB of a received mail. */
  receivedChunkThousand: 0.09,
  filePutThousand: 0.0054,
  fileGetThousand: 0.00043,
  fileGbMonth: 0.0245,
  keyMonth: 1,
  alarmMonth: 0.1,
  metricMonth: 0.3,
  dashboardMonth: 3,
  logGb: 0.63,
} as const;

export type Prices = { readonly [K in keyof typeof PRICES]: number };

/** What every account gets each month without charge and without end. */
export const ALWAYS_FREE = {
  alarms: 10,
  metrics: 10,
  dashboards: 3,
  queueMillions: 1,
  functionMillions: 1,
  functionGbSeconds: 400_000,
} as const;
