import * as routes from '../../../shared/contract/routes/mail.ts';
import { findMessage } from '../../../shared/data/entities/message.ts';
import { notFound } from '../../../shared/domain/errors.ts';
import { readMailContent } from '../../../shared/runtime/mail-store.ts';
import { ownIdentity } from '../../../shared/runtime/own-identity.ts';
import { ownOperation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { messageRecord } from './message-record.ts';

export const getMessage = ownOperation(routes.getMessage, ownIdentity, async ({ table }, identity, { params }) => {
  const message = await findMessage(table, identity.id, params.mid);
  if (message === undefined) throw notFound();
  const content = await readMailContent(message.contentKey);
  return reply({
    ...messageRecord(message),
    text: content.text,
    html: content.html,
    headers: content.headers,
    extracted_text: content.extractedText,
  });
});
