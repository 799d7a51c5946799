import type { Change } from '#shared/data/change.ts';
import { transactOnce } from '#shared/data/direct-writes/transact-once.ts';
import { findWebhook, replaceWebhook, type Webhook, withoutFailures } from '#shared/data/entities/delivery/webhook.ts';
import { readWebhookCount, replaceWebhookCount, withActive } from '#shared/data/entities/delivery/webhook-count.ts';
import { insertOutbox } from '#shared/data/entities/log/outbox.ts';
import { insertServiceEntry } from '#shared/data/entities/organization/audit-entry.ts';
import { findOrganization } from '#shared/data/entities/organization/organization.ts';
import { findNoticeBudget, incrementServiceMailCount } from '#shared/data/entities/stage/service-mail-budget.ts';
import type { Table } from '#shared/data/table-client.ts';
import { pause } from '#shared/domain/concurrency/pause.ts';
import type { DisabledByService } from '#shared/domain/delivery/failing-period.ts';
import { randomPart } from '#shared/domain/ids/ids.ts';
import { logger } from '#shared/runtime/log.ts';

interface Disabling {
  readonly reason: DisabledByService;
  /** How many days an endpoint may fail. */
  readonly days: number;
}

/** How often a transaction is tried that meets others. The next failed attempt disables an endpoint that is left. */
const MAX_TRIES = 12;

/**
 * Disables an endpoint after an attempt, and requests an email to the verified owner of its organization, in one
 * transaction on the condition of the version of the endpoint: so one of several attempts at once disables it, and one
 * email follows. Does nothing if the endpoint is another one by now: deleted, disabled, at another URL, or with a
 * success since the attempt.
 *
 * See: docs/contract/webhooks.md#disabled-endpoints; docs/decisions/0051-endpoints-that-libraries-verify.md.
 */
export async function disableEndpoint(
  table: Table,
  attempted: Webhook,
  disabling: Disabling,
  now: number,
): Promise<void> {
  const { id, organizationId } = attempted;
  const { reason } = disabling;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (tries > 0) await pause(Math.random() * 20 * 2 ** Math.min(tries, 5));
    const webhook = await findWebhook(table, organizationId, id);
    if (webhook === undefined || !isAsAttempted(webhook, attempted, reason)) return;
    const [count, notice] = await Promise.all([
      readWebhookCount(table, organizationId),
      noticeChanges(table, webhook, disabling, now),
    ]);
    const version = webhook.version + 1;
    const disabled = { ...withoutFailures(webhook), enabled: false, disabledReason: reason, updatedAt: now, version };
    const nextCount = withActive(count, webhook.identityId, -1);
    const changes = [
      replaceWebhook(disabled),
      replaceWebhookCount(organizationId, nextCount),
      // Each try has another time, in case that another change is audited at this one.
      auditEntry(webhook, reason, now + tries),
      ...notice,
    ];
    if (!(await transactOnce(table, changes))) continue;
    logger.info('endpoint disabled', { webhook_id: id, reason });
    return;
  }
  logger.warn('endpoint not disabled', { webhook_id: id, reason });
}

function auditEntry({ id, organizationId }: Webhook, reason: DisabledByService, now: number): Change {
  const change = { organizationId, action: 'disableWebhook', target: 'webhook', targetId: id } as const;
  const [before, after] = [
    { enabled: true, disabled_reason: null },
    { enabled: false, disabled_reason: reason },
  ];
  return insertServiceEntry({ ...change, fields: Object.keys(after), before, after }, now);
}

function isAsAttempted(webhook: Webhook, attempted: Webhook, reason: DisabledByService): boolean {
  if (!webhook.enabled || webhook.url !== attempted.url) return false;
  return reason === 'gone' || webhook.failingSince === attempted.failingSince;
}

/** The changes that request the email to the owner: none for an unverified address or beyond its emails of the day. */
async function noticeChanges(
  table: Table,
  { id: webhookId, organizationId }: Webhook,
  { reason, days }: Disabling,
  now: number,
): Promise<Change[]> {
  const organization = await findOrganization(table, organizationId);
  if (organization === undefined || organization.ownerEmail === null || !organization.ownerVerified) return [];
  const { name: organizationName, ownerEmail: to } = organization;
  const budget = await findNoticeBudget(table, to, now);
  if (!budget.allowed) return [];
  const notice = { to, organizationName, webhookId, reason, days };
  return [
    incrementServiceMailCount(budget, now),
    insertOutbox({ id: randomPart(), organizationId, createdAt: now, kind: 'noop', notice }),
  ];
}
