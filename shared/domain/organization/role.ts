/**
 * The roles of the members of an organization, from the most to the least.
 *
 * See: docs/contract/members.md#roles.
 */
export const ROLES = ['owner', 'admin', 'approver', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** Whether a role includes all that another one may do. A role of a later release includes none. */
export function includesRole(role: Role, needed: Role): boolean {
  const rank = ROLES.indexOf(role);
  return rank >= 0 && rank <= ROLES.indexOf(needed);
}

/**
 * The role as which a key of an organization counts: a person with this role can make one, so it may do no more.
 *
 * See: docs/decisions/0089-members-and-roles.md#keys.
 */
export const ROLE_OF_KEYS: Role = 'admin';

/**
 * Whether a role may do all that an org key does. Its members are stored as release 0.3.0 stores them, which knows no
 * roles. That release finds no other members, and accepts none of their tokens.
 *
 * See: docs/decisions/0089-members-and-roles.md#a-rollback.
 */
export function isAdministrative(role: Role): boolean {
  return includesRole(role, 'admin');
}

/** The role of a person on a connection that no route decides about: an event stream is read, a tunnel serves. */
export const STREAM_ROLE: Role = 'viewer';
export const TUNNEL_ROLE: Role = 'admin';
