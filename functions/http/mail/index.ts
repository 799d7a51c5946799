import * as messages from '#shared/contract/routes/mail.ts';
import * as batches from '#shared/contract/routes/mail-batches.ts';
import * as drafts from '#shared/contract/routes/mail-drafts.ts';
import * as searchRoutes from '#shared/contract/routes/search.ts';
import { getContentTable } from '#shared/runtime/content-store.ts';
import { serveStreamed } from '#shared/runtime/pipeline/serve.ts';
import { createDraft } from './create-draft.ts';
import { deleteDraft } from './delete-draft.ts';
import { forwardMessage } from './forward-message.ts';
import { getAttachment } from './get-attachment.ts';
import { getAttachmentText } from './get-attachment-text.ts';
import { getDraft } from './get-draft.ts';
import { getMailFolders } from './get-mail-folders.ts';
import { getMessage } from './get-message.ts';
import { getRawMessage } from './get-raw-message.ts';
import { getThread } from './get-thread.ts';
import { listAllMessages } from './list-all-messages.ts';
import { listDrafts } from './list-drafts.ts';
import { listMessages } from './list-messages.ts';
import { listThreads } from './list-threads.ts';
import { markMessagesRead } from './mark-messages-read.ts';
import { search } from './search.ts';
import { sendDraft } from './send-draft.ts';
import { sendDueDrafts } from './send-due-drafts.ts';
import { sendMail } from './send-mail.ts';
import { updateDraft } from './update-draft.ts';
import { updateDueIndexes } from './update-due-indexes.ts';
import { updateMessage } from './update-message.ts';
import { updateMessages } from './update-messages.ts';

export const handler = serveStreamed(
  { ...messages, ...batches, ...drafts, ...searchRoutes },
  {
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
    updateMessages,
    markMessagesRead,
    getMailFolders,
    listAllMessages,
    createDraft,
    listDrafts,
    getDraft,
    updateDraft,
    deleteDraft,
    sendDraft,
    search,
  },
  {
    table: getContentTable,
    work: (event, services) => sendDueDrafts(event, services) ?? updateDueIndexes(event, services),
  },
);
