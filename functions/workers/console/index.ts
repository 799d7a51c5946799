import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { isHealthEvent } from '#shared/contract/health.ts';
import { consolePolicy } from '#shared/domain/http/console-page.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { readConsoleFiles } from './console-files.ts';
import { type ConsoleSite, respond } from './respond.ts';

let site: ConsoleSite | undefined;

/** Serves the web console, on an origin of its own. It reads nothing but its own files, and may do nothing. */
export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  site ??= readSite();
  if (isHealthEvent(event)) return { statusCode: 204 };
  return respond(event, site);
};

function readSite(): ConsoleSite {
  const { API_URL, SOCKET_URL } = readEnv('API_URL', 'SOCKET_URL');
  return {
    files: readConsoleFiles(import.meta.dirname, API_URL),
    policy: consolePolicy({ connectTo: [`${API_URL}/`, SOCKET_URL] }),
  };
}
