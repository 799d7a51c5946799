import * as routes from '#shared/contract/routes/mail.ts';
import { findMessage } from '#shared/data/entities/mail/message.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { admitToThread } from './admit-to-thread.ts';
import { changedMessage, joinsThread, MessageChanges, messageAfter } from './message-changes.ts';
import { messageRecord } from './message-record.ts';

export const updateMessage = resourceOperation(
  routes.updateMessage,
  loadIdentity,
  async ({ table, now }, identity, { params, body }) => {
    const message = await findMessage(table, identity.id, params.mid);
    if (message === undefined) throw notFound();
    const changed = changedMessage(message, body, now);
    if (joinsThread(changed)) {
      const admitted = await admitToThread(table, identity, changed);
      return write((tx) => reply(messageRecord(admitted(tx))));
    }
    const changes = await MessageChanges.load(table, identity, [changed]);
    changes.add(changed);
    return write((tx) => {
      changes.stage(tx);
      return reply(messageRecord(messageAfter(changed)));
    });
  },
);
