import { Agent, request } from 'undici';
import { hostLiteral, isAllowedAddress, type ReceiverPolicy } from '#shared/domain/http/url-safety.ts';
import { guardedLookup, RefusedAddress } from './guarded-lookup.ts';

/** What bounds a GET to a host that a customer names. */
export interface GetBounds {
  /** For DNS, connection, request and response together. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly policy: ReceiverPolicy;
}

/** Says what the service is. A caller that reads its log sees who asked. */
const USER_AGENT = 'AID/1';

/**
 * Gets a text from a host that a customer names: one request to a public address, without redirects, of a bounded time
 * and size. Throws for any other response than 200. The URL has to be one that `receiverUrlProblem` accepts.
 *
 * See: OWASP Server-Side Request Forgery Prevention; docs/contract/webhooks.md#receiver-urls.
 */
export async function guardedGet(url: string, { timeoutMs, maxBytes, policy }: GetBounds): Promise<string> {
  // An IP address is not looked up, so it is checked here.
  const literal = hostLiteral(new URL(url).hostname);
  if (literal !== undefined && !isAllowedAddress(literal, policy)) throw new RefusedAddress();
  const signal = AbortSignal.timeout(timeoutMs);
  const dispatcher = new Agent({ connect: { lookup: guardedLookup(policy) } });
  try {
    const headers = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': USER_AGENT };
    const { statusCode, body } = await request(url, { method: 'GET', headers, signal, dispatcher });
    if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`);
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of body as AsyncIterable<Uint8Array>) {
      size += part.length;
      if (size > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
      parts.push(part);
    }
    return Buffer.concat(parts).toString('utf8');
  } finally {
    void dispatcher.destroy();
  }
}
