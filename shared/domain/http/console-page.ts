import { escapeHtml } from '../text/escape-html.ts';

interface ConsoleSources {
  /** Where its page may send requests to. */
  readonly connectTo: readonly string[];
  /** What frames with an address may show; nothing by default. */
  readonly frames?: readonly string[];
}

/**
 * What the console may load and do: its own script and style, and requests to these sources alone. Frames show emails;
 * they have no address, and a policy of their own in addition. For the header `content-security-policy`.
 *
 * See: docs/decisions/0059-the-console.md.
 */
export function consolePolicy({ connectTo, frames = [] }: ConsoleSources): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `connect-src ${connectTo.join(' ')}`,
    "img-src 'self' data:",
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types mail-document',
  ].join('; ');
}

const ROOT_ELEMENT = '<html lang="en">';

/** The page of the console, which reads from its root element where it is: `data-<name>`. */
export function consolePage(html: string, name: 'profile' | 'api', value: string): string {
  if (!html.includes(ROOT_ELEMENT)) throw new Error(`the page of the console has no ${ROOT_ELEMENT}`);
  return html.replace(ROOT_ELEMENT, () => `${ROOT_ELEMENT.slice(0, -1)} data-${name}="${escapeHtml(value)}">`);
}
