import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '#shared/data/table-client.ts';
import type { Stack } from '#testing/stack.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { withEngine } from '#testing/with-engine.ts';
import { countEventsSince, tableAt } from './support/event-log.ts';
import { mailClient } from './support/mail.ts';
import { type BenchmarkRun, info, type Measurement, within } from './support/measurement.ts';
import { memoryOf } from './support/memory.ts';
import { breakdown, share, type Usage, unitsOf } from './support/meter.ts';
import { withMeteringProxy } from './support/metering-proxy.ts';
import { createTenant, type Tenant } from './support/tenant.ts';
import { until } from './support/until.ts';
import { withStack } from './support/with-stack.ts';

const MAILS = 1_000;
const CONNECTIONS = 8;
const MIN_PER_SECOND = 10;

/** Capacity units of a short mail, and how many of its commits lose the race for the organization's event clock. */
const MAX_READ = 13;
const MAX_WRITE = 14;
const MAX_LOST_RACES = 2;

const BLOCK = 200;
const ATTACHED_BYTES = 200 * 1024;
const MAX_GROWTH_MB = 100;

/** An agent, and the organization with a key that may read its mail. */
interface Recipient {
  readonly tenant: Tenant;
  readonly id: string;
  readonly address: string;
}

interface Fixture {
  readonly stack: Stack;
  readonly table: Table;
}

/**
 * How fast mail arrives over many SMTP connections at once, what an email costs the database under that load, whether
 * any mail is lost, and whether the functions leak memory.
 */
export const inbound: BenchmarkRun = (say) =>
  withEngine((engine) =>
    withTemporaryFolder(async (stateDir) => {
      const measurements: Measurement[] = [];
      let crowds: (readonly [string, Recipient[]])[] = [];
      await withStack({ stateDir, dynamodbEndpoint: engine.endpoint }, async (stack) => {
        const fixture = { stack, table: await tableAt(engine) };
        const [one] = await makeRecipients(stack, 1, 1);
        if (one === undefined) throw new Error('the organization has no agent');
        crowds = [
          ['one agent', [one]],
          ['20 agents of 4 organizations', await makeRecipients(stack, 4, 5)],
        ];
        say('memory, mails with 200 KB attached');
        measurements.push(await measureMemory(fixture, one));
        for (const [whom, recipients] of crowds) {
          say(`${MAILS} mails to ${whom}`);
          measurements.push(...(await measureRate(fixture, whom, recipients)));
        }
      });
      // The same state, now behind a metering proxy. The proxy slows the stack down, so this run measures no rate.
      await withMeteringProxy(engine.endpoint, ({ url: dynamodbEndpoint, meter }) =>
        withStack({ stateDir, dynamodbEndpoint }, async (stack) => {
          const fixture = { stack, table: await tableAt(engine) };
          for (const [whom, recipients] of crowds) {
            await deliver(fixture, recipients, BLOCK / 10);
            say(`capacity units, ${BLOCK} mails to ${whom}`);
            const usage = await meter.phase(() => deliver(fixture, recipients, BLOCK));
            say(`  ${breakdown(usage)}`);
            measurements.push(...costsOf(whom, usage));
          }
        }),
      );
      return measurements;
    }),
  );

async function makeRecipients(stack: Stack, organizations: number, agents: number): Promise<Recipient[]> {
  const recipients: Recipient[] = [];
  for (let n = 0; n < organizations; n++) {
    const tenant = await createTenant(stack.baseUrl);
    recipients.push({ tenant, id: tenant.agent.id, address: tenant.agent.email_address });
    for (let m = 1; m < agents; m++) {
      const handle = `ada-${randomBytes(6).toString('hex')}`;
      const body = { handle, display_name: 'Ada' };
      const { id, email_address } = await tenant.asOrg.post<Tenant['agent']>('/v1/identities', body);
      recipients.push({ tenant, id, address: email_address });
    }
  }
  return recipients;
}

async function measureRate(fixture: Fixture, whom: string, recipients: readonly Recipient[]): Promise<Measurement[]> {
  const before = await listed(fixture.stack, recipients);
  const { seconds, acceptedSeconds } = await deliver(fixture, recipients, MAILS);
  const rate = MAILS / seconds;
  // Leaves time for a second copy of an email to arrive.
  await sleep(1_500);
  const after = await listed(fixture.stack, recipients);
  const arrived = after.length - before.length;
  const subjects = new Set(after.slice(before.length)).size;
  return [
    {
      claim: `${MAILS} mails over ${CONNECTIONS} connections to ${whom}`,
      figure: `${rate.toFixed(0)} a second (${seconds.toFixed(1)} s; accepted after ${acceptedSeconds.toFixed(1)} s)`,
      target: `≥ ${MIN_PER_SECOND} a second`,
      met: rate >= MIN_PER_SECOND,
    },
    {
      claim: '  each mail has one message',
      figure: `${arrived} messages, ${subjects} subjects`,
      target: `${MAILS}, ${MAILS}`,
      met: arrived === MAILS && subjects === MAILS,
    },
  ];
}

