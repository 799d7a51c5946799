import * as routes from '../../../shared/contract/routes/mail.ts';
import { findMessage } from '../../../shared/data/entities/message.ts';
import { notFound } from '../../../shared/domain/errors.ts';
import { mailLink } from '../../../shared/runtime/mail-link.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { mailOwner } from './mail-owner.ts';

export const getRawMessage = operation(routes.getRawMessage, async ({ actor, table, now }, { params }) => {
  const identity = await mailOwner(table, actor, params.id);
  const message = await findMessage(table, identity.id, params.mid);
  // An outbound mail has a raw form from its first attempt on.
  if (message === undefined || (message.direction === 'outbound' && message.sendAttempts === undefined)) {
    throw notFound();
  }
  const contentType = 'message/rfc822';
  const link = await mailLink(message.rawKey, { name: `${message.id}.eml`, contentType }, now);
  return reply({ id: message.id, content_type: contentType, ...link });
});
