import { type DeliveryJob, JOB_SCHEMAS } from '../../../shared/contract/jobs.ts';
import { findEvent, findEvents } from '../../../shared/data/entities/event.ts';
import { findWebhook, type Webhook } from '../../../shared/data/entities/webhook.ts';
import type { LoggedEvent } from '../../../shared/domain/events.ts';
import { parseJson } from '../../../shared/domain/parse-json.ts';
import { getTable } from '../../../shared/runtime/clients.ts';

/**
 * What the attempts of one batch read, loaded once for all of them: the events in one request, and each endpoint as it
 * is now. A rotated secret therefore signs at once, and a deleted endpoint is not called.
 */
export class DeliveryBatchCache {
  readonly #eventJobs: DeliveryJob[];
  #events: Promise<Map<string, LoggedEvent>> | undefined;
  readonly #webhooks = new Map<string, Promise<Webhook | undefined>>();

  /** A malformed body is skipped here; it fails when its message is processed. */
  constructor(bodies: readonly string[]) {
    this.#eventJobs = bodies.flatMap((body) => {
      const job = JOB_SCHEMAS.delivery.safeParse(parseJson(body)).data;
      return job === undefined || job.push !== undefined ? [] : [job];
    });
  }

  async event(job: DeliveryJob): Promise<LoggedEvent | undefined> {
    this.#events ??= findEvents(getTable(), this.#eventJobs);
    const event = (await this.#events).get(job.eventId);
    if (event?.organizationId === job.organizationId) return event;
    // The batch read is eventually consistent and may miss a new event; this read is strongly consistent.
    return findEvent(getTable(), job.organizationId, job.eventId);
  }

  webhook(job: DeliveryJob): Promise<Webhook | undefined> {
    const known = this.#webhooks.get(job.webhookId);
    if (known !== undefined) return known;
    const loading = findWebhook(getTable(), job.organizationId, job.webhookId, { strong: true });
    this.#webhooks.set(job.webhookId, loading);
    return loading;
  }
}
