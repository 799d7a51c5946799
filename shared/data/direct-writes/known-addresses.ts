import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { knownAddressRow, unknownAmong } from '../entities/contact/known-address.ts';
import type { Table } from '../table-client.ts';

/**
 * Records addresses that an organization has written to, or had verified mail from. It is not part of a commit: a
 * record that is lost only makes the next email a first contact again.
 */
export async function rememberKnownAddresses(
  table: Table,
  organizationId: string,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  const unknown = new Set(await unknownAmong(table, organizationId, addresses, { strong: false }));
  await Promise.all(
    [...unknown].map((address) =>
      table.client.send(new PutCommand({ TableName: table.name, Item: knownAddressRow(organizationId, address) })),
    ),
  );
}
