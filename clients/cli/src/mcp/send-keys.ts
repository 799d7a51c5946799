import { createHash, randomUUID } from 'node:crypto';
import type { Params } from './messages.ts';

/** For how long an identical call is taken for a repetition. */
const WINDOW_MS = 600_000;

/** The tools that send something. */
export const SENDING_TOOLS: ReadonlySet<string> = new Set([
  'send_email',
  'reply_to_email',
  'send_task',
  'reply_to_task',
]);

/**
 * The idempotency keys of calls that have none. A call that is identical to one of the last ten minutes has the same
 * key, so that a client which gave up waiting and repeats it sends once. The key follows from the time too, so that a
 * bridge that was started again finds it in most cases.
 */
export class SendKeys {
  readonly #now: () => number;
  /** By content, the oldest first. */
  readonly #known = new Map<string, { readonly key: string; readonly since: number }>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  keyOf(tool: string, args: Params): string {
    if (args.send_again === true) return randomUUID();
    const now = this.#now();
    for (const [content, { since }] of this.#known) {
      if (now - since < WINDOW_MS) break;
      this.#known.delete(content);
    }
    const content = hash(tool, canonical(args));
    const known = this.#known.get(content);
    if (known !== undefined) return known.key;
    const key = hash(content, String(Math.floor(now / WINDOW_MS)));
    this.#known.set(content, { key, since: now });
    return key;
  }
}

function hash(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** JSON without differences in the order of keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
