import * as routes from '../../../shared/contract/routes/mail.ts';
import { messagesBefore } from '../../../shared/data/entities/message.ts';
import { collect } from '../../../shared/data/table-client.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { mailOwner } from './mail-owner.ts';
import { messageRecord } from './message-record.ts';

export const listMessages = operation(routes.listMessages, async ({ actor, table }, { params, query }) => {
  const identity = await mailOwner(table, actor, params.id);
  const filtered = query.thread_id ?? query.direction ?? query.folder ?? query.from;
  const from = query.from?.toLowerCase();
  const messages = await collect(
    messagesBefore(table, identity.id, query.before, filtered === undefined ? query.limit : 200),
    query.limit,
    (message) =>
      (query.thread_id === undefined || message.threadId === query.thread_id) &&
      (query.direction === undefined || message.direction === query.direction) &&
      (query.folder === undefined || message.folder === query.folder) &&
      (from === undefined || message.from.some(({ address }) => address.toLowerCase() === from)),
  );
  return reply({ messages: messages.map(messageRecord) });
});
