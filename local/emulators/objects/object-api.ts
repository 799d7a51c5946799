import { type IncomingMessage, type ServerResponse, validateHeaderValue } from 'node:http';
import { crc32 } from 'node:zlib';
import type { AccessCheck } from '../../access/access-check.ts';
import { objectAccess } from '../../access/service-accesses.ts';
import { readBody } from '../../http/read-body.ts';
import { ServiceError } from '../../http/service-error.ts';
import { decodeChunkedBody } from './chunked-body.ts';
import { CUSTOMER_KEY_MD5, customerKeyOf, decryptFor, encryptFor } from './customer-key.ts';
import type { ObjectCall } from './object-call.ts';
import type { ObjectRecord, ObjectStore } from './object-store.ts';
import { serveTags, TAGGING } from './object-tags.ts';

/** Much larger than the largest mail. */
const MAX_OBJECT_BYTES = 128 * 1024 * 1024;

const KEPT_HEADERS = /^(?:x-amz-meta-.+|cache-control|content-disposition|content-encoding|content-language|expires)$/;

const METHODS: Readonly<Record<string, (call: ObjectCall) => Promise<void> | void>> = {
  PUT: putObject,
  GET: (call) => (call.key === '' ? listObjects(call) : getObject(call)),
  HEAD: (call) => (call.key === '' ? void call.response.end() : getObject(call)),
  DELETE: async ({ store, bucket, key, response }) => {
    await store.delete(bucket, key);
    response.writeHead(204).end();
  },
};

/** The S3 operations on objects, with the bucket in the path. The endpoint has verified the signature. */
export async function serveObjects(
  request: IncomingMessage,
  response: ServerResponse,
  store: ObjectStore,
  access: AccessCheck | undefined,
): Promise<void> {
  try {
    // Not parsed with `URL`, which would normalise a key such as `../x`.
    const [, bucket = '', key = '', search = ''] = /^\/([^/?]*)\/?([^?]*)\??(.*)$/s.exec(request.url ?? '/') ?? [];
    const query = new URLSearchParams(search);
    const serve = METHODS[request.method ?? ''];
    if (serve === undefined) throw new ServiceError('MethodNotAllowed', 'The method is not allowed.', 405);
    if (!store.hasBucket(bucket)) throw new ServiceError('NoSuchBucket', 'The specified bucket does not exist', 404);
    refuseExpired(query);
    requireSignedHeaders(request, query);
    const call = { request, response, store, bucket, key: decodeURIComponent(key), query };
    const subresource = query.has('tagging') ? 'Tagging' : '';
    access?.require(request, objectAccess(request.method ?? '', bucket, call.key, subresource));
    refuseMissing(call, access);
    await (subresource === '' ? serve(call) : serveTags(call));
  } catch (error) {
    answerError(response, request.method ?? '', error);
  }
}

/**
 * Only a caller that may list the bucket gets 404 for a missing object; every other caller gets 403.
 *
 * Source: S3 API reference, GetObject and HeadObject (Permissions).
 */
function refuseMissing({ request, store, bucket, key }: ObjectCall, access: AccessCheck | undefined): void {
  const reads = (request.method === 'GET' || request.method === 'HEAD') && key !== '';
  if (!reads || store.head(bucket, key) !== undefined) return;
  if (access?.allows(request, objectAccess('GET', bucket, '')) === false) {
    throw new ServiceError('AccessDenied', 'Access Denied', 403);
  }
  throw new ServiceError('NoSuchKey', 'The specified key does not exist.', 404);
}

async function putObject({ request, response, store, bucket, key, query }: ObjectCall): Promise<void> {
  if (key === '' || request.headers['x-amz-copy-source'] !== undefined) {
    throw new ServiceError('NotImplemented', 'Not emulated.', 501);
  }
  const body = await readBody(request, MAX_OBJECT_BYTES);
  const encodings = (request.headers['content-encoding'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const framed = encodings.includes('aws-chunked') || request.headers['x-amz-decoded-content-length'] !== undefined;
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(request.headers)) {
    if (KEPT_HEADERS.test(name) && typeof value === 'string') headers.set(name, value);
  }
  const kept = encodings.filter((name) => name !== 'aws-chunked').join(',');
  if (kept === '') headers.delete('content-encoding');
  else headers.set('content-encoding', kept);
  if (request.headers['if-none-match'] === '*' && store.head(bucket, key) !== undefined) {
    throw new ServiceError('PreconditionFailed', 'The object exists already.', 412);
  }
  const bytes = framed ? decodeChunkedBody(body) : body;
  requireChecksum(bytes, query);
  const encryption = customerKeyOf(request);
  if (encryption !== undefined) headers.set(CUSTOMER_KEY_MD5, encryption.md5);
  const { etag } = await store.put(bucket, key, {
    bytes: encryption === undefined ? bytes : encryptFor(encryption.key, bytes),
    contentType: request.headers['content-type'],
    headers: Object.fromEntries(headers),
  });
  response.writeHead(200, { etag }).end();
}

async function getObject({ request, response, store, bucket, key, query }: ObjectCall): Promise<void> {
  const record = store.head(bucket, key) as ObjectRecord;
  const { [TAGGING]: _, [CUSTOMER_KEY_MD5]: keyMd5, ...kept } = record.headers;
  const headers = {
    ...kept,
    'content-type': responseHeader(query, 'content-type') ?? record.contentType,
    ...dispositionOf(query),
    etag: record.etag,
    'last-modified': new Date(record.modifiedAt).toUTCString(),
    'accept-ranges': 'bytes',
  };
  if (request.method === 'HEAD' && keyMd5 === undefined) {
    response.writeHead(200, { ...headers, 'content-length': record.size }).end();
    return;
  }
  const bytes = decryptFor(request, keyMd5, await store.read(bucket, record));
  if (request.method === 'HEAD') {
    response.writeHead(200, { ...headers, 'content-length': bytes.length }).end();
    return;
  }
  const range = rangeOf(request.headers.range, bytes.length);
  if (range === undefined) {
    response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes);
    return;
  }
  const [from, to] = range;
  const part = bytes.subarray(from, to + 1);
  response
    .writeHead(206, {
      ...headers,
      'content-length': part.length,
      'content-range': `bytes ${from}-${to}/${bytes.length}`,
    })
    .end(part);
}

