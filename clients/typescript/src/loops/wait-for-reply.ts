import type { Client } from '../generated/resources.ts';
import { untilDone } from './backoff.ts';
import {
  type FoundMail,
  type MailPlace,
  type MailWaitOptions,
  type ReadOptions,
  waitForMail,
} from './received-mail.ts';

/** The reply, or null after the timeout. */
export type Reply = FoundMail;

export type WaitForReplyOptions = MailWaitOptions;

/** A thread, a message, or the result of sending one. */
export type Conversation = string | { readonly id: string; readonly created_at?: string; readonly thread_id?: string };

/**
 * Waits for the reply to a message or in a thread. The reply may have arrived already. Spam and automatic replies are
 * skipped, and listed in `heldBack`. A message from an unverified sender is returned: check its `auth` and
 * `content_warnings`. While the service cannot be reached, it retries, and rejects with the last error after the
 * timeout.
 *
 * See: docs/decisions/0053-loops-of-the-sdks.md#mailwaitforreply.
 */
export function waitForReply(
  client: Client,
  conversation: Conversation,
  options: WaitForReplyOptions = {},
): Promise<Reply> {
  const begin = (read: ReadOptions, until: number) => startOf(client, conversation, read, until);
  return waitForMail(client, options, begin, ({ folder, is_automated: isAutomated }) =>
    folder === 'spam' ? 'spam' : isAutomated ? 'automated' : null,
  );
}

/** The thread, and the time after which a message is a reply. */
async function startOf(
  client: Client,
  conversation: Conversation,
  options: ReadOptions,
  until: number,
): Promise<MailPlace> {
  const given = typeof conversation === 'string' ? { id: conversation } : conversation;
  if (given.id.startsWith('thr_')) {
    const { messages } = await untilDone(() => client.mail.threads.get(given.id, {}, options), options.signal, until);
    const start = messages.findLast(({ direction }) => direction === 'outbound') ?? messages.at(-1);
    return { threadId: given.id, after: start?.created_at ?? new Date().toISOString() };
  }
  const { thread_id: threadId, created_at: after } =
    given.thread_id === undefined || given.created_at === undefined
      ? await untilDone(() => client.mail.messages.get(given.id, options), options.signal, until)
      : given;
  return { threadId: threadId as string, after: after as string };
}
