import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { EmulatedBucket, keyIn } from '../support/emulated-bucket.ts';
import { eventually } from '../support/eventually.ts';
import { messageWith } from '../support/log-reader.ts';

/**
 * Deletes the files of an email, as the lifecycle rules of the bucket do. `links` lead to its raw mail and its
 * attachment: one of the two is stored, and its name has the name of the mail.
 */
async function expireFiles(...links: string[]): Promise<void> {
  for (const link of links) {
    const bucket = new EmulatedBucket(link);
    const [, mail] = keyIn(link).split('/');
    for (const key of [keyIn(link), `content/${mail}.json`]) await bucket.delete(key);
  }
}

const NOTE = 'The text, the raw mail and the attachments are no longer stored: mail files are deleted after 365 days.';

describe('a message with files that have expired in the bucket', () => {
  let agent: Agent;

  beforeAll(async () => {
    agent = await makeAgent(await makeOrganization());
  });

  test('A received message is shown without its bodies and with a note, and links to its files are 404', async () => {
    const subject = freshName('old');
    const attachments = [{ filename: 'a.txt', content: 'attached' }];
    await sendMail({ from: 'ada@sender.example', to: agent.address, subject, text: 'the text', attachments });
    const listed = await messageWith(agent, subject);
    const params = { id: agent.id, mid: listed.id };
    const aid = listed.attachments[0]?.id ?? '';
    expect(await agent.api.ok('getMessage', { params })).toMatchObject({ text: 'the text\n', detail: null });
    const { download_url } = await agent.api.ok('getRawMessage', { params });
    const attachment = await agent.api.ok('getAttachment', { params: { ...params, aid } });

    await expireFiles(download_url, attachment.download_url);
    const { detail, text, html, extracted_text, hidden_text, headers, ...record } = await agent.api.ok('getMessage', {
      params,
    });
    expect({ detail, text, html, extracted_text, hidden_text, headers }).toEqual({
      detail: NOTE,
      text: null,
      html: null,
      extracted_text: null,
      hidden_text: null,
      headers: [],
    });
    const { detail: _, ...rest } = listed;
    expect(record).toEqual(rest);
    const raw = await agent.api.refused('getRawMessage', 'resource.not_found', { params });
    expect(raw.error?.message).toBe('The raw mail is no longer stored: mail files are deleted after 365 days.');
    const file = await agent.api.refused('getAttachment', 'resource.not_found', { params: { ...params, aid } });
    expect(file.error?.message).toBe('The attachment is no longer stored: mail files are deleted after 365 days.');
    // The error distinguishes a file that never existed from an expired one.
    const never = { ...params, mid: `msg_${'0'.repeat(26)}` };
    const absent = await agent.api.refused('getRawMessage', 'resource.not_found', { params: never });
    expect(absent.error?.message).toBe('No such resource.');
  });

  test('A sent message keeps the content of its detail, and can still be replied to', async () => {
    const attachments = [{ filename: 'a.txt', content_type: 'text/plain', content_base64: 'YQ==' }];
    const body = { to: 'bounce@simulator.amazonses.com', subject: freshName('old'), text: 'the text', attachments };
    const { id: mid } = await agent.api.ok('sendMail', { params: { id: agent.id }, body });
    const params = { id: agent.id, mid };
    const before = await eventually(async () => {
      const message = await agent.api.ok('getMessage', { params });
      if (message.status !== 'bounced') throw new Error(message.status);
      return message;
    });
    expect(before.detail).not.toBeNull();
    const aid = before.attachments[0]?.id ?? '';
    const raw = await agent.api.ok('getRawMessage', { params });
    const attachment = await agent.api.ok('getAttachment', { params: { ...params, aid } });
    await expireFiles(raw.download_url, attachment.download_url);
    await agent.api.refused('getRawMessage', 'resource.not_found', { params });
    await agent.api.refused('getAttachment', 'resource.not_found', { params: { ...params, aid } });
    const after = await agent.api.ok('getMessage', { params });
    expect([after.text, after.detail]).toEqual([null, `${before.detail} ${NOTE}`]);
    const answer = { in_reply_to_message_id: mid, to: 'success@simulator.amazonses.com', text: 'again' };
    await agent.api.ok('sendMail', { params: { id: agent.id }, body: { subject: 'x', ...answer } });
  });
});
