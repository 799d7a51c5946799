import { allWebhooks, type Webhook } from '../../../shared/data/entities/webhook.ts';
import { getTable } from '../../../shared/runtime/clients.ts';

/** The endpoints of the organizations in one batch, loaded once per organization. */
export class WebhookCache {
  readonly #loading = new Map<string, Promise<Webhook[]>>();

  forOrganization(organizationId: string): Promise<Webhook[]> {
    const known = this.#loading.get(organizationId);
    if (known !== undefined) return known;
    const loading = allWebhooks(getTable(), organizationId);
    this.#loading.set(organizationId, loading);
    return loading;
  }
}
