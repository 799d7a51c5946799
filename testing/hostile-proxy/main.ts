import { orFail, readCommandLine, wholeNumber } from '#testing/command-line.ts';
import { HostileProxy } from './hostile-proxy.ts';
import { requireRates } from './plan.ts';

const NAME = 'hostile-proxy';
const USAGE = `node testing/hostile-proxy/main.ts [--upstream http://127.0.0.1:8787] [--seed 1] [--port 0] [--rates '{…}']

Puts the worst network between a client and the service, and prints the address that the client is to use.
GET /_hostile says what it has done so far.

  --upstream  the address of the API       AID_URL, or http://127.0.0.1:8787
  --seed      what happens follows from it 1
  --port      the port of the proxy        any
  --rates     other shares, as JSON        {"request": {"resetAfter": 0.1}, "handshake": {…}, "message": {"drop": 0.01}}`;

const { values } = readCommandLine({
  name: NAME,
  usage: USAGE,
  options: {
    upstream: { type: 'string', default: process.env.AID_URL ?? 'http://127.0.0.1:8787' },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '0' },
    rates: { type: 'string', default: '{}' },
  },
});

const proxy = await HostileProxy.start({
  upstream: orFail(NAME, () => new URL(values.upstream).origin),
  seed: wholeNumber(NAME, 'seed', values.seed),
  port: wholeNumber(NAME, 'port', values.port),
  rates: orFail(NAME, () => requireRates(JSON.parse(values.rates))),
});
console.log(`hostile proxy ${proxy.url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void proxy.stop());
