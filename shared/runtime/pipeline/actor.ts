import type { Route } from '#shared/contract/route.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import type { Scope } from '#shared/domain/issuer/scopes.ts';
import { includesRole, type Role } from '#shared/domain/organization/role.ts';

/** The caller of an authenticated request, and its organization. Derived from the credential and from nothing else. */
export type Actor = {
  keyId: string;
  /** The hash of the credential, by which it is found again. */
  keyHash: string;
  organization: { id: string; name: string; slug: string };
} & (
  | {
      kind: 'org';
      /** That of the person as a member, now; for an org key {@link ROLE_OF_KEYS}. */
      role: Role;
      /** The session of a person, if the credential is a login token. */
      session?: {
        id: string;
        userId: string;
        email: string;
        passwordVersion: number;
        /** Whether the organization requires a second factor and the person has none. */
        lacksSecondFactor: boolean;
      };
    }
  | {
      kind: 'agent';
      identity: Identity;
      /** What the credential is limited to. An API key has none: it may do all that its agent may. */
      scopes?: readonly Scope[];
      /** The addresses and domains that the credential may write to; absent for anyone. */
      recipients?: readonly string[];
      /** The ids of all agents that an access token may act for. `identity` is one of them. */
      agents?: readonly string[];
    }
);

/**
 * The id of an actor that is no agent: that of the person whom its login token belongs to, or else of its org key.
 *
 * See: docs/contract/authentication.md#actor.
 */
export function userIdOf({ session, keyId }: Extract<Actor, { kind: 'org' }>): string {
  return session?.userId ?? keyId;
}

/**
 * Throws 403 if the actor is a person with too small a role or without the second factor that the organization
 * requires, or an org key where only an owner may act. An agent has no role: what it may do follows from its key.
 *
 * See: docs/contract/members.md#roles.
 */
export function requireRole(
  actor: Actor,
  needed: Role,
  { withoutSecondFactor }: Pick<Route, 'withoutSecondFactor'> = {},
): void {
  if (actor.kind === 'agent') return;
  if (actor.session?.lacksSecondFactor && withoutSecondFactor !== true) throw new AppError('auth.second_factor_setup');
  if (includesRole(actor.role, needed)) return;
  const given = actor.session === undefined ? 'an org key is not enough' : `yours is ${actor.role}`;
  throw new AppError('auth.forbidden', `This needs the role ${needed}; ${given}.`);
}

/** Whether `requireRole` does not throw. */
export function hasRole(actor: Actor, needed: Role): boolean {
  return actor.kind === 'agent' || (actor.session?.lacksSecondFactor !== true && includesRole(actor.role, needed));
}

/**
 * Whether an actor may use what belongs to an agent, or to no agent (null): an org key all of its organization, an
 * agent key its own agent's.
 *
 * See: docs/contract/authentication.md#permissions.
 */
export function mayUse(actor: Actor, { identityId }: { readonly identityId: string | null }): boolean {
  return actor.kind === 'org' || identityId === actor.identity.id;
}

/** The scopes to which the credential of an actor is limited; `undefined` if it is not limited. */
export function scopesOf(actor: Actor): readonly Scope[] | undefined {
  return actor.kind === 'agent' ? actor.scopes : undefined;
}

/** The addresses and domains that the credential of an actor may write to; `undefined` for anyone. */
export function recipientsOf(actor: Actor): readonly string[] | undefined {
  return actor.kind === 'agent' ? actor.recipients : undefined;
}
