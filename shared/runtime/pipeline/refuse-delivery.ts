import { invalid } from '#shared/domain/errors/errors.ts';
import { DELIVERY_USER_AGENT } from '#shared/domain/http/own-address.ts';
import type { HttpRequest } from './http.ts';

/**
 * Refuses a delivery of the service with 400, before it costs or counts anything. A name or a proxy of others may lead
 * here, which no rule about URLs can know. Such a delivery would act with the credentials of its endpoint, and cause
 * the next one.
 *
 * See: docs/contract/webhooks.md#receiver-urls.
 */
export function refuseDelivery({ headers }: Pick<HttpRequest, 'headers'>): void {
  if (headers['user-agent'] !== DELIVERY_USER_AGENT) return;
  throw invalid('user-agent', `a client: webhooks and push notifications (${DELIVERY_USER_AGENT}) cannot call the API`);
}
