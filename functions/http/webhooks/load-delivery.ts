import { type Delivery, findDelivery } from '#shared/data/entities/delivery/delivery.ts';
import { resourceLoader } from '#shared/runtime/pipeline/resources.ts';

/** Loads a delivery. It belongs to the agent of its endpoint. See: docs/contract/webhooks.md#deliveries. */
export const loadDelivery = resourceLoader<Delivery>('delivery', findDelivery, ({ identityId }) => identityId);
