import { createTransport, type SendMailOptions } from 'nodemailer';
import { Aid, type Identity } from '#clients/typescript/src/index.ts';
import type { Receiver } from '#testing/receiver.ts';
import type { Stack } from '#testing/stack.ts';
import { SUPPORT_MAIL } from './example-mail.ts';
import { failAtEndpoint, useEndpoints } from './example-webhooks.ts';
import { until } from './until.ts';

/** An agent of the demo, with a client of its own key. */
interface DemoAgent extends Identity {
  readonly aid: Aid;
}

/** An organization in which everything has happened that the console shows, and two others with little. */
export interface Demo {
  readonly slug: string;
  readonly aid: Aid;
  readonly support: DemoAgent;
  /** The token of the owner. */
  readonly token: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  /** The event that could not be delivered. */
  readonly eventId: string;
  readonly taskId: string;
  readonly approvalId: string;
  readonly leaseId: string;
  /** An organization with one agent, to which nothing has happened. */
  readonly quiet: { readonly slug: string; readonly agentId: string };
  /** An organization without an agent. */
  readonly empty: { readonly slug: string };
}

const PASSWORD = 'correct horse battery staple';

/** Makes the demo on a stack. `receiver` is the receiver of the endpoint that fails. */
export async function makeDemo({ baseUrl: url, smtpPort }: Stack, receiver: Receiver): Promise<Demo> {
  const organization = async (name: string, slug: string) => {
    const { admin_api_key: key } = await new Aid({ url }).organizations.create({ name, slug });
    return new Aid({ key, url });
  };
  const slug = 'lamp-and-light';
  const aid = await organization('Lamp & Light', slug);
  const token = await claimBy(url, aid, slug, 'owner@lamps.example');
  await aid.members.create({ email: 'approver@lamps.example', role: 'approver' });
  const [support, research, billing, shop] = [
    await makeAgent(url, aid, 'helpdesk', 'Support'),
    await makeAgent(url, aid, 'research', 'Research'),
    await makeAgent(url, aid, 'invoices', 'Billing'),
    await makeAgent(url, aid, 'harbor-shop', 'Shop of the Harbor Street in Hamburg'),
  ];
  const recovered = await useEndpoints(aid, url, slug);
  await arrive(smtpPort, support, SUPPORT_MAIL.slice(0, 3));
  await received(support, 3);
  await recovered();
  await arrive(smtpPort, support, SUPPORT_MAIL.slice(3, -1));
  await arrive(smtpPort, research, SUPPORT_MAIL.slice(0, 1));
  await arrive(smtpPort, billing, SUPPORT_MAIL.slice(2, 3));
  const failed = await failAtEndpoint(aid, receiver, async () => {
    await arrive(smtpPort, support, SUPPORT_MAIL.slice(-1));
    await received(support, SUPPORT_MAIL.length);
  });
  await send(support);
  const taskId = await giveTasks(support, research, billing);
  const leaseId = await fillVault(aid, support);
  await addContacts(aid, support);
  await aid.tunnels.create({ name: 'demo of the web shop', identity_id: shop.id });
  await aid.domains.create({ domain: 'lamps.example' });
  await aid.apiKeys.create({ name: 'deployment' });
  await aid.apiKeys.revoke((await aid.apiKeys.create({ name: 'old deployment' })).id);
  await aid.identities.suspend(shop.id, { reason: 'Its owner is on leave.' });
  const approvalId = await holdMail(aid, support, billing);
  const quiet = await organization('Quiet', 'quiet');
  const { id: agentId } = await makeAgent(url, quiet, 'quiet-support-team', 'Support');
  await organization('Empty', 'empty');
  return {
    ...{ slug, aid, support, token, taskId, approvalId, leaseId, ...failed },
    quiet: { slug: 'quiet', agentId },
    empty: { slug: 'empty' },
  };
}

/** Makes a person the owner of an organization, and returns the token of a login. */
async function claimBy(url: string, aid: Aid, slug: string, email: string): Promise<string> {
  await aid.auth.claim({ email, password: PASSWORD });
  const code = await until(async () => {
    const { messages } = (await (await fetch(`${url}/_local/outbox`)).json()) as { messages: { subject: string }[] };
    return messages.flatMap(({ subject }) => /\b\d{6}\b/.exec(subject) ?? [])[0];
  });
  await aid.auth.claim({ email, code });
  return (await new Aid({ url }).auth.login({ email, password: PASSWORD, organization_slug: slug })).token;
}

async function makeAgent(url: string, aid: Aid, handle: string, name: string): Promise<DemoAgent> {
  const agent = await aid.identities.create({ handle, display_name: name, description: `Answers for ${name}.` });
  const { key } = await aid.apiKeys.create({ name: handle, identity_id: agent.id });
  return { ...agent, aid: new Aid({ key, url }) };
}

async function arrive(port: number, to: DemoAgent, emails: readonly SendMailOptions[]): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  for (const email of emails) await transport.sendMail({ ...email, to: to.email_address ?? '' });
  transport.close();
}

async function received({ aid }: DemoAgent, count: number): Promise<void> {
  await until(async () => {
    const page = await aid.mail.messages.list({ folder: 'inbox', limit: 50 }).firstPage();
    return page.length >= count ? true : undefined;
  });
}

