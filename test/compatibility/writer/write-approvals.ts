import type { StateClient } from './state-client.ts';

/** What waits for a person, what one has approved or denied, and what a suspension has canceled. */
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
  await untilStatus(client, `${mail}/messages/${approved.id}`, organization.key, 'delivered');

  // Counted against a budget: the settings of the organization hold every email, so it has one of its own.
  const other = await client.organization();
  const counted = await client.agent(other);
  await client.ok('PUT', settings, other.key, { mail_per_day: 5 });
  const body = { to: 'bob@elsewhere.example', subject: 'Counted', text: 'Hello' };
  await client.ok('POST', `/v1/identities/${counted.id}/mail/send`, counted.key, body);

  const canceled = await client.ok('POST', `/v1/identities/${suspended.id}/mail/send`, suspended.key, body);
  await client.ok('POST', `/v1/identities/${suspended.id}/suspend`, organization.key, {});

  await writeHeldLeases(client);
  // The sweep ends it, with an event.
  const messages = `/v1/identities/${suspended.id}/mail/messages`;
  await untilStatus(client, `${messages}/${canceled.id}`, organization.key, 'denied');
  await writeHeldTunnels(client);
  await writeHeldTasks(client);

  // The last release shows the messages with their status, and sends none of them.
  client.reads(agent.key, `${mail}/messages`, `${mail}/messages/${waiting.id}`, `${mail}/threads/${waiting.thread_id}`);
  client.reads(organization.key, '/v1/events');
  const held = { method: 'GET', path: `${mail}/messages/${waiting.id}`, key: agent.key, contains: '"status":"held"' };
  client.outcome({ name: 'a held email stays held', ...held });
  client.later('a held email is marked', 'PATCH', `${mail}/messages/${waiting.id}`, agent.key, { is_read: false });
}

async function untilStatus(client: StateClient, path: string, key: string, wanted: string): Promise<void> {
  const read = async () => ((await client.ok('GET', path, key)).status === wanted ? true : undefined);
  await client.until(read, `${wanted} for ${path}`);
}

/**
 * Leases that wait for a person, that were approved, and that were claimed. The last release redeems the claimed one.
 */
async function writeHeldLeases(client: StateClient): Promise<void> {
  const organization = await client.organization();
  const agent = await client.agent(organization);
  const secret = await client.ok('POST', '/v1/vault/secrets', agent.key, { name: 'Mail server', value: 'one' });
  await client.ok('PUT', '/v1/approval-settings', organization.key, { vault: 'always', leases_per_day: 5 });
  const leases = '/v1/vault/leases';
  const ask = (purpose: string) =>
    client.ok('POST', leases, agent.key, { secret_id: secret.id, max_uses: 5, purpose, ttl_seconds: 86_400 });
  const [waiting, approved, claimed] = [await ask('Waiting'), await ask('Approved'), await ask('Claimed')];
  for (const { approval_id: id } of [approved, claimed]) {
    const { content_hash } = await client.ok('GET', `/v1/approvals/${id}`, organization.key);
    await client.ok('POST', `/v1/approvals/${id}/approve`, organization.key, { content_hash });
  }
  const { lease_token } = await client.ok('POST', `${leases}/${claimed.id}/claim`, agent.key);
  client.reads(agent.key, leases);
  client.later('a claimed lease is redeemed', 'POST', `${leases}/${claimed.id}/redeem`, agent.key, { lease_token });
  for (const { id } of [waiting, approved]) {
    const redeem = ['POST', `${leases}/${id}/redeem`, agent.key, { lease_token }, 404] as const;
    client.later(`the held lease ${id === waiting.id ? '' : 'that was approved '}is not redeemed`, ...redeem);
  }
}

/** Tunnels that wait for a person, and that one has approved, which the last release lists. */
async function writeHeldTunnels(client: StateClient): Promise<void> {
  const organization = await client.organization();
  const agent = await client.agent(organization);
  await client.ok('PUT', '/v1/approval-settings', organization.key, { tunnel: 'always' });
  const ask = (name: string) => client.ok('POST', '/v1/tunnels', agent.key, { name });
  const [waiting, approved] = [await ask('Waiting'), await ask('Approved')];
  const approval = `/v1/approvals/${approved.approval_id}`;
  const { content_hash } = await client.ok('GET', approval, organization.key);
  await client.ok('POST', `${approval}/approve`, organization.key, { content_hash });
  client.reads(agent.key, '/v1/tunnels', `/v1/tunnels/${approved.id}`);
  client.later('a held tunnel does not exist', 'DELETE', `/v1/tunnels/${waiting.id}`, agent.key, undefined, 404);
}

/** Tasks that wait for a person, that one has approved, which the last release works on, and that one has denied. */
async function writeHeldTasks(client: StateClient): Promise<void> {
  const [ours, theirs] = await Promise.all([client.organization(), client.organization()]);
  const [agent, worker] = await Promise.all([client.agent(ours), client.agent(theirs)]);
  const settings = `/v1/identities/${worker.id}/a2a/settings`;
  await client.ok('PUT', settings, theirs.key, { filter_mode: 'blocklist' });
  await client.ok('PUT', '/v1/approval-settings', ours.key, { task: 'always' });
  const ask = (message: string) =>
    client.ok('POST', '/v1/a2a/tasks', agent.key, { to_identity_id: worker.id, message, message_id: message });
  const [waiting, approved, denied] = [await ask('Waiting'), await ask('Approved'), await ask('Denied')];
  const approval = `/v1/approvals/${approved.approval_id}`;
  const { content_hash } = await client.ok('GET', approval, ours.key);
  await client.ok('POST', `${approval}/approve`, ours.key, { content_hash });
  await client.ok('POST', `/v1/approvals/${denied.approval_id}/deny`, ours.key, { reason: 'No.' });
  client.reads(worker.key, '/v1/a2a/tasks', `/v1/a2a/tasks/${approved.id}`);
  client.reads(agent.key, '/v1/a2a/tasks');
  const reply = { state: 'completed', message: 'Done.' };
  client.later('an approved task is done', 'POST', `/v1/a2a/tasks/${approved.id}/reply`, worker.key, reply);
  for (const { id } of [waiting, denied]) {
    client.later('a held task does not exist', 'POST', `/v1/a2a/tasks/${id}/reply`, worker.key, reply, 404);
  }
}
