import { describe, expect, test } from 'vitest';
import { CheckedApi } from '#testing/checked-api.ts';
import { freshName, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { messagesOf } from '../support/log-reader.ts';
import { sentTo } from '../support/sent-mail.ts';

describe('an organization with an owner’s address', () => {
  const anonymous = () => new CheckedApi(sharedStack().baseUrl);

  test('The owner of a new organization gets a six-digit code by mail', async () => {
    const owner_email = `${freshName('owner')}@owner.example`;
    const made = await anonymous().ok('createOrganization', {
      body: { name: 'Owned', slug: freshName('org'), owner_email },
    });
    expect(made).toMatchObject({ owner_email, owner_verified: false });
    const [mail] = await sentTo(owner_email);
    expect(mail?.to).toEqual([owner_email]);
    expect(mail?.subject).toMatch(/\b\d{6}\b/);
    const code = /\b\d{6}\b/.exec(mail?.subject ?? '')?.[0] ?? '';
    expect(mail?.text).toContain(code);
    expect(Buffer.from(mail?.raw_base64 ?? '', 'base64').toString()).toContain('Subject:');
    expect(Date.parse(mail?.sent_at ?? '')).not.toBeNaN();
  });

  test('The owner gets one email, however often the request is repeated', async () => {
    const owner_email = `${freshName('owner')}@owner.example`;
    const call = { body: { name: 'Owned', slug: freshName('org'), owner_email }, idempotencyKey: freshName('key') };
    await Promise.all(Array.from({ length: 8 }, () => anonymous().ok('createOrganization', call)));
    await sentTo(owner_email);
    // Mail is sent in the order of its jobs: once a later one is sent, a repeat of the first would be too.
    const later = `${freshName('owner')}@owner.example`;
    await anonymous().ok('createOrganization', { body: { name: 'Later', slug: freshName('org'), owner_email: later } });
    await sentTo(later);
    expect(await sentTo(owner_email)).toHaveLength(1);
  });

  test('A rejected request sends no mail', async () => {
    const owner_email = `${freshName('owner')}@owner.example`;
    const { slug } = await makeOrganization();
    await anonymous().refused('createOrganization', 'organization.slug_taken', {
      body: { name: 'Taken', slug, owner_email },
    });
    const later = `${freshName('owner')}@owner.example`;
    await anonymous().ok('createOrganization', { body: { name: 'Later', slug: freshName('org'), owner_email: later } });
    await sentTo(later);
    expect(await sentTo(owner_email, 0)).toEqual([]);
  });

  test('An invalid owner address is rejected, also one that would inject a header', async () => {
    for (const owner_email of [
      'ada',
      'ada@',
      '@x.example',
      'a b@x.example',
      'a@x.example\r\nBcc: b@x.example',
      'a@x.example,b@x.example',
      'Ada <a@x.example>',
    ]) {
      const { error } = await anonymous().refused('createOrganization', 'validation.failed', {
        body: { name: 'x', slug: freshName('org'), owner_email },
      });
      expect(error?.message).toMatch(/^owner_email\b/);
    }
  });

  test('An owner who is an agent of the stack gets the code as mail that is marked as automatic', async () => {
    const agent = await makeAgent(await makeOrganization());
    await anonymous().ok('createOrganization', {
      body: { name: 'Owned', slug: freshName('org'), owner_email: agent.address },
    });
    const [message] = await messagesOf(agent, 1);
    expect(message).toMatchObject({ is_automated: true, folder: 'inbox' });
    expect(message?.subject).toMatch(/\b\d{6}\b/);
  });
});
