#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { TunnelClient } from './tunnel-client.ts';

const USAGE = `Gives a local server a public address.

  aid-tunnel --port 3000 [--host 127.0.0.1] [--url http://127.0.0.1:8787] [--key aid_…] [--tunnel tun_…]

  --port    the port of the local server
  --host    its address                      127.0.0.1
  --url     the address of the API           AID_URL, or http://127.0.0.1:8787
  --key     an API key                       AID_KEY
  --tunnel  an existing tunnel               a new one, which is deleted at the end
`;

interface Tunnel {
  readonly id: string;
  readonly connect_url: string;
  readonly status: string;
  readonly approval_id?: string;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  url: { type: 'string', default: process.env.AID_URL ?? 'http://127.0.0.1:8787' },
  key: { type: 'string', default: process.env.AID_KEY ?? '' },
  tunnel: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

function failUsage(problem: string): never {
  const [line = ''] = problem.split(/\.? To specify|\n/);
  process.stderr.write(`aid-tunnel: ${line}; --help prints the usage\n`);
  process.exit(2);
}

const { values } = readArguments();

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS });
  } catch (error) {
    return failUsage((error as Error).message);
  }
}
const port = Number(values.port);
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (!Number.isInteger(port) || port < 1 || port > 65_535)
  failUsage(`--port: expected a port from 1 to 65535, got "${values.port ?? ''}"`);
if (values.key === '') fail('an API key is required: set AID_KEY, or pass --key');

const base = values.url.replace(/\/+$/, '');

async function call(method: 'GET' | 'POST' | 'DELETE', path: string): Promise<unknown> {
  const response = await fetch(base + path, {
    method,
    headers: {
      authorization: `Bearer ${values.key}`,
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { body: '{}' }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

const tunnel = (await (values.tunnel === undefined
  ? call('POST', '/v1/tunnels')
  : call('GET', `/v1/tunnels/${encodeURIComponent(values.tunnel)}`)
).catch((error: Error) => fail(error.message))) as Tunnel;
if (tunnel.status === 'held') {
  const { id, approval_id: approval } = tunnel;
  fail(`the tunnel waits for a person (${approval}): once it is approved, serve it with --tunnel ${id}`);
}

const client = new TunnelClient({
  connectUrl: tunnel.connect_url,
  key: values.key,
  target: { host: values.host, port },
});

let shown = false;
client.on('connected', (publicUrl) => {
  if (shown) return;
  shown = true;
  process.stdout.write(`${publicUrl} -> http://${values.host}:${port}\n`);
});
client.on('disconnected', (reason) => {
  shown = false;
  process.stderr.write(`disconnected: ${reason}; reconnecting\n`);
});
client.on('refused', (reason) => void end(1, `the connection was refused: ${reason}`));
client.on('request', ({ method, path, status, ms }) => {
  process.stdout.write(`${method} ${path} ${status} ${ms} ms\n`);
});

/** Deletes the tunnel that this run created. */
async function end(code: number, message?: string): Promise<never> {
  if (message !== undefined) process.stderr.write(`${message}\n`);
  client.stop();
  if (values.tunnel === undefined) await call('DELETE', `/v1/tunnels/${tunnel.id}`).catch(() => {});
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void end(0));

/** A signal to npm ends its shell but not the shell's children, so the command exits when its shell does. */
function followShell(): void {
  const shell = process.ppid;
  if (process.env.npm_lifecycle_event === undefined && process.env.npm_command === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    void end(0);
  }, 500);
}

followShell();
client.start();
