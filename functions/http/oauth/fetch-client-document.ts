import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { hostLiteral, isAllowedAddress, type ReceiverPolicy } from '#shared/domain/http/url-safety.ts';
import { OAuthError } from '#shared/domain/oauth/oauth-error.ts';
import { guardedLookup } from '#shared/runtime/guarded-lookup.ts';

/** One timeout for name lookup, connection, request and response. */
const TIMEOUT_MS = 5_000;

/** The specification recommends 5 KB. Some clients have many redirect URIs. */
const MAX_DOCUMENT_BYTES = 16 * 1024;

const JSON_TYPE = /^application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i;

/**
 * Reads the metadata document of a client: one GET to a public address, without redirects, bounded in time and size.
 * The address is checked by the connection itself. Nothing is kept, so a changed document is effective at once. The
 * error is the same for every address that does not respond, so that the page tells no one what is in our network.
 *
 * See: draft-ietf-oauth-client-id-metadata-document-02, sections 4 and 8; OWASP Server-Side Request Forgery Prevention.
 */
export async function fetchClientDocument(url: string, policy: ReceiverPolicy): Promise<unknown> {
  const text = await get(url, policy).catch(() => undefined);
  if (text === undefined) throw unusable('could not be read: a response 200 with JSON of at most 16 KB in 5 seconds');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unusable('is not JSON');
  }
}

/** The text of a document; `undefined` if the response is of another kind. */
function get(url: string, policy: ReceiverPolicy): Promise<string | undefined> {
  const { protocol, hostname } = new URL(url);
  // An IP address is not looked up, so it is checked here.
  const literal = hostLiteral(hostname);
  if (literal !== undefined && !isAllowedAddress(literal, policy)) return Promise.resolve(undefined);
  const options: RequestOptions = {
    agent: false,
    lookup: guardedLookup(policy),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json', 'user-agent': 'AID-OAuth/1' },
  };
  return new Promise((resolve, reject) => {
    const asked = protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
    asked.on('error', reject);
    asked.on('response', (response) => {
      const { statusCode, headers } = response;
      if (statusCode !== 200 || !JSON_TYPE.test(headers['content-type'] ?? '')) {
        response.destroy();
        resolve(undefined);
        return;
      }
      const parts: Buffer[] = [];
      let size = 0;
      response.on('error', reject);
      response.on('data', (part: Buffer) => {
        size += part.length;
        parts.push(part);
        if (size > MAX_DOCUMENT_BYTES) response.destroy(new Error('the document is too large'));
      });
      response.on('end', () => resolve(textOf(Buffer.concat(parts))));
    });
    asked.end();
  });
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The error for a document. `what` completes the sentence. */
export function unusable(what: string): OAuthError {
  return new OAuthError('invalid_client', `The metadata document of the client ${what}.`);
}
