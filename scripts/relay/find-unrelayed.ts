import { pushConfigs } from '#shared/data/entities/a2a/push-config.ts';
import { findTask } from '#shared/data/entities/a2a/task.ts';
import { type Delivery, findDelivery } from '#shared/data/entities/delivery/delivery.ts';
import { newPushDelivery } from '#shared/data/entities/delivery/new-delivery.ts';
import { findRecovery } from '#shared/data/entities/delivery/recovery.ts';
import { allWebhooks, type Webhook } from '#shared/data/entities/delivery/webhook.ts';
import { eventOfStreamRow, findEvent } from '#shared/data/entities/log/event.ts';
import { decodeOutboxRow, type OutboxRow } from '#shared/data/entities/log/outbox.ts';
import { findMessage } from '#shared/data/entities/mail/message.ts';
import { PREFIX } from '#shared/data/table.ts';
import type { Row, Table } from '#shared/data/table-client.ts';
import { deliveryId, isWaiting } from '#shared/domain/delivery/delivery.ts';
import { hasReservedTime, matchesWebhook } from '#shared/domain/delivery/webhook.ts';
import type { EventHead } from '#shared/domain/log/events.ts';
import { MINUTE } from '#shared/domain/time/time.ts';

/** Why a row counts as never relayed. */
export type Finding =
  | 'delivery missing'
  | 'delivery never attempted'
  | 'mail never attempted'
  | 'recovery not finished'
  | 'not known';

export interface FindOptions {
  readonly now: number;
  /**
   * Whether endpoints count that were changed after the event. They may not have matched when the event was relayed, so
   * that a missing delivery may be right.
   */
  readonly changedEndpoints: boolean;
}

/**
 * Decides which committed rows were never relayed, by their consequences: a delivery for each endpoint, an attempt for
 * each email. To relay a row again that was relayed is harmless, because the relay finds the rows of the first time.
 */
export class UnrelayedFinder {
  readonly #table: Table;
  readonly #options: FindOptions;
  readonly #webhooks = new Map<string, Promise<Webhook[]>>();

  constructor(table: Table, options: FindOptions) {
    this.#table = table;
    this.#options = options;
  }

  /** Returns why the row has to be relayed, or `undefined`. */
  async check(row: Row): Promise<Finding | undefined> {
    if (row.pk.startsWith(PREFIX.outbox)) return this.#checkOutbox(decodeOutboxRow(row));
    const event = eventOfStreamRow(row);
    return event === undefined ? undefined : this.#checkEvent(event);
  }

  async #checkEvent(event: EventHead): Promise<Finding | undefined> {
    const webhooks = await this.#matching(event, event.createdAt);
    const ids = webhooks
      .filter((webhook) => hasReservedTime(webhook, event))
      .map((webhook) => deliveryId(event.id, webhook.id, event.deliveryBase + webhook.slot));
    return this.#firstOpen(event.organizationId, ids);
  }

  async #checkOutbox(entry: OutboxRow): Promise<Finding | undefined> {
    switch (entry.kind) {
      case 'heartbeat':
        return undefined;
      case 'noop': {
        if (entry.recover !== undefined) return this.#checkRecovery(entry.organizationId, entry.recover.recoveryId);
        const isMail = entry.notice !== undefined || entry.approvalNotice !== undefined;
        const isUnsent = isMail && entry.attempts === undefined && entry.sentAt === undefined;
        return isUnsent ? 'mail never attempted' : undefined;
      }
      // The sweep checks the domain when its row is due.
      case 'domain_check':
        return undefined;
      // It leaves no trace. A second release does nothing.
      case 'domain_release':
        return 'not known';
      case 'code_mail': {
        const isValid = this.#options.now < entry.createdAt + entry.minutes * MINUTE;
        return isValid && entry.attempts === undefined && entry.sentAt === undefined
          ? 'mail never attempted'
          : undefined;
      }
      case 'mail': {
        const message = await findMessage(this.#table, entry.identityId, entry.messageId);
        const isUntouched = message?.status === 'queued' && message.sendAttempts === undefined;
        return isUntouched && message.sentAt === undefined ? 'mail never attempted' : undefined;
      }
      case 'webhook_test': {
        const delivery = await findDelivery(this.#table, entry.organizationId, entry.deliveryId);
        return delivery !== undefined && isUnattempted(delivery) ? 'delivery never attempted' : undefined;
      }
      case 'task_push':
        return this.#checkPush(entry);
      case 'replay':
        return this.#checkReplay(entry);
    }
  }

  /** A recovery that is relayed again continues. */
  async #checkRecovery(organizationId: string, id: string): Promise<Finding | undefined> {
    const recovery = await findRecovery(this.#table, organizationId, id);
    return recovery?.finishedAt === null ? 'recovery not finished' : undefined;
  }

  async #checkPush(entry: Extract<OutboxRow, { kind: 'task_push' }>): Promise<Finding | undefined> {
    const { taskId, seq, base, organizationId } = entry;
    const [task, configs] = await Promise.all([findTask(this.#table, taskId), pushConfigs(this.#table, taskId)]);
    if (task === undefined) return undefined;
    const { identityId } = task.caller;
    const ids = configs
      .filter(({ fromVersion }) => fromVersion < seq)
      .map((config) => newPushDelivery({ ...config, organizationId, identityId }, seq, base + config.slot).id);
    return this.#firstOpen(organizationId, ids);
  }

  /** A replay is lost if a delivery of the event was not restarted since: by this replay or by a later one. */
  async #checkReplay(entry: Extract<OutboxRow, { kind: 'replay' }>): Promise<Finding | undefined> {
    const event = await findEvent(this.#table, entry.organizationId, entry.eventId);
    if (event === undefined) return undefined;
    for (const webhook of await this.#matching(event, entry.createdAt)) {
      const time = hasReservedTime(webhook, event) ? event.deliveryBase + webhook.slot : entry.late[webhook.id];
      if (time === undefined) continue;
      const id = deliveryId(event.id, webhook.id, time);
      const delivery = await findDelivery(this.#table, event.organizationId, id);
      if (delivery === undefined) return 'delivery missing';
      if (delivery.replayId === entry.id && isUnattempted(delivery)) return 'delivery never attempted';
      // A replay does not change a delivery that waits for its first attempt.
      if (delivery.status === 'pending' || delivery.replayId === entry.id) continue;
      if (delivery.updatedAt < entry.createdAt) return 'delivery missing';
    }
    return undefined;
  }

  async #firstOpen(organizationId: string, ids: readonly string[]): Promise<Finding | undefined> {
    for (const id of ids) {
      const delivery = await findDelivery(this.#table, organizationId, id);
      if (delivery === undefined) return 'delivery missing';
      if (isUnattempted(delivery)) return 'delivery never attempted';
    }
    return undefined;
  }

  /** The endpoints that were to get the event, as far as their present settings say. */
  async #matching(event: EventHead, at: number): Promise<Webhook[]> {
    const { organizationId } = event;
    const loading = this.#webhooks.get(organizationId) ?? allWebhooks(this.#table, organizationId);
    this.#webhooks.set(organizationId, loading);
    return (await loading).filter(
      (webhook) => matchesWebhook(webhook, event) && (this.#options.changedEndpoints || webhook.updatedAt <= at),
    );
  }
}

/**
 * Its job was lost, or still waits in the queue. The sweep enqueues one that waits for the budget of its organization.
 */
function isUnattempted(delivery: Delivery): boolean {
  const { status, attemptCount, leaseUntil } = delivery;
  return status === 'pending' && attemptCount === 0 && leaseUntil === undefined && !isWaiting(delivery);
}
