import { setTimeout as sleep } from 'node:timers/promises';
import { checkHistory } from './checker/check-history.ts';
import type { Violation } from './checker/violation.ts';
import { Api } from './clients/api.ts';
import { collect } from './clients/collect.ts';
import { type FixtureOrganization, makeFixture } from './clients/fixture.ts';
import { type Follower, followByStream, followByWait, followHistory } from './clients/followers.ts';
import { Mailer } from './clients/mailer.ts';
import { Receivers } from './clients/receivers.ts';
import { Workload } from './clients/workload.ts';
import { faultSettings } from './disturbance.ts';
import type { History, OrganizationState } from './history.ts';
import { makePlan } from './plan.ts';
import { MAX_ATTEMPTS, type StackControl, withFaultyStack } from './stack-control.ts';

export interface SeedOptions {
  readonly seed: number;
  readonly operations: number;
  /** Operations at once. */
  readonly concurrency: number;
  /** The folder of the sources that the stack runs from, if it is another than this one. */
  readonly root?: string;
  /** How long the service has to finish its work after the last fault. */
  readonly settleMs: number;
  say(line: string): void;
}

export interface SeedResult {
  readonly history: History;
  readonly violations: readonly Violation[];
  /** How often each kind of fault happened. */
  readonly counts: Readonly<Record<string, number>>;
  readonly redriven: number;
  readonly seconds: number;
}

const WAIT_TYPES = ['mail.received', 'a2a.task.created', 'a2a.sent_task.updated'];
const PROGRESS_STEP = 500;

/** Runs one plan against a stack of its own. */
export function runSeed(options: SeedOptions): Promise<SeedResult> {
  const { root } = options;
  return withFaultyStack({ faults: faultSettings(), ...(root !== undefined && { root }) }, (control) =>
    runPlan(control, options),
  );
}

/** Runs one plan, waits until the service has finished its work, and checks what is left. */
export async function runPlan(control: StackControl, options: SeedOptions): Promise<SeedResult> {
  const { seed, say } = options;
  const started = performance.now();
  const api = new Api(control.stack.baseUrl);
  const mailer = new Mailer(control.stack.smtpPort);
  const receivers = await Receivers.start();
  const end = new AbortController();
  try {
    const organizations = await makeFixture(api, receivers, `f${seed}`);
    const followers = startFollowers(api, organizations, end.signal);
    say(`seed ${seed}: the fixture took ${((performance.now() - started) / 1000).toFixed(0)} s`);
    await control.begin(seed);
    const workload = new Workload({
      plan: makePlan(seed, options.operations),
      organizations,
      api,
      mailer,
      receivers,
      concurrency: options.concurrency,
      untilReady: backpressure(control),
      disturb: (disturbance) => void control.disturb(disturbance).catch((error: Error) => say(error.message)),
      someEvent: (organization, choice) => someEvent(followers, organization, choice),
      onProgress: (done) => {
        if (done % PROGRESS_STEP === 0) say(`seed ${seed}: ${done} operations`);
      },
    });
    const operations = await workload.run();
    say(`seed ${seed}: the operations took ${((performance.now() - started) / 1000).toFixed(0)} s`);
    await control.calm();
    const { isSettled, redriven } = await settle(control, api, organizations, options.settleMs);
    const states: OrganizationState[] = [];
    for (const organization of organizations) states.push(await collect(api, organization));
    await untilFollowed(followers, states, options.settleMs);
    const { counts, incidents } = await control.report();
    const history: History = {
      operations,
      organizations: states,
      followers: followers.map(({ record }) => record()),
      arrivals: receivers.arrivals(),
      incidents,
      sentSubjects: await sentSubjects(control.stack.baseUrl),
      maxAttempts: MAX_ATTEMPTS,
      isSettled,
    };
    end.abort();
    const seconds = (performance.now() - started) / 1000;
    return { history, violations: checkHistory(history), counts, redriven, seconds };
  } finally {
    end.abort();
    api.deadline = 0;
    mailer.close();
    receivers.close();
  }
}

