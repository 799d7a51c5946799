import { findIdentity } from '../../../shared/data/entities/identity.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { notFound } from '../../../shared/domain/errors.ts';

/** The id of the identity that a request names, or `null` for the organization. Throws 404 for an unknown identity. */
export async function namedIdentity(
  table: Table,
  organizationId: string,
  named: string | undefined,
): Promise<string | null> {
  if (named === undefined) return null;
  if ((await findIdentity(table, organizationId, named)) === undefined) throw notFound();
  return named;
}
