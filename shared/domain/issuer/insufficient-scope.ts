import { AppError } from '../errors/errors.ts';
import type { Scope } from './scopes.ts';

/**
 * The error for a credential that lacks a scope. It names all that the operation needs, so that a client can ask for
 * them at once; `undefined` if no scope is enough.
 *
 * See: RFC 6750, section 3.1 (`insufficient_scope`); docs/contract/scopes.md#refusals.
 */
export function insufficientScope(neededScopes: readonly Scope[] | undefined): AppError {
  if (neededScopes === undefined)
    return new AppError('auth.forbidden', 'No credential with scopes may do that: it needs a key of the agent.');
  const [noun, named] = [neededScopes.length === 1 ? 'scope' : 'scopes', neededScopes.join(' and ')];
  return new AppError('auth.forbidden', `This needs the ${noun} ${named}, which the credential does not have.`, {
    neededScopes,
  });
}
