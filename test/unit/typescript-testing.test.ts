import { expect, test } from 'vitest';
import { readModel } from '#clients/description/model/read-model.ts';
import { Aid, ConflictError, NotFoundError, Pages, ValidationError } from '#clients/typescript/src/index.ts';
import { FakeService, fakeError } from '#clients/typescript/src/testing.ts';
import { DOCUMENT } from '#testing/described-api.ts';
import { methodsOf } from '../support/sdk-methods.ts';

const METHODS = methodsOf(readModel(DOCUMENT).client);

function fakeOf(replies: Record<string, unknown>) {
  const service = new FakeService(replies);
  return { service, aid: new Aid({ key: 'aid_agt_test', fetch: service.fetch }) };
}

test.each(METHODS)(
  'The fake service knows a call of $name by its name, and replies to it',
  async ({ name, method, call }) => {
    const { service, aid } = fakeOf({ [name]: method.page === undefined ? { made: name } : [{ made: name }] });
    const ids = method.pathParameters.slice(method.identity?.in === 'path' ? 1 : 0).map((_, index) => `id_${index}`);
    const result = call(aid, ids);
    const reply = await (result instanceof Pages ? result.all() : result);
    expect(reply).toEqual(method.page === undefined ? { made: name } : [{ made: name }]);
    expect(service.calls).toMatchObject([{ method: name, ids: method.identity?.in === 'path' ? ['me', ...ids] : ids }]);
  },
);

test('The fake service records what it was sent, and its replies may depend on that', async () => {
  const { service, aid } = fakeOf({
    'mail.send': ({ body }: { body: { subject: string } }) => ({ id: `msg_${body.subject}` }),
    'contacts.delete': undefined,
    'GET /v1/drafts': new Response('{"drafts":[]}'),
  });
  expect(await aid.mail.send({ to: 'ada@example.com', subject: 'one' })).toEqual({ id: 'msg_one' });
  expect(await aid.contacts.delete('con_1')).toBeUndefined();
  expect(await aid.request('GET', '/v1/drafts', { query: { limit: 1 } })).toEqual({ drafts: [] });
  expect(service.callsOf('mail.send')).toMatchObject([{ body: { to: 'ada@example.com', subject: 'one' } }]);
  expect(service.callsOf('mail.send')[0]?.headers.get('idempotency-key')).toMatch(/./);
  expect(service.calls.at(-1)?.query).toEqual({ limit: '1' });
});

test('The fake service replies with errors of the service, and with one to a call that the test has not foreseen', async () => {
  const { service, aid } = fakeOf({
    'tasks.get': () => {
      throw fakeError(404, 'resource.not_found');
    },
    'tasks.reply': () => {
      throw fakeError(409, 'a2a.task_terminal', { message: 'It has ended.' });
    },
  });
  await expect(aid.tasks.get('tsk_1')).rejects.toBeInstanceOf(NotFoundError);
  const reply = aid.tasks.reply('tsk_1', { state: 'completed' });
  await expect(reply).rejects.toMatchObject({ code: 'a2a.task_terminal', message: 'It has ended.' });
  await expect(aid.tasks.reply('tsk_1', { state: 'completed' })).rejects.toBeInstanceOf(ConflictError);
  service.calls.length = 0;
  const unforeseen = aid.me();
  await expect(unforeseen).rejects.toMatchObject({ code: 'fake.unexpected', message: expect.stringContaining('me') });
  await expect(unforeseen).rejects.toBeInstanceOf(ValidationError);
  expect(service.calls).toHaveLength(1);
});

test('A call that fails for a time in the fake service is repeated as by the real one', async () => {
  let attempts = 0;
  const { service, aid } = fakeOf({
    me: () => {
      attempts += 1;
      if (attempts < 3)
        throw fakeError(429, 'rate_limit.exceeded', { retryable: true, headers: { 'retry-after': '0' } });
      return { actor_type: 'agent' };
    },
  });
  expect((await aid.me()).actor_type).toBe('agent');
  expect(service.callsOf('me')).toHaveLength(3);
});
