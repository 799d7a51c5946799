import { findWebhook, type Webhook } from '../../../shared/data/entities/webhook.ts';
import { AppError, notFound } from '../../../shared/domain/errors.ts';
import { mayUse, type OwnedResourceLoader } from '../../../shared/runtime/pipeline/actor.ts';

/**
 * Loads an endpoint that the actor may manage: an org key any endpoint of the organization, an agent key its own.
 *
 * See: docs/contract/webhooks.md#endpoints; docs/contract/authentication.md#permissions.
 */
export const ownWebhook: OwnedResourceLoader<Webhook> = async ({ actor, table }, id) => {
  const webhook = await findWebhook(table, actor.organization.id, id);
  if (webhook === undefined) throw notFound();
  if (!mayUse(actor, webhook)) throw new AppError('auth.forbidden');
  return webhook;
};
