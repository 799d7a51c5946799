import type { Route } from '#shared/contract/route.ts';
import { OAuthError } from '#shared/domain/oauth/oauth-error.ts';
import { PAGE_HEADERS, pagePolicy } from '#shared/runtime/pages/page.ts';
import type { Context } from '#shared/runtime/pipeline/context.ts';
import {
  type EndpointOperation,
  endpointOperation,
  type OperationResult,
  reply,
} from '#shared/runtime/pipeline/operation.ts';
import type { ProtocolRequest } from '#shared/runtime/pipeline/protocol-messages.ts';
import { ClientError } from './client-error.ts';
import { errorPage } from './pages/error-page.ts';
import { refusalIn } from './refusal-in.ts';

/**
 * Binds an endpoint for the browsers of people. An error is a page, and leads nowhere, unless it is one that the client
 * gets by its redirect URI.
 *
 * See: RFC 6749, section 4.1.2.1.
 */
export function pageEndpoint<R extends Route & { readonly auth: 'none' }>(
  route: R,
  handle: (context: Context<R>, request: ProtocolRequest) => OperationResult,
): EndpointOperation<R> {
  return endpointOperation(
    route,
    async (context, request) => {
      try {
        return await handle(context, request);
      } catch (error) {
        if (error instanceof ClientError) return redirect(error.location);
        if (!(error instanceof OAuthError)) throw error;
        return pageReply(400, errorPage(error.message));
      }
    },
    refusal,
  );
}

/** A response that sends the browser elsewhere, by GET. See: RFC 9700, section 4.12. */
export function redirect(location: string, headers: Record<string, string> = {}) {
  return reply(undefined, { status: 303, headers: { ...PAGE_HEADERS, location, ...headers } });
}

/** A page. `targets` are the URIs that its form may lead to, in addition to itself. */
export function pageReply(
  status: number,
  text: string,
  options: { headers?: Record<string, string>; target?: string } = {},
) {
  const headers = { ...PAGE_HEADERS, 'content-security-policy': pagePolicy(options.target), ...options.headers };
  return reply(undefined, { status, text: { type: 'text/html', text }, headers });
}

const refusal = refusalIn((_, message) => ({
  text: { type: 'text/html', text: errorPage(message) },
  headers: { ...PAGE_HEADERS, 'content-security-policy': pagePolicy() },
}));
