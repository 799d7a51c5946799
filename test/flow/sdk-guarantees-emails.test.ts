import { expect, test } from 'vitest';
import { Aid } from '#clients/typescript/src/index.ts';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { sizeOf } from '#testing/test-size.ts';
import { forEach, hostileNetwork } from '../support/sdk-guarantees.ts';

const EMAILS = sizeOf({ usual: 60, full: 1_000 });

test(`${EMAILS} emails that the TypeScript SDK sends through a hostile network are ${EMAILS} emails`, async () => {
  const { baseUrl } = sharedStack();
  const proxy = await hostileNetwork(baseUrl);
  const { key } = await makeAgent(await makeOrganization());
  const aid = new Aid({ key, url: proxy.url });
  const subjects = Array.from({ length: EMAILS }, (_, index) => `number ${index}`);
  await forEach(EMAILS, (index) =>
    aid.mail.send({ to: `friend-${index}@example.com`, subject: subjects[index] ?? '', text: 'x' }),
  );
  const direct = new Aid({ key, url: baseUrl });
  const sent = await direct.mail.messages.list({ direction: 'outbound', limit: 200 }).all();
  expect(sent.map(({ subject }) => subject).sort()).toEqual(subjects.sort());
  expect(proxy.record.tooEarly).toEqual([]);
  console.log('faults:', JSON.stringify(proxy.record.counts));
});
