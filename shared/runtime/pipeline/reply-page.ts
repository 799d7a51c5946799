import { timestamp } from '../../domain/time.ts';
import { type Outcome, reply } from './operation.ts';

/**
 * The reply of a list. If it stopped before its page was full, its headers say that there is more, and where to
 * continue.
 *
 * See: docs/contract/conventions.md#lists.
 */
export function replyPage<B>(body: B, { continueBefore }: { readonly continueBefore: number | undefined }): Outcome<B> {
  if (continueBefore === undefined) return reply(body);
  return reply(body, { headers: { 'x-aid-more': 'true', 'x-aid-more-before': timestamp(continueBefore) } });
}
