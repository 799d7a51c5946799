import { beforeAll, expect, test } from 'vitest';
import { allowProviders, PROVIDER_NAMES, trusting, useProvider } from '#test/support/trusting-providers.ts';
import { type Agent, makeAgent, makeOrganization } from '#testing/fixture.ts';

let ada: Agent;
let mallory: Agent;

beforeAll(async () => {
  const [works, rivals] = [await makeOrganization(), await makeOrganization()];
  [ada, mallory] = await Promise.all([makeAgent(works), makeAgent(rivals)]);
  await Promise.all([allowProviders(works), allowProviders(rivals)]);
});

test.each(PROVIDER_NAMES)(
  'aid token --for %s gives access to the agent that is trusted, and to none of another organization',
  async (name) => {
    const fake = await trusting(name, ada);
    expect(await useProvider(name, fake, ada)).toMatchObject({ code: 0 });
    expect(await useProvider(name, fake, mallory)).toMatchObject({ code: 3 });
  },
);
