import { createServer } from 'node:http';
import { verifyWebhook, WebhookVerificationError } from 'aid-stack/webhooks';

const { WEBHOOK_SECRET: secret = '', PORT: port = '9090' } = process.env;
/** The same event may arrive twice. A program that runs for long keeps the newest ids only. */
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const event = verifyWebhook(Buffer.concat(chunks), request.headers, secret);
    response.writeHead(204).end();
    if (!seen.has(event.id)) console.log(event.type, event.id);
    seen.add(event.id);
  } catch (error) {
    console.error('refused:', error instanceof WebhookVerificationError ? error.reason : error);
    response.writeHead(401).end();
  }
});
server.listen(Number(port), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${port}/`));
