import type { IdKind } from '#shared/domain/ids/ids.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { type Agent, freshName, makeAgent, makeOrganizationBy, type Organization } from '#testing/fixture.ts';
import { type OperationName, routeOf, type SuccessOf } from '#testing/operations.ts';
import { eventually } from '../../support/eventually.ts';
import { signedHeaders } from '../../support/mail-signature.ts';
import type { TestedService } from './tested-service.ts';

/** An organization with one resource of each kind, so that every operation has something to work on. */
export interface Fixture {
  service: TestedService;
  organization: Organization;
  agent: Agent;
  webhookId: string;
  eventId: string;
  messageId: string;
  threadId: string;
  attachmentId: string;
}

export async function makeFixture(service: TestedService): Promise<Fixture> {
  const organization = await makeOrganizationBy(service.anonymous);
  const agent = await makeAgent(organization);
  const webhookId = await makeWebhook(organization);
  await signFor(organization);
  const mail = { raw_base64: mailTo(agent.address), envelope: { from: 'ada@sender.example', to: [agent.address] } };
  await organization.api.ok('receiveMail', { body: { messages: [mail] } });
  const [event] = (await organization.api.ok('listEvents')).events;
  if (event === undefined) throw new Error('the log has no event');
  const { messageId, threadId } = event.payload as Record<'messageId' | 'threadId', string>;
  const message = await organization.api.ok('getMessage', { params: { id: agent.id, mid: messageId } });
  const attachmentId = message.attachments[0]?.id ?? '';
  return { service, organization, agent, webhookId, eventId: event.id, messageId, threadId, attachmentId };
}

/** An email with an attachment, in base64. */
function mailTo(address: string): string {
  const lines = [
    'From: Ada <ada@sender.example>',
    `To: ${address}`,
    `Message-ID: <${freshName('one')}@sender.example>`,
    'Subject: one of everything',
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part',
    '',
    'text',
    '--part',
    'Content-Type: text/plain; name=one.txt',
    'Content-Disposition: attachment; filename=one.txt',
    '',
    'attached',
    '--part--',
    '',
  ];
  return Buffer.from(lines.join('\r\n')).toString('base64');
}

/** An endpoint that no event of these tests matches, so that nothing changes while they compare snapshots. */
export async function makeWebhook({ api }: Organization, identityId?: string): Promise<string> {
  const body = { url: 'http://127.0.0.1:9/unused', event_types: ['mail.bounced'], identity_id: identityId };
  return (await api.ok('createWebhook', { body })).id;
}

/** A provider account that sends nothing: no server listens on its port. */
export async function makeProviderAccount({ api }: Organization) {
  const body = { provider: 'smtp', host: '127.0.0.1', port: 9, is_default: false };
  return api.ok('createProviderAccount', { body });
}

/** Makes the client of the organization sign the mail that it submits. */
async function signFor(organization: Organization): Promise<void> {
  const { id, inbound_secret: secret } = await makeProviderAccount(organization);
  organization.api.signer = (body) => signedHeaders({ id, secret }, body);
}

/** A contact of the agent, so that both kinds of key may change it. */
export async function makeContact({ agent }: Fixture): Promise<string> {
  const body = { display_name: 'Ada Lovelace', emails: ['ada@example.com'] };
  return (await agent.api.ok('createContact', { body })).id;
}

/** A rule for a domain that no mail of these tests uses. */
export async function makeContactRule({ api }: Organization): Promise<string> {
  const body = { action: 'block', match_type: 'domain', match_target: `${freshName('spam')}.example` };
  return (await api.ok('createContactRule', { body })).id;
}

export async function makeDomain({ api }: Organization): Promise<string> {
  return (await api.ok('createDomain', { body: { domain: `${freshName('example')}.example` } })).id;
}

const verifiedDomains = new WeakMap<Organization, Promise<string>>();

/** One verified domain per organization, shared by the tests that do not change it. */
export function verifiedDomain(fixture: Fixture): Promise<string> {
  const { organization } = fixture;
  const made = verifiedDomains.get(organization) ?? makeVerifiedDomain(fixture);
  verifiedDomains.set(organization, made);
  return made;
}

async function makeVerifiedDomain({ service, organization }: Fixture): Promise<string> {
  const id = await makeDomain(organization);
  await service.checkDomain({ organizationId: organization.id, domainId: id });
  return eventually(async () => {
    const { status } = await organization.api.ok('verifyDomain', { params: { id } });
    if (status !== 'verified') throw new Error(`the domain is ${status}`);
    return id;
  });
}

/** A mailbox in addition to the default one of the agent. */
export async function makeMailbox({ organization, agent }: Fixture): Promise<string> {
  const body = { local_part: freshName('alias') };
  return (await organization.api.ok('createMailbox', { params: { id: agent.id }, body })).id;
}

/** Everything that the lists of an organization show, without fields that change on their own. */
export async function snapshotOf({ api }: Organization) {
  // Lists are newest first, and a request acts on what was created a moment ago: a change shows on the first page.
  const query = { limit: 50 };
  // Unchecked: other tests check the form of the lists, and these are read hundreds of times.
  const read = async <N extends OperationName>(name: N): Promise<SuccessOf<N>> => {
    const { path } = routeOf(name);
    const { status, body, text } = await api.client.get<SuccessOf<N>>(
      path,
      name === 'getContactSettings' ? {} : { query },
    );
    if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
    return body;
  };
  const [
    keys,
    identities,
    webhooks,
    deliveries,
    events,
    rules,
    contactSettings,
    contacts,
    domains,
    tasks,
    a2aRules,
    invitations,
    accounts,
    secrets,
    leases,
    issuers,
  ] = await Promise.all([
    read('listApiKeys'),
    read('listIdentities'),
    read('listWebhooks'),
    read('listDeliveries'),
    read('listEvents'),
    read('listContactRules'),
    read('getContactSettings'),
    read('listContacts'),
    read('listDomains'),
    read('listTasks'),
    read('listA2aRules'),
    read('listInvitations'),
    read('listProviderAccounts'),
    read('listSecrets'),
    read('listLeases'),
    read('listTrustedIssuers'),
  ]);
  return {
    keys: keys.api_keys.map(({ last_used_at: _, ...key }) => key),
    identities: identities.identities,
    webhooks: webhooks.webhooks,
    deliveries: deliveries.deliveries.map(({ id }) => id),
    events: events.events,
    contactRules: rules.contact_rules,
    contactSettings,
    contacts: contacts.contacts,
    tasks: tasks.tasks,
    a2aRules: a2aRules.contact_rules,
    invitations: invitations.invitations,
    accounts: accounts.provider_accounts,
    secrets: secrets.secrets,
    leases: leases.leases,
    issuers: issuers.trusted_issuers,
    // The status of a domain changes on its own.
    domains: domains.domains.map(({ id, domain }) => ({ id, domain })),
  };
}

/** A well-formed id that no resource has. */
export function missingId(kind: IdKind): string {
  return makeId(kind, Date.now(), randomPart());
}
