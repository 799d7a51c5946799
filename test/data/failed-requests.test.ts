import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test, vi } from 'vitest';
import { generateApiKey } from '#shared/domain/organization/api-key.ts';
import { canceledTransaction } from '../support/canceled-transaction.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { useMockedTable } from '../support/mocked-table.ts';

/** Requests while the engine fails in ways that none does on demand. */
const { dynamo, table } = useMockedTable();

describe('a request while the database is gone', () => {
  test('A request while the database is gone gets an internal error without details that may be retried', async () => {
    dynamo.onAnyCommand().rejects(new Error('connect ECONNREFUSED 10.0.0.1:8000'));
    const reply = await new InProcessApi(table).call('getMe', { key: generateApiKey('org') });
    expect(reply.status).toBe(500);
    expect(reply.body.error).toMatchObject({ code: 'internal.error', retryable: true });
    expect(JSON.stringify(reply.body)).not.toContain('ECONNREFUSED');
  });

  test('/v1/ready returns 503 with the status unavailable in addition to the error, and /v1/health 200', async () => {
    dynamo.onAnyCommand().rejects(new Error('gone'));
    const api = new InProcessApi(table);
    const ready = await api.call('getReady');
    expect(ready.status).toBe(503);
    expect(ready.body).toEqual({
      status: 'unavailable',
      error: {
        code: 'service.unavailable',
        message: expect.any(String),
        request_id: ready.headers['x-request-id'],
        retryable: true,
      },
    });
    expect((await api.call('getHealth')).body).toEqual({ status: 'ok' });
  });

  test('A malformed key is rejected without a read, even if the failure cannot be counted', async () => {
    dynamo.onAnyCommand().rejects(new Error('gone'));
    expect((await new InProcessApi(table).call('getMe', { key: 'aid_org_mistyped' })).status).toBe(401);
    expect(dynamo.calls().map(({ args }) => args[0] instanceof UpdateCommand)).toEqual([true]);
  });
});

test('A request gets 429 with Retry-After while its rows stay busy, and it says that it has changed nothing', async () => {
  let elapsed = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
  dynamo.on(UpdateCommand).resolves({ Attributes: { drawn: 1, time: 1000, deliveryTime: 0, slots: 0 } });
  dynamo.on(TransactWriteCommand).callsFake(() => {
    elapsed += 1_000;
    throw canceledTransaction('TransactionConflict');
  });
  const reply = await new InProcessApi(table).call('createOrganization', { body: { name: 'Works', slug: 'works' } });
  expect(reply.status).toBe(429);
  expect(reply.headers['retry-after']).toBe('5');
  expect(reply.body.error).toMatchObject({
    code: 'rate_limit.exceeded',
    retryable: true,
    message: expect.stringContaining('nothing was changed'),
  });
  expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(20);
  clock.mockRestore();
});

test('A request succeeds even if the use of its key cannot be recorded', async () => {
  const grant = {
    keyId: 'key_1',
    organizationId: 'org_1',
    organizationName: 'T',
    organizationSlug: 't',
    identityId: null,
  };
  dynamo.on(GetCommand).resolves({ Item: grant });
  dynamo.on(UpdateCommand).resolves({ Attributes: { drawn: 1 } });
  dynamo
    .on(UpdateCommand, { UpdateExpression: 'SET lastUsedAt = :now' })
    .rejects(new TransactionConflictException({ message: 'conflict', $metadata: {} }));
  const reply = await new InProcessApi(table).call('getMe', { key: generateApiKey('org') });
  expect(reply).toMatchObject({ status: 200, body: { actor_type: 'user', actor_id: 'key_1' } });
  expect(dynamo.commandCalls(UpdateCommand)).toHaveLength(2);
});
