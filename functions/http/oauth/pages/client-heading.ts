import { isOnDevice, placeOfRedirect } from '#shared/domain/oauth/redirect-uri.ts';
import { type Html, html } from '#shared/runtime/pages/html.ts';

/** What the pages show of a client. */
export interface ShownClient {
  /** What it calls itself; null if it has said nothing. */
  readonly name: string | null;
  /** The host that the person has to trust. */
  readonly host: string;
  /** Whether the host is that of the client's own metadata document. */
  readonly hasDocument: boolean;
  readonly redirectUri: string;
}

/**
 * The heading of a page about a client: its host, large, and what it says about itself, as a claim.
 *
 * See: draft-ietf-oauth-client-id-metadata-document-02, section 6.
 */
export function clientHeading({ name, host, hasDocument, redirectUri }: ShownClient): Html {
  const place = placeOfRedirect(redirectUri);
  return html`<h1><span class="host">${host}</span> asks for access to your agents</h1>
${name === null ? undefined : html`<p>It calls itself <q>${name}</q>. That is its own claim, which no one has checked.</p>`}
${hasDocument ? undefined : html`<p>It has registered itself, as anyone can. What you see is where it leads you back to.</p>`}
${isOnDevice(redirectUri) ? html`<p>You return to a program on this device (<code>${place}</code>). Continue only if you have just started it: another program on this device could pretend to be it.</p>` : undefined}
${!isOnDevice(redirectUri) && place !== host ? html`<p>You return to <strong>${place}</strong>.</p>` : undefined}`;
}
