import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_WARM_FUNCTIONS } from '#local/settings.ts';
import type { Stack } from '#testing/stack.ts';
import { changeSettings, createAgents } from './support/agent-settings.ts';
import { mailClient } from './support/mail.ts';
import { type BenchmarkRun, info, type Measurement, within } from './support/measurement.ts';
import { memoryOf } from './support/memory.ts';
import { type Receiver, withReceiver } from './support/receiver.ts';
import { createTenant, createWebhook, type Tenant } from './support/tenant.ts';
import { type ThreadTimes, timesOfEach, totalOf } from './support/thread-times.ts';
import { withStack } from './support/with-stack.ts';

const EVENTS = 5_000;
const MEASURED_EVENTS = 1_000;
const MAILS = 500;
/** The callers of requests that write an event: one, and as many as keep two processors busy. */
const [ONE, MANY] = [1, 16];
const MAIL_CONNECTIONS = 8;
const MAX_IDLE_MB = 450;
const MAX_USED_MB = 550;
/** Parts below this are summed up. */
const MIN_PART_MS = 0.2;

/**
 * The processor time of an event that one endpoint receives, and of a received mail, by part of the service, and the
 * memory of the local profile before any work and after thousands of events.
 */
export const processor: BenchmarkRun = (say) =>
  withStack({ environment: { AID_WARM_FUNCTIONS: String(DEFAULT_WARM_FUNCTIONS) } }, (stack) =>
    withReceiver(async (receiver) => {
      await sleep(5_000);
      const idle = memoryOf(stack.pid);
      const tenant = await createTenant(stack.baseUrl);
      const agentIds = await createAgents(tenant, MANY);
      await createWebhook(tenant, receiver.ok('processor'));
      const work = { stack, receiver, tenant, agentIds };
      await appendEvents(work, 500);
      const eventTimes = new Map<number, ThreadTimes>();
      for (const callers of [ONE, MANY]) {
        say(`${MEASURED_EVENTS} events by ${callers} callers`);
        const some = { ...work, agentIds: agentIds.slice(0, callers) };
        eventTimes.set(
          callers,
          await timesOfEach(stack.pid, MEASURED_EVENTS, () => appendEvents(some, MEASURED_EVENTS)),
        );
      }
      const more = EVENTS - 2 * MEASURED_EVENTS;
      say(`${more} more events`);
      await appendEvents(work, more);
      const used = memoryOf(stack.pid);
      await receiveMails(work, 50);
      say(`${MAILS} mails`);
      const mail = await timesOfEach(stack.pid, MAILS, () => receiveMails(work, MAILS));
      return [
        within(`memory of the whole tree, idle (${idle.measure})`, idle.megabytes, MAX_IDLE_MB, 'MB'),
        within(`memory after ${EVENTS} events`, used.megabytes, MAX_USED_MB, 'MB'),
        ...[...eventTimes].flatMap(([callers, times]) => [
          info(
            `processor time of an event, created and delivered, ${callers} callers`,
            `${totalOf(times).toFixed(1)} ms`,
          ),
          ...partsOf(times),
        ]),
        info('processor time of a mail, received and delivered as an event', `${totalOf(mail).toFixed(1)} ms`),
        ...partsOf(mail),
      ];
    }),
  );

interface Work {
  readonly stack: Stack;
  readonly receiver: Receiver;
  readonly tenant: Tenant;
  /** One for each caller. */
  readonly agentIds: readonly string[];
}

async function appendEvents({ receiver, tenant, agentIds }: Work, count: number): Promise<void> {
  await receiver.take();
  await changeSettings(tenant, agentIds, count);
  await receiver.untilArrived(count, 300_000);
  await sleep(1_000);
}

async function receiveMails({ stack, receiver, tenant }: Work, count: number): Promise<void> {
  await receiver.take();
  const client = mailClient(stack.smtpPort, MAIL_CONNECTIONS);
  await Promise.all(Array.from({ length: count }, (_, n) => client.send(tenant.agent.email_address, `Order ${n}`)));
  client.close();
  await receiver.untilArrived(count, 300_000);
  await sleep(1_000);
}

function partsOf(times: ThreadTimes): Measurement[] {
  const parts = [...times].sort(([, a], [, b]) => b - a);
  const large = parts.filter(([, milliseconds]) => milliseconds >= MIN_PART_MS);
  const rest = totalOf(times) - totalOf(new Map(large));
  return [...large, ['other threads', rest] as const].map(([name, milliseconds]) =>
    info(`  ${name}`, `${milliseconds.toFixed(1)} ms`),
  );
}
