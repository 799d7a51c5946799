import { DAY, MINUTE } from '../time/time.ts';
import { isLiveCode, type PendingCode } from './code.ts';

/** How long an invitation can be accepted. The invited person may read the email days later. */
export const INVITATION_MINUTES = (7 * DAY) / MINUTE;

/** The most invitations of one address that wait for their codes at the same time. */
const MAX_PENDING_INVITATIONS = 10;

/**
 * The pending invitations of an address apart from that of one organization, reduced so that one more fits. Removes
 * those that no guess can match any more, the oldest first. Returns undefined if there are too many live ones: an
 * organization may not remove the invitation of another.
 */
export function withRoomForInvitation<T extends PendingCode & { organizationId: string }>(
  invitations: readonly T[],
  organizationId: string,
  limits: { codeGuesses: number },
  now: number,
): T[] | undefined {
  const others = invitations.filter((one) => one.organizationId !== organizationId);
  const surplus = others.length + 1 - MAX_PENDING_INVITATIONS;
  if (surplus <= 0) return others;
  const dead = others.filter((one) => !isLiveCode(one, limits, now));
  if (dead.length < surplus) return undefined;
  const removed = new Set(dead.slice(0, surplus));
  return others.filter((one) => !removed.has(one));
}
