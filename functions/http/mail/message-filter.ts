import type { z } from 'zod';
import type { messageFilters } from '#shared/contract/schemas/mail.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';
import { messageMatcher } from '#shared/domain/mail/message-search.ts';

type Filters = { readonly [Name in keyof typeof messageFilters]?: z.output<(typeof messageFilters)[Name]> };

/** Whether a message passes all filters of a list. */
export function messageFilter({ direction, folder, is_read, label, q, from }: Filters): (message: Message) => boolean {
  const found = q === undefined ? () => true : messageMatcher(q);
  const author = from?.toLowerCase();
  return (message) =>
    (direction === undefined || message.direction === direction) &&
    (folder === undefined || message.folder === folder) &&
    (is_read === undefined || message.isRead === is_read) &&
    (label === undefined || (message.labels ?? []).includes(label)) &&
    found(message) &&
    (author === undefined || message.from.some(({ address }) => address.toLowerCase() === author));
}
