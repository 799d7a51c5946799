import { getMcpResource } from '#shared/contract/mcp-endpoints.ts';
import type { Route } from '#shared/contract/route.ts';

/** A header without which API Gateway refuses a request. */
export interface RequiredHeader {
  readonly name: 'Authorization';
  readonly in: 'header';
  readonly required: true;
  readonly schema: { readonly type: 'string' };
}

const AUTHORIZATION: RequiredHeader = {
  name: 'Authorization',
  in: 'header',
  required: true,
  schema: { type: 'string' },
};

/** The one validator of the API. It looks at headers alone: functions read parameters and bodies. */
export type ValidatorName = 'credential';

/** `x-amazon-apigateway-request-validators`. */
export const REQUEST_VALIDATORS: Readonly<
  Record<ValidatorName, { readonly validateRequestBody: boolean; readonly validateRequestParameters: boolean }>
> = { credential: { validateRequestBody: false, validateRequestParameters: true } };

/**
 * What an operation requires before its function is called. API Gateway renames `WWW-Authenticate` of a function, and
 * sends that of a response of its own as it is. So it refuses requests to the MCP server that have no credential
 * itself, with the challenge that clients of OAuth look for. A browser's preflight never has a credential.
 *
 * See: docs/decisions/0086-oauth-of-the-mcp-server.md; API Gateway developer guide, Request validation for REST APIs.
 */
export function requiredCredential({ protocol }: Route, method: string): readonly RequiredHeader[] {
  return protocol === 'mcp' && method !== 'OPTIONS' ? [AUTHORIZATION] : [];
}

/**
 * The value of `WWW-Authenticate` for a request without a credential. It names the metadata where the whole address of
 * the API is known, and no scopes: those that clients ask for are in the metadata.
 *
 * See: RFC 9728, section 5.1.
 */
export function credentialChallenge(address: string): string {
  return URL.canParse(address) ? `Bearer resource_metadata="${address}${getMcpResource.path}"` : 'Bearer';
}
