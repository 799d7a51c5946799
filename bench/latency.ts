import { setTimeout as sleep } from 'node:timers/promises';
import { takeTicket } from '#shared/data/direct-writes/event-clock.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { Stack } from '#testing/stack.ts';
import { withEngine } from '#testing/with-engine.ts';
import { append, eventNames, tableAt } from './support/event-log.ts';
import { mailClient } from './support/mail.ts';
import { type BenchmarkRun, info, type Measurement, within } from './support/measurement.ts';
import { withReceiver } from './support/receiver.ts';
import { distribution, median, percentile, preciseNow } from './support/statistics.ts';
import { createTenant, createWebhook, type Tenant } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

/** Concurrent waits, and the number of rounds. */
const WAITERS = 10;
const ROUNDS = 5;

/** After five seconds a wait polls less often (see `poll-interval.ts`). */
const OLD_AFTER_MS = 5_200;

/** Writers that crash, and how long one may hold readers up: its ticket's lease of five seconds, and a poll. */
const CRASHES = 5;
const MAX_BEHIND_MS = 6_500;

const MAILS = 200;
const MAIL_EVERY_MS = 125;

/** How long an event takes to reach a waiting client, and an email to get from SMTP to the receiver of a webhook. */
export const latency: BenchmarkRun = (say) =>
  withEngine((engine) =>
    withStack({ dynamodbEndpoint: engine.endpoint }, async (stack) => {
      const tenant = await createTenant(stack.baseUrl);
      const table = await tableAt(engine);
      await waits(tenant, table, 100);

      say(`${ROUNDS} × ${WAITERS} waits that have just begun`);
      const young = [];
      for (let round = 0; round < ROUNDS; round++) young.push(...(await waits(tenant, table, 300)));
      say(`${ROUNDS} × ${WAITERS} waits that have lasted five seconds`);
      const old = [];
      for (let round = 0; round < ROUNDS; round++) old.push(...(await waits(tenant, table, OLD_AFTER_MS)));
      say(`${CRASHES} writers that crash between their ticket and their commit`);
      const behind = [];
      for (let round = 0; round < CRASHES; round++) {
        const crash = () => takeTicket(table, tenant.organizationId, Date.now());
        behind.push(...(await waits(tenant, table, 300, crash)));
      }
      say(`${MAILS} mails, one every ${MAIL_EVERY_MS} ms`);
      return [
        ...describeWaits('append → wait answers, a wait that has just begun', young),
        ...describeWaits('append → wait answers, a wait of more than 5 s', old),
        within('append → wait answers, after a writer that crashed', Math.max(...behind), MAX_BEHIND_MS, 'ms'),
        info('', distribution(behind)),
        ...(await mails(stack, tenant)),
      ];
    }),
  );

/**
 * Starts waits for one event each, then appends the events at random intervals, independent of the polling interval.
 * Returns the milliseconds from each commit to the response of its wait.
 */
async function waits(
  tenant: Tenant,
  table: Table,
  afterMs: number,
  beforeEvents: () => Promise<unknown> = async () => {},
): Promise<number[]> {
  const names = eventNames(WAITERS);
  const since = new Date().toISOString();
  const answered = names.map(async (name) => {
    const path = `/v1/events/wait?type=mail.received&aggregate_id=${name}&since=${since}&timeout_ms=20000`;
    const { event } = await tenant.asAgent.get<{ event: { aggregate_id: string } | null }>(path);
    if (event?.aggregate_id !== name) throw new Error('a wait returned without its event');
    return preciseNow();
  });
  // A failure while the events are appended is rethrown below.
  Promise.all(answered).catch(() => {});
  await sleep(afterMs);
  await beforeEvents();
  const committed: number[] = [];
  for (const name of names) {
    await sleep(30 + Math.random() * 60);
    await append(table, tenant, [name]);
    committed.push(preciseNow());
  }
  const ends = await Promise.all(answered);
  return ends.map((end, index) => end - (committed[index] as number));
}

function describeWaits(claim: string, samples: readonly number[]): Measurement[] {
  return [within(`${claim}, p50`, median(samples), 150, 'ms'), info('', distribution(samples))];
}

/** Sends emails at a fixed pace by a real SMTP client and measures from its 250 to the arrival at the receiver. */
function mails(stack: Stack, tenant: Tenant): Promise<Measurement[]> {
  return withReceiver(async (receiver) => {
    await createWebhook(tenant, receiver.ok('mail'));
    const client = mailClient(stack.smtpPort);
    const to = tenant.agent.email_address;
    await client.send(to, 'Warm');
    await receiver.untilArrived(1);
    await receiver.take();

    const accepted = new Map<string, number>();
    const sending = [];
    for (let n = 0; n < MAILS; n++) {
      const subject = `Order ${n}`;
      sending.push(client.send(to, subject).then(() => accepted.set(subject, preciseNow())));
      await sleep(MAIL_EVERY_MS);
    }
    await Promise.all(sending);
    await receiver.untilArrived(MAILS);
    client.close();
    const arrivals = await receiver.take();
    const samples = arrivals.map(({ subject, at }) => at - (accepted.get(subject) ?? Number.NaN));
    const different = new Set(arrivals.map(({ subject }) => subject)).size;
    return [
      within('email accepted by SMTP → webhook received, p50', median(samples), 400, 'ms'),
      within('email accepted by SMTP → webhook received, p99', percentile(samples, 0.99), 1500, 'ms'),
      info('', distribution(samples)),
      {
        claim: 'mails received, each once',
        figure: `${different} of ${MAILS}, ${arrivals.length} deliveries`,
        target: `${MAILS}, ${MAILS}`,
        met: different === MAILS && arrivals.length === MAILS,
      },
    ];
  });
}
