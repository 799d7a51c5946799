import { createHmac } from 'node:crypto';
import { type Body, freshName, type StateClient } from './state-client.ts';

/** Mail in and out, its outcomes and files, domains, provider accounts, the log, endpoints and deliveries. */
export async function writeMail(client: StateClient): Promise<void> {
  const organization = await client.organization();
  const agent = await client.agent(organization);
  const mail = `/v1/identities/${agent.id}/mail`;
  const endpoint = { url: `${client.options.receiver}/settled` };
  const webhook = await client.ok('POST', '/v1/webhooks', organization.key, endpoint);
  // No server listens on this port, so its deliveries wait for a retry.
  await client.ok('POST', '/v1/webhooks', organization.key, { url: 'http://127.0.0.1:9/', event_types: ['mail.sent'] });

  const domain = await client.ok('POST', '/v1/domains', organization.key, { domain: `${freshName('works')}.example` });
  await client.until(async () => {
    const { status } = await client.ok('POST', `/v1/domains/${domain.id}/verify`, organization.key);
    return status === 'verified' ? true : undefined;
  }, 'a verified domain');
  const mailboxes = `/v1/identities/${agent.id}/mailboxes`;
  await client.ok('POST', mailboxes, organization.key, { local_part: 'orders', domain_id: domain.id });
  const alias = await client.ok('POST', mailboxes, organization.key, { local_part: freshName('alias') });
  await client.ok('DELETE', `${mailboxes}/${alias.id}`, organization.key);
  const [local_part] = alias.address.split('@');
  const other = await client.organization();
  const { id: otherId } = await client.agent(other);
  const taken = `/v1/identities/${otherId}/mailboxes`;
  client.later('a deleted address stays reserved', 'POST', taken, other.key, { local_part }, 409);

  const attachments = [{ filename: 'one.txt', content: 'attached' }];
  await client.mail({
    to: agent.address,
    subject: 'First',
    text: 'Hello',
    messageId: '<first@x.example>',
    attachments,
  });
  await arrived(client, organization.key, 1);
  await client.mail({
    to: `orders@${domain.domain}`,
    subject: 'Re: First',
    text: 'More',
    inReplyTo: '<first@x.example>',
  });
  const [second] = await arrived(client, organization.key, 2);
  const account = await client.ok('POST', '/v1/provider-accounts', organization.key, {
    provider: 'smtp',
    host: '127.0.0.1',
    port: 9,
    is_default: false,
  });
  await submit(client, account, agent.address);
  await arrived(client, organization.key, 3);

  const bounced = await client.ok('POST', `${mail}/send`, agent.key, {
    to: 'bounce@simulator.amazonses.com',
    subject: 'Gone',
    text: 'x',
  });
  const sent = await client.repeatable(`${mail}/send`, agent.key, {
    to: ['bob@elsewhere.example'],
    subject: 'Out',
    text: 'Hello',
    attachments: [
      { filename: 'two.txt', content_type: 'text/plain', content_base64: Buffer.from('two').toString('base64') },
    ],
  });
  await client.until(async () => {
    const ends = await Promise.all(
      [bounced, sent].map(({ id }) => client.ok('GET', `${mail}/messages/${id}`, agent.key)),
    );
    return ends.map(({ status }) => status).join() === 'bounced,delivered' ? true : undefined;
  }, 'the outcomes of the sent mail');

  const { messages: unlabeled } = await client.ok('GET', `${mail}/messages`, agent.key);
  const first = unlabeled.find(({ subject }: Body) => subject === 'First');
  await client.ok('PATCH', `${mail}/messages/${first.id}`, agent.key, { add_labels: ['orders', 'vip'] });
  // An endpoint that is registered later gets the replay of an earlier event.
  await client.ok('POST', '/v1/webhooks', organization.key, { url: `${client.options.receiver}/replayed` });
  await client.ok('POST', `/v1/events/${second.id}/replay`, organization.key);
  await client.until(async () => {
    const { deliveries } = await client.ok('GET', '/v1/webhooks/deliveries?limit=100', organization.key);
    const open = deliveries.filter(({ status }: Body) => status === 'pending');
    const delivered = deliveries.filter(({ status }: Body) => status === 'delivered');
    return open.length === 0 && delivered.length >= 8 ? true : undefined;
  }, 'deliveries that have ended');
  await client.ok('POST', '/v1/events/streams', agent.key, { types: ['mail.received'] });

  const { messages } = await client.ok('GET', `${mail}/messages`, agent.key);
  client.reads(agent.key, `${mail}/messages`, `${mail}/threads`);
  client.reads(organization.key, mailboxes);
  for (const { id, thread_id } of messages)
    client.reads(agent.key, `${mail}/messages/${id}`, `${mail}/threads/${thread_id}`);
  client.reads(organization.key, '/v1/events?limit=100', '/v1/webhooks', '/v1/webhooks/deliveries?status=delivered');
  // With what its receiver has responded, where a release keeps that.
  const ended = await client.ok('GET', '/v1/webhooks/deliveries?status=delivered', organization.key);
  client.reads(organization.key, `/v1/webhooks/deliveries/${ended.deliveries[0].id}`);
  client.reads(organization.key, '/v1/usage');
  // Not compared in full: a check of the domain may be repeated at any time.
  const verified = { method: 'GET', path: '/v1/domains', key: organization.key, contains: '"status":"verified"' };
  client.outcome({ name: 'a domain stays verified', ...verified });
  client.reads(organization.key, '/v1/provider-accounts', `/v1/provider-accounts/${account.id}`);
  const since = encodeURIComponent('2020-01-01T00:00:00Z');
  client.reads(agent.key, `/v1/events/wait?type=mail.received&timeout_ms=0&since=${since}`);
  const [received] = messages.filter(({ direction }: Body) => direction === 'inbound');
  const [withFile] = messages.filter((one: Body) => one.subject === 'First');
  const { attachments: files } = await client.ok('GET', `${mail}/messages/${withFile.id}`, agent.key);
  client.later(
    'an attachment is linked',
    'GET',
    `${mail}/messages/${withFile.id}/attachments/${files[0].id}`,
    agent.key,
  );
  client.later('a sent mail has a raw form', 'GET', `${mail}/messages/${sent.id}/raw`, agent.key);
  client.later('a message is marked', 'PATCH', `${mail}/messages/${received.id}`, agent.key, { is_read: true });
  client.later('a labeled message is moved', 'PATCH', `${mail}/messages/${first.id}`, agent.key, { folder: 'archive' });
  client.later('a mail is answered in its thread', 'POST', `${mail}/send`, agent.key, {
    to: 'ada@sender.example',
    subject: 'Re: First',
    text: 'Answer',
    in_reply_to_message_id: received.id,
  });
  const gone = { to: 'bounce@simulator.amazonses.com', subject: 'Again', text: 'x' };
  client.later('an address stays suppressed', 'POST', `${mail}/send`, agent.key, gone, 403);
  client.later('an event is replayed', 'POST', `/v1/events/${second.id}/replay`, organization.key, undefined);
  client.later('an endpoint is tested', 'POST', `/v1/webhooks/${webhook.id}/test`, organization.key, undefined);
  client.later('a secret is rotated', 'POST', `/v1/webhooks/${webhook.id}/rotate-secret`, organization.key);
  client.later('a domain is checked', 'POST', `/v1/domains/${domain.id}/verify`, organization.key);
}

