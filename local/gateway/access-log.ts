import type { IncomingMessage, ServerResponse } from 'node:http';
import { sourceIpOf } from '../http/source-ip.ts';
import type { LogStore } from '../logs/log-store.ts';
import type { ServiceRecorder } from '../metrics/service-recorder.ts';
import type { ApiDefinition } from './api-definition.ts';
import type { KeptRequests } from './kept-requests.ts';

/** Where a gateway reports each request; nothing is reported where a part is absent. */
export interface Reporting extends Partial<KeptRequests> {
  readonly recorder?: ServiceRecorder | undefined;
  readonly logs?: LogStore | undefined;
}

/** What is known about an exchange in addition to its request and response. */
export interface Served {
  readonly api: ApiDefinition;
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** The path of the method that serves it; absent when none does. */
  resourcePath?: string;
  /** When the function was invoked, and when its response arrived or failed, by `performance.now()`. */
  invokedAt?: number;
  integratedAt?: number;
}

/**
 * Counts a request when its response has ended, and writes the line of the access log that the template asks for.
 *
 * Source: API Gateway developer guide, Variables for access logging.
 */
export function reportAtEnd(
  request: IncomingMessage,
  response: ServerResponse,
  served: Served,
  { recorder, logs, replyNotes, tunnelRequests }: Reporting,
): void {
  const began = performance.now();
  response.once('close', () => {
    const { api, invokedAt, integratedAt } = served;
    const latencyMs = performance.now() - began;
    const integrationMs = invokedAt === undefined ? undefined : (integratedAt ?? performance.now()) - invokedAt;
    recorder?.responded({ apiName: api.apiId, status: response.statusCode });
    replyNotes?.add(served.requestId, response);
    tunnelRequests?.add({
      time: new Date(served.startedAt).toISOString(),
      method: request.method ?? '',
      target: request.url ?? '',
      status: response.statusCode,
      latency_ms: Math.round(latencyMs),
    });
    if (api.accessLog === undefined || logs === undefined) return;
    const variables: Readonly<Record<string, unknown>> = {
      requestId: served.requestId,
      requestTimeEpoch: served.startedAt,
      'identity.sourceIp': sourceIpOf(request),
      httpMethod: request.method,
      resourcePath: served.resourcePath,
      status: response.statusCode,
      responseLength: response.getHeader('content-length'),
      responseLatency: Math.round(latencyMs),
      integrationLatency: integrationMs === undefined ? undefined : Math.round(integrationMs),
      integrationStatus: integratedAt === undefined ? undefined : 200,
      'error.responseType': response.getHeader('x-amzn-errortype'),
    };
    const line = api.accessLog.format.replace(/\$context\.([\w.]+)/g, (_, name: string) =>
      String(variables[name] ?? '-'),
    );
    logs.write(api.accessLog.group, line, served.startedAt);
  });
}