function listObjects({ response, store, bucket, query }: ObjectCall): void {
  const prefix = query.get('prefix') ?? '';
  const limit = Math.min(Number(query.get('max-keys') ?? 1000) || 1000, 1000);
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const found = store.list(bucket, prefix, after, limit + 1);
  const page = found.slice(0, limit);
  const contents = page.map(
    ({ key, size, etag, modifiedAt }) =>
      `<Contents><Key>${xmlText(key)}</Key><LastModified>${new Date(modifiedAt).toISOString()}</LastModified>` +
      `<ETag>${xmlText(etag)}</ETag><Size>${size}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  const more = found.length > limit;
  const next = more ? `<NextContinuationToken>${xmlText(page.at(-1)?.key ?? '')}</NextContinuationToken>` : '';
  const body =
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">` +
    `<Name>${bucket}</Name><Prefix>${xmlText(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${limit}</MaxKeys>` +
    `<IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
  response.writeHead(200, { 'content-type': 'application/xml' }).end(body);
}

/** Source: S3 API reference, Authenticating requests: using query parameters. */
function refuseExpired(query: URLSearchParams): void {
  const [date, seconds] = [query.get('X-Amz-Date'), query.get('X-Amz-Expires')];
  if (date === null || seconds === null) return;
  const signedAt = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(signedAt + Number(seconds) * 1000 > Date.now()))
    throw new ServiceError('AccessDenied', 'Request has expired', 403);
}

/** A call to a presigned address must have every header that was signed with it. Source: as above. */
function requireSignedHeaders({ headers }: IncomingMessage, query: URLSearchParams): void {
  const signed = (query.get('X-Amz-SignedHeaders') ?? '').split(';').filter(Boolean);
  if (signed.some((name) => headers[name] === undefined)) {
    throw new ServiceError('AccessDenied', 'There were headers not present in the request which were signed.', 403);
  }
}

/** Source: S3 user guide, Checking object integrity: a checksum in the address applies to the body. */
function requireChecksum(bytes: Uint8Array, query: URLSearchParams): void {
  const given = query.get('x-amz-checksum-crc32');
  if (given === null) return;
  const actual = Buffer.alloc(4);
  actual.writeUInt32BE(crc32(bytes));
  if (actual.toString('base64') !== given) {
    throw new ServiceError('BadDigest', 'The CRC32 you specified did not match the calculated checksum.', 400);
  }
}

function dispositionOf(query: URLSearchParams): Record<string, string> {
  const disposition = responseHeader(query, 'content-disposition');
  return disposition === undefined ? {} : { 'content-disposition': disposition };
}

/** The value that the query sets for a header of the response, which must be one that a header can carry. */
function responseHeader(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(`response-${name}`);
  if (value === null) return undefined;
  try {
    validateHeaderValue(name, value);
  } catch {
    throw new ServiceError('InvalidArgument', `A header cannot have the value of response-${name}.`, 400);
  }
  return value;
}

function rangeOf(header: string | undefined, size: number): readonly [number, number] | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (from > to) throw new ServiceError('InvalidRange', 'The requested range is not satisfiable', 416);
  return [from, to];
}

function answerError(response: ServerResponse, method: string, error: unknown): void {
  const known = error instanceof ServiceError ? error : new ServiceError('InternalError', String(error), 500);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body =
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${known.type}</Code>` +
    `<Message>${xmlText(known.message)}</Message></Error>`;
  response.writeHead(known.status, { 'content-type': 'application/xml' }).end(method === 'HEAD' ? undefined : body);
}

function xmlText(text: string): string {
  return text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
