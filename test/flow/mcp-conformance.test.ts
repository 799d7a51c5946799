import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import {
  type ConformanceTarget,
  conformanceTarget,
  PASSED,
  runScenario,
  SCENARIOS,
} from '../support/mcp-conformance.ts';

let target: ConformanceTarget;

beforeAll(async () => {
  const { key } = await makeAgent(await makeOrganization());
  target = await conformanceTarget({ baseUrl: sharedStack().baseUrl, key });
});

afterAll(() => target.close());

test.each(SCENARIOS)('The server passes the scenario %s of the official conformance suite', async (scenario) => {
  expect(await runScenario(target, scenario)).toMatch(PASSED);
});
