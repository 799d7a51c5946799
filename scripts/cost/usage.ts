import { FUNCTIONS, type FunctionName } from '#lib/functions.ts';
import { pollInterval } from '#shared/domain/concurrency/poll-interval.ts';
import { MAX_WAIT_TIMEOUT_MS } from '#shared/domain/limits/limits.ts';
import { MESSAGES_PER_RUN } from '#shared/domain/search/segments.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { add, times, type Usage } from './prices.ts';

export const KB = 1 / 1024 / 1024;
export const MONTH_SECONDS = 30 * 24 * 3600;
const MONTH_MINUTES = MONTH_SECONDS / 60;

/** Sending, receiving and deleting a message. */
export const QUEUE_CALLS = 3;
/** Between two pings of a silent connection, by all `clients`. See: docs/decisions/0053-loops-of-the-sdks.md. */
export const PING_SECONDS = 60;
/** A follower pings so long after an event, and then after pauses that double. */
const FIRST_PING_SECONDS = 2;
/** API Gateway ends a connection after two hours, and its client connects again. */
const CONNECTION_SECONDS = 2 * 3600;

/** A run of a function that takes this long. The seconds are assumptions; the memory is that of the function. */
export function run(name: FunctionName, seconds: number): Usage {
  return { functionCalls: 1, functionGbSeconds: (FUNCTIONS[name].memoryMb / 1024) * seconds };
}

/**
 * DynamoDB keeps the key of the table for each role that uses it, and asks KMS again after five minutes without a use.
 * So this is the most that a function can cause, however much it does.
 *
 * See: DynamoDB developer guide, Encryption at rest usage notes.
 */
const KMS_CALLS_PER_FUNCTION = MONTH_SECONDS / (5 * 60);

/** What is kept in the table costs its size, and that of its backup. */
const kept = (kilobytes: number): Usage => ({ tableGb: kilobytes * KB, tableBackupGb: kilobytes * KB });

/**
 * Reads and writes are those that docs/benchmarks.md measures, with an org key; the seconds of functions and the
 * kilobytes of logs are assumptions. Each commit that has an event is a run of the relay, unless it shares one with
 * others: a busy stage pays for fewer.
 */
const RELAY_RUN = add({ readUnits: 1, logGb: KB }, run('worker-relay', 0.03));

const PING = add({ readUnits: 3, writeUnits: 1, socketMessages: 2 }, run('worker-connections', 0.05));

/** The handshake of an event stream, and its end. */
export const CONNECTION = add(
  { readUnits: 8, writeUnits: 15.5, apiCalls: 1, socketMessages: 1 },
  run('http-streams', 0.05),
  times(run('worker-connections', 0.05), 2),
);

const STREAM_EVENT = add(
  { readUnits: 3, writeUnits: 2, socketMessages: 1, queueCalls: QUEUE_CALLS },
  run('worker-event-streams', 0.05),
);

/** A month of a client that stays connected, without what it receives. */
function connected(pings: number): Usage {
  return add(
    { socketMinutes: MONTH_MINUTES },
    times(PING, pings),
    times(CONNECTION, MONTH_SECONDS / CONNECTION_SECONDS),
  );
}

/** Pings of a follower while no event arrives for this long. */
export function pingsIn(seconds: number): number {
  let pings = 0;
  for (let pause = FIRST_PING_SECONDS, at = pause; at < seconds; at += pause) {
    pings++;
    pause = Math.min(PING_SECONDS, pause * 2);
  }
  return pings;
}

/** A month of an event stream with these events, which come at equal intervals. */
export function streaming(events = 0): Usage {
  const silences = events + 1;
  return add(connected(silences * pingsIn(MONTH_SECONDS / silences)), times(STREAM_EVENT, events));
}

/** Polls of a wait that lasts this long. */
export function pollsIn(seconds: number): number {
  let polls = 1;
  for (let elapsed = 0; elapsed < seconds * SECOND; polls++) elapsed += pollInterval(elapsed, 1000);
  return polls;
}

/** A month of one wait after the other, each as long as allowed, or until the next of these events. */
export function waiting(events = 0): Usage {
  const count = Math.max(events, Math.ceil(MONTH_SECONDS / (MAX_WAIT_TIMEOUT_MS / SECOND)));
  const seconds = MONTH_SECONDS / count;
  // The key, its second check, the counters with the slots, and the end of the log.
  const wait = { readUnits: 3.5 + 0.51 * pollsIn(seconds), writeUnits: 1, apiCalls: 1, logGb: KB };
  return add(times(add(wait, run('http-wait', seconds)), count), { writeUnits: Math.min(events, count) });
}

/**
 * An email in the search index. One run in sixteen emails: its row of the due index is written, postponed and removed;
 * it reads the index and the rows of the emails, stores a segment, marks the one that it replaces, and writes an index
 * with both in one object of eight now and then. The text of each email is read once.
 *
 * See: docs/decisions/0097-a-search-index.md.
 */
export const INDEXED_MAIL = add(
  { fileGets: 1 },
  times(
    add(
      { readUnits: 12, writeUnits: 12, filePuts: 2.3, fileGets: 1.2, logGb: 2 * KB },
      run('worker-sweep', 0.2),
      run('http-mail', 0.5),
    ),
    1 / MESSAGES_PER_RUN,
  ),
);

