import { findIdentity } from '../../../shared/data/entities/identity.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { notFound } from '../../../shared/domain/errors.ts';

/** The agent of the organization that a request names; null, the organization itself, without one. Others are absent. */
export async function namedIdentity(
  table: Table,
  organizationId: string,
  named: string | undefined,
): Promise<string | null> {
  if (named === undefined) return null;
  if ((await findIdentity(table, organizationId, named)) === undefined) throw notFound();
  return named;
}
