import { type Body, freshName, type StateClient } from './state-client.ts';

/**
 * An email that waits for a person who has got an email about it, with a link and a code. Returns a function that waits
 * for it: the sweep has it sent within two minutes, in which the other rows are written.
 */
export async function writeApprovalEmail(client: StateClient): Promise<() => Promise<void>> {
  const organization = await client.organization();
  const agent = await client.agent(organization);
  const email = `${freshName('approver')}@example.com`;
  await client.ok('POST', '/v1/auth/claim', organization.key, { email, password: 'correct horse battery' });
  const code = await client.mailedCode(email);
  await client.ok('POST', '/v1/auth/claim', organization.key, { email, code });
  await client.ok('PUT', '/v1/approval-settings', organization.key, { mail: 'always' });
  const body = { to: 'bob@elsewhere.example', subject: 'Waiting', text: 'Hello' };
  const { id } = await client.ok('POST', `/v1/identities/${agent.id}/mail/send`, agent.key, body);
  client.reads(agent.key, `/v1/identities/${agent.id}/mail/messages/${id}`);
  return async () => {
    const link = await client.until(async () => {
      const { messages } = await client.ok('GET', '/_local/outbox');
      const mails = messages.filter((one: Body) => one.to.includes(email));
      return mails.map((one: Body) => /https?:\/\/\S+\/v1\/approval-links\/\S+/.exec(one.text)?.[0]).find(Boolean);
    }, `an email about an approval for ${email}`);
    const { status } = await fetch(link);
    if (status !== 200) throw new Error(`the page of an approval: ${status}`);
  };
}
