import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '#shared/data/table-client.ts';
import { withEngine } from '#testing/with-engine.ts';
import { append, tableAt } from './support/event-log.ts';
import { type BenchmarkRun, info } from './support/measurement.ts';
import { distribution, preciseNow } from './support/statistics.ts';
import { createTenant, type Tenant } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

const GREEDY_WAITS = 600;
const MINUTE_MS = 60_000;
const GREEDY_TIMEOUT_MS = 30_000;
const QUIET_WAITS = 20;

/** A wait that the other organization opens lasts this long before its event comes. */
const EVENT_AFTER_MS = 1500;

/**
 * Whether one organization can use up the waits of the others: it opens 600 in a minute, each for thirty seconds, while
 * another opens one after the other. The limits are the defaults.
 */
export const waits: BenchmarkRun = (say) =>
  withEngine((engine) =>
    withStack({ dynamodbEndpoint: engine.endpoint }, async (stack) => {
      const [greedy, quiet] = [await createTenant(stack.baseUrl), await createTenant(stack.baseUrl)];
      const table = await tableAt(engine);
      say(`${GREEDY_WAITS} waits of one organization in a minute, ${QUIET_WAITS} of another`);
      const [statuses, replies] = await Promise.all([
        openMany(stack.baseUrl, greedy),
        waitInTurn(stack.baseUrl, quiet, table),
      ]);
      const answered = replies.filter(({ isRight }) => isRight).length;
      const outcomes = Map.groupBy(statuses, String);
      const unexpected = statuses.filter((status) => status !== 200 && status !== 429).length;
      return [
        {
          claim: 'waits of the other organization that its event answered',
          figure: `${answered} of ${QUIET_WAITS}`,
          target: 'all',
          met: answered === QUIET_WAITS,
        },
        {
          claim: 'responses to the 600 waits',
          figure: [...outcomes].map(([status, all]) => `${all.length} × ${status}`).join(', '),
          target: '200 or 429 only',
          met: unexpected === 0 && statuses.length === GREEDY_WAITS,
        },
        info('append → the other organization’s wait responds', distribution(replies.map(({ ms }) => ms))),
      ];
    }),
  );

/** Opens a wait every tenth of a second, and returns the status of each response. */
async function openMany(url: string, { orgKey }: Tenant): Promise<number[]> {
  const opened: Promise<number>[] = [];
  for (let n = 0; n < GREEDY_WAITS; n++) {
    opened.push(wait(url, orgKey, GREEDY_TIMEOUT_MS).then(({ status }) => status));
    await sleep(MINUTE_MS / GREEDY_WAITS);
  }
  return Promise.all(opened);
}

interface Answer {
  /** From the commit of the event to the response. */
  readonly ms: number;
  /** Whether the response is 200 and has the event that was appended for it. */
  readonly isRight: boolean;
}

async function waitInTurn(url: string, tenant: Tenant, table: Table): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let n = 0; n < QUIET_WAITS; n++) {
    // With `since`, an event that comes before the wait has begun answers it as well.
    const waiting = wait(url, tenant.orgKey, 20_000, `&since=${new Date().toISOString()}`);
    await sleep(EVENT_AFTER_MS);
    const [event] = await append(table, tenant);
    const committed = preciseNow();
    const { status, eventId } = await waiting;
    answers.push({ ms: preciseNow() - committed, isRight: status === 200 && eventId === event?.id });
    await sleep(1000);
  }
  return answers;
}

interface Waited {
  readonly status: number;
  readonly eventId?: string;
}

async function wait(url: string, key: string, timeoutMs: number, more = ''): Promise<Waited> {
  const response = await fetch(`${url}/v1/events/wait?type=mail.received&timeout_ms=${timeoutMs}${more}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const body = (await response.json()) as { event?: { id: string } | null };
  return { status: response.status, ...(body.event && { eventId: body.event.id }) };
}
