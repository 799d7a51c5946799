// A webhook receiver in plain Node: prints each delivery with a valid signature, and refuses the others.
//
//   node examples/receiver.mjs <signing secret> [port]
//
// It needs no package and runs on Node 18 and later.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const [secret, port = '9090'] = process.argv.slice(2);
if (secret === undefined) {
  console.error('usage: node examples/receiver.mjs <signing secret> [port]');
  process.exit(1);
}

/** Genuine and fresh: any `v1=` may match, in constant time, over the exact bytes that came. */
function isGenuine(headers, body) {
  const id = headers['x-aid-request-id'];
  const timestamp = headers['x-aid-timestamp'];
  const signature = headers['x-aid-signature'];
  if (!id || !signature || !/^\d+$/.test(timestamp ?? '')) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const expected = Buffer.from(
    `v1=${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('hex')}`,
  );
  return signature.split(',').some((given) => {
    const bytes = Buffer.from(given);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

const seen = new Set();

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    if (!isGenuine(request.headers, body)) {
      response.writeHead(401).end();
      return console.log('refused: the signature is not genuine');
    }
    response.writeHead(204).end();
    // The same event may come more than once: its id tells.
    const event = JSON.parse(body);
    if (seen.has(event.id)) return;
    seen.add(event.id);
    console.log(JSON.stringify(event, null, 2));
  });
}).listen(Number(port), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${port}`));
