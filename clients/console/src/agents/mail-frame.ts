import { html } from 'htm/preact';

/** What an email may load: its own styles and images. No scripts, no requests, no forms. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";

interface TrustedPolicy {
  createHTML(text: string): unknown;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string }): TrustedPolicy;
}

/** The one way by which text of others becomes a document: in a frame that may do nothing. */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const documents = trustedTypes?.createPolicy('mail-document', { createHTML: (text) => text });

/** Shows the HTML of an email in a frame without scripts, network, forms, links and access to the page. */
export function MailFrame({ markup, title }: { readonly markup: string; readonly title: string }) {
  const source = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta charset="utf-8">${markup}`;
  return html`
    <iframe class="mail" title=${title} sandbox="" referrerpolicy="no-referrer" srcdoc=${documents?.createHTML(source) ?? source}></iframe>
  `;
}
