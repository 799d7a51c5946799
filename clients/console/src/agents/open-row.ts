import type { Message } from '../../../typescript/src/index.ts';

/** What has been loaded of a list. */
interface LoadedRows {
  readonly rows: readonly Message[] | undefined;
  readonly hasMore: boolean;
}

/**
 * The rows of a list, and in a list of unread messages also the one that is open: opening it marks it as read, and
 * without its row there would be no next message.
 *
 * @param open the message that is open; `null` if none is, `undefined` until it is known
 */
export function withOpen(
  { rows, hasMore }: LoadedRows,
  open: Message | null | undefined,
  { folder, is_read: isRead }: Readonly<Record<'folder' | 'is_read', string>>,
): readonly Message[] | undefined {
  if (rows === undefined || !open || isRead === '' || rows.some(({ id }) => id === open.id)) return rows;
  const isOlder = hasMore && open.created_at < (rows.at(-1)?.created_at ?? '');
  if (isOlder || (folder !== 'all' && folder !== open.folder)) return rows;
  return [...rows, open].sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
}
