import type { IdKind } from '../../shared/domain/ids.ts';
import { makeId, randomPart } from '../../shared/domain/ids.ts';
import { eventually } from '../support/eventually.ts';
import { sendMail } from '../support/mailer.ts';
import { type Agent, makeAgent, makeOrganization, type Organization } from '../support/world.ts';

/** An organization with one of everything, so that every operation has something to work on. */
export interface World {
  organization: Organization;
  agent: Agent;
  webhookId: string;
  eventId: string;
  messageId: string;
}

export async function makeWorld(): Promise<World> {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const webhookId = await makeWebhook(organization);
  await sendMail({ to: agent.address, subject: 'one of everything', text: 'text' });
  const event = await eventually(async () => {
    const [first] = (await organization.api.ok('listEvents')).events;
    if (first === undefined) throw new Error('no event yet');
    return first;
  });
  return { organization, agent, webhookId, eventId: event.id, messageId: String(event.payload.messageId) };
}

/** An endpoint that no event of these tests is for, so that nothing moves while they look. */
export async function makeWebhook({ api }: Organization, identityId?: string): Promise<string> {
  const body = { url: 'http://127.0.0.1:9/nobody', event_types: ['mail.bounced'], identity_id: identityId };
  return (await api.ok('createWebhook', { body })).id;
}

/** Everything an organization has, as its lists show it, without what changes by itself. */
export async function snapshotOf({ api }: Organization) {
  const query = { limit: 200 };
  const [keys, identities, webhooks, deliveries, events] = await Promise.all([
    api.ok('listApiKeys', { query }),
    api.ok('listIdentities', { query }),
    api.ok('listWebhooks', { query }),
    api.ok('listDeliveries', { query }),
    api.ok('listEvents', { query }),
  ]);
  return {
    keys: keys.api_keys.map(({ last_used_at: _, ...key }) => key),
    identities: identities.identities,
    webhooks: webhooks.webhooks,
    deliveries: deliveries.deliveries.map(({ id }) => id),
    events: events.events,
  };
}

/** An id of the right form that nothing has. */
export function missingId(kind: IdKind): string {
  return makeId(kind, Date.now(), randomPart());
}
