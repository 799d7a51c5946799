/** What a stage does in a month. */
export interface MonthlyUse {
  /** Changes over the API that append an event, in addition to mails. */
  readonly events: number;
  readonly mailsIn: number;
  readonly mailsOut: number;
  /** First attempts of webhook deliveries. */
  readonly deliveries: number;
  /** Programs that wait for events all the time. */
  readonly followers: number;
  /** Size of a mail with its files. */
  readonly mailKb: number;
}

/** What AWS charges for, as a stage uses it. */
export interface Units {
  readUnits: number;
  writeUnits: number;
  tableGb: number;
  functionCalls: number;
  functionGbSeconds: number;
  apiCalls: number;
  queueCalls: number;
  mails: number;
  receivedChunks: number;
  filePuts: number;
  fileGets: number;
  fileGb: number;
  logGb: number;
}

const NONE: Units = {
  readUnits: 0,
  writeUnits: 0,
  tableGb: 0,
  functionCalls: 0,
  functionGbSeconds: 0,
  apiCalls: 0,
  queueCalls: 0,
  mails: 0,
  receivedChunks: 0,
  filePuts: 0,
  fileGets: 0,
  fileGb: 0,
  logGb: 0,
};

const KB = 1 / 1024 / 1024;
const SECONDS_PER_MONTH = 30 * 24 * 3600;

/** Seconds of a function with 512 MB. An assumption: Lambda's own times are known only from a deployed stage. */
const call = (seconds: number, memoryGb = 0.5) => ({ functionCalls: 1, functionGbSeconds: seconds * memoryGb });

/**
 * The units of one of each. Reads and writes are those that docs/benchmarks.md measures; the seconds of functions and
 * the kilobytes of log are assumptions.
 */
export const PER_ITEM = {
  events: { readUnits: 2.5, writeUnits: 8, tableGb: 2 * KB, apiCalls: 1, logGb: KB, ...call(0.06) },
  mailsIn: {
    readUnits: 11,
    writeUnits: 13,
    tableGb: 4 * KB,
    mails: 1,
    queueCalls: 2,
    filePuts: 2,
    fileGets: 1,
    logGb: 2 * KB,
    ...call(0.25, 1),
  },
  mailsOut: {
    readUnits: 34,
    writeUnits: 41,
    tableGb: 6 * KB,
    mails: 1,
    apiCalls: 1,
    queueCalls: 8,
    filePuts: 1,
    fileGets: 1,
    logGb: 5 * KB,
    functionCalls: 5,
    functionGbSeconds: 0.4,
  },
  deliveries: { readUnits: 2.5, writeUnits: 3, tableGb: KB, queueCalls: 2, logGb: KB, ...call(0.15) },
  /** A wait polls five times a second in a function with 256 MB, and is renewed after 55 seconds. */
  followers: {
    readUnits: 0.54 * 5 * SECONDS_PER_MONTH,
    writeUnits: SECONDS_PER_MONTH / 55,
    apiCalls: SECONDS_PER_MONTH / 55,
    functionCalls: SECONDS_PER_MONTH / 55,
    functionGbSeconds: SECONDS_PER_MONTH / 4,
    logGb: (SECONDS_PER_MONTH / 55) * KB,
  },
} as const satisfies Record<string, Partial<Units>>;

export type Item = keyof typeof PER_ITEM;

/** The units of a number of items. Files are kept for a year, so a month's mail is charged in each of the next twelve. */
export function unitsOf(item: Item, count: number, mailKb: number): Units {
  const each: Partial<Units> = PER_ITEM[item];
  const isMail = item === 'mailsIn' || item === 'mailsOut';
  const files = {
    fileGb: isMail ? mailKb * KB : 0,
    receivedChunks: item === 'mailsIn' ? Math.ceil(mailKb / 256) : 0,
  };
  const units = Object.entries({ ...NONE, ...each, ...files }).map(([name, value]) => [name, value * count]);
  return Object.fromEntries(units) as unknown as Units;
}
