import { randomUUID } from 'node:crypto';
import { toDeliveryJob } from '#shared/contract/jobs.ts';
import { acquireAttemptLease, createDelivery, recordOutcome } from '#shared/data/direct-writes/delivery-attempt.ts';
import { restartDelivery } from '#shared/data/direct-writes/restart-delivery.ts';
import { type Delivery, dueDeliveries, findDelivery } from '#shared/data/entities/delivery/delivery.ts';
import { newDelivery } from '#shared/data/entities/delivery/new-delivery.ts';
import { waitingDeliveries } from '#shared/data/entities/delivery/waiting-deliveries.ts';
import { DUE_SHARDS } from '#shared/data/table.ts';
import type { Table } from '#shared/data/table-client.ts';
import { type AttemptOutcome, decideRetry } from '#shared/domain/delivery/delivery.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { DAY } from '#shared/domain/time/time.ts';

/** The time of every step, unless a test gives another. */
export const AT = 1_800_000_000_000;
export const RETENTION_MS = 90 * DAY;
export const OK: AttemptOutcome = { ok: true, responseStatus: 200, durationMs: 5 };
export const BAD: AttemptOutcome = { ok: false, responseStatus: 500, durationMs: 5, error: 'HTTP 500' };

/** A delivery of a new organization, not stored yet. */
export function freshDelivery(): Delivery {
  const webhook = {
    id: makeId('webhook', AT, randomPart()),
    organizationId: makeId('organization', AT, randomPart()),
    identityId: null,
    url: 'https://example.com/hook',
  };
  return newDelivery(webhook, { id: makeId('event', AT, randomPart()), type: 'mail.sent' }, AT);
}

/** A delivery of an organization that was created at this time, not stored yet. */
export function deliveryAt(organizationId: string, time: number, more: Partial<Delivery> = {}): Delivery {
  const webhook = {
    id: makeId('webhook', AT, randomPart()),
    organizationId,
    identityId: null,
    url: 'https://r.example/',
  };
  return { ...newDelivery(webhook, { id: makeId('event', AT, randomPart()), type: 'mail.sent' }, time), ...more };
}

/** The steps in the life of a delivery, each as the workers make it. */
export class DeliveryHarness {
  readonly #engine: { readonly table: Table };

  constructor(engine: { readonly table: Table }) {
    this.#engine = engine;
  }

  create(delivery = freshDelivery()): Promise<Delivery> {
    return createDelivery(this.#engine.table, delivery);
  }

  async read(delivery: Delivery): Promise<Delivery & Record<string, unknown>> {
    const row = await findDelivery(this.#engine.table, delivery.organizationId, delivery.id);
    return row as Delivery & Record<string, unknown>;
  }

  /** The attributes of a row without its key. */
  async stored(delivery: Delivery) {
    const { pk: _pk, sk: _sk, ...attributes } = await this.read(delivery);
    return attributes;
  }

  /** A delivery after an attempt that failed, as it is stored. */
  async retried(): Promise<Delivery> {
    const delivery = await this.create();
    await this.record(await this.claimed(delivery), BAD);
    return this.read(delivery);
  }

  /** The deliveries of an organization that wait, and when each was first due. */
  async waitingIn(organizationId: string) {
    const waiting = await Array.fromAsync(waitingDeliveries(this.#engine.table, organizationId, 10));
    return waiting.map(({ sk, due_at }) => [sk, due_at]);
  }

  claim(delivery: Delivery, now = AT) {
    const lease = { id: randomUUID(), until: now + 20_000, now };
    return acquireAttemptLease(this.#engine.table, toDeliveryJob(delivery), lease);
  }

  async claimed(delivery: Delivery, now = AT): Promise<Delivery> {
    const result = await this.claim(delivery, now);
    if (!result.acquired) throw new Error('the attempt was not claimed');
    return result.delivery;
  }

  record(held: Delivery, outcome: AttemptOutcome, delays: number[] = [5], now = AT): Promise<boolean> {
    const verdict = decideRetry(outcome, delays, held.attemptCount + 1, 0.5, now);
    return recordOutcome(this.#engine.table, held, outcome, verdict, { now, retentionMs: RETENTION_MS });
  }

  restart(delivery: Delivery, replayId = randomPart(), now = AT): Promise<Delivery | undefined> {
    return restartDelivery(this.#engine.table, delivery, replayId, now);
  }

  /** The row in the due index by which the sweep would find a delivery until then. */
  async due(until: number, delivery: Delivery) {
    for (let shard = 0; shard < DUE_SHARDS; shard++) {
      for await (const row of dueDeliveries(this.#engine.table, shard, until, 10_000)) {
        if (row.sk === delivery.id) return row;
      }
    }
    return undefined;
  }
}
