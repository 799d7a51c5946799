/**
 * Removes the framing of a body that an SDK sent in `aws-chunked` encoding: `<hex size>[;chunk-signature=…]` CR LF,
 * the bytes, CR LF, and so on until a chunk of size 0, which trailers may follow.
 *
 * Source: S3 API reference, Signature calculations: transferring the payload in multiple chunks.
 */
export function decodeChunkedBody(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = body.indexOf('\r\n', at);
    if (end === -1) break;
    const size = Number.parseInt(body.subarray(at, end).toString('latin1').split(';')[0] ?? '', 16);
    if (!(size > 0)) break;
    const from = end + 2;
    parts.push(body.subarray(from, from + size));
    at = from + size + 2;
  }
  return Buffer.concat(parts);
}
