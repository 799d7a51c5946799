import type { StateClient } from './state-client.ts';

/** Emails that wait for a person, that one has approved, denied, and that a suspension has canceled. */
export async function writeApprovals(client: StateClient): Promise<void> {
  const organization = await client.organization();
  const [agent, suspended] = await Promise.all([client.agent(organization), client.agent(organization)]);
  const settings = '/v1/approval-settings';
  await client.ok('PUT', settings, organization.key, { mail: 'always', new_recipients_per_day: 5 });
  const mail = `/v1/identities/${agent.id}/mail`;
  const send = (subject: string) =>
    client.ok('POST', `${mail}/send`, agent.key, { to: 'bob@elsewhere.example', subject, text: 'Hello' });
  const [waiting, approved, denied] = [await send('Waiting'), await send('Approved'), await send('Denied')];
  const { content_hash } = await client.ok('GET', `/v1/approvals/${approved.approval_id}`, organization.key);
  await client.ok('POST', `/v1/approvals/${approved.approval_id}/approve`, organization.key, { content_hash });
  await client.ok('POST', `/v1/approvals/${denied.approval_id}/deny`, organization.key, { reason: 'No.' });
  await client.until(async () => {
    const { status } = await client.ok('GET', `${mail}/messages/${approved.id}`, agent.key);
    return status === 'delivered' ? true : undefined;
  }, 'the approved email');

  // Counted against a budget: the settings of the organization hold every email, so it has one of its own.
  const other = await client.organization();
  const counted = await client.agent(other);
  await client.ok('PUT', settings, other.key, { mail_per_day: 5 });
  const body = { to: 'bob@elsewhere.example', subject: 'Counted', text: 'Hello' };
  await client.ok('POST', `/v1/identities/${counted.id}/mail/send`, counted.key, body);

  await client.ok('POST', `/v1/identities/${suspended.id}/mail/send`, suspended.key, body);
  await client.ok('POST', `/v1/identities/${suspended.id}/suspend`, organization.key, {});

  // The last release shows the messages with their status, and sends none of them.
  client.reads(agent.key, `${mail}/messages`, `${mail}/messages/${waiting.id}`, `${mail}/threads/${waiting.thread_id}`);
  client.reads(organization.key, '/v1/events');
  const held = { method: 'GET', path: `${mail}/messages/${waiting.id}`, key: agent.key, contains: '"status":"held"' };
  client.outcome({ name: 'a held email stays held', ...held });
  client.later('a held email is marked', 'PATCH', `${mail}/messages/${waiting.id}`, agent.key, { is_read: false });
}
