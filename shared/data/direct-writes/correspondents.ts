import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { replaceVersion } from '../change.ts';
import {
  addressKey,
  type CorrespondentRow,
  Correspondents,
  decodeCorrespondents,
  readKnownDomains,
  type Standing,
} from '../entities/contact/correspondent.ts';
import { getRows, type Row, type Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

const MAX_ATTEMPTS = 3;

export interface NewCorrespondents {
  readonly organizationId: string;
  readonly addresses: readonly string[];
  readonly standing: Standing;
  /** The organization's own domains, which need no record. */
  readonly own: readonly string[];
}

/**
 * Records the correspondents of a message that was received or sent. It is not part of a commit: as such it would cost
 * twice as much, and a record that is lost only makes the next message a first contact again. `known`: what was read
 * of them, if it was.
 */
export async function rememberCorrespondents(
  table: Table,
  found: NewCorrespondents,
  known?: Correspondents,
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const isFirst = attempt === 0;
    const correspondents = (isFirst ? known : undefined) ?? (await readCorrespondents(table, found, !isFirst));
    for (const address of found.addresses) correspondents.addAddress(address, found.standing, found.own);
    const written = await Promise.all(correspondents.changedRows.map((row) => writeRow(table, row)));
    if (written.every(Boolean)) return;
  }
}

/** Writes rows of correspondents that no one has changed since they were read. Others stay as they are. */
export async function writeCorrespondents(table: Table, rows: readonly Row<CorrespondentRow>[]): Promise<void> {
  await Promise.all(rows.map((row) => writeRow(table, row)));
}

async function readCorrespondents(
  table: Table,
  { organizationId, addresses }: NewCorrespondents,
  strong: boolean,
): Promise<Correspondents> {
  const keys = addresses.map((address) => addressKey(organizationId, address));
  const [{ rows: domains }, rows] = await Promise.all([
    readKnownDomains(table, organizationId, { strong }),
    getRows(table, decodeCorrespondents, keys, { strong }),
  ]);
  return new Correspondents(organizationId, [...domains, ...rows]);
}

async function writeRow(table: Table, row: Row<CorrespondentRow>): Promise<boolean> {
  const { condition } = replaceVersion(row);
  const { written } = await conditionalWrite(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: row,
        ConditionExpression: condition?.expression,
        ...(condition?.names && { ExpressionAttributeNames: condition.names }),
        ...(condition?.values && { ExpressionAttributeValues: condition.values }),
      }),
    ),
  );
  return written;
}
