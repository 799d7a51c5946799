import { createHash } from 'node:crypto';
import { Html, html } from './html.ts';

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:34em;margin:3em auto;padding:0 1em}' +
  'h1{font-size:1.2em;font-weight:600}.host{display:block;font-size:1.7em;font-weight:700;overflow-wrap:anywhere}' +
  'fieldset{border:1px solid #8888;border-radius:6px;margin:1.2em 0;padding:.6em 1em}legend{font-weight:600}' +
  'label{display:block;margin:.5em 0}small{display:block;opacity:.75}code{overflow-wrap:anywhere}' +
  'input[type=email],input[type=password],input[type=text],textarea{font:inherit;width:100%;box-sizing:border-box;' +
  'padding:.4em}button{font:inherit;padding:.5em 1.2em;margin:.5em .5em 0 0}.problem{border-left:4px solid #c33;' +
  'padding-left:.8em}pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #8888;border-radius:6px;' +
  'padding:.6em 1em}dt{font-weight:600}dd{margin:0 0 .5em;overflow-wrap:anywhere}';

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/**
 * The headers of every page. The referrer stays within the service, so that no address with a code or a state leaves
 * it; with `no-referrer` browsers would hide the origin of the form from us too.
 */
export const PAGE_HEADERS = { 'referrer-policy': 'same-origin', 'x-frame-options': 'DENY' } as const;

/**
 * What a page may load and do: its own style, and a form to itself. It has no scripts, and no page may show it in a
 * frame.
 *
 * Browsers apply `form-action` to the redirects that follow a form as well. So with a `target`, the redirect URI of a
 * client, it also has the schemes that this leads to: the client may redirect further.
 *
 * See: W3C CSP 3, section 6.4.1 (form-action).
 */
export function pagePolicy(target?: string): string {
  const schemes = target === undefined ? [] : [...new Set(['https:', new URL(target).protocol])];
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    `form-action ${["'self'", ...schemes].join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A whole page. */
export function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
${body}
</body>
</html>
`.text;
}

/** What is wrong with what a person has submitted. */
export function problemNote(problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p class="problem" role="alert">${problem}</p>`;
}
