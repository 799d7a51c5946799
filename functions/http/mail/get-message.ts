import * as routes from '#shared/contract/routes/mail.ts';
import { findMessage } from '#shared/data/entities/mail/message.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { findMailContent } from '#shared/services/mail-files/mail-store.ts';
import { contentRecord, NO_CONTENT } from './content-record.ts';
import { withExpiryNote } from './expired-files.ts';
import { messageRecord } from './message-record.ts';

export const getMessage = resourceOperation(
  routes.getMessage,
  loadIdentity,
  async ({ table }, identity, { params }) => {
    const message = await findMessage(table, identity.id, params.mid);
    if (message === undefined) throw notFound();
    const content = await findMailContent(message.contentKey);
    const record = messageRecord(message);
    // The message is kept longer than its files, which expire in the bucket.
    if (content === undefined) {
      return reply({ ...record, detail: withExpiryNote(record.detail), ...NO_CONTENT });
    }
    return reply({ ...record, ...contentRecord(message, content) });
  },
);
