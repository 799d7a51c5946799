import { expect, onTestFinished, test } from 'vitest';
import { Aid } from '#clients/typescript/src/index.ts';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sizeOf } from '#testing/test-size.ts';
import { forEach, hostileNetwork, stackWithoutLimits } from '../support/sdk-guarantees.ts';

const EMAILS = sizeOf({ full: 1_000, usual: 200 });

test(`${EMAILS} emails that the TypeScript SDK sends through a hostile network are ${EMAILS} emails`, async () => {
  const stack = await stackWithoutLimits({ AID_EPHEMERAL: '1' });
  onTestFinished(() => stack.stop().then(() => {}));
  const proxy = await hostileNetwork(stack.baseUrl);
  const { key } = await makeAgent(await makeOrganization(stack.baseUrl));
  const aid = new Aid({ key, url: proxy.url });
  const subjects = Array.from({ length: EMAILS }, (_, index) => `number ${index}`);
  await forEach(EMAILS, (index) =>
    aid.mail.send({ to: `friend-${index}@example.com`, subject: subjects[index] ?? '', text: 'x' }),
  );
  const direct = new Aid({ key, url: stack.baseUrl });
  const sent = await direct.mail.messages.list({ direction: 'outbound', limit: 200 }).all();
  expect(sent.map(({ subject }) => subject).sort()).toEqual(subjects.sort());
  expect(proxy.record.tooEarly).toEqual([]);
  console.log('faults:', JSON.stringify(proxy.record.counts));
});
