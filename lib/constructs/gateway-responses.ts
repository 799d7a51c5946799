import { GatewayResponse, type IRestApi, ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { ERRORS, type ErrorCode } from '../../shared/domain/errors.ts';

interface GatewayAnswer {
  readonly code: ErrorCode;
  readonly retryAfterSeconds?: number;
}

/**
 * What API Gateway says by itself, in the words of the catalogue.
 *
 * An unknown path or method reaches none of our functions: without credentials it counts as a missing AWS token,
 * and with our own `Authorization: Bearer …` as a broken AWS signature. No route of this API is signed that way,
 * so every such complaint, and whatever else among the 4xx has no name of its own, means: no such route.
 *
 * Rule: shapes, Error codes (errors that API Gateway makes carry the same body) and Exact answers (404
 * `route.not_found`); API Gateway developer guide, Gateway response types.
 */
export const GATEWAY_ANSWERS: Readonly<Record<string, GatewayAnswer>> = {
  MISSING_AUTHENTICATION_TOKEN: { code: 'route.not_found' },
  RESOURCE_NOT_FOUND: { code: 'route.not_found' },
  ACCESS_DENIED: { code: 'route.not_found' },
  INVALID_SIGNATURE: { code: 'route.not_found' },
  EXPIRED_TOKEN: { code: 'route.not_found' },
  DEFAULT_4XX: { code: 'route.not_found' },
  UNAUTHORIZED: { code: 'auth.unauthorized' },
  INVALID_API_KEY: { code: 'auth.unauthorized' },
  WAF_FILTERED: { code: 'auth.forbidden' },
  BAD_REQUEST_BODY: { code: 'validation.failed' },
  BAD_REQUEST_PARAMETERS: { code: 'validation.failed' },
  REQUEST_TOO_LARGE: { code: 'payload.too_large' },
  UNSUPPORTED_MEDIA_TYPE: { code: 'payload.unsupported_type' },
  THROTTLED: { code: 'rate_limit.exceeded', retryAfterSeconds: 1 },
  QUOTA_EXCEEDED: { code: 'rate_limit.exceeded', retryAfterSeconds: 60 },
  // A failure inside, retryable as such; 503 belongs to readiness alone (specification, Status codes).
  INTEGRATION_TIMEOUT: { code: 'internal.error', retryAfterSeconds: 1 },
  INTEGRATION_FAILURE: { code: 'internal.error', retryAfterSeconds: 1 },
  API_CONFIGURATION_ERROR: { code: 'internal.error' },
  AUTHORIZER_CONFIGURATION_ERROR: { code: 'internal.error' },
  AUTHORIZER_FAILURE: { code: 'internal.error' },
  DEFAULT_5XX: { code: 'internal.error' },
};

/** The specified body as a template: API Gateway fills in `$context.requestId` and nothing else. */
export function gatewayBody(code: ErrorCode): string {
  const { message, retryable } = ERRORS[code];
  return JSON.stringify({ error: { code, message, request_id: '$context.requestId', retryable } });
}

export interface GatewayResponsesProps {
  readonly restApi: IRestApi;
}

/** One gateway response for each entry of the table. */
export class GatewayResponses extends Construct {
  constructor(scope: Construct, id: string, { restApi }: GatewayResponsesProps) {
    super(scope, id);
    for (const [responseType, answer] of Object.entries(GATEWAY_ANSWERS)) {
      const { code, retryAfterSeconds } = answer;
      new GatewayResponse(this, responseType, {
        restApi,
        type: ResponseType.of(responseType),
        statusCode: String(ERRORS[code].status),
        responseHeaders: {
          'x-request-id': 'context.requestId',
          // A 404 may be kept by any cache between here and the client (RFC 9110, section 15.1).
          'Cache-Control': "'no-store'",
          ...(retryAfterSeconds !== undefined && { 'Retry-After': `'${retryAfterSeconds}'` }),
        },
        templates: { 'application/json': gatewayBody(code) },
      });
    }
  }
}
