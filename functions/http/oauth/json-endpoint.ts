import type { Route } from '#shared/contract/route.ts';
import { OAuthError } from '#shared/domain/oauth/oauth-error.ts';
import type { Context } from '#shared/runtime/pipeline/context.ts';
import {
  type EndpointOperation,
  endpointOperation,
  type OperationResult,
  reply,
} from '#shared/runtime/pipeline/operation.ts';
import type { ProtocolRequest } from '#shared/runtime/pipeline/protocol-messages.ts';
import { refusalIn } from './refusal-in.ts';

/**
 * Binds an endpoint for clients. Its errors are JSON in the form of OAuth, also those of the pipeline.
 *
 * See: RFC 6749, section 5.2.
 */
export function jsonEndpoint<R extends Route & { readonly auth: 'none' }>(
  route: R,
  handle: (context: Context<R>, request: ProtocolRequest) => OperationResult,
): EndpointOperation<R> {
  return endpointOperation(
    route,
    async (context, request) => {
      try {
        return await handle(context, request);
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error;
        return reply(error.toBody(), { status: error.status });
      }
    },
    refusal,
  );
}

const refusal = refusalIn((status, message) => ({ body: { error: codeOf(status), error_description: message } }));

function codeOf(status: number): string {
  if (status >= 500) return 'server_error';
  return status === 429 ? 'temporarily_unavailable' : 'invalid_request';
}
