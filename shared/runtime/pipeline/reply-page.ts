import { timestamp } from '#shared/domain/time/time.ts';
import { type Outcome, reply } from './operation.ts';

/**
 * Where a list that stopped early continues, in epoch milliseconds: before a time, or after one if it is oldest first.
 */
interface Continuation {
  readonly continueBefore?: number | undefined;
  readonly continueSince?: number | undefined;
}

/**
 * The reply of a list. If it stopped before its page was full, its headers say that there is more, and where to
 * continue.
 *
 * See: docs/contract/conventions.md#lists.
 */
export function replyPage<B>(body: B, { continueBefore, continueSince }: Continuation): Outcome<B> {
  if (continueBefore !== undefined) return reply(body, moreHeaders('before', continueBefore));
  return continueSince === undefined ? reply(body) : reply(body, moreHeaders('since', continueSince));
}

function moreHeaders(parameter: 'before' | 'since', time: number) {
  return { headers: { 'x-aid-more': 'true', [`x-aid-more-${parameter}`]: timestamp(time) } };
}
