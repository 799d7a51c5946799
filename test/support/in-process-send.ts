import { randomUUID } from 'node:crypto';
import { Router } from '#local/gateway/router.ts';
import type { Route } from '#shared/contract/route.ts';
import { SERVED_ROUTES } from '#shared/contract/table.ts';
import type { Services } from '#shared/runtime/pipeline/exchange.ts';
import { handleRequest } from '#shared/runtime/pipeline/handle-request.ts';
import type { HttpRequest } from '#shared/runtime/pipeline/http.ts';
import type { Send } from '#testing/api-client.ts';
import { loadOperation, servicesFor } from './in-process-api.ts';

const router = new Router<Route>();
for (const route of SERVED_ROUTES) router.add(route.method, route.path, route);

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text, or bytes that are not valid UTF-8; null without a body. */
function bodyOf(sent: RequestInit['body']): HttpRequest['body'] {
  const bytes = Buffer.from((sent ?? '') as string | Uint8Array);
  if (bytes.length === 0) return null;
  try {
    return UTF8.decode(bytes);
  } catch {
    return bytes;
  }
}

/**
 * Sends requests to the pipeline in this process: without sockets, the gateway and the processes of functions. Use it
 * for what the pipeline decides, and HTTP for what the transport may change. A path without a route
 * is an error. A stream is collected to its end.
 */
export function inProcessSend(services: Services): Send {
  return async (url, { method = 'GET', headers, body }) => {
    const match = router.find(method, url.pathname);
    if (match === undefined) throw new Error(`${method} ${url.pathname} has no route`);
    const { route, parameters } = match;
    const response = await handleRequest(
      await loadOperation(route),
      {
        requestId: randomUUID(),
        method,
        resource: route.path,
        path: url.pathname,
        headers: Object.fromEntries(new Headers(headers)),
        query: Object.fromEntries([...url.searchParams.keys()].map((name) => [name, url.searchParams.getAll(name)])),
        params: Object.fromEntries(
          Object.entries(parameters ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
        ),
        body: bodyOf(body),
        address: '192.0.2.1',
        baseUrl: url.origin,
        ownUrls: [url.origin],
      },
      servicesFor(route, services),
    );
    const streamed = response.stream && (await Array.fromAsync(response.stream)).join('');
    const text = streamed ?? response.text ?? (response.body === undefined ? null : JSON.stringify(response.body));
    return new Response(text, { status: response.status, headers: response.headers });
  };
}
