import * as routes from '#shared/contract/routes/mail.ts';
import { serveStreamed } from '#shared/runtime/pipeline/serve.ts';
import { forwardMessage } from './forward-message.ts';
import { getAttachment } from './get-attachment.ts';
import { getAttachmentText } from './get-attachment-text.ts';
import { getMessage } from './get-message.ts';
import { getRawMessage } from './get-raw-message.ts';
import { getThread } from './get-thread.ts';
import { listMessages } from './list-messages.ts';
import { listThreads } from './list-threads.ts';
import { sendMail } from './send-mail.ts';
import { updateMessage } from './update-message.ts';

export const handler = serveStreamed(routes, {
  sendMail,
  forwardMessage,
  listMessages,
  getMessage,
  updateMessage,
  getRawMessage,
  getAttachment,
  getAttachmentText,
  listThreads,
  getThread,
});
