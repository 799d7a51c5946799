import * as routes from '#shared/contract/routes/mail.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { mailLink } from '#shared/services/mail-files/download-link.ts';
import { attachmentFile } from './download-files.ts';
import { requireAttachment } from './find-attachment.ts';

export const getAttachment = resourceOperation(
  routes.getAttachment,
  loadIdentity,
  async ({ table, now }, identity, { params }) => {
    const { message, attachment, index } = await requireAttachment(table, identity.id, params);
    const { id, filename, contentType, size } = attachment;
    const key = await attachmentFile(message, index, now);
    const link = await mailLink(key, { name: filename ?? id, contentType }, now);
    return reply({ id, filename, content_type: contentType, size, ...link });
  },
);
