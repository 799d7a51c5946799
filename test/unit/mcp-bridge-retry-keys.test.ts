import { expect, test } from 'vitest';
import { retryKeyOf } from '#clients/cli/src/mcp/retry-key.ts';
import { bridgeClient } from '#test/support/bridge-client.ts';
import { fakeService, refuse } from '#test/support/fake-mcp-service.ts';

const SEND = { name: 'send_email', arguments: { to: ['ada@example.com'], subject: 'x', text: 'x' } };

test('The attempts of a send are equal, and those of one that is meant to send again have a key of their own', async () => {
  const service = await fakeService(refuse(502));
  const client = bridgeClient(service.url);
  const again = { ...SEND, arguments: { ...SEND.arguments, send_again: true } };
  const keyed = { ...SEND, arguments: { ...again.arguments, idempotency_key: 'mine' } };
  const messages: string[] = [];
  for (const params of [SEND, again, again, keyed]) {
    messages.push((await client.request('tools/call', params)).error?.message ?? '');
  }
  const sent = service.arrived.map(({ message }) => (message.params as typeof keyed).arguments);
  expect(sent).toHaveLength(20);
  const [first, second, third, fourth] = [0, 5, 10, 15].map((from) => {
    const attempts = sent.slice(from, from + 5);
    expect(attempts).toEqual(attempts.map(() => attempts[0]));
    return attempts[0];
  });
  const { to, ...rest } = SEND.arguments;
  expect(first).toEqual({ ...SEND.arguments, idempotency_key: retryKeyOf('send_email', { ...rest, to }) });
  expect(first?.idempotency_key).toMatch(/^retry-[\w-]{43}$/);
  expect(second).toEqual({ ...again.arguments, idempotency_key: expect.stringMatching(/^again-[\w-]{36}$/) });
  expect(third?.idempotency_key).not.toBe(second?.idempotency_key);
  expect(fourth).toEqual(keyed.arguments);
  // Only another call with `send_again` and without a key of the client would send once more.
  expect(messages.map((text) => text.endsWith('check before you repeat it.'))).toEqual([false, true, true, false]);
});

test('A contact that is meant to be saved once more has a key for its attempts, and any other needs none', async () => {
  const service = await fakeService(refuse(502));
  const client = bridgeClient(service.url);
  const save = { name: 'save_contact', arguments: { display_name: 'Ada' } };
  await client.request('tools/call', save);
  const again = { ...save, arguments: { ...save.arguments, send_again: true } };
  const { error } = await client.request('tools/call', again);
  expect(error?.message).toMatch(/check before you repeat it\.$/);
  const sent = service.arrived.map(({ message }) => (message.params as typeof save).arguments);
  expect(sent.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => save.arguments));
  expect(sent.slice(5)).toEqual(Array.from({ length: 5 }, () => sent[5]));
  expect(sent[5]).toEqual({ ...again.arguments, idempotency_key: expect.stringMatching(/^again-[\w-]{36}$/) });
});
