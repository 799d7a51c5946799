import { AppError } from '../../domain/errors.ts';
import type { Limits } from '../../domain/limits.ts';
import { type Change, insert, update } from '../change.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

/** The tenant. Name and slug never change, so key rows carry copies of them. */
export interface Organization {
  id: string;
  name: string;
  slug: string;
  ownerEmail: string | null;
  ownerVerified: boolean;
  /** Agents there are; guarded by the cap in the same commit as each new one. */
  agentCount: number;
  createdAt: number;
}

export function organizationKey(id: string): Key {
  return { pk: `${PREFIX.organization}${id}`, sk: 'ORG' };
}

/** The organization and the guard that keeps its slug unique. */
export function insertOrganization(organization: Organization): Change[] {
  return [
    insert(
      { pk: `${PREFIX.slug}${organization.slug}`, sk: 'SLUG', organizationId: organization.id },
      () => new AppError('organization.slug_taken'),
    ),
    insert({ ...organizationKey(organization.id), ...organization }),
  ];
}

export function findOrganization(table: Table, id: string): Promise<Organization | undefined> {
  return getRow<Organization>(table, organizationKey(id), { strong: true });
}

/** Counts one more agent, unless that would pass the cap of an organization in its state. */
export function countAgent(organizationId: string, limits: Limits): Change {
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
      otherwise: () => new AppError('usage.agent_limit'),
    },
  );
}
