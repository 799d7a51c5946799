import { type DeliveryJob, JOB_SCHEMAS } from '#shared/contract/jobs.ts';
import { findWebhook, type Webhook } from '#shared/data/entities/delivery/webhook.ts';
import { type EventRow, eventOfRow, findEvent, findEvents } from '#shared/data/entities/log/event.ts';
import type { Row } from '#shared/data/table-client.ts';
import type { LoggedEvent } from '#shared/domain/log/events.ts';
import { parseJson } from '#shared/domain/text/parse-json.ts';
import { getContentTable } from '#shared/runtime/content-store.ts';

/**
 * What the attempts of one batch read, loaded once for all of them: the events in one request, and each endpoint as it
 * is now. A rotated secret therefore signs at once, and a deleted endpoint is not called. Large content is read for
 * each event alone, so that an object that cannot be read fails the deliveries of its event only.
 */
export class DeliveryBatchCache {
  readonly #eventJobs: DeliveryJob[];
  #events: Promise<Map<string, Row<EventRow>>> | undefined;
  readonly #loaded = new Map<string, Promise<LoggedEvent | undefined>>();
  readonly #webhooks = new Map<string, Promise<Webhook | undefined>>();

  /** A malformed body is skipped here; it fails when its message is processed. */
  constructor(bodies: readonly string[]) {
    this.#eventJobs = bodies.flatMap((body) => {
      const job = JOB_SCHEMAS.delivery.safeParse(parseJson(body)).data;
      return job === undefined || 'kind' in job || job.push !== undefined || job.recovers === true ? [] : [job];
    });
  }

  event(job: DeliveryJob): Promise<LoggedEvent | undefined> {
    const name = `${job.organizationId} ${job.eventId}`;
    const known = this.#loaded.get(name);
    if (known !== undefined) return known;
    const loading = this.#loadEvent(job);
    this.#loaded.set(name, loading);
    return loading;
  }

  async #loadEvent({ organizationId, eventId }: DeliveryJob): Promise<LoggedEvent | undefined> {
    const table = getContentTable();
    this.#events ??= findEvents(table, this.#eventJobs);
    const found = (await this.#events).get(eventId);
    // The batch read is eventually consistent and may miss a new event; the other read is strongly consistent.
    const row = found?.organizationId === organizationId ? found : await findEvent(table, organizationId, eventId);
    return row && eventOfRow(table, row);
  }

  webhook(job: DeliveryJob): Promise<Webhook | undefined> {
    const known = this.#webhooks.get(job.webhookId);
    if (known !== undefined) return known;
    const loading = findWebhook(getContentTable(), job.organizationId, job.webhookId, { strong: true });
    this.#webhooks.set(job.webhookId, loading);
    return loading;
  }
}
