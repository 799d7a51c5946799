import { expect } from 'vitest';
import { StateClient } from '../../compatibility/writer/state-client.ts';

/** An email of a deployed stage that waits for a person. */
export interface HeldEmail {
  readonly orgKey: string;
  readonly approval: string;
  /** The path of the message. */
  readonly message: string;
}

const clientOf = (url: string) => new StateClient({ url, smtpPort: 0, receiver: '', state: 'settled' });

/** Holds an email, by a release that knows approvals. */
export async function holdEmail(url: string): Promise<HeldEmail> {
  const client = clientOf(url);
  const organization = await client.organization();
  const { id, key } = await client.agent(organization);
  await client.ok('PUT', '/v1/approval-settings', organization.key, { mail: 'always' });
  const mail = { to: 'bob@elsewhere.example', subject: 'Held', text: 'x' };
  const held = await client.ok('POST', `/v1/identities/${id}/mail/send`, key, mail);
  expect(held.status).toBe('held');
  const message = `/v1/identities/${id}/mail/messages/${held.id}`;
  return { orgKey: organization.key, approval: `/v1/approvals/${held.approval_id}`, message };
}

/** Expects that the release that runs now has not sent it. */
export async function expectHeld(url: string, { orgKey, message }: HeldEmail): Promise<void> {
  expect(await clientOf(url).ok('GET', message, orgKey)).toMatchObject({ status: 'held' });
}

/** Approves it, as often as a person may press a button, and expects that it is sent. */
export async function expectDecidable(url: string, { orgKey, approval, message }: HeldEmail): Promise<void> {
  const client = clientOf(url);
  const { status, content_hash } = await client.ok('GET', approval, orgKey);
  expect(status).toBe('pending');
  const decide = () => client.ok('POST', `${approval}/approve`, orgKey, { content_hash });
  for (const decided of await Promise.all([decide(), decide()])) expect(decided.status).toBe('approved');
  await client.until(async () => {
    const { status: now } = await client.ok('GET', message, orgKey);
    return now === 'sent' ? true : undefined;
  }, 'the approved email');
}
