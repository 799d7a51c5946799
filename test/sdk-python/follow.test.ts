import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ApiClient } from '#testing/api-client.ts';
import { freshName } from '#testing/fixture.ts';
import { HostileProxy } from '#testing/hostile-proxy/hostile-proxy.ts';
import { seedOfRun } from '#testing/seed.ts';
import { sizeOf } from '#testing/test-size.ts';
import { KillableStack } from './support/killable-stack.ts';
import { type Program, sdkEnvironment, startProgram } from './support/python-program.ts';
import { useSdk } from './support/use-sdk.ts';

const sdk = useSdk();

const ROUNDS = sizeOf({ usual: 2, full: 5 });
const RULES = sizeOf({ usual: 40, full: 150 });
const EMAILS = 10;

/** Followers with different filters, one of them asynchronous. */
const FOLLOWERS = [
  { name: 'all', types: '', mode: 'sync' },
  { name: 'rules', types: 'a2a.contact_rule.changed', mode: 'async' },
  { name: 'mail', types: 'mail.sent,mail.delivered', mode: 'sync' },
] as const;

interface LogEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
}

test(`Three Python followers lose and repeat no event while the service and they are killed ${ROUNDS} times each`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aid-follow-'));
  const stack = await KillableStack.start(folder);
  const proxy = await HostileProxy.start({ upstream: stack.baseUrl, seed: seedOfRun() });
  const running: Program[] = [];
  try {
    const { api, key, agentId } = await organization(stack.baseUrl);
    const start = (index: number) => {
      const { name, types, mode } = FOLLOWERS[index] as (typeof FOLLOWERS)[number];
      const args = [join(folder, `${name}.cursor`), join(folder, `${name}.out`), types, mode];
      running[index] = startProgram(sdk.bin, 'follow', args, sdkEnvironment(proxy.url, key));
    };
    FOLLOWERS.forEach((_follower, index) => void start(index));
    await until(() => FOLLOWERS.every(({ name }) => existsSync(join(folder, `${name}.cursor`))), running);
    for (let round = 1; round <= ROUNDS; round += 1) {
      await append(api, agentId, `round-${round}`);
      await Promise.all(running.map((program) => program.kill()));
      await stack.killAndStart();
      FOLLOWERS.forEach((_follower, index) => void start(index));
    }
    await append(api, agentId, 'last');
    const events = await logOf(api);
    for (const { name, types } of FOLLOWERS) {
      const wanted = events.filter(({ type }) => types === '' || types.split(',').includes(type)).map(({ id }) => id);
      const output = () =>
        readFileSync(join(folder, `${name}.out`), 'utf8')
          .trim()
          .split('\n');
      await until(() => output().at(-1) === wanted.at(-1), running);
      const { ids, repeated } = withoutEventsInHand(output());
      expect(ids, `what the follower of ${name} got`).toEqual(wanted);
      console.log(`${name}: ${ids.length} events, ${repeated} in hand when the follower was killed`);
    }
    console.log(`through ${JSON.stringify(proxy.record.counts)}`);
  } finally {
    await Promise.all(running.map((program) => program.kill()));
    await proxy.stop();
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The ids of a follower's output. The first event after a start may be the last one before it. */
function withoutEventsInHand(lines: readonly string[]): { ids: string[]; repeated: number } {
  const ids: string[] = [];
  let repeated = 0;
  lines.forEach((line, index) => {
    if (line === 'start') return;
    if (lines[index - 1] === 'start' && line === ids.at(-1)) repeated += 1;
    else ids.push(line);
  });
  return { ids, repeated };
}

async function organization(baseUrl: string): Promise<{ api: ApiClient; key: string; agentId: string }> {
  const slug = freshName('org');
  const anonymous = new ApiClient(baseUrl);
  const made = await anonymous.post<{ admin_api_key: string }>('/v1/organizations', { name: slug, slug });
  const key = made.body.admin_api_key;
  const api = anonymous.as(key);
  const agent = await api.post<{ id: string }>('/v1/identities', { handle: freshName('agent') });
  return { api, key, agentId: agent.body.id };
}

async function append(api: ApiClient, agentId: string, round: string): Promise<void> {
  const rule = (number: number) =>
    api.post('/v1/a2a/contact-rules', { identity_id: agentId, handle: `other-${round}-${number}`, action: 'allow' });
  const email = (number: number) =>
    api.post(`/v1/identities/${agentId}/mail/send`, {
      to: 'success@simulator.amazonses.com',
      subject: `${round} ${number}`,
      text: 'Hello.',
    });
  const calls = [
    ...Array.from({ length: RULES }, (_, number) => () => rule(number)),
    ...Array.from({ length: EMAILS }, (_, number) => () => email(number)),
  ];
  for (let first = 0; first < calls.length; first += 8) {
    const replies = await Promise.all(calls.slice(first, first + 8).map((call) => call()));
    for (const { status, text } of replies) expect(status, text).toBeLessThan(300);
  }
}

/** The log, oldest first, once all emails have arrived. */
async function logOf(api: ApiClient): Promise<readonly LogEvent[]> {
  const emails = (ROUNDS + 1) * EMAILS;
  for (;;) {
    const events: LogEvent[] = [];
    for (let since = '2020-01-01T00:00:00.000Z'; ; ) {
      const { body } = await api.get<{ events: LogEvent[] }>('/v1/events', { query: { since, limit: 200 } });
      events.push(...body.events);
      if (body.events.length < 200) break;
      since = body.events.at(-1)?.created_at ?? since;
    }
    if (events.filter(({ type }) => type === 'mail.delivered').length >= emails) return events;
    await sleep(500);
  }
}

async function until(isDone: () => boolean, running: readonly Program[]): Promise<void> {
  for (const deadline = Date.now() + 240_000; !isDone(); ) {
    if (Date.now() > deadline) throw new Error(`not in time:\n${running.map(({ output }) => output()).join('\n')}`);
    await sleep(200);
  }
}
