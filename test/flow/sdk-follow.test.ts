import { beforeAll, expect, test } from 'vitest';
import { type Event, fileCursor } from '#clients/typescript/src/index.ts';
import { type Agent, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { sizeOf } from '#testing/test-size.ts';
import { aidOf, endingSignal, hostileProxy } from '../support/sdk.ts';

let worker: Agent;

beforeAll(async () => {
  worker = await makeAgent(await makeOrganization());
});

test('follow yields each matching event once and in order through a hostile network', async () => {
  const ours = await makeOrganization();
  const agent = await makeAgent(ours);
  const aid = aidOf(ours);
  const proxy = await hostileProxy({ rates: { message: { drop: 0.05, repeat: 0.1, reset: 0.02, close: 0.02 } } });
  const signal = endingSignal();
  const start = await aid.events.list({ limit: 1 }).firstPage();
  const since = start[0]?.created_at ?? '1970-01-01T00:00:00.000Z';
  const count = sizeOf({ usual: 40, full: 120 });
  const followed = [undefined, ['a2a.contact_rule.changed'], ['a2a.contact_rule.changed', 'a2a.settings.updated']].map(
    async (types) => {
      const seen: Event[] = [];
      const events = aidOf(ours, proxy.url).events.follow({ types, since, signal });
      const wanted = types?.length === 1 ? count : 2 * count;
      for await (const event of events) if (seen.push(event) === wanted) break;
      return seen.map(({ id }) => id);
    },
  );
  for (let index = 0; index < count; index += 1) {
    await aid.a2a.rules.create({ identity_id: agent.id, handle: `some-agent-${index}`, action: 'block' });
    await aidOf(agent).a2a.settings.update({ description: `version ${index}` });
  }
  const log = await aid.events.list({ since, limit: 200 }).all();
  const rules = log.filter(({ type }) => type === 'a2a.contact_rule.changed');
  expect(await Promise.all(followed)).toEqual([log, rules, log].map((events) => events.map(({ id }) => id)));
});

test('follow reads the history and waits where WebSockets cannot be opened', async () => {
  const proxy = await hostileProxy({ rates: { handshake: { refuseBefore: 1, refuseAfter: 0 } } });
  const signal = endingSignal();
  const seen: string[] = [];
  const types = ['a2a.settings.updated', 'a2a.contact_rule.changed'];
  const followed = [types, types.slice(0, 1)].map(async (some) => {
    const events = aidOf(worker, proxy.url).events.follow({ types: some, signal, since: new Date() });
    let count = 0;
    for await (const { type } of events) {
      seen.push(type);
      count += 1;
      if (count === 3) return;
    }
  });
  for (let index = 0; index < 3; index += 1) {
    await aidOf(worker).a2a.settings.update({ description: `history ${index}` });
  }
  await Promise.all(followed);
  expect(seen).toHaveLength(6);
});

test('follow continues at the place in its file, and repeats the event that its consumer left the loop at', async () => {
  await withTemporaryFolder(async (folder) => {
    const cursor = fileCursor(`${folder}/place`);
    const aid = aidOf(worker);
    const stop = new AbortController();
    const followed = Array.fromAsync(aid.events.follow({ cursor, signal: stop.signal }));
    await expect.poll(() => cursor.load()).not.toBeUndefined();
    const place = await cursor.load();
    stop.abort();
    expect(await followed).toEqual([]);
    for (const text of ['one', 'two', 'three']) await aid.a2a.settings.update({ description: text });
    const read = async (count: number) => {
      const seen: string[] = [];
      for await (const event of aid.events.follow({ cursor })) if (seen.push(event.id) === count) break;
      return seen;
    };
    expect(place).not.toBeUndefined();
    const first = await read(2);
    const second = await read(2);
    expect(second[0]).toBe(first[1]);
    const log = await aid.events.list({ since: place as string }).all();
    expect([...first, second[1]]).toEqual(log.map(({ id }) => id));
  });
});

test('follow gives whole messages on request', async () => {
  const signal = endingSignal();
  // From a time before the email on, which may arrive before the follower has begun.
  const options = { types: ['mail.received'], expand: 'message', since: new Date(), signal } as const;
  const next = aidOf(worker).events.follow(options).next();
  await sendMail({ to: worker.address, subject: 'long', text: `${'words '.repeat(100)}end` });
  const { value } = await next;
  expect(value?.type).toBe('mail.received');
  expect(value?.message?.text).toMatch(/words end\s*$/);
});
