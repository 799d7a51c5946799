import type { Role } from '#shared/domain/organization/role.ts';
import type { Route } from './route.ts';

/**
 * The least role with which a person may call an operation: unless the route declares another one, who reads is a
 * viewer, and who changes anything an admin.
 *
 * See: docs/contract/members.md#roles.
 */
export function roleOf({ role, method }: Pick<Route, 'role' | 'method'>): Role {
  return role ?? (method === 'GET' ? 'viewer' : 'admin');
}
