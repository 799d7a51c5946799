import { toolsOf } from '#shared/contract/mcp/tools.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import type { ChallengedRequest } from '#shared/runtime/pipeline/http.ts';
import { resourceMetadataUrl } from './protected-resource.ts';
import { scopesOfTools } from './tool-scopes.ts';
import { toolsetsIn } from './toolsets.ts';

/**
 * The value of `WWW-Authenticate` by which a client finds out how to get a token, and for which scopes: those of the
 * tools that its address asks for, or all that the refused call needs. API Gateway renames it, and refuses requests
 * without a credential itself (`lib/required-credential.ts`).
 *
 * See: docs/contract/mcp.md#oauth; RFC 9728, section 5.1; RFC 6750, section 3.
 */
export function challenge(request: ChallengedRequest, { status, neededScopes }: AppError): string {
  const { authorization } = request.headers;
  const error = status === 403 ? 'insufficient_scope' : authorization === undefined ? undefined : 'invalid_token';
  const parameters = {
    ...(error !== undefined && { error }),
    resource_metadata: resourceMetadataUrl(request.baseUrl),
    scope: (neededScopes ?? scopesAskedFor(request)).join(' '),
  };
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
  return `Bearer ${pairs.join(', ')}`;
}

/** The scopes of the toolsets that an address names; those of the default ones if it names others. */
function scopesAskedFor(request: ChallengedRequest): readonly string[] {
  try {
    return scopesOfTools(toolsOf(toolsetsIn(request)));
  } catch (error) {
    if (error instanceof AppError) return scopesOfTools(toolsOf(new Set()));
    throw error;
  }
}