function costsOf(whom: string, usage: Usage): Measurement[] {
  const lostRaces = usage.calls.filter(({ operation }) => operation.endsWith('(refused)'));
  const lost = lostRaces.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
  const { readUnits, writeUnits, ...all } = share(usage, BLOCK);
  const kept = { ...all, readUnits, writeUnits: writeUnits - lost / BLOCK };
  return [
    {
      claim: `capacity units of a mail to ${whom}, ${CONNECTIONS} connections`,
      figure: unitsOf(kept),
      target: `≤ ${MAX_READ} RCU + ${MAX_WRITE} WCU`,
      met: kept.readUnits <= MAX_READ && kept.writeUnits <= MAX_WRITE,
    },
    within('  writes that were refused and made again', lostRaces.length / BLOCK, MAX_LOST_RACES, 'a mail', 2),
    info('  capacity units of a mail with those', unitsOf({ ...all, readUnits, writeUnits })),
  ];
}

/**
 * The peak size of the process of the functions over the first 200 emails after a warm-up, and over the last 200 of
 * 1,000.
 */
async function measureMemory(fixture: Fixture, recipient: Recipient): Promise<Measurement> {
  const attached = randomBytes(ATTACHED_BYTES);
  await deliver(fixture, [recipient], BLOCK, attached);
  const peaks: number[] = [];
  for (let n = 0; n < MAILS; n += BLOCK) {
    let delivering = true;
    let peak = 0;
    const watch = async () => {
      while (delivering) {
        peak = Math.max(peak, memoryOf(fixture.stack.pid).megabytes);
        await sleep(100);
      }
    };
    const watching = watch();
    await deliver(fixture, [recipient], BLOCK, attached).finally(() => {
      delivering = false;
    });
    await watching;
    peaks.push(peak);
  }
  const [first = Number.NaN, last = Number.NaN] = [peaks[0], peaks.at(-1)];
  const each = peaks.map((megabytes) => megabytes.toFixed(0)).join(', ');
  return within(
    `memory, last ${BLOCK} of ${MAILS} mails above the first ${BLOCK} (${each} MB)`,
    last - first,
    MAX_GROWTH_MB,
    'MB',
  );
}

/**
 * Sends emails to the recipients in turn and waits until all of them are ingested. Returns the seconds that this took.
 */
async function deliver(
  { stack, table }: Fixture,
  recipients: readonly Recipient[],
  count: number,
  attached?: Buffer,
): Promise<{ seconds: number; acceptedSeconds: number }> {
  const client = mailClient(stack.smtpPort, CONNECTIONS);
  const logs = [...new Set(recipients.map(({ tenant }) => tenant.organizationId))];
  const since = Date.now();
  const committed = async () => {
    const counts = await Promise.all(logs.map((id) => countEventsSince(table, id, since)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  try {
    const started = performance.now();
    await Promise.all(
      Array.from({ length: count }, (_, n) => {
        const recipient = recipients[n % recipients.length] as Recipient;
        return client.send(recipient.address, `Order ${randomBytes(6).toString('hex')}`, attached);
      }),
    );
    const acceptedSeconds = (performance.now() - started) / 1000;
    // Each email is one event, and nothing else appends to these logs.
    await until(`${count} mails`, async () => (await committed()) >= count, {
      withinMs: 180_000,
      everyMs: 20,
    });
    return { seconds: (performance.now() - started) / 1000, acceptedSeconds };
  } finally {
    client.close();
  }
}

interface Listed {
  readonly subject: string;
  readonly created_at: string;
}

/** The subjects of all messages of the recipients, oldest first. */
async function listed(stack: Stack, recipients: readonly Recipient[]): Promise<string[]> {
  const found: Listed[] = [];
  for (const { tenant, id } of recipients) {
    let before = '';
    for (;;) {
      const path = `/v1/identities/${id}/mail/messages?limit=200${before === '' ? '' : `&before=${before}`}`;
      const { messages } = await tenant.at(stack.baseUrl).asOrg.get<{ messages: Listed[] }>(path);
      found.push(...messages);
      const oldest = messages.at(-1);
      if (oldest === undefined) break;
      before = oldest.created_at;
    }
  }
  return found.sort((a, b) => a.created_at.localeCompare(b.created_at)).map(({ subject }) => subject);
}
