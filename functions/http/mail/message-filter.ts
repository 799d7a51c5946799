import type { z } from 'zod';
import type { messageFilters } from '#shared/contract/schemas/mail.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';

type Filters = { readonly [Name in keyof typeof messageFilters]?: z.output<(typeof messageFilters)[Name]> };

/** Whether a message passes the filters of a list. `q` is a matter of the search: see `foundMessages`. */
export function messageFilter({ direction, folder, is_read, label, from }: Filters): (message: Message) => boolean {
  const author = from?.toLowerCase();
  return (message) =>
    (direction === undefined || message.direction === direction) &&
    (folder === undefined || message.folder === folder) &&
    (is_read === undefined || message.isRead === is_read) &&
    (label === undefined || (message.labels ?? []).includes(label)) &&
    (author === undefined || message.from.some(({ address }) => address.toLowerCase() === author));
}
