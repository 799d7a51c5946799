import { setTimeout as pause } from 'node:timers/promises';
import type { Aid, Delivery } from '../../../typescript/src/index.ts';
import type { HandCommand } from '../command.ts';
import { DRY_RUN, IDEMPOTENCY_KEY } from '../common-options.ts';
import { type CommonOptions, clientOf, outputOf } from '../context.ts';
import { dryRunOf } from '../dry-run.ts';
import { counted } from '../output/counted.ts';
import { isPartialId, wholeId } from '../partial-ids.ts';
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
      const { client: shown, dry } = dryRunOf(context, options);
      const id = isPartialId(given) ? await wholeId(clientOf(context, options), given, { signal }) : given;
      await shown.events.replay(id, { signal });
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
    const changedAt = new Map((await deliveriesOf(client, id, signal)).map((one) => [one.id, one.updated_at]));
    const reply = await replay();
    const ids = reply.delivery_ids;
    const ended = await untilAttempted(client, { id, ids, changedAt }, seconds * 1000, signal);
    const delivered = ended.filter(({ status }) => status === 'delivered').length;
    const counts = { delivered, failed: ended.length - delivered, waiting: ids.length - ended.length };
    if (!output.isForPeople || options.fields !== undefined) {
      output.record({ ...reply, ...counts });
      return;
    }
    for (const one of ended) output.say(lineOf(one));
    output.say(ids.length === 0 ? nothingOf(id, agent !== undefined) : summaryOf(ids.length, counts));
  },
};

/** The deliveries of a replay of an event. */
interface Replayed {
  readonly id: string;
  readonly ids: readonly string[];
  /** When those that there were had changed before the replay. */
  readonly changedAt: ReadonlyMap<string, string>;
}

/** Waits until the deliveries of a replay were attempted, or for some time. Returns those that were. */
async function untilAttempted(
  client: Aid,
  { id, ids, changedAt }: Replayed,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<readonly Delivery[]> {
  const until = Date.now() + timeoutMs;
  for (let wait = PAUSES_MS.first; ; wait = Math.min(PAUSES_MS.last, wait * 1.5)) {
    const found = ids.length === 0 ? [] : await deliveriesOf(client, id, signal);
    const known = found.filter((one) => ids.includes(one.id));
    const attempted = await Promise.all(known.map((one) => attemptedOf(client, one, changedAt.get(one.id), signal)));
    const ended = attempted.filter((one) => one !== undefined);
    if (ended.length === ids.length || Date.now() >= until) return ended;
    await pause(wait, undefined, { signal });
  }
}

/**
 * A delivery that was attempted since it had changed last before the replay; `undefined` if it was not. A `retrying`
 * one may have changed because its next attempt has begun, or waits for its destination, so an attempt must have ended
 * since.
 */
async function attemptedOf(
  client: Aid,
  found: Delivery,
  changedAt: string | undefined,
  signal: AbortSignal,
): Promise<Delivery | undefined> {
  if (found.status === 'pending' || found.updated_at === changedAt) return undefined;
  // A new delivery is `pending` until its first attempt has ended.
  if (found.status !== 'retrying' || changedAt === undefined) return found;
  const read = await client.webhooks.deliveries.get(found.id, { signal });
  const hasEnded = read.status !== 'pending' && read.attempts.some(({ ended_at: endedAt }) => endedAt > changedAt);
  return hasEnded ? read : undefined;
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

/** That a replay has no deliveries that the caller may read, and how a receiver on this machine gets the event. */
function nothingOf(id: string, isAgent: boolean): string {
  const what = isAgent
    ? 'None of the endpoints of this agent that are enabled receives this event.'
    : 'Nothing was sent: no endpoint that is enabled receives this event.';
  return `${what} A receiver on this machine gets it by aid webhooks listen --forward-to <url> --replay ${id}`;
}

function summaryOf(
  count: number,
  { delivered, failed, waiting }: { readonly delivered: number; readonly failed: number; readonly waiting: number },
): string {
  const parts = [`${delivered} delivered`, `${failed} failed again`];
  if (waiting > 0) parts.push(`${waiting} waiting for an attempt`);
  return `Replayed to ${counted(count, 'endpoint')}: ${parts.join(', ')}.`;
}
