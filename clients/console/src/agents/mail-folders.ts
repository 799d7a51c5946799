import type { ListMessagesParams, Message, Page } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { matchingPages } from './matching-pages.ts';
import { isUndelivered } from './message-signs.ts';

/** The lists of an agent's mail, in order. `drafts` and `failed` are none of the API's folders. */
export const FOLDERS = ['inbox', 'sent', 'drafts', 'failed', 'spam', 'blocked', 'archive'] as const;

/** Loads the first page of a list of messages. */
export async function loadMessages(
  agentId: string,
  { folder, words }: { readonly folder: string; readonly words: string },
  limit: number,
  signal: AbortSignal,
): Promise<Page<Message>> {
  const { messages } = aidOfSession().identity(agentId).mail;
  const page = await messages.list({ ...filterOf(folder, words), limit }, { signal }).firstPage();
  return folder === 'failed' ? matchingPages(page, isUndelivered) : page;
}

/** The parameters by which the API returns a list. Of sent mail, the console finds what failed. */
export function filterOf(folder: string, words: string): ListMessagesParams {
  return { folder: folder === 'failed' ? 'sent' : folder, ...(words !== '' && { q: words }) };
}
