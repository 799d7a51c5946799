import { type ReceiverPolicy, receiverUrlProblem } from '../http/url-safety.ts';
import { seenText } from '../safe-reading/seen-value.ts';
import { OAuthError } from './oauth-error.ts';
import { placeOfRedirect } from './redirect-uri.ts';

/** A program that asks people for access. It has no secret, so its id proves nothing about it. */
export interface OAuthClient {
  readonly id: string;
  /** What it calls itself; null if it has said nothing. */
  readonly name: string | null;
  readonly redirectUris: readonly string[];
}

/** How many redirect URIs a client may have. */
const MAX_REDIRECT_URIS = 20;

/** As much of a name as a person needs to recognize a program. */
const MAX_NAME_CHARACTERS = 60;

/** Whether the id of a client is the address of its metadata document. Registered clients have other ids. */
export function isDocumentId(clientId: string): boolean {
  return /^https?:/i.test(clientId);
}

/**
 * Returns `undefined` if the id of a client may be the address of its metadata document, or else what is wrong with it.
 * It is in normal form, so that two clients never look the same.
 *
 * See: draft-ietf-oauth-client-id-metadata-document-02, section 3.
 */
export function clientIdProblem(clientId: string, policy: ReceiverPolicy): string | undefined {
  const problem = receiverUrlProblem(clientId, policy);
  if (problem !== undefined) return problem;
  const url = new URL(clientId);
  if (url.href !== clientId || url.hostname.endsWith('.')) return 'a URL in normal form';
  return url.pathname === '/' ? 'a URL with a path' : undefined;
}

/**
 * Reads what a client says about itself, in its metadata document or its registration. Unknown members are ignored. The
 * redirect URIs are texts that no one has checked.
 *
 * See: RFC 7591, section 2; draft-ietf-oauth-client-id-metadata-document-02, section 4.
 */
export function readClientMetadata(value: unknown): Omit<OAuthClient, 'id'> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('a JSON object');
  const { redirect_uris: uris, client_name: name } = value as Readonly<Record<string, unknown>>;
  if (!isTextList(uris) || uris.length === 0 || uris.length > MAX_REDIRECT_URIS) {
    throw new OAuthError('invalid_redirect_uri', `redirect_uris: 1 to ${MAX_REDIRECT_URIS} texts`);
  }
  if (name !== undefined && typeof name !== 'string') throw wrong('client_name: a text');
  requireSupported(value as Readonly<Record<string, unknown>>);
  return { name: name === undefined ? null : shownName(name), redirectUris: uris };
}

/** Throws if a client needs a grant or a response that the service does not offer. */
function requireSupported(metadata: Readonly<Record<string, unknown>>): void {
  const needs = [
    ['grant_types', 'authorization_code'],
    ['response_types', 'code'],
  ] as const;
  for (const [field, needed] of needs) {
    const given = metadata[field];
    if (given === undefined) continue;
    if (!isTextList(given) || !given.includes(needed)) throw wrong(`${field}: with ${needed}`);
  }
}

/** A name in one line, without what no person sees. Null if nothing is left. */
function shownName(name: string): string | null {
  const text = seenText(name)
    .toWellFormed()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  const shown = Array.from(text).slice(0, MAX_NAME_CHARACTERS).join('').trimEnd();
  return shown === '' ? null : shown;
}

/**
 * The host that a person has to trust: that of the client's metadata document, which only its owner can change. A
 * registered client has none, so it is the place that the person is sent back to. International names are in their
 * ASCII form (`xn--…`), so that none looks like another.
 */
export function hostOfClient(clientId: string, redirectUri: string): string {
  return isDocumentId(clientId) ? new URL(clientId).host : placeOfRedirect(redirectUri);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function wrong(expected: string): OAuthError {
  return new OAuthError('invalid_client_metadata', expected);
}
