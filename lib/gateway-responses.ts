import { descriptionLinks, needsDescriptionLinks } from '#shared/contract/description-links.ts';
import { ERRORS, type ErrorCode } from '#shared/domain/errors/errors.ts';
import { READABLE_HEADERS } from '#shared/domain/http/cross-origin.ts';
import { credentialChallenge } from './required-credential.ts';

interface ErrorResponse {
  readonly code: ErrorCode;
  readonly retryAfterSeconds?: number;
  /**
   * Whether a credential is missing. The response then has the challenge, and any web page may read it: it says nothing
   * about anyone, and which pages may call the MCP server is for its function to decide.
   */
  readonly isChallenge?: true;
}

/**
 * The errors that API Gateway returns without calling a function, with the codes of the error catalogue.
 *
 * An unknown path or method reaches none of our functions: without credentials it counts as a missing AWS token,
 * and with our own `Authorization: Bearer …` as a broken AWS signature. No route of this API is signed that way,
 * so every such error, and every other 4xx without an entry, means that there is no such route.
 *
 * See: API Gateway developer guide, Gateway response types.
 */
export const GATEWAY_ERRORS: Readonly<Record<string, ErrorResponse>> = {
  MISSING_AUTHENTICATION_TOKEN: { code: 'route.not_found' },
  RESOURCE_NOT_FOUND: { code: 'route.not_found' },
  ACCESS_DENIED: { code: 'route.not_found' },
  INVALID_SIGNATURE: { code: 'route.not_found' },
  EXPIRED_TOKEN: { code: 'route.not_found' },
  DEFAULT_4XX: { code: 'route.not_found' },
  UNAUTHORIZED: { code: 'auth.unauthorized' },
  INVALID_API_KEY: { code: 'auth.unauthorized' },
  // The one rule of the web ACL limits the rate of an address.
  WAF_FILTERED: { code: 'rate_limit.exceeded', retryAfterSeconds: 300 },
  BAD_REQUEST_BODY: { code: 'validation.failed' },
  // The one validator requires a credential, and nothing else.
  BAD_REQUEST_PARAMETERS: { code: 'auth.unauthorized', isChallenge: true },
  REQUEST_TOO_LARGE: { code: 'payload.too_large' },
  UNSUPPORTED_MEDIA_TYPE: { code: 'payload.unsupported_type' },
  THROTTLED: { code: 'rate_limit.exceeded', retryAfterSeconds: 1 },
  QUOTA_EXCEEDED: { code: 'rate_limit.exceeded', retryAfterSeconds: 60 },
  // Lambda throttled the function or was unavailable. A function that crashes is DEFAULT_5XX, so this is not its
  // failure.
  INTEGRATION_FAILURE: { code: 'rate_limit.exceeded', retryAfterSeconds: 1 },
  // A failure in the service, which is retryable. 503 is for the readiness check alone.
  INTEGRATION_TIMEOUT: { code: 'internal.error', retryAfterSeconds: 1 },
  API_CONFIGURATION_ERROR: { code: 'internal.error' },
  AUTHORIZER_CONFIGURATION_ERROR: { code: 'internal.error' },
  AUTHORIZER_FAILURE: { code: 'internal.error' },
  DEFAULT_5XX: { code: 'internal.error' },
};

/** One entry of `x-amazon-apigateway-gateway-responses`. */
export interface GatewayResponse {
  readonly statusCode: string;
  readonly responseParameters: Readonly<Record<string, string>>;
  readonly responseTemplates: Readonly<Record<string, string>>;
}

/** The error body as a template: API Gateway fills in `$context.requestId` and nothing else. */
function bodyTemplate(code: ErrorCode): string {
  const { message, retryable } = ERRORS[code];
  return JSON.stringify({ error: { code, message, request_id: '$context.requestId', retryable } });
}

/** Where the API is, and the origin of the page that may read its errors, if there is one. */
interface ErrorPlace {
  readonly address: string;
  readonly consoleOrigin?: string | undefined;
}

function gatewayResponse(
  { code, retryAfterSeconds, isChallenge }: ErrorResponse,
  { address, consoleOrigin }: ErrorPlace,
): GatewayResponse {
  const readers = isChallenge ? '*' : consoleOrigin;
  return {
    statusCode: String(ERRORS[code].status),
    responseParameters: {
      'gatewayresponse.header.x-request-id': 'context.requestId',
      // A 404 may be kept by any cache between here and the client (RFC 9110, section 15.1).
      'gatewayresponse.header.Cache-Control': "'no-store'",
      ...(retryAfterSeconds !== undefined && { 'gatewayresponse.header.Retry-After': `'${retryAfterSeconds}'` }),
      ...(needsDescriptionLinks(code) && { 'gatewayresponse.header.Link': `'${descriptionLinks(address)}'` }),
      ...(isChallenge && { 'gatewayresponse.header.WWW-Authenticate': `'${credentialChallenge(address)}'` }),
      ...(readers !== undefined && {
        'gatewayresponse.header.Access-Control-Allow-Origin': `'${readers}'`,
        'gatewayresponse.header.Access-Control-Expose-Headers': `'${READABLE_HEADERS}'`,
      }),
    },
    responseTemplates: { 'application/json': bodyTemplate(code) },
  };
}

/** The gateway responses of an API at this address, by response type. */
export function gatewayResponsesOf(place: ErrorPlace): Readonly<Record<string, GatewayResponse>> {
  return Object.fromEntries(
    Object.entries(GATEWAY_ERRORS).map(([type, error]) => [type, gatewayResponse(error, place)]),
  );
}
