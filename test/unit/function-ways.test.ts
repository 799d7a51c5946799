import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { functionWays } from '#functions/workers/sweep/ways/function-ways.ts';
import { FUNCTION_NAMES } from '#lib/functions.ts';
import { MINUTES_BETWEEN_READS, maxAgeOfWay, minutesOfFunction } from '#shared/contract/ways.ts';

const lambda = mockClient(LambdaClient);
const HTTP = FUNCTION_NAMES.filter((name) => name.startsWith('http-'));
const MINUTE = 60_000;

beforeEach(() => {
  lambda.reset();
  lambda.on(InvokeCommand).resolves({ StatusCode: 200 });
  vi.stubEnv('STAGE', 'prod');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('HEARTBEAT_FUNCTIONS', HTTP.map((name) => `${name}:live`).join(' '));
});

test('Every function is invoked each minute or every three minutes, and reads a row once in three or four minutes', async () => {
  const signal = AbortSignal.timeout(10_000);
  const reads = new Map<string, number>();
  const runs = new Map<string, number>();
  for (let minute = 0; minute < 12; minute++) {
    for (const way of functionWays()) {
      if (minute % way.everyMinutes !== way.turn) continue;
      lambda.resetHistory();
      await way.go(minute * MINUTE, signal);
      const payload = JSON.parse(String(lambda.commandCalls(InvokeCommand)[0]?.args[0].input.Payload));
      runs.set(way.name, (runs.get(way.name) ?? 0) + 1);
      if (payload.readsTable) reads.set(way.name, (reads.get(way.name) ?? 0) + 1);
    }
  }
  expect([...runs.keys()].sort()).toEqual([...HTTP].sort());
  expect(reads.size).toBe(HTTP.length);
  expect(new Set(reads.values())).toEqual(new Set([3, 4]));
  expect([runs.get('http-mcp'), reads.get('http-mcp')]).toEqual([12, 12 / MINUTES_BETWEEN_READS]);
  expect([runs.get('http-tokens'), reads.get('http-tokens')]).toEqual([4, 4]);
});

test('A function that is invoked less often is late later', () => {
  expect(HTTP.filter((name) => minutesOfFunction(name) > 1).sort()).toEqual([
    'http-approvals',
    'http-oauth',
    'http-provider-accounts',
    'http-tokens',
  ]);
  expect(maxAgeOfWay('http-tokens') - maxAgeOfWay('http-mcp')).toBe(2 * 60);
});
