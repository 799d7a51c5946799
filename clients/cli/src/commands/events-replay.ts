import { setTimeout as pause } from 'node:timers/promises';
import type { Aid, Delivery } from '../../../typescript/src/index.ts';
import type { HandCommand } from '../command.ts';
import { DRY_RUN, IDEMPOTENCY_KEY } from '../common-options.ts';
import { type CommonOptions, clientOf, outputOf } from '../context.ts';
import { DryRun } from '../dry-run.ts';
import { wholeId } from '../partial-ids.ts';
import { UsageError } from '../usage-error.ts';

interface ReplayOptions extends CommonOptions {
  /** False with `--no-wait`. */
  readonly wait?: boolean;
  readonly timeout?: string;
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
}

const USUAL_SECONDS = 60;

/** The pauses between two reads of the deliveries grow from the first to the second of these. */
const PAUSES_MS = { first: 300, last: 3_000 };

/** The most deliveries of an event: its endpoints are those of its agent and those of the organization. */
const MAX_DELIVERIES = 200;

/** Replays an event, and says what became of each delivery. */
export const eventsReplay: HandCommand = {
  command: ['events', 'replay'],
  method: 'events.replay',
  title: 'Replay an event',
  text: 'Delivers an event again to the endpoints that it matches, waits until each delivery was attempted, and prints what became of it. The log does not change. Ctrl-C ends the wait, not the replay.',
  arguments: ['<event-id>'],
  options: [
    { flags: '--no-wait', text: 'Print the ids of the deliveries, and do not wait.' },
    { flags: '--timeout <seconds>', text: `How long to wait at most; ${USUAL_SECONDS} by default.` },
    DRY_RUN,
    IDEMPOTENCY_KEY,
  ],
  async run(context, [given = ''], options) {
    const { wait, timeout, dryRun, idempotencyKey } = options as ReplayOptions;
    const seconds = Number(timeout ?? USUAL_SECONDS);
    if (!(seconds >= 0)) throw new UsageError(`--timeout: expected a number of seconds, got "${timeout}"`);
    const output = outputOf(context, options);
    const { signal } = context;
    if (dryRun === true) {
      const dry = new DryRun();
      const shown = clientOf(context, { ...options, key: options.key ?? 'dry-run' }, { fetch: dry.fetch });
      await shown.events.replay(given, { signal });
      output.record(dry.request);
      return;
    }
    const client = clientOf(context, options);
    const id = await wholeId(client, given, { signal });
    const replay = () => client.events.replay(id, { signal, idempotencyKey });
    if (wait === false) {
      output.record(await replay());
      return;
    }
    const { identity_id: agent } = await client.me({ signal });
    const before = new Map((await deliveriesOf(client, id, signal)).map((one) => [one.id, one.updated_at]));
    const reply = await replay();
    // An agent sees the deliveries of its own endpoints only, and the replay has those of the organization too.
    const ids = reply.delivery_ids.filter((one) => agent === undefined || before.has(one));
    const isOver = (one: Delivery) =>
      ids.includes(one.id) && one.status !== 'pending' && one.updated_at !== before.get(one.id);
    const ended = await untilAttempted(client, { id, isOver, count: ids.length }, seconds * 1000, signal);
    const delivered = ended.filter(({ status }) => status === 'delivered').length;
    const counts = { delivered, failed: ended.length - delivered, waiting: ids.length - ended.length };
    if (!output.isForPeople || options.fields !== undefined) {
      output.record({ ...reply, ...counts });
      return;
    }
    for (const one of ended) output.say(lineOf(one));
    output.say(summaryOf(id, reply.delivery_ids.length, counts));
  },
};

interface Wanted {
  readonly id: string;
  readonly isOver: (delivery: Delivery) => boolean;
  /** How many deliveries there will be that are over. */
  readonly count: number;
}

/** Waits until the deliveries of a replay were attempted, or for some time. Returns those that were. */
async function untilAttempted(
  client: Aid,
  { id, isOver, count }: Wanted,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<readonly Delivery[]> {
  const until = Date.now() + timeoutMs;
  for (let wait = PAUSES_MS.first; ; wait = Math.min(PAUSES_MS.last, wait * 1.5)) {
    const ended = count === 0 ? [] : (await deliveriesOf(client, id, signal)).filter(isOver);
    if (ended.length === count || Date.now() >= until) return ended;
    await pause(wait, undefined, { signal });
  }
}

async function deliveriesOf(client: Aid, id: string, signal: AbortSignal): Promise<readonly Delivery[]> {
  return client.webhooks.deliveries.list({ event_id: id, limit: MAX_DELIVERIES }, { signal }).firstPage();
}

/** What became of a delivery, with the command that shows what its receiver responded if it failed. */
function lineOf({ id, url, status, response_status: response, last_error: error, duration_ms: ms }: Delivery): string {
  const isDelivered = status === 'delivered';
  const what = isDelivered ? `delivered: HTTP ${response}` : `failed again: ${error}`;
  return [what, ...(ms === null ? [] : [`${ms} ms`]), url, isDelivered ? id : `see aid trace ${id}`].join('  ');
}

function summaryOf(
  id: string,
  count: number,
  { delivered, failed, waiting }: { readonly delivered: number; readonly failed: number; readonly waiting: number },
): string {
  if (count === 0) {
    return `Nothing was sent: no endpoint that is enabled receives this event. A receiver on this machine gets it by aid webhooks listen --forward-to <url> --replay ${id}`;
  }
  const parts = [`${delivered} delivered`, `${failed} failed again`];
  if (waiting > 0) parts.push(`${waiting} waiting for an attempt`);
  return `Replayed to ${count === 1 ? '1 endpoint' : `${count} endpoints`}: ${parts.join(', ')}.`;
}
