import { setTimeout as pause } from 'node:timers/promises';
import type { Aid, Recovery, RecoveryStatus } from '../../../typescript/src/index.ts';
import type { HandCommand } from '../command.ts';
import { DRY_RUN, IDEMPOTENCY_KEY } from '../common-options.ts';
import { type CommonOptions, clientOf, outputOf } from '../context.ts';
import { dryRunOf } from '../dry-run.ts';
import { counted } from '../output/counted.ts';
import type { Output } from '../output/output.ts';
import { partKey } from '../part-key.ts';
import { isAgo, pastTime } from '../past-time.ts';
import { UsageError } from '../usage-error.ts';

interface RecoverOptions extends CommonOptions {
  readonly since?: string;
  readonly status?: string;
  /** False with `--no-wait`. */
  readonly wait?: boolean;
  readonly timeout?: string;
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
}

const STATUSES: readonly RecoveryStatus[] = ['dead_letter', 'retrying', 'all'];

const USUAL_SECONDS = 300;

/** The pauses between two reads of the progress grow from the first to the second of these. */
const PAUSES_MS = { first: 500, last: 5_000 };

/** Replays what failed at an endpoint, part after part, and shows how far it is. */
export const webhooksRecover: HandCommand = {
  command: ['webhooks', 'recover'],
  method: 'webhooks.recover',
  title: 'Replay what failed at an endpoint',
  text: 'Replays the deliveries that failed since a time, and waits until each was attempted once. More than a thousand are several recoveries, one after the other. Ctrl-C ends the wait, not the recovery.',
  arguments: ['<webhook-id>'],
  options: [
    { flags: '--since <time>', text: 'Only deliveries created after this: 30m, 1h, 2d or a time. Required.' },
    { flags: '--status <status>', text: `Which deliveries: ${STATUSES.join(', ')}; all by default.` },
    { flags: '--no-wait', text: 'Print the id of the recovery, and do not wait.' },
    { flags: '--timeout <seconds>', text: `How long to wait for each recovery at most; ${USUAL_SECONDS} by default.` },
    DRY_RUN,
    IDEMPOTENCY_KEY,
  ],
  async run(context, [webhookId = ''], options) {
    const { since, status = 'all', wait, timeout, dryRun, idempotencyKey: key } = options as RecoverOptions;
    if (since === undefined) throw new UsageError('--since is required: 1h, or a time');
    if (!isStatus(status)) throw new UsageError(`--status: expected ${STATUSES.join(', ')}, got "${status}"`);
    const seconds = Number(timeout ?? USUAL_SECONDS);
    if (!(seconds >= 0)) throw new UsageError(`--timeout: expected a number of seconds, got "${timeout}"`);
    const output = outputOf(context, options);
    const { signal } = context;
    const time = pastTime('--since', since);
    if (key !== undefined && isAgo(since)) {
      throw new UsageError(
        `--idempotency-key needs a --since that is the same at each call: --since ${time.toISOString()}, and not ${since}`,
      );
    }
    let from: Date | string | null = time;
    if (dryRun === true) {
      const { client: shown, dry } = dryRunOf(context, options);
      await shown.webhooks.recover(webhookId, { since: from, status }, { signal });
      output.record(dry.request);
      return;
    }
    const client = clientOf(context, options);
    for (let part = 1; from !== null; part++) {
      const idempotencyKey = partKey(key, part);
      const started = await client.webhooks.recover(webhookId, { since: from, status }, { signal, idempotencyKey });
      if (wait === false) {
        output.record(started);
        return;
      }
      output.say(`${counted(started.matched, 'delivery', 'deliveries')} to replay.`);
      const ref = { webhookId, id: started.recovery_id };
      output.record(await untilAttempted(client, ref, output, { timeoutMs: seconds * 1000, signal }));
      from = started.next_since;
    }
  },
};

function isStatus(given: string): given is RecoveryStatus {
  return STATUSES.some((status) => status === given);
}

/** Waits until every delivery of a recovery was attempted, or for some time. Returns the recovery as it is then. */
async function untilAttempted(
  client: Aid,
  { webhookId, id }: { webhookId: string; id: string },
  output: Output,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Recovery> {
  const until = Date.now() + timeoutMs;
  let shown = '';
  for (let wait = PAUSES_MS.first; ; wait = Math.min(PAUSES_MS.last, wait * 1.5)) {
    const recovery = await client.webhooks.recoveries.get(webhookId, id, { signal });
    const line = lineOf(recovery);
    if (line !== shown) output.say(line);
    shown = line;
    const isOver = recovery.state === 'done' && recovery.pending === 0;
    if (isOver || Date.now() >= until) return recovery;
    await pause(wait, undefined, { signal });
  }
}

function lineOf({ matched, replayed, skipped, pending, delivered, failed }: Recovery): string {
  const parts = [`${replayed} of ${matched} replayed`, `${delivered} delivered`, `${failed} failed again`];
  if (skipped > 0) parts.push(`${skipped} skipped`);
  if (pending > 0) parts.push(`${pending} waiting for an attempt`);
  return parts.join(', ');
}
