import type { ToolKey } from '#shared/contract/mcp/tools.ts';
import type { CalledOperation } from './called-operations.ts';

/** The events that the waits for email follow, and the messages behind them. */
const SEARCHES_MAIL = ['waitForEvent', 'listEvents', 'getMessage'] as const;

/**
 * The operations that a tool calls; the first one does what the tool is for. A tool without one does not compile. From
 * them follow the kinds of keys that may call a tool at all, and the scopes that a token needs for it.
 */
export const TOOL_OPERATIONS: Readonly<Record<ToolKey, readonly [CalledOperation, ...CalledOperation[]]>> = {
  whoami: ['getMe', 'getUsage', 'getIdentity'],
  listMessages: ['listMessages'],
  searchMessages: ['listMessages'],
  getMessage: ['getMessage'],
  getThread: ['getThread'],
  getAttachment: ['getAttachment', 'getAttachmentText'],
  // A reply names its recipients if they can be read, and is sent in any case.
  sendEmail: ['sendMail'],
  replyToEmail: ['sendMail'],
  forwardMessage: ['forwardMessage'],
  updateMessage: ['updateMessage'],
  waitForReply: [...SEARCHES_MAIL, 'getThread'],
  waitForCode: [...SEARCHES_MAIL],
  // They read the messages of events about received email, which only a caller who may read email is shown.
  waitForEvent: ['waitForEvent', 'listEvents'],
  listEvents: ['listEvents'],
  findAgents: ['listDirectory'],
  sendTask: ['createTask', 'addTaskMessage'],
  listTasks: ['listTasks'],
  getTask: ['getTask'],
  replyToTask: ['replyToTask'],
  findContact: ['listContacts'],
  saveContact: ['createContact', 'updateContact', 'getContact'],
  listSecrets: ['listSecrets'],
  createLease: ['createLease'],
  redeemLease: ['redeemLease', 'claimLease'],
  getIdentityToken: ['createIdentityToken'],
};
