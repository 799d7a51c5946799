import * as routes from '#shared/contract/routes/mail.ts';
import { findMessage } from '#shared/data/entities/mail/message.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { mailLink } from '#shared/services/mail-files/download-link.ts';
import { attachmentFile } from './download-files.ts';

export const getAttachment = resourceOperation(
  routes.getAttachment,
  loadIdentity,
  async ({ table, now }, identity, { params }) => {
    const message = await findMessage(table, identity.id, params.mid);
    const index = message?.attachments.findIndex(({ id }) => id === params.aid) ?? -1;
    const attachment = message?.attachments[index];
    // A virus stays in the raw mail only, where no one opens it by accident.
    if (message === undefined || attachment === undefined || message.auth.virus === 'fail') throw notFound();
    const { id, filename, contentType, size } = attachment;
    const key = await attachmentFile(message, index, now);
    const link = await mailLink(key, { name: filename ?? id, contentType }, now);
    return reply({ id, filename, content_type: contentType, size, ...link });
  },
);
