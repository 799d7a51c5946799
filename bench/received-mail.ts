import { randomBytes } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { withEngine } from '#testing/with-engine.ts';
import { countEventsSince, tableAt } from './support/event-log.ts';
import type { BenchmarkRun, Measurement } from './support/measurement.ts';
import { breakdown, share, type Usage, unitsOf } from './support/meter.ts';
import { withMeteringProxy } from './support/metering-proxy.ts';
import { createTenant } from './support/tenant.ts';
import { until } from './support/until.ts';
import { withStack } from './support/with-stack.ts';

const ROUNDS = 5;
const THREAD_LENGTH = 20;

/** Units of an email before safe reading (commit d1638d58), and the ratio allowed. */
const BEFORE = {
  'an email from a new author of a new domain': { read: 12, write: 14 },
  'an email from a known author, in a new thread': { read: 12, write: 14 },
  'a reply to the first message of a thread': { read: 13, write: 16 },
  'a reply in a thread of 20 messages': { read: 32, write: 16 },
} as const;
const MAX_RATIO = 1.15;

const TEXT = 'Hello,\n\ncould you look into order 4711? It has not arrived yet.\n\nKind regards\nSam\n';

interface Sent {
  readonly from?: string;
  /** The Message-IDs of earlier messages, oldest first. */
  readonly references?: readonly string[];
}

/**
 * The capacity units of one received email: from a new author, from a known one, and as a reply with a quotation in a
 * short and in a long thread. Emails are sent one by one, so no commit loses a race.
 */
export const receivedMail: BenchmarkRun = (say) =>
  withEngine((engine) =>
    withMeteringProxy(engine.endpoint, ({ url: dynamodbEndpoint, meter }) =>
      withStack({ dynamodbEndpoint }, async (stack) => {
        const tenant = await createTenant(stack.baseUrl);
        const table = await tableAt(engine);
        const transport = createTransport({ host: '127.0.0.1', port: stack.smtpPort, pool: true, ignoreTLS: true });
        const send = async ({ from = 'sam@partner.example', references = [] }: Sent = {}): Promise<string> => {
          const since = Date.now();
          const messageId = `<${randomBytes(12).toString('hex')}@partner.example>`;
          const quoted = references.length === 0 ? '' : `\nOn Mon, 2 Jun 2025 at 10:00, Sam wrote:\n${quote(TEXT)}`;
          await transport.sendMail({
            messageId,
            from,
            to: tenant.agent.email_address,
            subject: 'About order 4711',
            text: `${references.length === 0 ? '' : 'Is there any news about it?\n'}${references.length === 0 ? TEXT : quoted}`,
            ...(references.length > 0 && { references: [...references], inReplyTo: references.at(-1) }),
          });
          await until('the email', async () => (await countEventsSince(table, tenant.organizationId, since)) > 0);
          return messageId;
        };
        const metered = async (sent: (round: number) => Promise<unknown>): Promise<Usage> => {
          const usage = await meter.phase(async () => {
            for (let round = 0; round < ROUNDS; round++) await sent(round);
          });
          return share(usage, ROUNDS);
        };
        try {
          await send();
          const usages: [keyof typeof BEFORE, Usage][] = [];
          const measure = async (name: keyof typeof BEFORE, sent: (round: number) => Promise<unknown>) => {
            const usage = await metered(sent);
            say(`${name}: ${unitsOf(usage)}; ${breakdown(usage)}`);
            usages.push([name, usage]);
          };
          await measure('an email from a new author of a new domain', (round) =>
            send({ from: `ada@${'abcdefgh'.repeat(2).slice(round, round + 7)}.example` }),
          );
          await measure('an email from a known author, in a new thread', () => send());
          const first = await Promise.all(Array.from({ length: 1 }, () => send()));
          await measure('a reply to the first message of a thread', async () => send({ references: first }));
          const ids = [await send()];
          while (ids.length < THREAD_LENGTH) ids.push(await send({ references: ids }));
          await measure('a reply in a thread of 20 messages', () => send({ references: ids }));
          return usages.flatMap(([name, usage]) => compared(name, usage));
        } finally {
          transport.close();
        }
      }),
    ),
  );

function quote(text: string): string {
  return text.replace(/^/gm, '> ');
}

function compared(name: keyof typeof BEFORE, usage: Usage): Measurement[] {
  const { read, write } = BEFORE[name];
  return [
    {
      claim: name,
      figure: unitsOf(usage),
      target: `≤ ${(read * MAX_RATIO).toFixed(1)} RCU + ${(write * MAX_RATIO).toFixed(1)} WCU`,
      met: usage.readUnits <= read * MAX_RATIO && usage.writeUnits <= write * MAX_RATIO,
    },
  ];
}
