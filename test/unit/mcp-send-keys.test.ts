import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SendKeys } from '#clients/cli/src/mcp/send-keys.ts';
import { bridgeClient } from '#test/support/bridge-client.ts';
import { fakeService, result } from '#test/support/fake-mcp-service.ts';

const MINUTE = 60_000;

/** Keys at a time that the test sets. */
function keysAt(start: number) {
  const clock = { now: start };
  return { clock, keys: new SendKeys(() => clock.now) };
}

test('An identical call has the same key for ten minutes from the first one on, however they divide the hour', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10 * MINUTE }), fc.nat({ max: 10 * MINUTE - 1 }), (start, later) => {
      const { clock, keys } = keysAt(start);
      const first = keys.keyOf('send_email', { subject: 'x', to: ['a'] });
      clock.now += later;
      expect(keys.keyOf('send_email', { to: ['a'], subject: 'x' })).toBe(first);
      clock.now = start + 10 * MINUTE;
      expect(keys.keyOf('send_email', { subject: 'x', to: ['a'] })).not.toBe(first);
    }),
  );
});

test('A bridge that was started again within the ten minutes of the clock finds the key', () => {
  const start = 1_000 * 10 * MINUTE;
  const before = keysAt(start + 1).keys.keyOf('send_task', { to_handle: 'ada', text: 'x' });
  expect(keysAt(start + 10 * MINUTE - 1).keys.keyOf('send_task', { text: 'x', to_handle: 'ada' })).toBe(before);
});

test('Calls that differ in the tool, in a value or in the order of a list have different keys', () => {
  const { keys } = keysAt(0);
  const calls: [string, Record<string, unknown>][] = [
    ['send_email', { to: ['a', 'b'] }],
    ['send_email', { to: ['b', 'a'] }],
    ['send_email', { to: ['a', 'b'], cc: [] }],
    ['reply_to_email', { to: ['a', 'b'] }],
    ['send_email', { to: ['a,b'] }],
    ['send_email', { data: { x: { y: 1 } } }],
    ['send_email', { data: { x: { y: '1' } } }],
    ['send_email', { data: { 'x.y': 1 } }],
  ];
  expect(new Set(calls.map(([tool, args]) => keys.keyOf(tool, args))).size).toBe(calls.length);
});

test('A call that is meant to send again has a new key each time', () => {
  const { keys } = keysAt(0);
  const drawn = [1, 2, 3].map(() => keys.keyOf('send_email', { to: ['a'], send_again: true }));
  expect(new Set([...drawn, keys.keyOf('send_email', { to: ['a'] })]).size).toBe(4);
});

test('Only sends without a key get one, and the rest of their arguments stays', async () => {
  const service = await fakeService((arrived, response) => result(response, arrived));
  const client = bridgeClient(service.url);
  const tools = ['send_email', 'reply_to_email', 'send_task', 'reply_to_task', 'save_contact', 'whoami'];
  for (const name of tools) await client.call(name, { text: 'x', send_again: false });
  await client.call('send_email', { text: 'x', idempotency_key: 'mine' });
  await client.call('send_email', { text: 'x', idempotency_key: null });
  await client.call('send_email', { text: 'x', send_again: true });
  const sent = service.arrived.map(({ message }) => message.params?.arguments);
  const key = expect.stringMatching(/^[\w-]{43}$/);
  expect(sent).toEqual([
    ...[1, 2, 3, 4].map(() => ({ text: 'x', send_again: false, idempotency_key: key })),
    ...[1, 2].map(() => ({ text: 'x', send_again: false })),
    { text: 'x', idempotency_key: 'mine' },
    { text: 'x', idempotency_key: key },
    { text: 'x', send_again: true, idempotency_key: expect.stringMatching(/^[\w-]{36}$/) },
  ]);
});
