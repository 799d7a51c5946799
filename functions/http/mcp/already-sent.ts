import type { ResultRecord } from './results/result-record.ts';
import type { Once } from './send-once.ts';

/** Keys with this beginning are new for each call: programs in between make them where a repetition is meant. */
const NEW_KEY_PREFIX = 'again-';

/** Whether every repetition of a call has its key: one of the caller, or one that a program makes of the arguments. */
export function hasLastingKey({ idempotency_key: key }: Once): boolean {
  return key !== undefined && !key.startsWith(NEW_KEY_PREFIX);
}

/** What a result says about a call that an earlier one has done, and how to do it once more. */
export function alreadySent(what: string, once: Once, { canSendAgain = true } = {}): ResultRecord {
  // The repetition of a key counts once as well.
  const needsNewKey = !canSendAgain || (hasLastingKey(once) && once.send_again === true);
  const way = needsNewKey ? 'use a new idempotency_key' : 'set send_again';
  return { already_sent: true, note: `${what} To repeat it on purpose, ${way}.` };
}
