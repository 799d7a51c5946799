import * as routes from '#shared/contract/routes/mail.ts';
import { findMessage } from '#shared/data/entities/mail/message.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { mailLink } from '#shared/services/mail-files/download-link.ts';
import { rawMailFile } from './download-files.ts';

export const getRawMessage = resourceOperation(
  routes.getRawMessage,
  loadIdentity,
  async ({ table, now }, identity, { params }) => {
    const message = await findMessage(table, identity.id, params.mid);
    // An outbound mail has a raw form since its first attempt.
    if (message === undefined || (message.direction === 'outbound' && message.sendAttempts === undefined)) {
      throw notFound();
    }
    const key = await rawMailFile(message, now);
    const contentType = 'message/rfc822';
    const link = await mailLink(key, { name: `${message.id}.eml`, contentType }, now);
    return reply({ id: message.id, content_type: contentType, ...link });
  },
);
