import type { ServerResponse } from 'node:http';

/** A page of the local profile that is no JSON. */
export class LocalFile {
  readonly type: string;
  readonly content: string | Buffer;

  constructor(type: string, content: string | Buffer) {
    this.type = type;
    this.content = content;
  }
}

/** The pages under `/_local`, which do not exist in AWS. Each returns a file, or a value for a response in JSON. */
export type LocalRoutes = Readonly<Record<string, (query: URLSearchParams) => unknown>>;

/** What a page may load: nothing from other hosts, so that it works without a network. */
const OWN_ONLY = "default-src 'self' 'unsafe-inline'; img-src 'self' data:";

export function respondLocally(response: ServerResponse, value: unknown): void {
  const { type, content } =
    value instanceof LocalFile ? value : { type: 'application/json', content: JSON.stringify(value) };
  const headers = {
    'content-type': type,
    'content-length': Buffer.byteLength(content),
    'cache-control': 'no-store',
    'content-security-policy': OWN_ONLY,
  };
  response.writeHead(200, headers).end(content);
}
