import { findWebhook, type Webhook } from '#shared/data/entities/delivery/webhook.ts';
import { activeIn, readWebhookCount } from '#shared/data/entities/delivery/webhook-count.ts';
import type { Table } from '#shared/data/table-client.ts';
import { randomPart } from '#shared/domain/ids/ids.ts';
import type { InProcessApi } from './in-process-api.ts';
import { outboxOf } from './outbox.ts';
import { verifyOrganization } from './verify-organization.ts';

/** Who is notified about an endpoint. The address is verified unless the test says otherwise. */
export interface EndpointOwner {
  readonly isVerified?: boolean;
  readonly to?: string;
}

/** An endpoint of a new organization, and what becomes of both. */
export async function makeOwnedEndpoint(
  { api, table, url }: { readonly api: InProcessApi; readonly table: Table; readonly url: string },
  { isVerified = true, to = `owner-${randomPart().toLowerCase()}@example.com` }: EndpointOwner = {},
) {
  const slug = `org-${randomPart().toLowerCase()}`;
  const { body: organization } = await api.call('createOrganization', {
    body: { name: 'Test', slug, owner_email: to },
  });
  if (isVerified) await verifyOrganization(table, organization.id);
  const key = organization.admin_api_key;
  const { body } = await api.call('createWebhook', { key, body: { url } });
  const params = { id: body.id };
  return {
    organizationId: organization.id,
    key,
    to,
    row: async () => (await findWebhook(table, organization.id, body.id)) as Webhook,
    record: async () => (await api.call('listWebhooks', { key })).body.webhooks[0],
    update: (change: object) => api.call('updateWebhook', { key, params, body: change }),
    remove: () => api.call('deleteWebhook', { key, params }),
    active: async () => activeIn(await readWebhookCount(table, organization.id), null),
    /** The emails to the owner that were requested. */
    notices: async () =>
      (await outboxOf(table, organization.id)).flatMap((entry) =>
        entry.kind === 'noop' && entry.notice !== undefined ? [entry.notice] : [],
      ),
  };
}

export type OwnedEndpoint = Awaited<ReturnType<typeof makeOwnedEndpoint>>;
