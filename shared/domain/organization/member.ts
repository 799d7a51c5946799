import { AppError } from '../errors/errors.ts';
import type { Role } from './role.ts';

/** The most people of an organization, those who are invited included. */
export const MAX_MEMBERS = 100;

/** A person of an organization, or one who is invited. */
export interface Member {
  /** The person's id; of an invitation, that of the account which it would create. */
  id: string;
  email: string;
  role: Role;
  /** The id of the invitation; null if the person has accepted it, or has never needed one. */
  invitationId: string | null;
  createdAt: number;
}

export function isActive({ invitationId }: Pick<Member, 'invitationId'>): boolean {
  return invitationId === null;
}

/**
 * Throws 409 if a change would leave the organization without an owner who can log in. One that has none before the
 * change, because no one has claimed it, may stay so.
 */
export function requireOwnerLeft(before: readonly Member[], after: readonly Member[]): void {
  const hasOwner = (members: readonly Member[]) => members.some((one) => one.role === 'owner' && isActive(one));
  if (hasOwner(before) && !hasOwner(after)) throw new AppError('member.last_owner');
}

/** The members with one of them replaced, or without it if `replacement` is undefined. */
export function withMember(members: readonly Member[], id: string, replacement: Member | undefined): Member[] {
  return members.flatMap((one) => (one.id === id ? (replacement ?? []) : one));
}
