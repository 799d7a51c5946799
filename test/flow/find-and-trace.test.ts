import { expect, test } from 'vitest';
import { freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { messageWith } from '../support/log-reader.ts';

test('An email is found by a word of its text, by its own agent only, and its trace leads to its event', async () => {
  const organization = await makeOrganization();
  const [agent, other] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
  const [subject, word] = [freshName('order'), freshName('zeppelin')];
  await sendMail({ to: agent.address, subject, text: `It is the ${word} that landed.` });
  const { id } = await messageWith(agent, subject);

  const { results } = await agent.api.ok('search', { query: { q: word } });
  expect(results).toMatchObject([{ kind: 'mail', id, title: subject, highlights: [word] }]);
  expect(await other.api.ok('search', { query: { q: word } })).toEqual({ results: [] });

  const { steps } = await agent.api.ok('getTrace', { params: { id } });
  expect(steps.map(({ kind }) => kind).filter((kind) => kind !== 'reading')).toEqual(['mail', 'event']);
  await other.api.refused('getTrace', 'resource.not_found', { params: { id } });
});
