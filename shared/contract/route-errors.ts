import type { ErrorCode } from '#shared/domain/errors/errors.ts';
import { OPERATION_SCOPES } from './operation-scopes.ts';
import type { Route } from './route.ts';
import type { OperationName } from './table.ts';

/**
 * Every error that an operation may return: those that it declares, and those implied by its credentials, rate limit
 * and schemas.
 */
export function errorsOf(route: Route): ErrorCode[] {
  const errors = new Set<ErrorCode>(['internal.error', ...route.errors]);
  if (route.auth !== 'none' || route.signed !== undefined) errors.add('auth.unauthorized');
  if (mayForbid(route)) errors.add('auth.forbidden');
  if (route.path.includes('{') || route.resources?.some(({ filter }) => filter !== true))
    errors.add('resource.not_found');
  if (route.rowRules?.includes('keypair-proof')) errors.add('vault.proof_invalid');
  if (route.auth !== 'none' && route.allowSuspended !== true) errors.add('identity.suspended');
  if (route.budget !== 'none') errors.add('rate_limit.exceeded');
  // A protocol has its own errors for invalid requests.
  if (route.protocol === undefined) errors.add('validation.failed');
  if (route.method !== 'GET') {
    errors.add('payload.too_large');
    errors.add('payload.unsupported_type');
  }
  if (route.idempotent) errors.add('idempotency.conflict');
  return [...errors];
}

/** Whether a valid key can be refused, or a credential because of its scopes. See: docs/permissions.md. */
function mayForbid({ name, auth, resources = [], orgOnly, rowRules = [] }: Route): boolean {
  const byRow = rowRules.some((rule) => ['invitation-party', 'task-role', 'secret-agent'].includes(rule));
  return (
    auth === 'org' ||
    auth === 'agent' ||
    orgOnly !== undefined ||
    byRow ||
    (auth !== 'none' && OPERATION_SCOPES[name as OperationName]?.length !== 0) ||
    resources.some(({ foreign }) => foreign === 403)
  );
}
