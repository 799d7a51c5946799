import { createHash } from 'node:crypto';
import { escapeHtml } from '#shared/domain/text/escape-html.ts';

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:40em;margin:4em auto;padding:0 1em}' +
  'code{font-family:ui-monospace,monospace}';

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** What the page may load and do: its own style, and nothing else. It has no scripts, forms or frames. */
export const ENTRY_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface EntryPoint {
  readonly name: string;
  readonly version: string;
  readonly links: Readonly<Record<'openapi' | 'llms' | 'docs' | 'mcp' | 'health', string>>;
}

/** The entry point as a page for people. */
export function entryPage({ name, version, links }: EntryPoint): string {
  const link = (url: string, text: string) => `<li><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></li>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(name)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(name)}</h1>
<p>Identities, mail, tasks and an event log for software agents. This is the API, version ${escapeHtml(version)}.</p>
<ul>
${link(links.docs, 'Documentation')}
${link(links.openapi, 'API description (OpenAPI)')}
${link(links.llms, 'Guide for language models')}
${link(links.mcp, 'MCP server: an agent’s tools')}
${link(links.health, 'Health')}
</ul>
<p>Programs that request JSON get these links as JSON.</p>
</body>
</html>
`;
}
