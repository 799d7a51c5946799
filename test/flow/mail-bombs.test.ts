import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { withSmtpLines } from '#testing/mail-corpus.ts';
import { sendMail, sendRawMail } from '#testing/mailer.ts';
import { eventsOf, messagesOf, messageWith } from '../support/log-reader.ts';
import { MAIL_BOMBS } from '../support/mail-bombs.ts';

/**
 * The largest mail bomb of each kind, through the whole stack, with the memory limit of each function as in its
 * template. The unit tests read all of them in a process with a small heap.
 */
const THROUGH_THE_STACK: ReadonlySet<string> = new Set([
  'multiparts nested 10,000 deep',
  '100,000 parts',
  'a header of 30 MB in one field',
  '10,000 recipients',
  '30 MB of base64 in one line',
  '39 MB of empty lines',
  '39 MB of attached files, a megabyte each',
  'a zip of 200 MB of zeros, compressed twice',
]);

describe('mail that is meant to exhaust its reader', () => {
  let organization: Organization;

  beforeAll(async () => {
    organization = await makeOrganization();
  });

  test.each(MAIL_BOMBS.filter(({ name }) => THROUGH_THE_STACK.has(name)))(
    'A mail bomb is stored with its event, and the next mail arrives: $name',
    async ({ raw, problem }) => {
      const agent = await makeAgent(organization);
      const bytes = await raw();
      await sendRawMail(agent.address, bytes);
      const subject = freshName('after');
      await sendMail({ to: agent.address, subject, text: 'x' });

      const next = await messageWith(agent, subject);
      const bomb = (await messagesOf(agent, 2)).find(({ id }) => id !== next.id);
      expect(bomb).toMatchObject({
        direction: 'inbound',
        status: 'received',
        from: [{ address: 'ada@sender.example' }],
      });
      if (problem === null) expect(bomb?.detail).toBeNull();
      else expect(bomb?.detail?.replace('not parsed: ', '')).toMatch(problem);
      expect(bomb?.detail ?? 'not parsed: ').toMatch(/^not parsed: /);

      const params = { id: agent.id, mid: bomb?.id ?? '' };
      await agent.api.ok('getMessage', { params });
      await eventsOf(agent, 1, ({ payload }) => payload.messageId === bomb?.id);
      expect(await messagesOf(agent, 2)).toHaveLength(2);
      await expectKept(agent, params, bytes);
      await expectDownload(agent, params, bomb?.attachments.at(-1));
    },
  );
});

/** An attachment, if there is one, is extracted within the time of a request and the memory of the function. */
async function expectDownload(
  agent: Agent,
  params: { id: string; mid: string },
  attachment: { id: string; size: number } | undefined,
): Promise<void> {
  if (attachment === undefined) return;
  const { download_url } = await agent.api.ok('getAttachment', { params: { ...params, aid: attachment.id } });
  const reply = await fetch(download_url);
  expect(reply.status).toBe(200);
  expect((await reply.arrayBuffer()).byteLength).toBe(attachment.size);
}

/** The raw mail is what was sent, after the trace fields of the receiving server. */
async function expectKept(agent: Agent, params: { id: string; mid: string }, sent: Buffer): Promise<void> {
  const { download_url } = await agent.api.ok('getRawMessage', { params });
  const reply = await fetch(download_url);
  expect(reply.status).toBe(200);
  const kept = Buffer.from(await reply.arrayBuffer());
  const lines = withSmtpLines(sent);
  expect(kept.subarray(-lines.length).equals(lines)).toBe(true);
}
