import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ByteRedactor } from './byte-redactor.ts';
import type { Credential } from './credential.ts';
import { requestHeaders, responseHeaders } from './forwarded-headers.ts';
import { Refusal } from './refusal.ts';
import type { RequestTarget } from './request-target.ts';

export interface Forwarded {
  readonly target: RequestTarget;
  readonly credential: Credential;
  readonly secret: string;
  /** The address of the proxy, for redirects. */
  readonly base: string;
  /** Aborted when the program has gone. */
  readonly signal: AbortSignal;
}

const DECODERS: Readonly<Record<string, () => Duplex>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

/**
 * Sends a request with the secret over TLS, and its response back without it. Follows no redirect. Throws `Refusal` if
 * there is no response.
 */
export async function forwardRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  { target: { authority, path }, credential, secret, base, signal }: Forwarded,
): Promise<void> {
  const value = credential.valueFor(secret);
  const requested = new URL(`https://${authority}${path}`);
  const { hostname, port } = requested;
  const sent = requestOverTls({
    hostname,
    port: port === '' ? 443 : Number(port),
    method: incoming.method,
    path,
    headers: requestHeaders(incoming, { authority, credential, value }),
    setHost: false,
    ...(isIP(hostname) === 0 && { servername: hostname }),
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    rejectUnauthorized: true,
    signal,
  });
  // A server may respond before it has read the whole request, and end the connection.
  pipeline(incoming, sent).catch(() => {});
  const received = await responseTo(sent).catch((error: NodeJS.ErrnoException) => {
    throw unreachable(authority, error);
  });
  const secrets = formsOf(secret, value);
  const decode = decoderFor(received);
  const { statusCode = 502 } = received;
  response.writeHead(statusCode, responseHeaders(received, { requested, base, secrets }));
  const redactor = new ByteRedactor(secrets);
  if (decode === undefined) await pipeline(received, redactor, response);
  else await pipeline(received, decode, redactor, response);
}

function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // The listener for errors stays: one that comes after the response would end this program.
    sent.once('response', resolve).on('error', reject);
    sent.once('close', () => reject(new Error('it has closed the connection')));
  });
}

/** What a response is decoded with, if a server compresses it although the request asks for no compression. */
function decoderFor(received: IncomingMessage): Duplex | undefined {
  const coding = received.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return undefined;
  const make = DECODERS[coding];
  if (make !== undefined) return make();
  received.destroy();
  throw new Refusal(502, 'proxy.encoding', `The response has the encoding ${coding}, in which no secret can be found.`);
}

/** The secret as responses repeat it: as it is, in JSON and in URLs, and what the header has of it. */
function formsOf(secret: string, header: string): readonly string[] {
  const texts = [secret, header.replace(/^\S+ /, '')];
  return texts.flatMap((text) => {
    const json = JSON.stringify(text).slice(1, -1);
    return [text, json, json.replaceAll('/', '\\/'), encodeURIComponent(text.toWellFormed())];
  });
}

function unreachable(authority: string, { code, message }: NodeJS.ErrnoException): Refusal {
  return new Refusal(502, 'proxy.unreachable', `${authority} cannot be reached: ${code ?? message}.`);
}
