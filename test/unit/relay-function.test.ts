import {
  GetAliasCommand,
  GetFunctionConfigurationCommand,
  InvokeCommand,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openRelay } from '#scripts/relay/relay-function.ts';

const lambda = mockClient(LambdaClient);
const $metadata = {};

afterAll(() => lambda.restore());

beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  lambda.reset();
  lambda.on(GetFunctionConfigurationCommand).resolves({ Environment: { Variables: { TABLE_NAME: 'table' } } });
  lambda.on(InvokeCommand).resolves({ Payload: Buffer.from('{"batchItemFailures":[]}') as never });
});

/** The qualifier by which the relay is invoked. */
async function qualifier(): Promise<string | undefined> {
  const { invoke } = await openRelay('aid-dev-worker-relay');
  expect(await invoke({ Records: [] })).toEqual({ batchItemFailures: [] });
  return lambda.commandCalls(InvokeCommand)[0]?.args[0].input.Qualifier;
}

describe('the deployed relay', () => {
  test('It is invoked in the version that gets invocations, and not in one that was taken back', async () => {
    lambda.on(GetAliasCommand, { FunctionName: 'aid-dev-worker-relay', Name: 'live' }).resolves({ Name: 'live' });
    expect(await qualifier()).toBe('live');
  });

  test('It is invoked without an alias where the stage has none', async () => {
    lambda.on(GetAliasCommand).rejects(new ResourceNotFoundException({ message: 'no alias', $metadata, Type: 'User' }));
    expect(await qualifier()).toBeUndefined();
  });

  test('An operator without the right to read the alias gets the error, and nothing is invoked', async () => {
    lambda.on(GetAliasCommand).rejects(new Error('AccessDeniedException'));
    await expect(qualifier()).rejects.toThrow('AccessDenied');
    expect(lambda.commandCalls(InvokeCommand)).toEqual([]);
  });
});
