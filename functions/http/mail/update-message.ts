import * as routes from '#shared/contract/routes/mail.ts';
import { findMessage, type Message, patchMessage } from '#shared/data/entities/mail/message.ts';
import { invalid, notFound } from '#shared/domain/errors/errors.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { admitToThread } from './admit-to-thread.ts';
import { messageRecord } from './message-record.ts';

/** The folders that a message may be moved to. */
const FOLDERS: Readonly<Record<Message['direction'], readonly Message['folder'][]>> = {
  inbound: ['inbox', 'archive', 'spam', 'blocked'],
  outbound: ['sent', 'archive'],
};

export const updateMessage = resourceOperation(
  routes.updateMessage,
  loadIdentity,
  async ({ table, now }, identity, { params, body }) => {
    const message = await findMessage(table, identity.id, params.mid);
    if (message === undefined) throw notFound();
    const folders = FOLDERS[message.direction];
    if (body.folder !== undefined && !folders.includes(body.folder)) {
      throw invalid('folder', `one of ${folders.join(', ')} for an ${message.direction} message`);
    }
    const changes = {
      isRead: body.is_read ?? message.isRead,
      folder: body.folder ?? message.folder,
      updatedAt: Math.max(now, message.updatedAt),
    };
    if (message.isThreadless && changes.folder !== 'blocked') return admitToThread(table, message, changes);
    return write((tx) => {
      tx.put(patchMessage(message, { set: changes }, 'none'));
      return reply(messageRecord({ ...message, ...changes }));
    });
  },
);
