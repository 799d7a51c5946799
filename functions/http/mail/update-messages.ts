import * as routes from '#shared/contract/routes/mail-batches.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { changeMessages } from './change-messages.ts';

/**
 * Changes up to a hundred messages in the same way. Those that cannot be changed keep no other from being changed.
 *
 * See: docs/contract/mail.md#changing-messages.
 */
export const updateMessages = resourceOperation(
  routes.updateMessages,
  loadIdentity,
  async (context, identity, { body: { ids, ...change } }) => {
    const result = await changeMessages(context, identity, [...new Set(ids)], change);
    return reply({
      updated: result.updated,
      not_found: result.notFound,
      refused: result.refused.map(({ id, error }) => ({ id, code: error.code, message: error.message })),
    });
  },
);
