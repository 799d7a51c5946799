import { seenValue } from './seen-value.ts';

/**
 * A record with some of its texts as a person sees them. `original` has those that were changed, as they were written;
 * it is absent if nothing was taken out.
 *
 * See: docs/safe-reading.md#characters.
 */
export function withOriginal<R extends object, F extends keyof R & string>(
  record: R,
  fields: readonly F[],
): R & { original?: { [K in F]?: R[K] } } {
  const changed = fields.filter((field) => seenValue(record[field]) !== record[field]);
  if (changed.length === 0) return record;
  const shown = Object.fromEntries(changed.map((field) => [field, seenValue(record[field])]));
  const original = Object.fromEntries(changed.map((field) => [field, record[field]])) as { [K in F]?: R[K] };
  return { ...record, ...shown, original };
}