/** Messages in queues above which no operation begins, and how often their number is read. */
const MAX_PENDING = 40;
const PENDING_POLL_MS = 250;
const LONGEST_HOLD_MS = 20_000;

/** Holds operations back while the service has a backlog. An outage may keep it: then they begin after some time. */
function backpressure(control: StackControl): () => Promise<void> {
  let known = { at: 0, pending: Promise.resolve(0) };
  const pending = () => {
    if (Date.now() - known.at >= PENDING_POLL_MS) known = { at: Date.now(), pending: control.pending() };
    return known.pending;
  };
  return async () => {
    const deadline = Date.now() + LONGEST_HOLD_MS;
    while ((await pending()) > MAX_PENDING && Date.now() < deadline) await sleep(PENDING_POLL_MS);
  };
}

function startFollowers(api: Api, organizations: readonly FixtureOrganization[], signal: AbortSignal): Follower[] {
  return organizations.flatMap(({ key, agents }, organization) => {
    const props = { api, organization, key, signal };
    const type = WAIT_TYPES[organization % WAIT_TYPES.length] as string;
    // One stream of an agent suffices, and each costs a push for every event.
    const agent = organization === 0 ? agents[0] : undefined;
    return [
      followByWait(props, type),
      followByStream(props),
      ...(agent === undefined ? [] : [followByStream({ ...props, key: agent.key }, { identityId: agent.id })]),
      followHistory(props),
    ];
  });
}

function someEvent(followers: readonly Follower[], organization: number, choice: number): string | undefined {
  const stream = followers
    .map(({ record }) => record())
    .find((one) => one.kind === 'stream' && one.organization === organization && one.identityId === undefined);
  const events = stream?.events ?? [];
  return events[Math.floor(choice * events.length)]?.id;
}

const SETTLE_POLL_MS = 400;
const SWEEP_EVERY = 4;

/** Waits until queues are empty and every delivery and mail has ended. Does meanwhile what an operator would do. */
async function settle(
  control: StackControl,
  api: Api,
  organizations: readonly FixtureOrganization[],
  timeoutMs: number,
): Promise<{ isSettled: boolean; redriven: number }> {
  const deadline = Date.now() + timeoutMs;
  let redriven = 0;
  for (let round = 0; Date.now() < deadline; round++) {
    redriven += await control.redrive();
    if (round % SWEEP_EVERY === 0) await control.sweep();
    const isQuiet = (await control.pending()) === 0 && !(await hasOpenWork(api, organizations));
    if (isQuiet && (await control.pending()) === 0) return { isSettled: true, redriven };
    await sleep(SETTLE_POLL_MS);
  }
  return { isSettled: false, redriven };
}

async function hasOpenWork(api: Api, organizations: readonly FixtureOrganization[]): Promise<boolean> {
  for (const { key } of organizations) {
    for (const status of ['pending', 'retrying']) {
      const path = `/v1/webhooks/deliveries?status=${status}&limit=1`;
      const { deliveries } = await api.get<{ deliveries: unknown[] }>(key, path);
      if (deliveries.length > 0) return true;
    }
  }
  return false;
}

/** Gives the followers time to see the last events. */
async function untilFollowed(
  followers: readonly Follower[],
  states: readonly OrganizationState[],
  timeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  const isBehind = ({ record }: Follower) => {
    const { kind, organization, type, identityId, events } = record();
    if (kind === 'history') return false;
    const expected = states[organization]?.events.filter(
      (event) =>
        (type === undefined || event.type === type) && (identityId === undefined || event.identity_id === identityId),
    );
    return (expected?.at(-1)?.created_at ?? '') > (events.at(-1)?.created_at ?? '');
  };
  while (followers.some(isBehind) && Date.now() < deadline) await sleep(200);
}

async function sentSubjects(url: string): Promise<string[]> {
  const response = await fetch(`${url}/_local/outbox`);
  const { messages } = (await response.json()) as { messages: { subject: string }[] };
  return messages.map(({ subject }) => subject);
}
