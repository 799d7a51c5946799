import { rowDecoder } from './decode-row.ts';
import { organizationKey } from './entities/organization/organization-key.ts';
import { getRow, type Table } from './table-client.ts';

/** The maximum number of organizations that a process remembers as verified: some hundred kilobytes. */
const MAX_KNOWN_VERIFIED = 10_000;

const decodeOwner = rowDecoder<{ ownerVerified: boolean }>({ ownerVerified: 'boolean' });

/** The organizations with a verified owner that this process knows of. An owner stays verified. */
const knownVerified = new WeakMap<Table['client'], Set<string>>();

/** Whether this process knows that the owner of an organization is verified, without a read. */
export function isKnownVerified(table: Table, organizationId: string): boolean {
  return knownVerified.get(table.client)?.has(nameOf(table, organizationId)) === true;
}

function nameOf({ name }: Table, organizationId: string): string {
  return `${name}\n${organizationId}`;
}

/**
 * Whether the owner of an organization is verified, which decides what the organization may use. Only the first call
 * for a verified organization reads its row; an organization that is not verified is read each time, so that its limits
 * rise at once. An organization that does not exist is not verified.
 *
 * See: docs/contract/limits.md#unverified-organizations.
 */
export async function isOwnerVerified(table: Table, organizationId: string): Promise<boolean> {
  if (isKnownVerified(table, organizationId)) return true;
  const owner = await getRow(table, decodeOwner, organizationKey(organizationId), { strong: true });
  if (owner?.ownerVerified !== true) return false;
  const known = knownVerified.get(table.client) ?? new Set<string>();
  knownVerified.set(table.client, known);
  if (known.size >= MAX_KNOWN_VERIFIED) known.clear();
  known.add(nameOf(table, organizationId));
  return true;
}
