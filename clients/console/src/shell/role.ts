import type { MemberRole } from '../../../typescript/src/index.ts';
import { session } from './session.ts';

/** The roles that the service has, from the least to the most. */
const ROLES: readonly MemberRole[] = ['viewer', 'approver', 'admin', 'owner'];

/**
 * Whether the user of the console may do what needs a role. An org key counts as an admin, the key of an agent as none.
 * The service decides; the console leaves out what it would refuse. See: docs/contract/members.md#roles.
 */
export function hasRole(needed: MemberRole): boolean {
  const actor = session.value?.actor;
  if (actor === undefined || actor.identity_id !== undefined) return false;
  return ROLES.indexOf(actor.role ?? 'admin') >= ROLES.indexOf(needed);
}

/** Whether the user may replay events: an admin those of the organization, and an agent its own. */
export function mayReplay(): boolean {
  return hasRole('admin') || isAgent();
}

/** Whether the user of the console has the key of an agent. It sees only the deliveries of its own endpoints. */
export function isAgent(): boolean {
  return session.value?.actor.identity_id !== undefined;
}
