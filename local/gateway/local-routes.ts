import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyTooLarge, readBody } from '../http/read-body.ts';

/** What a page may load: nothing from other hosts, so that it works without a network. */
const OWN_ONLY = "default-src 'self' 'unsafe-inline'; img-src 'self' data:";

/** A page of the local profile that is not JSON. */
export class LocalFile {
  readonly type: string;
  readonly content: string | Buffer;
  /** The policy of the page (Content-Security-Policy). */
  readonly policy: string;

  constructor(type: string, content: string | Buffer, policy = OWN_ONLY) {
    this.type = type;
    this.content = content;
    this.policy = policy;
  }
}

/** A redirection to another address of the local profile. */
export class LocalRedirect {
  readonly location: string;

  constructor(location: string) {
    this.location = location;
  }
}

/** A response in JSON to a request that is fulfilled later. */
export class LocalAccepted {
  readonly value: unknown;
  /** Starts fulfilling it once the client has the response. */
  readonly begin: () => void;

  constructor(value: unknown, begin: () => void) {
    this.value = value;
    this.begin = begin;
  }
}

/** The pages under `/_local`, which do not exist in AWS. Each returns a file, or a value for a response in JSON. */
export type LocalRoutes = Readonly<Record<string, (query: URLSearchParams) => unknown>>;

/** What `POST` does at paths under `/_local`, with the JSON of the request. */
type LocalActions = Readonly<Record<string, (body: unknown) => unknown>>;

export interface LocalPages {
  readonly routes: LocalRoutes;
  readonly actions?: LocalActions;
  /** Responds to other requests itself; false for requests that it does not handle. */
  readonly serve?: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean>;
  /** The page at `/`; `undefined` for requests that the API responds to. */
  readonly home?: (headers: IncomingMessage['headers']) => LocalFile | LocalRedirect | undefined;
}

/** A request that is refused, with the reason. */
export class LocalRefusal extends Error {}

/** The largest request of an action: an email with attachments. */
const MAX_ACTION_BYTES = 1024 * 1024;

/** Responds to a request for a local page; false if the request is for none. */
export async function respondLocally(
  { routes, actions = {}, home, serve }: LocalPages,
  request: IncomingMessage,
  response: ServerResponse,
  { path, query }: { readonly path: string; readonly query: string },
): Promise<boolean> {
  if (request.method === 'GET' && Object.hasOwn(routes, path)) {
    await orRefuse(response, async () => send(response, await routes[path]?.(new URLSearchParams(query))));
    return true;
  }
  if (request.method === 'POST' && Object.hasOwn(actions, path)) {
    await orRefuse(response, () => act(request, response, (body) => actions[path]?.(body)));
    return true;
  }
  if (await serve?.(request, response, path)) return true;
  const page = request.method === 'GET' && path === '/' ? home?.(request.headers) : undefined;
  if (page === undefined) return false;
  send(response, page);
  return true;
}

async function act(
  request: IncomingMessage,
  response: ServerResponse,
  action: (body: unknown) => unknown,
): Promise<void> {
  const text = (await readBody(request, MAX_ACTION_BYTES)).toString('utf8');
  const result = await action(jsonOf(text));
  if (!(result instanceof LocalAccepted)) return send(response, result);
  response.once('close', result.begin);
  send(response, result.value, 202);
}

async function orRefuse(response: ServerResponse, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof LocalRefusal) && !(error instanceof BodyTooLarge)) throw error;
    const message =
      error instanceof LocalRefusal ? error.message : `The body is larger than ${MAX_ACTION_BYTES} bytes.`;
    send(response, { error: { message } }, 400);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LocalRefusal('The body is not JSON.');
  }
}

function send(response: ServerResponse, value: unknown, status = 200): void {
  if (value instanceof LocalRedirect) {
    response.writeHead(302, { location: value.location, 'cache-control': 'no-store' }).end();
    return;
  }
  const isFile = value instanceof LocalFile;
  const content = isFile ? value.content : JSON.stringify(value);
  const headers = {
    'content-type': isFile ? value.type : 'application/json',
    'content-length': Buffer.byteLength(content),
    'cache-control': 'no-store',
    'content-security-policy': isFile ? value.policy : OWN_ONLY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    vary: 'accept',
  };
  response.writeHead(status, headers).end(content);
}
