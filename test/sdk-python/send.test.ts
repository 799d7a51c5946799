import { expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { HostileProxy } from '#testing/hostile-proxy/hostile-proxy.ts';
import { seedOfRun } from '#testing/seed.ts';
import { sizeOf } from '#testing/test-size.ts';
import { sdkEnvironment, startProgram } from './support/python-program.ts';
import { useSdk } from './support/use-sdk.ts';

const sdk = useSdk();

const EMAILS = sizeOf({ usual: 60, full: 1_000 });

test(`${EMAILS} emails that the Python SDK sends through a hostile network are ${EMAILS} emails`, async () => {
  const { baseUrl } = sharedStack();
  const organization = await makeOrganization(baseUrl);
  const agent = await makeAgent(organization);
  const proxy = await HostileProxy.start({ upstream: baseUrl, seed: seedOfRun() });
  try {
    const address = 'success@simulator.amazonses.com';
    const program = startProgram(sdk.bin, 'send', [EMAILS, address], sdkEnvironment(proxy.url, agent.key));
    expect(await program.ended, program.output()).toBe(0);
    expect(Number(program.output())).toBe(EMAILS);
    const subjects = await sentSubjects(agent);
    expect(subjects.length).toBe(EMAILS);
    expect(new Set(subjects).size).toBe(EMAILS);
    expect(proxy.record.tooEarly).toEqual([]);
    const { passed = 0, ...faults } = proxy.record.counts;
    console.log(`${EMAILS} emails; ${passed} requests passed, ${JSON.stringify(faults)}`);
  } finally {
    await proxy.stop();
  }
});

async function sentSubjects(agent: Agent): Promise<string[]> {
  const subjects: string[] = [];
  for (let before: string | undefined; ; ) {
    const { messages } = await agent.api.ok('listMessages', {
      params: { id: agent.id },
      query: { direction: 'outbound', limit: 200, before },
    });
    subjects.push(...messages.map(({ subject }) => subject));
    const last = messages.at(-1);
    if (last === undefined || messages.length < 200) return subjects;
    before = last.created_at;
  }
}
