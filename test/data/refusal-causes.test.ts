import { afterEach, expect, test, vi } from 'vitest';
import { logger } from '#shared/runtime/log.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();

afterEach(() => vi.restoreAllMocks());

/** The fields of the log lines of refused requests. */
function refusals() {
  const debug = vi.spyOn(logger, 'debug');
  return () => debug.mock.calls.filter(([message]) => message === 'request refused').map(([, fields]) => fields);
}

test('A foreign secret and a missing one get the same reply, and the log at debug tells them apart', async () => {
  const api = new InProcessApi(engine.table);
  const { key } = await api.organization();
  const [owner, other] = [await api.agent(key), await api.agent(key)];
  const secret = await api.call('createSecret', { key: owner.key, body: { name: 'one', value: 'x' } });
  const logged = refusals();
  const missing = `${secret.body.id.slice(0, -3)}000`;
  const [foreign, absent] = [
    await api.call('getSecret', { key: other.key, params: { id: secret.body.id } }),
    await api.call('getSecret', { key: other.key, params: { id: missing } }),
  ];
  const withoutId = ({ error: { request_id: _, ...error } }: typeof foreign.body) => error;
  expect(withoutId(foreign.body)).toEqual(withoutId(absent.body));
  expect(logged()).toMatchObject([
    { route: 'getSecret', code: 'resource.not_found', cause: 'the secret belongs to another agent' },
    { route: 'getSecret', code: 'resource.not_found', cause: undefined },
  ]);
  expect(JSON.stringify(foreign.body)).not.toContain('belongs');
});

test('A 401 says nothing of its cause, which the log at debug has', async () => {
  const api = new InProcessApi(engine.table);
  const { key } = await api.organization();
  const logged = refusals();
  const replies = [
    await api.call('getMe', { key: 'nonsense' }),
    await api.call('getMe', { key: key.replace('aid_org_', 'aid_agt_') }),
  ];
  for (const { body } of replies) expect(body.error.message).toBe('Missing or invalid API key.');
  expect(logged()).toMatchObject([
    { code: 'auth.unauthorized', cause: 'no well-formed key' },
    { code: 'auth.unauthorized', cause: expect.any(String) },
  ]);
});
