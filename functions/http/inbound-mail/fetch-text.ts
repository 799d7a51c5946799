/** What came of a GET: its status and the beginning of its text. */
export interface HttpGetResult {
  status: number;
  text: string;
}

export type HttpGet = (url: string) => Promise<HttpGetResult>;

const TIMEOUT_MS = 5_000;
/** A certificate of SNS is 2 KB long. */
const MAX_BYTES = 32 * 1024;

/** A GET within bounds of time and size, without redirects. Its callers pin the host. */
export const fetchText: HttpGet = async (url) => {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  // Node's own: the host is pinned by name to AWS's, so no address needs judging, and undici would double the bundle.
  const { status, body } = await fetch(url, { redirect: 'error', signal });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    size += part.length;
    if (size > MAX_BYTES) break;
  }
  return { status, text: Buffer.concat(parts).subarray(0, MAX_BYTES).toString('utf8') };
};
