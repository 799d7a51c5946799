import { expect, test } from 'vitest';
// @ts-expect-error: the example is plain JavaScript, which its users copy
import { followStream } from '#examples/follow-stream.mjs';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';

test('The example that follows the log gets what has happened since a time, and what happens from then on', async () => {
  const since = new Date(Date.now() - 60_000).toISOString();
  const agent = await makeAgent(await makeOrganization());
  const send = (subject: string) =>
    agent.api.ok('sendMail', { params: { id: agent.id }, body: { to: ['ada@example.com'], subject, text: 'Hi' } });
  const sent = [await send('First')];
  const stop = new AbortController();
  const options = { url: sharedStack().baseUrl, key: agent.key, types: ['mail.sent'], since, signal: stop.signal };
  const followed: string[] = [];
  for await (const event of followStream(options)) {
    followed.push(event.payload.messageId);
    if (sent.length === 2) break;
    sent.push(await send('Second'));
  }
  stop.abort();
  expect(followed).toEqual(sent.map(({ id }) => id));
});