/** Sent email that was delivered and that bounced, and drafts. */
async function send({ aid, email_address: own }: DemoAgent): Promise<void> {
  const hello = { subject: 'Your order has left our warehouse', text: 'It arrives on Monday.' };
  await aid.mail.send({ to: ['success@simulator.amazonses.com'], ...hello });
  await aid.mail.send({ to: ['bounce@simulator.amazonses.com'], subject: 'Order 4712', text: 'It left yesterday.' });
  await aid.mail.send({ to: [own ?? ''], subject: 'A note to the agent itself', text: 'Ask for the invoice.' });
  await aid.mail.drafts.create({ to: ['ada@example.com'], subject: 'Re: Where is my order?', text: 'It left on' });
  const monday = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000);
  const later = { to: ['grace@navy.example'], subject: 'The price list of December', text: 'It is attached.' };
  await aid.mail.drafts.create({ ...later, send_at: monday });
}

/** Tasks in several states. Returns the id of one with a conversation. */
async function giveTasks(caller: DemoAgent, research: DemoAgent, billing: DemoAgent): Promise<string> {
  const ask = (worker: DemoAgent, message: string) => caller.aid.tasks.create({ to_identity_id: worker.id, message });
  await ask(billing, 'Send the reminder of invoice 3011.');
  const working = await ask(research, 'Compare the prices of the three suppliers of glass.');
  await research.aid.tasks.reply(working.id, { state: 'working', message: 'Two of three are read.' });
  const failed = await ask(billing, 'Pay back order 4699.');
  await billing.aid.tasks.reply(failed.id, { state: 'failed', message: 'The account of the customer is closed.' });
  const done = await ask(research, 'Which lamp has the serial number 4711-B?');
  await research.aid.tasks.reply(done.id, {
    state: 'completed',
    message: 'The blue table lamp.',
    result: { sku: 'L-7' },
  });
  const open = await ask(research, 'Translate the letter of Madame Curie.');
  await research.aid.tasks.reply(open.id, { state: 'input_required', message: 'Into which language?' });
  await caller.aid.tasks.message(open.id, { message: 'Into German, please.' });
  await research.aid.tasks.reply(open.id, { state: 'input_required', message: 'Formal, or as to a friend?' });
  return open.id;
}

/** Secrets and leases. Returns the id of a lease that was redeemed. */
async function fillVault(aid: Aid, support: DemoAgent): Promise<string> {
  const { id: shipping } = await aid.vault.secrets.create({
    name: 'shipping provider',
    value: 's3cret',
    description: 'API',
  });
  await aid.vault.secrets.create({ name: 'payment provider', value: { user: 'lamps', password: 's3cret' } });
  const lease = (purpose: string) =>
    aid.vault.leases.create({ secret_id: shipping, identity_id: support.id, purpose, max_uses: 2 });
  await aid.vault.leases.revoke((await lease('print a label')).id);
  const { id, lease_token: token } = await lease('ask where order 4711 is');
  await support.aid.vault.leases.redeem(id, { lease_token: token ?? '' });
  return id;
}

async function addContacts(aid: Aid, support: DemoAgent): Promise<void> {
  await aid.contacts.create({
    display_name: 'Ada Lovelace',
    emails: ['ada@example.com'],
    company: 'Analytical Engines',
  });
  await aid.contacts.create({ display_name: 'Grace Hopper', emails: ['grace@navy.example', 'hopper@yale.example'] });
  await aid.contacts.create({ display_name: 'Linus', emails: ['linus@kernel.example'], identity_id: support.id });
  await aid.contactRules.create({ action: 'block', match_type: 'domain', match_target: 'evil.example' });
  await aid.contactRules.create({
    action: 'allow',
    match_type: 'exact_email',
    match_target: 'ada@example.com',
    note: 'Order 4711',
  });
}

/** Held emails. Returns the id of the approval of a reply. */
async function holdMail(aid: Aid, support: DemoAgent, billing: DemoAgent): Promise<string> {
  await aid.approvals.settings.update({ mail: 'external' });
  const bill = { subject: 'Invoice 3012', text: 'Please pay within 30 days.' };
  const { approval_id: denied } = await billing.aid.mail.send({ to: ['accounts@apollo.example'], ...bill });
  await aid.approvals.deny(denied ?? '', { reason: 'The amount is wrong.' });
  await billing.aid.mail.send({ to: ['accounts@apollo.example'], ...bill, subject: 'Invoice 3012, corrected' });
  const page = await support.aid.mail.messages.list({ folder: 'inbox', limit: 50 }).firstPage();
  const asked = page.find(({ subject }) => subject === 'Where is my order?');
  const { approval_id: id } = await support.aid.mail.send({
    ...(asked && { in_reply_to_message_id: asked.id }),
    to: ['ada@example.com'],
    text: 'Dear Ada,\n\nyour lamp left our warehouse yesterday and arrives on Monday.\n\nLamp & Light',
    attachments: [{ filename: 'label.txt', content_type: 'text/plain', content_base64: 'T3JkZXIgNDcxMQ==' }],
  });
  return id ?? '';
}
