import { allWebhooks, type Webhook } from '../../../shared/data/entities/webhook.ts';
import { theTable } from '../../../shared/runtime/clients.ts';

/** The endpoints of the organizations in one batch, each organization's read once. */
export class Fleet {
  readonly #loading = new Map<string, Promise<Webhook[]>>();

  of(organizationId: string): Promise<Webhook[]> {
    const known = this.#loading.get(organizationId);
    if (known !== undefined) return known;
    const loading = allWebhooks(theTable(), organizationId);
    this.#loading.set(organizationId, loading);
    return loading;
  }
}
