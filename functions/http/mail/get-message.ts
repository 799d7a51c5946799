import * as routes from '../../../shared/contract/routes/mail.ts';
import { findMessage } from '../../../shared/data/entities/message.ts';
import { notFound } from '../../../shared/domain/errors.ts';
import { readMailContent } from '../../../shared/runtime/mail-store.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { mailOwner } from './mail-owner.ts';
import { messageRecord } from './message-record.ts';

export const getMessage = operation(routes.getMessage, async ({ actor, table }, { params }) => {
  const identity = await mailOwner(table, actor, params.id);
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
