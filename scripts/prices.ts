import { FUNCTIONS } from '../lib/functions.ts';
import { WAIT_TIMEOUT_MAX_MS } from '../shared/domain/limits.ts';
import { pollInterval } from '../shared/domain/poll-interval.ts';
import { SECOND } from '../shared/domain/time.ts';

/**
 * What a follower of the log costs in a month, computed from measured units and list prices. `npm run docs` writes it
 * to docs/prices.md.
 */

/** On-demand list prices of us-east-1 in dollars, without free tiers. */
const PRICE = {
  readUnit: 0.125e-6,
  writeUnit: 0.625e-6,
  lambdaRequest: 0.2e-6,
  /** For each GB and second, on arm64. */
  lambdaGbSecond: 1.33334e-5,
  restRequest: 3.5e-6,
  socketMessage: 1e-6,
  socketMinute: 0.25e-6,
  queueRequest: 0.4e-6,
} as const;

type Item = keyof typeof PRICE;
type Usage = Partial<Record<Item, number>>;

/** `node bench/run.ts streams` and `node bench/run.ts capacity`, for an org key. */
const UNITS = {
  streamOpened: { readUnit: 8, writeUnit: 13 },
  streamEvent: { readUnit: 3, writeUnit: 2 },
  ping: { readUnit: 3, writeUnit: 1 },
  delivery: { readUnit: 2.5, writeUnit: 3 },
  poll: { readUnit: 0.51 },
  /** The key, its second check, the counters with the slots, and the end of the log. */
  wait: { readUnit: 3.5, writeUnit: 1 },
} as const satisfies Record<string, Usage>;

/** Sending, receiving and deleting a message. */
const QUEUE_REQUESTS = 3;

/** How long each function runs, in seconds. Estimated; only the wait's share of the price is large. */
const RUN_SECONDS = { push: 0.05, ping: 0.05, delivery: 0.15 } as const;

const MONTH_SECONDS = 30 * 24 * 3600;
const PING_SECONDS = 8 * 60;
const CONNECTION_SECONDS = 2 * 3600;

function add(...usages: readonly Usage[]): Usage {
  const sum: Usage = {};
  for (const usage of usages) {
    for (const [item, count] of Object.entries(usage) as [Item, number][]) sum[item] = (sum[item] ?? 0) + count;
  }
  return sum;
}

function times(usage: Usage, count: number): Usage {
  return Object.fromEntries(Object.entries(usage).map(([item, each]) => [item, each * count]));
}

function run(memoryMb: number, seconds: number): Usage {
  return { lambdaRequest: 1, lambdaGbSecond: (memoryMb / 1024) * seconds };
}

/** Polls of a wait that lasts this long. */
function pollsIn(seconds: number): number {
  let polls = 1;
  for (let elapsed = 0; elapsed < seconds * SECOND; polls++) elapsed += pollInterval(elapsed, 1000);
  return polls;
}

/** One wait after the other, each as long as allowed, or until the next event. */
function waits(events: number): Usage {
  const longest = WAIT_TIMEOUT_MAX_MS / SECOND;
  const count = Math.max(events, Math.ceil(MONTH_SECONDS / longest));
  const seconds = MONTH_SECONDS / count;
  const request = add(run(FUNCTIONS['http-wait'].memoryMb, seconds), { restRequest: 1 });
  const endedEarly = { writeUnit: Math.min(events, count) };
  return add(times(add(request, UNITS.wait, times(UNITS.poll, pollsIn(seconds))), count), endedEarly);
}

function stream(events: number): Usage {
  const push = run(FUNCTIONS['worker-push-stream'].memoryMb, RUN_SECONDS.push);
  const event = add(UNITS.streamEvent, push, { socketMessage: 1, queueRequest: QUEUE_REQUESTS });
  const ping = add(UNITS.ping, run(FUNCTIONS['worker-connections'].memoryMb, RUN_SECONDS.ping), { socketMessage: 2 });
  const opened = add(UNITS.streamOpened, times(push, 3), { restRequest: 1, socketMessage: 1 });
  return add(
    times(event, events),
    times(ping, MONTH_SECONDS / PING_SECONDS),
    times(opened, MONTH_SECONDS / CONNECTION_SECONDS),
    { socketMinute: MONTH_SECONDS / 60 },
  );
}

function webhook(events: number): Usage {
  const worker = run(FUNCTIONS['worker-deliver-webhook'].memoryMb, RUN_SECONDS.delivery);
  return times(add(UNITS.delivery, worker, { queueRequest: QUEUE_REQUESTS }), events);
}

function dollars(usage: Usage): string {
  const total = (Object.entries(usage) as [Item, number][]).reduce(
    (sum, [item, count]) => sum + PRICE[item] * count,
    0,
  );
  return total < 0.01 ? 'less than 0.01 $' : `${total.toFixed(2)} $`;
}

const FOLLOWERS = [
  { name: 'quiet: 10 events a day', events: 300 },
  { name: 'busy: 10 events a minute', events: 432_000 },
] as const;

/** The page, after its note. */
export function prices(): string {
  const rows = FOLLOWERS.map(
    ({ name, events }) =>
      `| ${name} | ${dollars(waits(events))} | ${dollars(stream(events))} | ${dollars(webhook(events))} |`,
  );
  const longest = WAIT_TIMEOUT_MAX_MS / SECOND;
  const { memoryMb } = FUNCTIONS['http-wait'];
  const monthly = dollars(run(memoryMb, MONTH_SECONDS));
  return `# Prices of following the log

What one follower costs the operator in a month of 30 days, with an org key, for the ways to learn of events. Computed by
\`scripts/prices.ts\` from the measured capacity units (\`node bench/run.ts streams\`) and the list prices of us-east-1 that
it names, without free tiers. Not contained: the event itself and the relay's one query, which are the same for all,
logs, and data transfer.

| follower | [wait](contract/events.md#wait), always waiting | [event stream](contract/event-streams.md) | [webhook](contract/webhooks.md) |
| --- | --- | --- | --- |
${rows.join('\n')}

- **A wait** costs its function's time: ${memoryMb} MB, ${monthly} a month, for as long as a caller waits. One of ${longest} s polls
  ${pollsIn(longest)} times, half a read unit each.
- **A stream** costs 0.25 $ for a million minutes, a ping every ${PING_SECONDS / 60} minutes, and for each event a message, a job and
  ${UNITS.streamEvent.writeUnit} write units. An event that it does not send costs it nothing until the next one: then the log between is read
  once.
- **A webhook** costs nothing while there is no event, and needs a public HTTPS address.
- An organization without streams pays for none: the relay reads them with the endpoints, by the query that it makes
  anyway.
`;
}
