/**
 * The `detail` of an email that was received beyond the storage limit. It tells these emails from others: rows of 0.3.0
 * have the same text.
 */
export const NO_ROOM =
  'The organization has reached its storage limit. The files of this message are deleted within a week.';

/** Whether the files of a message are deleted long before those of others of its age. */
export function isWithoutRoom({ detail }: { readonly detail: string | null }): boolean {
  return detail === NO_ROOM;
}
