import { Aid } from 'aid-stack';

const aid = new Aid();
// `port: 3000` in place of the handler serves a server on this machine.
const handler = (request: Request) => new Response(`Hello from ${new URL(request.url).pathname}`);
const tunnel = await aid.tunnels.serve({ handler });
console.log(`serving ${tunnel.url}/`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void tunnel.close());
await tunnel.closed;
