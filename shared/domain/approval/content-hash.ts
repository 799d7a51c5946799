import { createHash } from 'node:crypto';
import { canonicalJson } from '../text/canonical-json.ts';

/**
 * The hash of everything that an action will do: SHA-256 of its canonical JSON, in hexadecimal. A person approves the
 * hash, and what takes effect has to have it. Texts count as they are stored, in UTF-8: a lone surrogate, which UTF-8
 * cannot have, is the replacement character there.
 *
 * See: docs/contract/approvals.md#the-content-hash.
 */
export function contentHash(content: object): string {
  return createHash('sha256')
    .update(canonicalJson(asStored(content)))
    .digest('hex');
}

function asStored(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(asStored);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toWellFormed(), asStored(member)]));
}
