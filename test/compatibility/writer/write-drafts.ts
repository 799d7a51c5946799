import type { StateClient } from './state-client.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Drafts in each of their states, and a recipient who has unsubscribed. */
export async function writeDrafts(client: StateClient): Promise<void> {
  const organization = await client.organization();
  const agent = await client.agent(organization);
  const mail = `/v1/identities/${agent.id}/mail`;
  const body = { to: 'bob@elsewhere.example', subject: 'Draft', text: 'Hello' };
  const create = (more: object = {}) => client.ok('POST', `${mail}/drafts`, agent.key, { ...body, ...more });
  const later = new Date(Date.now() + 20 * DAY_MS).toISOString();
  // Its text is in the bucket.
  await create({ text: 'x'.repeat(40_000) });
  await create({ send_at: later });
  await client.ok('DELETE', `${mail}/drafts/${(await create()).id}`, agent.key);
  const draft = await create({ unsubscribe: true });
  const { id } = await client.ok('POST', `${mail}/drafts/${draft.id}/send`, agent.key);
  await client.until(async () => {
    const { status } = await client.ok('GET', `${mail}/messages/${id}`, agent.key);
    return status === 'delivered' ? true : undefined;
  }, 'the email of a draft');

  const { headers } = await client.ok('GET', `${mail}/messages/${id}`, agent.key);
  const { value } = headers.find(({ name }: { name: string }) => name === 'List-Unsubscribe');
  const { pathname } = new URL(value.slice(1, -1));
  const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const { status } = await fetch(new URL(pathname, client.options.url), { method: 'POST', body: form });
  if (status !== 200) throw new Error(`POST ${pathname}: ${status}`);

  // The last release shows the message that was sent, and sends none of the drafts.
  client.reads(agent.key, `${mail}/messages`, `${mail}/messages/${id}`);
  client.reads(organization.key, '/v1/events');
}
