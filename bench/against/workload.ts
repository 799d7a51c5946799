import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_WARM_FUNCTIONS } from '#local/settings.ts';
import { ROOT, type Stack } from '#testing/stack.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { killOnce } from '../crash.ts';
import { changeSettings, createAgents } from '../support/agent-settings.ts';
import { mailClient } from '../support/mail.ts';
import { memoryOf } from '../support/memory.ts';
import { paceEvents } from '../support/paced-events.ts';
import { processorSeconds } from '../support/process-tree.ts';
import { type Receiver, withReceiver } from '../support/receiver.ts';
import { median, percentile } from '../support/statistics.ts';
import {
  CREATE_TENANT,
  createTenant,
  createVerifiedTenant,
  OWNERS,
  type Owner,
  type Tenant,
} from '../support/tenant.ts';
import { withStack } from '../support/with-stack.ts';
import { roundsOf } from './rounds.ts';

/** What was measured: the name of each figure and its value. */
export type Figures = Map<string, number>;

const CALLERS = 16;
const EVENTS = 400;
const PACED_EVENTS = 150;
const PACE_MS = 100;
const EMAILS = 60;
const SETTLE_MS = 1_000;
const IDLE_MS = 5_000;

/**
 * Does the same work with the stack of a checkout, over the public interfaces alone, so that any commit since release
 * 0.2.0 can do it. `other` is the checkout that it is compared with. Times are milliseconds, memory is in megabytes.
 */
export function measureCheckout(root: string, other: string): Promise<Figures> {
  const figures: Figures = new Map();
  // A release before the setting keeps all functions loaded, and refuses an unknown setting.
  const environment: Record<string, string> =
    root === ROOT ? { AID_WARM_FUNCTIONS: String(DEFAULT_WARM_FUNCTIONS) } : {};
  return withReceiver(async (receiver) => {
    await withStack({ root, environment }, async (stack) => {
      figures.set('start', stack.startMs);
      await sleep(IDLE_MS);
      figures.set('memory, idle', memoryOf(stack.pid).megabytes);
      const work = { stack, receiver, figures };
      await accept(work, await createTenant(stack.baseUrl));
      for (const owner of OWNERS) {
        await deliver(work, owner, await CREATE_TENANT[owner](stack.baseUrl));
        await pace(work, owner, await CREATE_TENANT[owner](stack.baseUrl));
      }
      await receiveEmails(work, await createTenant(stack.baseUrl));
      await sendEmails(work, await createVerifiedTenant(stack.baseUrl));
      figures.set('memory, after the work', memoryOf(stack.pid).megabytes);
    });
    for (const owner of OWNERS) {
      await withTemporaryFolder(async (stateDir) => {
        const { lost, doubled, seconds } = await killOnce({ stateDir, owner, root, environment }, receiver);
        figures.set(`kill, ${owner}: events lost`, lost);
        figures.set(`kill, ${owner}: deliveries doubled`, doubled);
        figures.set(`kill, ${owner}: until the last delivery`, seconds * 1000);
      });
    }
    for (const [name, value] of roundsOf(root, other)) figures.set(name, value);
    return figures;
  });
}

interface Work {
  readonly stack: Stack;
  readonly receiver: Receiver;
  readonly figures: Figures;
}

/** Requests that append an event, of many callers of one organization, which has no endpoint. */
async function accept({ figures }: Work, tenant: Tenant): Promise<void> {
  const agents = await createAgents(tenant, CALLERS);
  await changeSettings(tenant, agents, CALLERS);
  const name = `accept, ${CALLERS} callers`;
  const times = await measure(figures, name, EVENTS, () => changeSettings(tenant, agents, EVENTS));
  figures.set(`${name}, p99`, percentile(times, 0.99));
}

/** As many events as callers can append, each delivered. */
async function deliver({ receiver, figures }: Work, owner: Owner, tenant: Tenant): Promise<void> {
  const agents = await createAgents(tenant, CALLERS);
  await createEndpoint(tenant, receiver);
  await changeSettings(tenant, agents, CALLERS);
  await receiver.untilArrived(CALLERS);
  await receiver.take();
  await measure(figures, `drain, ${owner}`, EVENTS, async () => {
    await changeSettings(tenant, agents, EVENTS);
    await receiver.untilArrived(EVENTS, 120_000);
  });
  await receiver.take();
}

/** One event after the other, and how long each takes until it arrives. */
async function pace({ receiver, figures }: Work, owner: Owner, tenant: Tenant): Promise<void> {
  await createEndpoint(tenant, receiver);
  const times = await paceEvents(tenant, receiver, { endpoints: 1, events: PACED_EVENTS, everyMs: PACE_MS });
  figures.set(`published → received, ${owner}`, median(times));
}

/** Emails over SMTP, until the endpoint has their events. */
async function receiveEmails({ stack, receiver, figures }: Work, tenant: Tenant): Promise<void> {
  await createEndpoint(tenant, receiver, ['mail.received']);
  const client = mailClient(stack.smtpPort, 4);
  const emails = async (count: number) => {
    await Promise.all(Array.from({ length: count }, (_, n) => client.send(tenant.agent.email_address, `In ${n}`)));
    await receiver.untilArrived(count);
    await receiver.take();
  };
  await emails(4);
  await measure(figures, 'email in', EMAILS, () => emails(EMAILS));
  client.close();
}

/** Emails by the API, until the endpoint has the event that each was delivered. */
async function sendEmails({ receiver, figures }: Work, tenant: Tenant): Promise<void> {
  await createEndpoint(tenant, receiver, ['mail.delivered']);
  const path = `/v1/identities/${tenant.agent.id}/mail/send`;
  const emails = async (count: number) => {
    const body = { to: 'bob@elsewhere.example', text: 'Hello' };
    for (let n = 0; n < count; n++) await tenant.asAgent.post(path, { ...body, subject: `Out ${n}` });
    await receiver.untilArrived(count);
    await receiver.take();
  };
  await emails(4);
  await measure(figures, 'email out', EMAILS, () => emails(EMAILS));
}

function createEndpoint(tenant: Tenant, receiver: Receiver, types?: readonly string[]): Promise<unknown> {
  return tenant.asOrg.post('/v1/webhooks', { url: receiver.ok('against'), ...(types && { event_types: types }) });
}

/**
 * Sets the elapsed milliseconds of some work, and the processor milliseconds of all descendants of this process until a
 * moment after it, both for each of `count`.
 */
async function measure<T>(figures: Figures, name: string, count: number, work: () => Promise<T>): Promise<T> {
  const before = processorSeconds(process.pid);
  const started = performance.now();
  const result = await work();
  figures.set(name, (performance.now() - started) / count);
  await sleep(SETTLE_MS);
  figures.set(`${name}: processor`, ((processorSeconds(process.pid) - before) * 1000) / count);
  return result;
}
