import type { ListMessagesParams, Message, Page } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { matchingPages } from './matching-pages.ts';
import { isUndelivered } from './message-signs.ts';

/** The lists of an agent's mail, in order. `drafts`, `failed` and `all` are none of the API's folders. */
export const FOLDERS = ['inbox', 'sent', 'drafts', 'failed', 'spam', 'blocked', 'archive', 'all'] as const;

/**
 * Which messages a list has: filters as they are in the address, each empty where it does not limit the list. `is_read`
 * is `false` or empty.
 */
export type MailView = Readonly<Record<'folder' | 'q' | 'label' | 'is_read', string>>;

/** The view that an address names, with a folder for one that names none. */
export function viewOf(query: URLSearchParams, folder: string): MailView {
  const of = (name: string) => query.get(name) ?? '';
  return { folder: of('folder') || folder, q: of('q'), label: of('label'), is_read: of('is_read') };
}

/** Whether a view shows only some of the messages of its folder. */
export function isFiltered({ q, label, is_read: isRead }: MailView): boolean {
  return `${q}${label}${isRead}` !== '';
}

/** The place of the list of an agent's mail, or of that of all agents. */
export function listPath(agentId: string | undefined): readonly string[] {
  return agentId === undefined ? ['inbox'] : ['agents', agentId, 'mail'];
}

/** The place of a message next to the list that it was opened from. */
export function messagePath(agentId: string | undefined, message: Pick<Message, 'id' | 'identity_id'>): string[] {
  return [...listPath(agentId), ...(agentId === undefined ? [message.identity_id] : []), message.id];
}

/** Loads the first page of the messages of an agent, or of all agents. */
export async function loadMessages(
  agentId: string | undefined,
  view: MailView,
  limit: number,
  signal: AbortSignal,
): Promise<Page<Message>> {
  const { messages } = agentId === undefined ? aidOfSession() : aidOfSession().identity(agentId).mail;
  const page = await messages.list({ ...filterOf(view), limit }, { signal }).firstPage();
  return view.folder === 'failed' ? matchingPages(page, isUndelivered) : page;
}

/** The parameters by which the API returns a list. Of sent mail, the console finds what failed. */
export function filterOf({ folder, q, label, is_read: isRead }: MailView): ListMessagesParams {
  return {
    ...(folder !== 'all' && { folder: folder === 'failed' ? 'sent' : folder }),
    ...(q !== '' && { q }),
    ...(label !== '' && { label }),
    ...(isRead !== '' && { is_read: isRead === 'true' }),
  };
}
