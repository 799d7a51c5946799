import { AppError, notFound } from '#shared/domain/errors/errors.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { agentLimitReached } from '#shared/domain/organization/organization-limits.ts';
import { type Change, insert, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';
import { organizationKey } from './organization-key.ts';

/** The tenant. Its name and slug never change, so the key grants have copies of them. */
export interface Organization {
  id: string;
  name: string;
  slug: string;
  ownerEmail: string | null;
  ownerVerified: boolean;
  /** The number of identities. Each new one is counted, and checked against the limit, in its commit. */
  agentCount: number;
  /** The user who claimed the organization with a login, if any. */
  claimedBy: string | null;
  createdAt: number;
}

export const decodeOrganization = rowDecoder<Organization>({
  id: 'string',
  name: 'string',
  slug: 'string',
  ownerVerified: 'boolean',
  agentCount: 'number',
  createdAt: 'number',
});

const slugKey = (slug: string): Key => ({ pk: `${PREFIX.slug}${slug}`, sk: 'SLUG' });

/** A new organization, and the row that keeps its slug unique. */
export function insertOrganization(organization: Organization): Change[] {
  return [
    insert(
      { ...slugKey(organization.slug), organizationId: organization.id },
      () => new AppError('organization.slug_taken'),
    ),
    insert({ ...organizationKey(organization.id), ...organization }),
  ];
}

const decodeSlug = rowDecoder<{ organizationId: string }>({ organizationId: 'string' });

/** The id of the organization that has a slug, in its normalized form. */
export async function findOrganizationId(table: Table, slug: string): Promise<string | undefined> {
  return (await getRow(table, decodeSlug, slugKey(slug), { strong: true }))?.organizationId;
}

export function findOrganization(table: Table, id: string): Promise<Organization | undefined> {
  return getRow(table, decodeOrganization, organizationKey(id), { strong: true });
}

/** Counts one more identity, unless the organization has reached its limit. */
export function incrementAgentCount(organizationId: string, limits: Limits): Change {
  return update(
    organizationKey(organizationId),
    { add: { agentCount: 1 } },
    {
      condition: {
        expression:
          '(ownerVerified = :yes AND agentCount < :verified) OR (ownerVerified = :no AND agentCount < :unverified)',
        values: {
          ':yes': true,
          ':no': false,
          ':verified': limits.verifiedAgents,
          ':unverified': limits.unverifiedAgents,
        },
      },
      onConditionFailed: (found) => {
        if (found === undefined) return notFound();
        return agentLimitReached(found.ownerVerified === true, limits);
      },
    },
  );
}

/** Marks the owner as verified. The higher limits apply at once. */
export function updateOwnerVerified(organizationId: string): Change {
  return update(
    organizationKey(organizationId),
    { set: { ownerVerified: true } },
    { onConditionFailed: () => notFound() },
  );
}

/**
 * Gives an organization its login, unless it has one. If the proved address is the owner's, or the organization has no
 * owner, its person becomes the verified owner.
 */
export function updateOrganizationClaim(organization: Organization, userId: string, email: string): Change {
  const isOwner = organization.ownerEmail === null || organization.ownerEmail === email;
  return update(
    organizationKey(organization.id),
    { set: { claimedBy: userId, ...(isOwner ? { ownerEmail: email, ownerVerified: true } : {}) } },
    {
      condition: { expression: 'claimedBy = :unclaimed', values: { ':unclaimed': null } },
      onConditionFailed: () => new AppError('auth.already_claimed'),
    },
  );
}
