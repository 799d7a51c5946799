import { expect, test } from 'vitest';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { sdkEnvironment, startProgram } from './support/python-program.ts';
import { useSdk } from './support/use-sdk.ts';

const sdk = useSdk();

const MAX_OVERHEAD = 0.05;

test('The processor time of two thousand calls is at most five percent above that of httpx alone', async () => {
  const { baseUrl } = sharedStack();
  const agent = await makeAgent(await makeOrganization(baseUrl));
  const program = startProgram(sdk.bin, 'overhead', [], sdkEnvironment(baseUrl, agent.key));
  expect(await program.ended, program.output()).toBe(0);
  const { httpx_us: bare, aid_us: ours, overhead, interval } = JSON.parse(program.output());
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  console.log(`a call: ${ours} µs of processor time, ${bare} µs by httpx alone`);
  console.log(`median of the pairs ${percent(overhead)}, 96 % confidence: ${interval.map(percent).join(' to ')}`);
  expect(interval[1], 'with a confidence of 98 %').toBeLessThanOrEqual(MAX_OVERHEAD);
});
