import { expect, inject, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sdkEnvironment, startProgram } from './support/python-program.ts';

test('The processor time of a thousand calls is measured against that of httpx alone', async () => {
  const { baseUrl } = inject('stack');
  const agent = await makeAgent(await makeOrganization(baseUrl));
  const program = startProgram(inject('sdkPython'), 'overhead', [1_000], sdkEnvironment(baseUrl, agent.key));
  expect(await program.ended, program.output()).toBe(0);
  const { httpx_us: bare, aid_us: ours, overhead } = JSON.parse(program.output());
  console.log(`a call: ${ours} µs of processor time, ${bare} µs by httpx alone: ${(overhead * 100).toFixed(1)} %`);
  expect(ours).toBeGreaterThan(0);
});
