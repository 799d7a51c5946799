import { resolveMx } from 'node:dns/promises';
import type { Body } from '../api-client.ts';
import type { Run, SmokeAgent } from '../run.ts';
import { SkippedStep, type Step } from '../run-steps.ts';

/**
 * An address of SES that accepts every email, also while the account is in the sandbox, and reports it as delivered.
 */
const SIMULATOR = 'success@simulator.amazonses.com';

const FILE_NAME = 'smoke-test.txt';

/** An email that the first agent has sent. */
export interface SentMail {
  readonly id: string;
  readonly since: string;
}

export const mailOut: Step = {
  name: 'mail-out',
  after: ['agents'],
  needs: 'the API',
  run: async (run) => {
    const { id } = run.keep('mail', await send(run, SIMULATOR, 'Smoke test'));
    return `${id} queued for the mailbox simulator of SES`;
  },
};

export const wait: Step = {
  name: 'wait',
  after: ['mail-out'],
  needs: 'the relay, the mail worker, and the verified mail domain in SES',
  run: async (run) => {
    const event = await eventAboutMail(run, 'mail.sent');
    return `${event.id} mail.sent by long poll`;
  },
};

export const outcome: Step = {
  name: 'outcome',
  after: ['wait'],
  needs: 'the notifications of SES: its configuration set, topic and queue, and the worker of outcomes',
  run: async (run) => {
    const event = await eventAboutMail(run, 'mail.delivered');
    return `${event.id} mail.delivered`;
  },
};

export const download: Step = {
  name: 'download',
  after: ['wait'],
  needs: 'the mail bucket and its key, and a way from this machine to S3',
  run: async (run) => {
    const { id } = run.made<SentMail>('mail');
    const sender = run.made<SmokeAgent>('sender');
    const raw = await run.download(`/v1/identities/${sender.id}/mail/messages/${id}/raw`, sender.key);
    if (!raw.includes(FILE_NAME)) throw new Error('the raw mail has no attachment');
    return `${raw.length} bytes of raw mail`;
  },
};

/** An email from one agent to the other: it leaves through SES and returns through the MX record of the mail domain. */
export const inbound: Step = {
  name: 'inbound',
  after: ['wait'],
  needs: 'the MX record of the mail domain, and active receipt rules: npm run inbound-mail -- status',
  run: async (run) => {
    const { id, key, address } = run.made<SmokeAgent>('receiver');
    await requireInbound(address);
    const subject = `Smoke test ${run.id}`;
    const { since } = await send(run, address ?? '', subject);
    const event = await run.waitForEvent(key, 'mail.received', since, ({ payload }) => payload.subject === subject);
    const message = await run.call('GET', `/v1/identities/${id}/mail/messages/${event.payload.messageId}`, { key });
    if (!String(message.text).includes(run.id)) throw new Error('the mail arrived with another text');
    const path = `/v1/identities/${id}/mail/messages/${message.id}/attachments/${message.attachments[0]?.id}`;
    const file = await run.download(path, key);
    if (file.toString() !== run.id) throw new Error('the attachment arrived with another content');
    return `${message.id} arrived at ${address}`;
  },
};

async function send(run: Run, to: string, subject: string): Promise<SentMail> {
  const { id, key } = run.made<SmokeAgent>('sender');
  // The service's own clock: a stream or wait from this time on includes what the mail causes.
  const content_base64 = Buffer.from(run.id).toString('base64');
  const attachments = [{ filename: FILE_NAME, content_type: 'text/plain', content_base64 }];
  const body = { to: [to], subject, text: `Smoke test ${run.id}`, attachments };
  const sent = await run.call('POST', `/v1/identities/${id}/mail/send`, { key, body });
  return { id: sent.id, since: new Date(Date.parse(sent.created_at) - 1).toISOString() };
}

function eventAboutMail(run: Run, type: string): Promise<Body> {
  const { id, since } = run.made<SentMail>('mail');
  const { key } = run.made<SmokeAgent>('sender');
  return run.waitForEvent(key, type, since, ({ aggregate_id }) => aggregate_id === id);
}

/**
 * Throws a `SkippedStep` if no mail can arrive. A domain below `localhost` is of one machine, which needs no record.
 */
async function requireInbound(address: string | null): Promise<void> {
  if (address === null) throw new SkippedStep('the agents have no address');
  const domain = address.slice(address.indexOf('@') + 1);
  if (domain.endsWith('.localhost')) return;
  const records = await resolveMx(domain).catch((error: NodeJS.ErrnoException) => {
    throw new SkippedStep(`${domain} has no MX record that could be read (${error.code ?? error.message})`);
  });
  if (records.length === 0) throw new SkippedStep(`${domain} has no MX record`);
}
