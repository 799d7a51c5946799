import { DESCRIPTION_PATH, GUIDE_PATH } from '#shared/contract/description-links.ts';
import { callMcp } from '#shared/contract/routes/mcp.ts';
import { getHealth } from '#shared/contract/routes/system.ts';
import { prefersHtml } from '#shared/domain/http/prefers-html.ts';
import { REPOSITORY, SERVICE_NAME, VERSION } from '#shared/domain/stage/release.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { reply } from '#shared/runtime/pipeline/operation.ts';
import { ENTRY_PAGE_POLICY, entryPage } from './entry-page.ts';

/**
 * The response to `GET /` and `GET /v1`: a page if the caller prefers HTML to JSON, as browsers do; JSON otherwise.
 *
 * See: docs/contract/conventions.md#entry-point; RFC 9110, section 12.5.1.
 */
export function entryPoint({ baseUrl, accept }: Pick<RequestContext, 'baseUrl' | 'accept'>) {
  const links = {
    openapi: `${baseUrl}${DESCRIPTION_PATH}`,
    llms: `${baseUrl}${GUIDE_PATH}`,
    docs: REPOSITORY,
    mcp: `${baseUrl}${callMcp.path}`,
    health: `${baseUrl}${getHealth.path}`,
  };
  const body = { name: SERVICE_NAME, version: VERSION, links };
  const headers = { vary: 'accept' };
  if (!prefersHtml(accept)) return reply(body, { headers });
  return reply(body, {
    text: { type: 'text/html', text: entryPage(body) },
    headers: { ...headers, 'content-security-policy': ENTRY_PAGE_POLICY, 'referrer-policy': 'no-referrer' },
  });
}
