/** The status and the beginning of the text of a response. */
export interface HttpGetResult {
  status: number;
  text: string;
}

export type HttpGet = (url: string) => Promise<HttpGetResult>;

const TIMEOUT_MS = 5_000;
/** A certificate of SNS has 2 KB. */
const MAX_BYTES = 32 * 1024;

/** Makes a GET with limits of time and size, without redirects. Its callers pin the host. */
export const fetchText: HttpGet = async (url) => {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  // The `fetch` of Node.js: the host is pinned to AWS, so its address needs no check, and undici would double the
  // bundle.
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
