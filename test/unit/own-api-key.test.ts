import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { BrokenFunctionError } from '#functions/workers/sweep/ways/invoke-function.ts';
import { forgetApiKey } from '#functions/workers/sweep/ways/own-api-key.ts';
import { requestApi } from '#functions/workers/sweep/ways/request.ts';
import { hashApiKey } from '#shared/domain/organization/api-key.ts';
import { DAY } from '#shared/domain/time/time.ts';

const lambda = mockClient(LambdaClient);
const signal = new AbortController().signal;
const NOW = 1_800_000_000_000;

/** The keys of the requests that were made, and the status of the responses from now on. */
let keys: string[];
let status: number;

beforeEach(() => {
  forgetApiKey();
  lambda.reset();
  lambda.on(InvokeCommand).resolves({});
  vi.stubEnv('STAGE', 'prod');
  vi.stubEnv('API_URL', 'https://api.test');
  vi.stubEnv('HEARTBEAT_FUNCTIONS', 'http-mcp:live http-accounts:live');
  keys = [];
  status = 200;
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers.authorization?.replace('Bearer ', '') ?? '');
    return new Response('{}', { status });
  });
  return () => vi.unstubAllGlobals();
});

afterAll(() => lambda.restore());

const stored = () =>
  lambda.commandCalls(InvokeCommand).map(({ firstArg: { input } }) => ({
    ...JSON.parse(String(input.Payload)),
    function: input.FunctionName,
  }));

test('The sweep makes one key for a day, and passes only its hash to the function of accounts', async () => {
  await requestApi('/v1/me', NOW, signal);
  await requestApi('/v1/me', NOW + DAY - 1, signal);
  expect(new Set(keys).size).toBe(1);
  const [key = ''] = keys;
  expect(stored()).toEqual([
    {
      kind: 'health',
      Records: [],
      readsTable: false,
      keyHash: hashApiKey(key),
      function: 'aid-prod-http-accounts:live',
    },
  ]);
  await requestApi('/v1/me', NOW + DAY, signal);
  expect(new Set(keys).size).toBe(2);
});

test('Ways that begin at the same time share the key', async () => {
  await Promise.all([requestApi('/v1/me', NOW, signal), requestApi('/v1/mcp', NOW, signal)]);
  expect(stored()).toHaveLength(1);
  expect(new Set(keys).size).toBe(1);
});

test('A key that the API refuses is replaced at the next try, for example after a restore of the table', async () => {
  status = 401;
  await expect(requestApi('/v1/me', NOW, signal)).rejects.toThrow('/v1/me: 401');
  status = 200;
  await requestApi('/v1/me', NOW, signal);
  expect(new Set(keys).size).toBe(2);
  status = 503;
  await expect(requestApi('/v1/me', NOW, signal)).rejects.toThrow('/v1/me: 503');
  status = 200;
  await requestApi('/v1/me', NOW, signal);
  expect(new Set(keys).size).toBe(2);
});

test('If the function of accounts does not work, no request is made, and the next try makes another key', async () => {
  const payload = Buffer.from('{"errorType":"Runtime.ExitError","errorMessage":"exit 1"}');
  lambda
    .on(InvokeCommand)
    .resolvesOnce({ FunctionError: 'Unhandled', Payload: payload as never })
    .resolves({});
  await expect(requestApi('/v1/me', NOW, signal)).rejects.toThrow(BrokenFunctionError);
  expect(keys).toEqual([]);
  await requestApi('/v1/me', NOW, signal);
  expect(keys).toHaveLength(1);
});
