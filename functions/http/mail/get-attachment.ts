import * as routes from '../../../shared/contract/routes/mail.ts';
import { findMessage } from '../../../shared/data/entities/message.ts';
import { notFound } from '../../../shared/domain/errors.ts';
import { ownedResourceOperation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { loadOwnedIdentity } from '../../../shared/services/identities/load-owned-identity.ts';
import { mailLink } from '../../../shared/services/mail-files/download-link.ts';
import { requireStored } from './expired-files.ts';

export const getAttachment = ownedResourceOperation(
  routes.getAttachment,
  loadOwnedIdentity,
  async ({ table, now }, identity, { params }) => {
    const message = await findMessage(table, identity.id, params.mid);
    const attachment = message?.attachments.find(({ id }) => id === params.aid);
    if (attachment?.key === undefined) throw notFound();
    const { id, filename, contentType, size, key } = attachment;
    await requireStored(key, 'The attachment');
    const link = await mailLink(key, { name: filename ?? id, contentType }, now);
    return reply({ id, filename, content_type: contentType, size, ...link });
  },
);