/** The usage of one of each. Files and rows are charged for each month that they are kept; here it is one. */
export const PER_ITEM = {
  events: add(
    { readUnits: 2.5, writeUnits: 8, apiCalls: 1, logGb: KB },
    kept(2),
    run('http-identities', 0.06),
    RELAY_RUN,
  ),
  mailsIn: add(
    { readUnits: 11, writeUnits: 14, mails: 1, queueCalls: QUEUE_CALLS, filePuts: 2, fileGets: 1, logGb: 2 * KB },
    kept(4),
    run('worker-inbound-mail', 0.25),
    RELAY_RUN,
    INDEXED_MAIL,
  ),
  // Three commits: of the request, of the sender and of the outcome.
  mailsOut: add(
    { readUnits: 35, writeUnits: 42, mails: 1, apiCalls: 1, queueCalls: 3 * QUEUE_CALLS, filePuts: 1, fileGets: 1 },
    { logGb: 5 * KB },
    kept(6),
    run('http-mail', 0.1),
    run('worker-outbound-mail', 0.3),
    run('worker-mail-status', 0.1),
    times(RELAY_RUN, 3),
    INDEXED_MAIL,
  ),
  /** A link to an attachment of an email, and its first use, which extracts the attachment. */
  attachments: add(
    { readUnits: 4, writeUnits: 1, apiCalls: 1, filePuts: 1, fileGets: 2, logGb: KB },
    run('http-mail', 0.3),
  ),
  /** To the agent of another organization: events in both logs. */
  tasks: add(
    { readUnits: 19, writeUnits: 33, apiCalls: 1, logGb: KB },
    kept(8),
    run('http-a2a', 0.1),
    times(RELAY_RUN, 2),
  ),
  /** An object of a task's content above 32 KB, and one download of it. */
  uploads: { filePuts: 1, fileGets: 1 },
  // One of the writes is of the response of the receiver, which expires after a week.
  deliveries: add(
    { readUnits: 1.5, writeUnits: 4, queueCalls: QUEUE_CALLS, logGb: KB },
    kept(1),
    run('worker-delivery', 0.15),
  ),
  /** A program that waits for events all the time. */
  followers: waiting(),
  /** An event stream that is connected all the time. */
  streams: streaming(),
  /** An event that a stream sends. */
  streamEvents: STREAM_EVENT,
  /** A tunnel with a client that is connected all the time. */
  tunnels: connected(MONTH_SECONDS / PING_SECONDS),
  /** A public request to a tunnel of a verified organization, with a small response: it takes and frees three slots. */
  tunnelRequests: add(
    { readUnits: 6.5, writeUnits: 10, apiCalls: 1, socketMessages: 2, logGb: KB },
    run('worker-tunnel-ingress', 0.2),
    run('worker-tunnel-messages', 0.05),
  ),
  /** A function that is used all month, besides those of an idle stage. */
  functions: { kmsCalls: KMS_CALLS_PER_FUNCTION },
  /** A token that a key in KMS signs, besides the request for it. KMS gives none of these for free. */
  signatures: { signatures: 1 },
  /** An organization that has sent an email. Its tenant stays. */
  tenants: { tenants: 1 },
} as const satisfies Record<string, Usage>;

export type Item = keyof typeof PER_ITEM;

/** What a stage does in a month: how many of each, and the sizes of emails and of what leaves AWS. */
export interface MonthlyUse extends Readonly<Record<Item, number>> {
  /** Size of an email with its files. */
  readonly mailKb: number;
  /** Size of an attachment that is downloaded. */
  readonly attachmentKb: number;
  /** Size of a large content. */
  readonly uploadKb: number;
  /** Size of the response of a tunnel. */
  readonly responseKb: number;
}

export const SIZES = { mailKb: 50, attachmentKb: 200, uploadKb: 100, responseKb: 20 } as const;

/** The usage of a number of items. Files are kept for a year: a month's mail is charged in each of the next twelve. */
export function usageOf(item: Item, count: number, sizes: Omit<MonthlyUse, Item>): Usage {
  return times(add(PER_ITEM[item], SIZED[item]?.(sizes) ?? {}), count);
}

const SIZED: Readonly<Partial<Record<Item, (sizes: Omit<MonthlyUse, Item>) => Usage>>> = {
  mailsIn: ({ mailKb }) => ({ fileGb: mailKb * KB, receivedChunks: Math.ceil(mailKb / 256) }),
  mailsOut: ({ mailKb }) => ({ fileGb: mailKb * KB, outGb: mailKb * KB }),
  attachments: ({ attachmentKb }) => ({ fileGb: attachmentKb * KB, outGb: attachmentKb * KB }),
  uploads: ({ uploadKb }) => ({ fileGb: uploadKb * KB, outGb: uploadKb * KB }),
  // Above 32 KB a message counts as several, and above 96 KB the response passes through a bucket.
  tunnelRequests: ({ responseKb }) => ({
    outGb: responseKb * KB,
    socketMessages: responseKb > 96 ? 0 : Math.ceil((responseKb * 4) / 3 / 32) - 1,
    filePuts: responseKb > 96 ? 1 : 0,
    fileGets: responseKb > 96 ? 1 : 0,
  }),
};
