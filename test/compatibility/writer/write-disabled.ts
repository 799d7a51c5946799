import { type Body, freshName, type StateClient } from './state-client.ts';

/** An endpoint with a receiver that is gone, and the email about it to the owner of its organization. */
export async function writeDisabled(client: StateClient): Promise<void> {
  const owner = `${freshName('owner')}@example.com`;
  const organization = await client.organization({ owner_email: owner });
  const { key } = organization;
  await client.ok('POST', '/v1/auth/verify', key, { code: await client.mailedCode(owner) });
  const { id } = await client.ok('POST', '/v1/webhooks', key, { url: `${client.options.receiver}/gone` });
  const body = { since: '2026-01-01T00:00:00Z', status: 'all' };
  const { recovery_id: recovery } = await client.ok('POST', `/v1/webhooks/${id}/recover`, key, body);
  await client.ok('GET', `/v1/webhooks/${id}/recoveries/${recovery}`, key);
  await client.ok('POST', `/v1/webhooks/${id}/test`, key);
  await client.until(async () => {
    const { webhooks } = await client.ok('GET', '/v1/webhooks', key);
    return webhooks.some((one: Body) => one.disabled_reason === 'gone') ? true : undefined;
  }, 'an endpoint that is disabled');
  await client.until(async () => {
    const { messages } = await client.ok('GET', '/_local/outbox');
    return messages.find((one: Body) => one.to.includes(owner) && one.subject.includes('disabled'));
  }, 'an email about it');
  client.reads(key, '/v1/webhooks');
  client.later('a disabled endpoint is enabled', 'PATCH', `/v1/webhooks/${id}`, key, { enabled: true });
}
