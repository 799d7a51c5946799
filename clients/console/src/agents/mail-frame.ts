import { html } from 'htm/preact';
import { useMemo } from 'preact/hooks';
import type { InlineImages } from './inline-images.ts';
import { quietMarkup } from './quiet-markup.ts';
import { trusted } from './trusted-markup.ts';

/** What an email may load: its own styles and images. No scripts, no requests, no forms. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";

interface MailFrameProps {
  readonly markup: string;
  /** The images that came with the email. */
  readonly images: InlineImages;
  readonly title: string;
}

/** Shows the HTML of an email in a frame that has no scripts, network, forms or links, and no access to the page. */
export function MailFrame({ markup, images, title }: MailFrameProps) {
  // A new document would scroll back to the top of the email.
  const source = useMemo(() => documentOf(markup, images), [markup, images]);
  return html`
    <iframe class="mail" title=${title} sandbox="" referrerpolicy="no-referrer" srcdoc=${source}></iframe>
  `;
}

function documentOf(markup: string, images: InlineImages): unknown {
  return trusted(
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta charset="utf-8">${quietMarkup(markup, images)}`,
  );
}
