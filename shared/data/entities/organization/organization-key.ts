import { PREFIX } from '../../table.ts';
import type { Key } from '../../table-client.ts';

/** The key of an organization's row: for functions that need no more of the organization than what they read of it. */
export function organizationKey(id: string): Key {
  return { pk: `${PREFIX.organization}${id}`, sk: 'ORG' };
}
