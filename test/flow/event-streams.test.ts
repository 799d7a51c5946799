import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
// @ts-expect-error: the example is plain JavaScript, which its users copy
import { followStream } from '#examples/follow-stream.mjs';
import type { LocalStack } from '#local/local-stack.ts';
import { readSettings } from '#local/settings.ts';
import { startStack } from '#local/stack.ts';
import type { Table } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import type { EventType, LoggedEvent } from '#shared/domain/log/events.ts';
import { createDocumentClient } from '#shared/runtime/document-client.ts';
import { Random } from '#testing/faults/random.ts';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { reservePort } from '#testing/reserved-port.ts';
import { seedOfRun } from '#testing/seed.ts';
import { losePosts } from '../support/lose-posts.ts';

const WRITERS = 8;
const EVENTS_EACH = 60;
const TYPES = ['mail.sent', 'mail.delivered', 'mail.bounced'] as const satisfies readonly EventType[];

let stack: LocalStack;
let table: Table;

beforeAll(async () => {
  const smtpPort = String(await reservePort());
  stack = await startStack({
    settings: readSettings({ AID_EPHEMERAL: '1', AID_PORT: '0', AID_SMTP_PORT: smtpPort, AID_CHECK_ACCESS: '1' }),
    show: () => {},
    onBroken: () => {},
  });
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const name = stack.functions.get('aid-dev-http-wait').definition.environment.TABLE_NAME ?? '';
  table = {
    client: createDocumentClient({ endpoint: stack.dynamodbEndpoint, region: 'us-east-1', credentials }),
    name,
  };
});

afterAll(async () => {
  await stack?.stop();
});

function append(organizationId: string, type: EventType, identityId: string | null, n: number): Promise<LoggedEvent> {
  const aggregateId = `msg_${n}`;
  const payload = { messageId: aggregateId, threadId: 'thr_1' };
  const stage = {
    build: (tx: Parameters<Parameters<typeof commit>[1]['build']>[0]) =>
      tx.appendEvent(organizationId, { type, identityId, aggregateId, payload }),
  };
  return commit(table, stage, { now: Date.now });
}

interface Follower {
  readonly key: string;
  readonly types?: readonly EventType[];
  readonly identityId?: string;
  readonly wants: (event: LoggedEvent) => boolean;
}

test('Ten streams see exactly their events in order while workers are killed, messages lost and connections cut', async () => {
  const organization = await makeOrganization(stack.url);
  const [one, two] = [await makeAgent(organization), await makeAgent(organization)];
  const { key } = organization;
  const all: Follower = { key, wants: () => true };
  const bounced: Follower = { key, types: ['mail.bounced'], wants: ({ type }) => type === 'mail.bounced' };
  const about: Follower = { key, identityId: one.id, wants: ({ identityId }) => identityId === one.id };
  const twoTypes: Follower = {
    key: one.key,
    types: [TYPES[0], TYPES[1]],
    wants: (event) => about.wants(event) && event.type !== 'mail.bounced',
  };
  const ofOne: Follower = { key: one.key, wants: about.wants };
  const ofTwo: Follower = {
    key: two.key,
    types: ['mail.sent'],
    wants: ({ type, identityId }) => type === 'mail.sent' && identityId === two.id,
  };
  const followers = [all, bounced, bounced, about, about, ofOne, ofOne, ofTwo, ofTwo, twoTypes];

  const end = new AbortController();
  const sockets = new Map<number, WebSocket>();
  const seen: string[][] = followers.map(() => []);
  const since = new Date().toISOString();
  const following = followers.map(async ({ key, types, identityId }, index) => {
    const options = { url: stack.url, key, types, identityId, since, signal: end.signal, pingMs: 1500 };
    const onOpen = (socket: WebSocket) => sockets.set(index, socket);
    for await (const event of followStream({ ...options, onOpen })) seen[index]?.push(event.id);
  });
  const failed = Promise.all(following);
  failed.catch(() => {});

  const writing = Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const random = new Random(`${seedOfRun()}/${writer}`);
      const own: LoggedEvent[] = [];
      for (let n = 0; n < EVENTS_EACH; n++) {
        const identityId = [one.id, two.id, null][(writer + n) % 3] ?? null;
        own.push(await append(organization.id, TYPES[n % 3] ?? 'mail.sent', identityId, n));
        await sleep(random.next() * 60);
      }
      return own;
    }),
  );
  const gateway = stack.sockets;
  if (gateway === undefined) throw new Error('the stack has no WebSocket API');
  const stopLosing = losePosts(gateway, 40);
  for (let round = 0; round < 6; round++) {
    await sleep(500);
    sockets.get(round)?.close();
    if (round % 2 === 1) await stack.functions.get('aid-dev-worker-event-streams').kill();
  }
  const events = (await writing).flat();
  expect(events).toHaveLength(WRITERS * EVENTS_EACH);

  const expected = followers.map(({ wants }) =>
    events
      .filter(wants)
      .map((event) => event.id)
      .sort(),
  );
  const isComplete = () => seen.every((ids, index) => ids.length >= (expected[index]?.length ?? 0));
  const followFor = async (ms: number) => {
    const deadline = Date.now() + ms;
    while (!isComplete() && Date.now() < deadline) await Promise.race([sleep(100), failed]);
  };
  await followFor(30_000);
  // On a busy machine the client needs seconds to notice each loss. Without further ones it has to catch up.
  stopLosing();
  await followFor(300_000);
  // Whatever came twice would come now.
  await sleep(500);
  end.abort();
  await failed.catch(() => {});
  expect(seen).toEqual(expected);
});
