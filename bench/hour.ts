import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_WARM_FUNCTIONS } from '#local/settings.ts';
import type { Stack } from '#testing/stack.ts';
import { mailClient } from './support/mail.ts';
import { type BenchmarkRun, info, type Measurement, within } from './support/measurement.ts';
import { memoryOf } from './support/memory.ts';
import { type Receiver, withReceiver } from './support/receiver.ts';
import { createTenant, createWebhook } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

const MINUTE_MS = 60_000;
const LENGTH_MS = 60 * MINUTE_MS;
const PAUSE_MS = 5_000;
/** Minutes after which the memory is reported, besides the end. */
const REPORTED = [0, 13, 27];
const MAX_MB = 450;

/**
 * The memory of the local profile, as `npm start` runs it, over an hour in which the walk of the README is taken every
 * five seconds, each time with an organization of its own.
 */
export const hour: BenchmarkRun = (say) =>
  withStack({ environment: { AID_WARM_FUNCTIONS: String(DEFAULT_WARM_FUNCTIONS) } }, (stack) =>
    withReceiver(async (receiver) => {
      const begun = Date.now();
      const due = REPORTED.map((minute) => minute * MINUTE_MS);
      const reports: Measurement[] = [];
      let walks = 0;
      let highest = 0;
      while (Date.now() - begun < LENGTH_MS) {
        const { megabytes, measure } = memoryOf(stack.pid);
        highest = Math.max(highest, megabytes);
        const [next] = due;
        if (next !== undefined && Date.now() - begun >= next) {
          due.shift();
          say(`after ${next / MINUTE_MS} minutes: ${megabytes.toFixed(0)} MB`);
          reports.push(info(`memory after ${next / MINUTE_MS} minutes (${measure})`, `${megabytes.toFixed(0)} MB`));
        }
        await walk(stack, receiver);
        walks += 1;
        await sleep(PAUSE_MS);
      }
      return [
        ...reports,
        within(`memory after an hour and ${walks} walks`, memoryOf(stack.pid).megabytes, MAX_MB, 'MB'),
        within('the highest of all samples', highest, MAX_MB, 'MB'),
      ];
    }),
  );

/** The calls of the README's walk: an email in, a delivery, a wait, a reply and its outcome, and a replay. */
async function walk({ baseUrl, smtpPort }: Stack, receiver: Receiver): Promise<void> {
  const tenant = await createTenant(baseUrl);
  const mail = mailClient(smtpPort, 1);
  try {
    await createWebhook(tenant, receiver.ok('walk'));
    await mail.send(tenant.agent.email_address, 'Where is my order?');
    const { event } = await tenant.asAgent.get<{ event: Event }>(
      '/v1/events/wait?type=mail.received&since=2020-01-01T00:00:00Z',
    );
    const path = `/v1/identities/${tenant.agent.id}/mail`;
    await tenant.asAgent.get(`${path}/messages`);
    await tenant.asAgent.post(`${path}/send`, {
      in_reply_to_message_id: event.aggregate_id,
      text: 'It left yesterday.',
    });
    await tenant.asAgent.get(`/v1/events/wait?type=mail.delivered&since=${event.created_at}`);
    await tenant.asOrg.post(`/v1/events/${event.id}/replay`);
    await tenant.asOrg.get('/v1/webhooks/deliveries');
  } finally {
    mail.close();
  }
}

interface Event {
  readonly id: string;
  readonly aggregate_id: string;
  readonly created_at: string;
}
