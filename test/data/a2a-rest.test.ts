import { beforeAll, describe, expect, test } from 'vitest';
import type { OperationName } from '#testing/operations.ts';
import { RpcSpeaker, textMessage } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let { api, caller, worker } = {} as TwoAgents;
let rpc: RpcSpeaker;

beforeAll(async () => {
  ({ api, caller, worker } = await twoAgents(engine.table, { open: true }));
  rpc = new RpcSpeaker(api, caller, worker);
});

describe('the HTTP+JSON binding', () => {
  const rest = <N extends OperationName>(name: N, params: object = {}, more: object = {}) =>
    api.call(name, {
      key: caller.key,
      params: { id: worker.id, ...params },
      headers: { 'a2a-version': '1.0' },
      ...more,
    });

  test('The HTTP+JSON binding works on the same tasks, and returns errors as google.rpc.Status', async () => {
    const made = await rest('sendA2aMessage', {}, { body: textMessage('over HTTP') });
    expect([made.status, made.headers['content-type']]).toEqual([200, 'application/a2a+json']);
    const { id } = made.body.task;
    expect((await rest('getA2aTask', { task: id }, { query: { historyLength: '1' } })).body).toEqual(
      await rpc.result('GetTask', { id, historyLength: 1 }),
    );
    const listed = await rest('listA2aTasks', {}, { query: { pageSize: '10', includeArtifacts: 'true' } });
    expect(listed.body.tasks.map((task: { id: string }) => task.id)).toEqual([id]);
    expect((await rest('actOnA2aTask', { task: `${id}:cancel` })).body.status.state).toBe('TASK_STATE_CANCELED');

    const unknown = await rest('getA2aTask', { task: 'nonsense' });
    expect([unknown.status, unknown.body]).toEqual([
      404,
      {
        error: {
          code: 404,
          status: 'NOT_FOUND',
          message: 'Task not found',
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
              reason: 'TASK_NOT_FOUND',
              domain: 'a2a-protocol.org',
            },
          ],
        },
      },
    ]);
    const wrong = await rest('listA2aTasks', {}, { query: { pageSize: '150' } });
    expect([wrong.status, wrong.body.error.status]).toEqual([400, 'INVALID_ARGUMENT']);
    expect(wrong.body.error.details[1].fieldViolations).toEqual([{ field: 'pageSize', description: 'at most 100' }]);
    const ended = await rest('getA2aTask', { task: `${id}:subscribe` });
    expect([ended.status, ended.body.error.details[0].reason]).toEqual([400, 'UNSUPPORTED_OPERATION']);
    const verb = await rest('actOnA2aTask', { task: `${id}:explode` });
    expect([verb.status, verb.body.error.code]).toEqual([404, 404]);
    const old = await rest('listA2aTasks', {}, { headers: {} });
    expect([old.status, old.body.error.details[0].reason]).toEqual([400, 'VERSION_NOT_SUPPORTED']);
    const malformed = await rest('sendA2aMessage', { id: 'nonsense' }, { body: textMessage('x') });
    expect([malformed.status, malformed.body.error]).toEqual([
      404,
      { code: 404, status: 'NOT_FOUND', message: 'No such resource.' },
    ]);
  });

  test('The HTTP+JSON binding reads a parameter by its type: `true` is text where text is expected', async () => {
    const listed = (query: object) => rest('listA2aTasks', {}, { query });
    expect((await listed({ contextId: 'true' })).body.tasks).toEqual([]);
    expect((await listed({ include_artifacts: 'false', pageToken: '' })).status).toBe(200);
    const violations = async (query: object) => (await listed(query)).body.error.details[1].fieldViolations;
    expect(await violations({ includeArtifacts: 'yes' })).toMatchObject([{ field: 'includeArtifacts' }]);
    expect(await violations({ contextId: 'a\0b' })).toEqual([{ field: 'contextId', description: 'text without NUL' }]);
  });

  test.each(['statusTimestampAfter', 'status', 'pageSize', 'historyLength', 'includeArtifacts'])(
    'An empty %s is rejected over HTTP+JSON, because it is not a valid text',
    async (field) => {
      const { status, body } = await rest('listA2aTasks', {}, { query: { [field]: '' } });
      expect([status, body.error.status]).toEqual([400, 'INVALID_ARGUMENT']);
      expect(body.error.details[1].fieldViolations).toMatchObject([{ field }]);
    },
  );

  test('The HTTP+JSON binding accepts its version as a query parameter', async () => {
    expect((await rest('listA2aTasks', {}, { headers: {}, query: { 'A2A-Version': '1.0' } })).status).toBe(200);
  });
});
