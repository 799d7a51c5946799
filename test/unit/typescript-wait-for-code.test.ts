import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Aid, ConnectionError, ValidationError } from '#clients/typescript/src/index.ts';
import { type FakeCall, FakeService } from '#clients/typescript/src/testing.ts';
import codes from '#clients/vectors/codes.json' with { type: 'json' };

const BEGIN = '2026-11-21T08:00:00.000Z';

/** A service that has received these messages. */
function received(messages: readonly { readonly id: string; readonly created_at: string }[]): FakeService {
  const eventOf = ({ id, created_at }: (typeof messages)[number]) => ({ aggregate_id: id, created_at });
  return new FakeService({
    'events.wait': ({ query: { since = '' } }: FakeCall) => {
      const next = messages.find(({ created_at }) => created_at > since);
      return { event: next === undefined ? null : eventOf(next), timed_out: next === undefined };
    },
    'mail.messages.get': ({ ids }: FakeCall) => messages.find(({ id }) => id === ids.at(-1)),
  });
}

const clientOf = ({ fetch }: FakeService) => new Aid({ key: 'aid_agt_test', url: 'http://aid.test', fetch });

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(BEGIN) });
});

afterEach(() => {
  vi.useRealTimers();
});

test.each(codes.cases)('TypeScript: $title', async ({ options, messages, found, held_back: heldBack }) => {
  const { from, since = BEGIN, codes_only: codesOnly, accept } = options;
  const given = { from, since, codesOnly, accept, timeoutMs: 0 };
  const { message, code, link, ...rest } = await clientOf(received(messages)).mail.waitForCode(given);
  expect({ message: message?.id ?? null, code, link: link?.url ?? null }).toEqual(found);
  expect(rest.heldBack.map(({ id, reason }) => [id, reason])).toEqual(heldBack);
  expect(rest.codes).toEqual(message?.codes ?? []);
});

test.each(codes.wrong_senders)('A wait for a code refuses the sender %j at once', async (from) => {
  const service = received([]);
  await expect(clientOf(service).mail.waitForCode({ from })).rejects.toThrow(/^from: expected an address or a domain/);
  expect(service.calls).toEqual([]);
});

test('A wait for a code refuses a time that is none', async () => {
  await expect(clientOf(received([])).mail.waitForCode({ since: 'yesterday' })).rejects.toBeInstanceOf(ValidationError);
});

test('A wait for a code without a time finds what arrived in the last two minutes, and nothing earlier', async () => {
  const arrived = (id: string, secondsAgo: number) => {
    const created_at = new Date(Date.parse(BEGIN) - secondsAgo * 1000).toISOString();
    return { id, created_at, from: [], folder: 'inbox', links: [], codes: [{ value: id, kind: 'numeric' }] };
  };
  const service = received([arrived('msg_0', 121), arrived('msg_1', 119)]);
  expect((await clientOf(service).mail.waitForCode({ timeoutMs: 0 })).message?.id).toBe('msg_1');
});

test('A wait for a code is of the agent of the key, of the client or of the call', async () => {
  const service = received([]);
  const aid = clientOf(service);
  await aid.mail.waitForCode({ timeoutMs: 0 });
  await aid.identity('agt_1').mail.waitForCode({ timeoutMs: 0 });
  await aid.identity('agt_1').mail.waitForCode({ timeoutMs: 0, identityId: 'agt_2' });
  expect(service.calls.map(({ query }) => query.identity_id)).toEqual(['me', 'agt_1', 'agt_2']);
});

test('A function decides alone which email has the code', async () => {
  const [case0] = codes.cases;
  const seen: unknown[] = [];
  const found = await clientOf(received(case0?.messages ?? [])).mail.waitForCode({
    since: BEGIN,
    timeoutMs: 0,
    accept: ({ id }, reason) => {
      seen.push([id, reason]);
      return id === 'msg_3';
    },
  });
  expect(seen).toEqual([
    ['msg_1', 'no_code'],
    ['msg_2', null],
    ['msg_3', null],
  ]);
  expect(found).toMatchObject({
    code: '111111',
    heldBack: [
      { id: 'msg_1', reason: 'no_code' },
      { id: 'msg_2', reason: 'not_accepted' },
    ],
  });
});

test('A wait for a code outlasts a network that fails for a time, and without one ends at its time', async () => {
  const service = received(codes.cases[1]?.messages ?? []);
  let lost = 2;
  const fetch: typeof globalThis.fetch = async (...request) => {
    lost -= 1;
    if (lost >= 0) throw new TypeError('fetch failed');
    return service.fetch(...request);
  };
  const aid = new Aid({ key: 'aid_agt_test', url: 'http://aid.test', fetch });
  const found = aid.mail.waitForCode({ since: BEGIN, timeoutMs: 10_000 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await found).toMatchObject({ code: '482913' });
  lost = Number.POSITIVE_INFINITY;
  const failure = aid.mail.waitForCode({ timeoutMs: 10_000 }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failure).toBeInstanceOf(ConnectionError);
});
