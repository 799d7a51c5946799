import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '#local/http/listen.ts';
import { readBody } from '#local/http/read-body.ts';
import { readSettings } from '#local/settings.ts';
import { withTemporaryFolder } from '../../temporary-folder.ts';
import type { Disturbance, FaultSettings } from '../disturbance.ts';
import { FaultyStack } from './faulty-stack.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** Starts the stack, and a server by which the run disturbs it. Ends with a signal, or with the parent process. */
export async function run(): Promise<void> {
  await withTemporaryFolder(async (dir) => {
    const faults = JSON.parse(process.env.FAULTS ?? '') as FaultSettings;
    const faulty = await FaultyStack.start({ settings: readSettings(process.env), faults, dir });
    const server = createServer((request, response) => {
      serve(faulty, request, response).catch((error: Error) => response.writeHead(500).end(String(error.stack)));
    });
    await listen(server, Number(process.env.FAULTS_PORT));
    process.stdout.write(`ready ${faulty.stack.url}\n`);
    await untilEnded();
    server.close();
    await Promise.race([faulty.stop(), new Promise((resolve) => setTimeout(resolve, 5000))]);
  });
  process.exit(0);
}

async function serve(faulty: FaultyStack, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await readBody(request, MAX_BODY_BYTES)).toString();
  const orders: Record<string, () => unknown> = {
    '/begin': () => faulty.begin(String(JSON.parse(body))),
    '/calm': () => faulty.calm(),
    '/disturb': () => faulty.disturb(JSON.parse(body) as Disturbance),
    '/sweep': () => faulty.sweep(),
    '/redrive': () => faulty.redrive(),
    '/pending': () => faulty.pendingMessages,
    '/report': () => ({ counts: faulty.counts, incidents: faulty.incidents }),
  };
  const result = await orders[request.url ?? '']?.();
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result ?? null));
}

function untilEnded(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    setInterval(() => process.ppid !== parent && resolve(), 500).unref();
  });
}
