import type { Table } from '#shared/data/table-client.ts';
import type { Caller } from './support/caller.ts';
import { eventsSince } from './support/event-log.ts';
import { mailClient } from './support/mail.ts';
import { percentile } from './support/statistics.ts';
import type { Tenant } from './support/tenant.ts';
import { until } from './support/until.ts';

/** An agent that sends and receives mail. */
export interface Correspondent {
  readonly tenant: Tenant;
  readonly agentId: string;
  readonly agent: Caller;
  readonly address: string;
}

/** How fast pieces of work were done, and how long each took, in milliseconds. */
export interface Run {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const CONNECTIONS = 16;
const WITHIN_MS = 180_000;

/** Sends emails to agents by SMTP. A piece of work lasts from the reply of SMTP to the event `mail.received`. */
export async function receiveMails(
  table: Table,
  smtpPort: number,
  agents: readonly Correspondent[],
  each: number,
): Promise<Run> {
  const client = mailClient(smtpPort, CONNECTIONS);
  const since = Date.now();
  const accepted = new Map<string, number>();
  const names = agents.flatMap((to, index) =>
    Array.from({ length: each }, (_, n) => ({ to: to.address, subject: `Order ${index}/${n} of ${since}` })),
  );
  await Promise.all(
    names.map(({ to, subject }) => client.send(to, subject).then(() => accepted.set(subject, Date.now()))),
  );
  client.close();
  const received = await eventsOf(table, agents, { type: 'mail.received', since, count: names.length });
  return runOf(
    since,
    received.map(({ subject, createdAt }) => ({ from: accepted.get(subject) ?? Number.NaN, to: createdAt })),
  );
}

/** Sends emails of agents to the outside. A piece of work lasts from `mail.sent` to `mail.delivered`. */
export async function deliverMails(table: Table, agents: readonly Correspondent[], each: number): Promise<Run> {
  const since = Date.now();
  await Promise.all(
    agents.map(async ({ agent, agentId }) => {
      for (let n = 0; n < each; n++) {
        const mail = { to: 'sam@elsewhere.example', subject: `Order ${n}`, text: 'It is on its way.' };
        await agent.post(`/v1/identities/${agentId}/mail/send`, mail);
      }
    }),
  );
  const count = agents.length * each;
  const delivered = await eventsOf(table, agents, { type: 'mail.delivered', since, count });
  const sent = await eventsOf(table, agents, { type: 'mail.sent', since, count });
  const sentAt = new Map(sent.map(({ aggregateId, createdAt }) => [aggregateId, createdAt]));
  return runOf(
    since,
    delivered.map(({ aggregateId, createdAt }) => ({ from: sentAt.get(aggregateId) ?? Number.NaN, to: createdAt })),
  );
}

interface Found {
  readonly aggregateId: string | null;
  readonly subject: string;
  readonly createdAt: number;
}

/** Waits until the logs of the agents have `count` events of a type. */
async function eventsOf(
  table: Table,
  agents: readonly Correspondent[],
  { type, since, count }: { type: string; since: number; count: number },
): Promise<Found[]> {
  const logs = [...new Set(agents.map(({ tenant }) => tenant.organizationId))];
  let found: Found[] = [];
  const complete = async () => {
    const events = (await Promise.all(logs.map((id) => eventsSince(table, id, since)))).flat();
    found = events
      .filter((event) => event.type === type)
      .map(({ aggregateId, createdAt, message }) => ({ aggregateId, createdAt, subject: message?.subject ?? '' }));
    return found.length >= count;
  };
  await until(`${count} events ${type}`, complete, { withinMs: WITHIN_MS, everyMs: 200 });
  return found;
}

function runOf(startedAt: number, work: readonly { from: number; to: number }[]): Run {
  const times = work.map(({ from, to }) => to - from);
  const seconds = (Math.max(...work.map(({ to }) => to)) - startedAt) / 1000;
  return { perSecond: work.length / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}
