import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { firstIdAt } from '#shared/domain/ids/ids.ts';
import { DAY, epochSeconds } from '#shared/domain/time/time.ts';
import { type KeyGrant, keyGrantRowKey } from '../entities/organization/api-key.ts';
import type { Organization } from '../entities/organization/organization.ts';
import { organizationKey } from '../entities/organization/organization-key.ts';
import { TABLE } from '../table.ts';
import type { Table } from '../table-client.ts';

/**
 * The organization by which the heartbeat calls the API as a customer does. It has no owner, no login, no agent, and no
 * row that keeps its slug: no one can find, claim or use it. Its id has the time 0, which no other has. Its owner
 * counts as verified, so that it takes no place among the organizations of strangers.
 *
 * See: docs/decisions/0075-a-heartbeat-from-outside.md#the-organization.
 */
const HEARTBEAT_ORGANIZATION: Organization = {
  id: firstIdAt('organization', 0),
  name: 'Heartbeat',
  slug: 'heartbeat',
  ownerEmail: null,
  ownerVerified: true,
  agentCount: 0,
  claimedBy: null,
  createdAt: 0,
};

/**
 * How long the row of a key is kept. Only the process that made the key knows it, and asks for another before that
 * time; DynamoDB then removes the row.
 */
export const HEARTBEAT_KEY_KEPT_MS = 2 * DAY;

/**
 * Stores a key of the heartbeat's organization, by its hash, and the organization. It is no part of a commit: both rows
 * are the same each time, and nothing else is written with them. The key has no record, so no list shows it.
 */
export async function putHeartbeatKey(table: Table, keyHash: string, now: number): Promise<void> {
  const { id, name, slug } = HEARTBEAT_ORGANIZATION;
  const put = (Item: object) => table.client.send(new PutCommand({ TableName: table.name, Item: { ...Item } }));
  await put({ ...organizationKey(id), ...HEARTBEAT_ORGANIZATION });
  const grant: KeyGrant = {
    keyId: firstIdAt('apiKey', 0),
    organizationId: id,
    organizationName: name,
    organizationSlug: slug,
    identityId: null,
  };
  await put({ ...keyGrantRowKey(keyHash), ...grant, [TABLE.timeToLive]: epochSeconds(now + HEARTBEAT_KEY_KEPT_MS) });
}
