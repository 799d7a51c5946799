import { addTaskMessage, createTask, getTask, listTasks, replyToTask } from '#shared/contract/routes/a2a.ts';
import { listDirectory } from '#shared/contract/routes/a2a-directory.ts';
import { getMe, getUsage } from '#shared/contract/routes/accounts.ts';
import { getApproval } from '#shared/contract/routes/approvals.ts';
import { createContact, getContact, listContacts, updateContact } from '#shared/contract/routes/contacts.ts';
import { listEvents } from '#shared/contract/routes/events.ts';
import { getIdentity } from '#shared/contract/routes/identities.ts';
import {
  forwardMessage,
  getAttachment,
  getAttachmentText,
  getMessage,
  getThread,
  listMessages,
  sendMail,
  updateMessage,
} from '#shared/contract/routes/mail.ts';
import { createIdentityToken } from '#shared/contract/routes/tokens.ts';
import { claimLease, createLease, listSecrets, redeemLease } from '#shared/contract/routes/vault.ts';
import { waitForEvent } from '#shared/contract/routes/wait.ts';

/** The operations that tools call. The whole table would load the schemas of every group. */
export const CALLED = {
  addTaskMessage,
  claimLease,
  createContact,
  createIdentityToken,
  createLease,
  createTask,
  forwardMessage,
  getApproval,
  getAttachment,
  getAttachmentText,
  getContact,
  getIdentity,
  getMe,
  getMessage,
  getTask,
  getThread,
  getUsage,
  listContacts,
  listDirectory,
  listEvents,
  listMessages,
  listSecrets,
  listTasks,
  redeemLease,
  replyToTask,
  sendMail,
  updateContact,
  updateMessage,
  waitForEvent,
} as const;

export type CalledOperation = keyof typeof CALLED;
