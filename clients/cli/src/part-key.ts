/**
 * The idempotency key of a request of a command that makes several, of which the first has the key that was given: each
 * request has its own, and a repeated command has the same ones.
 */
export function partKey(given: string | undefined, part: number): string | undefined {
  return given === undefined || part === 1 ? given : `${given}-${part}`;
}
