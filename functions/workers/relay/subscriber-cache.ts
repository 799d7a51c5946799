import type { Stream } from '#shared/data/entities/delivery/stream.ts';
import { type Subscribers, subscribersOf } from '#shared/data/entities/delivery/subscribers.ts';
import type { Webhook } from '#shared/data/entities/delivery/webhook.ts';
import { liveStreams } from '#shared/domain/delivery/stream.ts';
import { getTable } from '#shared/runtime/clients.ts';

/** An event stream with a connected client. */
export type ConnectedStream = Stream & { connectionId: string };

/** The endpoints and event streams of the organizations in one batch, loaded once per organization. */
export class SubscriberCache {
  readonly #loading = new Map<string, Promise<Subscribers>>();
  readonly #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  async webhooksOf(organizationId: string): Promise<Webhook[]> {
    return (await this.#load(organizationId)).webhooks;
  }

  async streamsOf(organizationId: string): Promise<ConnectedStream[]> {
    const { streams } = await this.#load(organizationId);
    return liveStreams(streams, this.#now).filter((stream): stream is ConnectedStream & { id: string } => {
      return stream.connectionId !== null;
    });
  }

  #load(organizationId: string): Promise<Subscribers> {
    const known = this.#loading.get(organizationId);
    if (known !== undefined) return known;
    const loading = subscribersOf(getTable(), organizationId);
    this.#loading.set(organizationId, loading);
    return loading;
  }
}
