import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** The parts of a signature that a request names, in its header or, if it is presigned, in its query. */
interface Claim {
  readonly scope: readonly string[];
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly date: string;
  readonly presigned: boolean;
}

/**
 * Whether a request was signed with the secret access key of this stack. Only the functions have it, so neither a web
 * page nor another user of the machine can use the emulated services. The hash of the body is trusted as it was signed,
 * because nothing between the functions and this process could change a body.
 *
 * Source: IAM user guide, Create a signed AWS API request (Signature Version 4).
 */
export function isSignedWith(secret: string, request: IncomingMessage): boolean {
  const [path = '/', search = ''] = split(request.url ?? '/', '?');
  const claim = claimOf(request, search);
  if (claim === undefined) return false;
  const { scope, signedHeaders, date } = claim;
  const canonical = [
    request.method ?? '',
    canonicalPath(path, scope[2] ?? ''),
    canonicalQuery(search),
    ...signedHeaders.map((name) => `${name}:${canonicalHeader(request, name)}`),
    '',
    signedHeaders.join(';'),
    claim.presigned ? 'UNSIGNED-PAYLOAD' : String(request.headers['x-amz-content-sha256'] ?? ''),
  ].join('\n');
  const text = [ALGORITHM, date, scope.join('/'), createHash('sha256').update(canonical).digest('hex')].join('\n');
  const expected = hmac(signingKey(secret, scope), text);
  const given = Buffer.from(claim.signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function claimOf({ headers }: IncomingMessage, search: string): Claim | undefined {
  const query = new URLSearchParams(search);
  const presigned = query.has('X-Amz-Signature');
  const header = presigned ? '' : (headers.authorization ?? '');
  const part = (name: string) => (presigned ? query.get(`X-Amz-${name}`) : partOf(header, name)) ?? '';
  if (!presigned && !header.startsWith(`${ALGORITHM} `)) return undefined;
  const scope = part('Credential').split('/').slice(-4);
  const signedHeaders = part('SignedHeaders').split(';');
  const date = presigned ? (query.get('X-Amz-Date') ?? '') : String(headers['x-amz-date'] ?? '');
  if (scope.length !== 4 || !signedHeaders.includes('host')) return undefined;
  return { scope, signedHeaders, signature: part('Signature'), date, presigned };
}

function partOf(header: string, name: string): string | undefined {
  return new RegExp(`[ ,]${name}=([^,]*)`).exec(header)?.[1]?.trim();
}

/** Only S3 signs a path as it is sent; all others encode it once more. */
function canonicalPath(path: string, service: string): string {
  if (service === 's3') return path;
  const segments = path.split('/').filter((segment) => segment !== '');
  const end = segments.length > 0 && path.endsWith('/') ? '/' : '';
  return segments.map((segment) => `/${encode(segment)}`).join('') + end || '/';
}

function canonicalQuery(search: string): string {
  const pairs = search === '' ? [] : search.split('&').map((pair) => split(pair, '=').map(decode));
  return pairs
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name = '', value = '']) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function canonicalHeader({ headers }: IncomingMessage, name: string): string {
  return [headers[name] ?? ''].flat().join(',').trim().replace(/\s+/g, ' ');
}

/** The key of a day, a region and a service; there are few of them. */
const keys = new Map<string, Buffer>();

function signingKey(secret: string, scope: readonly string[]): Buffer {
  const name = JSON.stringify([secret, ...scope]);
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = scope.reduce<Buffer>((parent, part) => hmac(parent, part), Buffer.from(`AWS4${secret}`));
  if (keys.size > 100) keys.clear();
  keys.set(name, key);
  return key;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** The two parts of a text around the first separator. */
function split(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Source: RFC 3986, section 2.3. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