/** The events of received mail, the latest first, as soon as there are that many. */
function arrived(client: StateClient, key: string, count: number): Promise<Body[]> {
  return client.until(async () => {
    const { events } = await client.ok('GET', '/v1/events?limit=100', key);
    const received = events.filter(({ type }: Body) => type === 'mail.received');
    return received.length >= count ? received : undefined;
  }, `${count} received emails`);
}

/** Submits an email as a provider does, signed by the secret of a provider account. */
async function submit(client: StateClient, { id, inbound_secret: secret }: Body, to: string): Promise<void> {
  const lines = [
    'From: Eve <eve@example.com>',
    `To: ${to}`,
    'Subject: Hook',
    'Message-ID: <hook@x.example>',
    '',
    // More names than have rows of their own.
    ...Array.from({ length: 40 }, (_, n) => `https://site-${n}.example/`),
    '',
  ];
  const envelope = { from: 'eve@example.com', to: [to] };
  const body = { messages: [{ raw_base64: Buffer.from(lines.join('\r\n')).toString('base64'), envelope }] };
  const seconds = Math.floor(Date.now() / 1000);
  const mac = createHmac('sha256', secret).update(`${id}.${seconds}.`).update(JSON.stringify(body)).digest('hex');
  await client.ok('POST', '/v1/webhooks/mail/inbound', undefined, body, {
    'x-aid-provider-account': id,
    'x-aid-timestamp': String(seconds),
    'x-aid-signature': `v1=${mac}`,
  });
}
