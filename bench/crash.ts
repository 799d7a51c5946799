import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { mailClient } from './support/mail.ts';
import { type BenchmarkRun, type Measurement, within } from './support/measurement.ts';
import { type Receiver, withReceiver } from './support/receiver.ts';
import { createTenant, createWebhook, type Tenant } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

const ROUNDS = 3;
const EVENTS = 500;
const KILL_AT = 250;
const SENDERS = 8;

/**
 * What a `kill -9` of everything costs: the stack, its database and its queues are killed while half of the deliveries
 * are out. After the restart, every accepted event must arrive, few of them twice, and soon.
 */
export const crash: BenchmarkRun = (say) =>
  withReceiver((receiver) =>
    withTemporaryFolder(async (folder) => {
      const outcomes: Outcome[] = [];
      for (let round = 1; round <= ROUNDS; round++) {
        outcomes.push(await killOnce(`${folder}/${round}`, receiver));
        say(`round ${round}: ${JSON.stringify(outcomes.at(-1))}`);
      }
      const most = (value: (outcome: Outcome) => number) => Math.max(...outcomes.map(value));
      return [
        within(
          'events lost, the worst round',
          most(({ lost }) => lost),
          0,
          '',
        ),
        within(
          'deliveries doubled, the worst round',
          most(({ doubled }) => doubled),
          6,
          '',
        ),
        within(
          'restart to the last delivery, the worst round',
          most(({ seconds }) => seconds),
          10,
          's',
          1,
        ),
      ] satisfies Measurement[];
    }),
  );

interface Outcome {
  readonly accepted: number;
  readonly beforeKill: number;
  readonly lost: number;
  readonly doubled: number;
  /** From the line `ready` of the restarted stack to the last first arrival. */
  readonly seconds: number;
}

async function killOnce(stateDir: string, receiver: Receiver): Promise<Outcome> {
  const accepted = await withStack({ stateDir }, async (stack) => {
    const tenant = await createTenant(stack.baseUrl);
    await createWebhook(tenant, receiver.ok('crash'));
    await receiver.take();
    return sendMails(stack.smtpPort, tenant, () => receiver.untilArrived(KILL_AT).then(() => stack.kill()));
  });
  const before = await receiver.take();

  return withStack({ stateDir }, async () => {
    const readyAt = performance.timeOrigin + performance.now();
    const arrivedBefore = new Set(before.map(({ subject }) => subject));
    const missing = [...accepted].filter((subject) => !arrivedBefore.has(subject)).length;
    await receiver.untilArrived(missing, 60_000).catch(() => {});
    // A second copy may still be on its way.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const after = await receiver.take();
    const counts = new Map<string, number>();
    for (const { subject } of [...before, ...after]) counts.set(subject, (counts.get(subject) ?? 0) + 1);
    const wanted = after.filter(({ subject }) => accepted.has(subject) && !arrivedBefore.has(subject));
    return {
      accepted: accepted.size,
      beforeKill: before.length,
      lost: [...accepted].filter((subject) => !counts.has(subject)).length,
      doubled: [...counts.values()].reduce((sum, count) => sum + count - 1, 0),
      seconds: Math.max(0, ...wanted.map(({ at }) => (at - readyAt) / 1000)),
    };
  });
}

/** Sends emails until all are accepted or the stack is gone. Returns the subjects of the accepted ones. */
async function sendMails(port: number, tenant: Tenant, kill: () => Promise<void>): Promise<ReadonlySet<string>> {
  const accepted = new Set<string>();
  const mail = mailClient(port, SENDERS);
  const killed = kill();
  let next = 0;
  const senders = Array.from({ length: SENDERS }, async () => {
    while (next < EVENTS) {
      const subject = `crash ${next++}`;
      const isAccepted = await mail.send(tenant.agent.email_address, subject).then(
        () => true,
        () => false,
      );
      if (!isAccepted) return;
      accepted.add(subject);
    }
  });
  await Promise.all([...senders, killed]);
  mail.close();
  return accepted;
}
