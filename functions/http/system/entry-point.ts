import { DESCRIPTION_PATH, descriptionLinks, GUIDE_PATH, MCP_PATH } from '#shared/contract/description-links.ts';
import { getHealth } from '#shared/contract/routes/system.ts';
import { prefersHtml } from '#shared/domain/http/prefers-html.ts';
import { REPOSITORY, SERVICE_NAME, VERSION } from '#shared/domain/stage/release.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { reply } from '#shared/runtime/pipeline/operation.ts';
import { ENTRY_PAGE_POLICY, entryPage } from './entry-page.ts';

/**
 * The response to `/` and `/v1`: a page if the caller prefers HTML to JSON, as browsers do; JSON otherwise.
 *
 * See: docs/contract/conventions.md#entry-point; RFC 9110, section 12.5.1.
 */
export function entryPoint({ baseUrl, accept }: Pick<RequestContext, 'baseUrl' | 'accept'>) {
  const links = {
    openapi: `${baseUrl}${DESCRIPTION_PATH}`,
    llms: `${baseUrl}${GUIDE_PATH}`,
    docs: REPOSITORY,
    mcp: `${baseUrl}${MCP_PATH}`,
    health: `${baseUrl}${getHealth.path}`,
  };
  const body = { name: SERVICE_NAME, version: VERSION, links };
  // A program that requests the headers alone gets its links from them.
  const headers = { vary: 'accept', link: descriptionLinks(baseUrl) };
  if (!prefersHtml(accept)) return reply(body, { headers });
  return reply(body, {
    text: { type: 'text/html', text: entryPage(body) },
    headers: { ...headers, 'content-security-policy': ENTRY_PAGE_POLICY, 'referrer-policy': 'no-referrer' },
  });
}
