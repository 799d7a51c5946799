import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_WARM_FUNCTIONS } from '#local/settings.ts';
import type { Stack } from '#testing/stack.ts';
import { changeSettings } from './support/agent-settings.ts';
import { mailClient } from './support/mail.ts';
import { type BenchmarkRun, info, within } from './support/measurement.ts';
import { memoryOf } from './support/memory.ts';
import { type Receiver, withReceiver } from './support/receiver.ts';
import { createVerifiedTenant, createWebhook } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

const LENGTH_S = 600;
const EMAIL_EVERY_S = 5;
const REPORTED_S = [5, 60, 300];
const MAX_READY_MB = 250;
const MAX_MB = 400;

/** The memory of the local profile, as `npm start` runs it, over ten minutes of light use. */
export const memory: BenchmarkRun = (say) =>
  withStack({ environment: { AID_WARM_FUNCTIONS: String(DEFAULT_WARM_FUNCTIONS) } }, (stack) =>
    withReceiver(async (receiver) => {
      const { megabytes: ready, measure } = memoryOf(stack.pid);
      const samples = await lightUse(stack, receiver, say);
      return [
        within(`memory when it is ready (${measure})`, ready, MAX_READY_MB, 'MB'),
        ...REPORTED_S.map((s) => info(`after ${s} s`, `${samples[s]?.toFixed(0)} MB`)),
        within('after ten minutes', samples.at(-1) ?? Number.NaN, MAX_MB, 'MB'),
        info('the highest of all samples', `${Math.max(...samples).toFixed(0)} MB`),
      ];
    }),
  );

/** Appends an event each second, and sends an email each five, all delivered. Returns the megabytes of each second. */
async function lightUse(stack: Stack, receiver: Receiver, say: (line: string) => void): Promise<number[]> {
  const tenant = await createVerifiedTenant(stack.baseUrl);
  await createWebhook(tenant, receiver.ok('memory'));
  const mail = mailClient(stack.smtpPort, 1);
  const samples: number[] = [];
  try {
    for (let second = 0; second <= LENGTH_S; second++) {
      const { megabytes } = memoryOf(stack.pid);
      samples.push(megabytes);
      if (second % 60 === 0) say(`after ${second} s: ${megabytes.toFixed(0)} MB`);
      const next = sleep(1000);
      await changeSettings(tenant, [tenant.agent.id], 1);
      if (second % EMAIL_EVERY_S === 0) await mail.send(tenant.agent.email_address, `Email ${second}`);
      await next;
    }
  } finally {
    mail.close();
  }
  return samples;
}
