import { expect, test } from 'vitest';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { sdkEnvironment, startProgram } from './support/python-program.ts';
import { useSdk } from './support/use-sdk.ts';

const sdk = useSdk();

test('The Python SDK serves a local server and a function through tunnels, with threads and with coroutines', async () => {
  const { baseUrl } = sharedStack();
  const agent = await makeAgent(await makeOrganization(baseUrl));
  const program = startProgram(sdk.bin, 'tunnel', [], sdkEnvironment(baseUrl, agent.key));
  expect(await program.ended, program.output()).toBe(0);
  expect(program.output()).toBe('a port, with threads\na port with coroutines\na function with coroutines\n');
});
