import { MINUTE, secondsUntil } from '../../domain/time.ts';
import { rateKey, windowEnd } from '../entities/rate-limit.ts';
import type { Table } from '../table-client.ts';
import { ProcessMemory } from './process-memory.ts';
import { consumeToken, type RateLimitResult } from './rate-limit.ts';

/** The largest block, and the share of a limit that a block may have: 12 of 600. */
const MAX_BLOCK = 20;
const MAX_SHARE = 1 / 50;

/** A block is at most this share of what the process has used in the window, so a process that pauses wastes little. */
const SHARE_OF_USE = 1 / 8;

/** Above this share of the limit, requests are counted one by one. */
const EXACT_ABOVE = 3 / 4;

/** Subjects that a process remembers: some megabytes. */
const MAX_SUBJECTS = 10_000;

/** What a process holds of one window of a subject. */
interface Reservation {
  readonly window: string;
  /** The count in the row after this process wrote it last. */
  drawn: number;
  /** Tokens that are in that count and that no request has used. */
  left: number;
  used: number;
  /** The write that is reserving a block. */
  pending: Promise<unknown> | undefined;
}

const reservations = new ProcessMemory<Reservation>(MAX_SUBJECTS);

/**
 * Counts one request of `subject` in the current minute. A process that serves many requests in a minute counts them in
 * blocks, so that most of them cost no write; the first ones, and those near the limit, it counts one by one.
 *
 * A block is counted in the row before a request uses it, so all processes together never allow more than the limit.
 * They allow fewer if a process reserves tokens and then gets no more requests in that minute: at most an eighth of what
 * that process used, and at most a fiftieth of the limit.
 *
 * See: docs/contract/limits.md#requests; docs/decisions/0035-counting-requests.md.
 */
export async function consumeRequest(
  table: Table,
  subject: string,
  limit: number,
  now: number,
): Promise<RateLimitResult> {
  const reservation = reservationOf(table, subject, now);
  for (;;) {
    if (reservation.left > 0) {
      reservation.left -= 1;
      return used(reservation, limit, now);
    }
    const block = blockSize(reservation, limit);
    if (block === 1) break;
    reservation.pending ??= reserve(reservation, block, { table, subject, limit, now });
    if (!(await reservation.pending)) break;
  }
  const result = await consumeToken(table, subject, limit, now);
  if (!result.allowed) return result;
  reservation.drawn = Math.max(reservation.drawn, limit - result.remaining);
  return used(reservation, limit, now);
}

/** Whether a block was reserved. Another request may use it up before the caller does. */
async function reserve(
  reservation: Reservation,
  amount: number,
  { table, subject, limit, now }: { table: Table; subject: string; limit: number; now: number },
): Promise<boolean> {
  try {
    const { allowed, remaining } = await consumeToken(table, subject, limit, now, { amount });
    if (!allowed) return false;
    reservation.drawn = Math.max(reservation.drawn, limit - remaining);
    reservation.left += amount;
    return true;
  } finally {
    reservation.pending = undefined;
  }
}

function used(reservation: Reservation, limit: number, now: number): RateLimitResult {
  reservation.used += 1;
  const remaining = limit - reservation.drawn + reservation.left;
  return { allowed: true, limit, remaining, resetSeconds: secondsUntil(windowEnd(now, MINUTE), now) };
}

function blockSize({ drawn, used }: Reservation, limit: number): number {
  if (drawn >= limit * EXACT_ABOVE) return 1;
  return Math.max(1, Math.floor(Math.min(MAX_BLOCK, limit * MAX_SHARE, used * SHARE_OF_USE)));
}

/** The reservation of a subject. That of an earlier minute is replaced: its tokens have expired. */
function reservationOf(table: Table, subject: string, now: number): Reservation {
  const { pk, sk: window } = rateKey(subject, now, MINUTE);
  const found = reservations.get(table, pk);
  if (found?.window === window) return found;
  const fresh: Reservation = { window, drawn: 0, left: 0, used: 0, pending: undefined };
  // A request of the minute before, which is late, is counted without being remembered.
  if (found === undefined || Number(found.window) < Number(window)) reservations.set(table, pk, fresh);
  return fresh;
}
