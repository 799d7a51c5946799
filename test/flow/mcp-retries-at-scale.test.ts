import { expect, test } from 'vitest';
import type { McpClient } from '../support/mcp-clients.ts';
import { ACCEPTS_ALL, connectedAgent, sentId, sentSubjects } from '../support/mcp-sending.ts';

/** An agent of an owner who is not verified sends ten emails a day. */
const AGENTS = 10;
const EMAILS = 10;

/** Calls a tool in one of the ways of a client that does not get a result in time. */
async function insisted(client: McpClient, args: Record<string, unknown>, way: number): Promise<string[]> {
  const send = (signal?: AbortSignal) => client.call('send_email', args, { signal });
  if (way === 0) return [sentId(await send()), sentId(await send())];
  if (way === 1) return (await Promise.all([send(), send(), send()])).map(sentId);
  const abort = new AbortController();
  const aborted = send(abort.signal).catch(() => undefined);
  if (way === 3) await new Promise(setImmediate);
  abort.abort();
  await aborted;
  return [sentId(await send()), sentId(await send())];
}

test('A hundred emails, each sent by two or three calls at once, one after the other or after a call that was given up, are a hundred emails', async () => {
  const sent = await Promise.all(
    Array.from({ length: AGENTS }, async (_, of) => {
      const { agent, client } = await connectedAgent();
      const subjects = Array.from({ length: EMAILS }, (_unused, index) => `Email ${index}`).sort();
      for (const [index, subject] of subjects.entries()) {
        const ids = await insisted(client, { to: [ACCEPTS_ALL], subject, text: 'Once' }, (index + of) % 4);
        expect(new Set(ids).size).toBe(1);
      }
      return { agent, subjects };
    }),
  );
  for (const { agent, subjects } of sent) expect(await sentSubjects(agent, EMAILS)).toEqual(subjects);
});
