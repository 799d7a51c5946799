/**
 * An attempt of a delivery that has ended. Times are epoch milliseconds.
 *
 * See: docs/contract/webhooks.md#deliveries.
 */
export interface FinishedAttempt {
  readonly endedAt: number;
  readonly responseStatus: number | null;
  readonly durationMs: number;
  /** Why it failed; null if it succeeded. */
  readonly error: string | null;
}

/** What a delivery knows of its attempts. */
interface Attempted {
  readonly attempts?: readonly FinishedAttempt[];
  readonly deliveredAt: number | null;
  readonly responseStatus: number | null;
  readonly durationMs: number | null;
}

/** How many attempts a delivery keeps: those of a delivery and of a replay that fail to the end. */
export const KEPT_ATTEMPTS = 16;

/** The attempts with one more: the newest ones, oldest first. */
export function withAttempt(
  attempts: readonly FinishedAttempt[] | undefined,
  attempt: FinishedAttempt,
): readonly FinishedAttempt[] {
  return [...(attempts ?? []), attempt].slice(-KEPT_ATTEMPTS);
}

/**
 * All attempts of a delivery, oldest first. The one that succeeded is in the fields of the delivery and not in the list
 * that it keeps: most deliveries succeed at once, and their rows stay as small as they are.
 */
export function attemptsOf({
  attempts,
  deliveredAt,
  responseStatus,
  durationMs,
}: Attempted): readonly FinishedAttempt[] {
  if (deliveredAt === null) return attempts ?? [];
  return withAttempt(attempts, { endedAt: deliveredAt, responseStatus, durationMs: durationMs ?? 0, error: null });
}
