import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atMost, type Finding, type Measurement, told } from './support/finding.ts';
import { importMs } from './support/import-time.ts';
import { mailClient } from './support/mail.ts';
import { type Memory, memoryOf } from './support/memory.ts';
import { withReceiver } from './support/receiver.ts';
import { ROOT, type Stack, startStack } from './support/stack.ts';
import { median } from './support/statistics.ts';
import { createTenant, createWebhook } from './support/tenant.ts';
import { until } from './support/until.ts';

const BUNDLES = join(ROOT, '.build', 'functions');
const IMPORTS = 5;
const IMPORT_ROUNDS = 3;
const MOST_IMPORT_MS = 150;
const STARTS = 3;

/** What the functions weigh and how long they take to load; how long the local profile takes to start, and its memory. */
export const footprint: Measurement = async (say) => {
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts', 'bundle.ts')], { cwd: ROOT });
  say('size and import of each bundle');
  const bundles = await measureBundles();
  say(`${STARTS} starts of the local profile`);
  return [...bundles, ...(await measureStarts())];
};

async function measureBundles(): Promise<Finding[]> {
  const rows = [];
  for (const name of readdirSync(BUNDLES).sort()) {
    const path = join(BUNDLES, name, 'index.mjs');
    rows.push({ name, kilobytes: statSync(path).size / 1024, ms: await usualImportMs(path) });
  }
  const largest = Math.max(...rows.map(({ kilobytes }) => kilobytes));
  const slowest = Math.max(...rows.map(({ ms }) => ms));
  return [
    atMost(`largest of ${rows.length} bundles`, largest / 1024, 1, 'MB', 2),
    atMost(`slowest import of a handler (median of ${IMPORTS})`, slowest, MOST_IMPORT_MS, 'ms'),
    ...rows.map(({ name, kilobytes, ms }) => told(`  ${name}`, `${kilobytes.toFixed(0)} KB, ${ms.toFixed(0)} ms`)),
  ];
}

/** The median of a few imports; measured again while it is too slow, since a busy machine can only slow it down. */
async function usualImportMs(path: string): Promise<number> {
  const medians = [];
  do {
    const times = [];
    for (let n = 0; n < IMPORTS; n++) times.push(await importMs(path));
    medians.push(median(times));
  } while (Math.min(...medians) > MOST_IMPORT_MS && medians.length < IMPORT_ROUNDS);
  return Math.min(...medians);
}

async function measureStarts(): Promise<Finding[]> {
  // A setting that no start had before: the first has to bundle and synthesize, the others find what it made.
  const environment = { AID_LIMITS: JSON.stringify({ signupStartsPerHour: 1_000 + Math.floor(Math.random() * 1e9) }) };
  const seconds = [];
  let memory: Memory | undefined;
  for (let n = 0; n < STARTS; n++) {
    const { group, stack } = await startStack(['npm', 'start'], { environment });
    try {
      seconds.push(stack.startMs / 1000);
      if (memory !== undefined) continue;
      await useEverything(stack);
      memory = memoryOf(stack.pid);
    } finally {
      await group.end();
    }
  }
  const [first = Number.NaN, ...later] = seconds;
  const { megabytes = Number.NaN, processes = 0, measure = 'RSS' } = memory ?? {};
  return [
    atMost('`npm start` to ready, first start', first, 15, 's', 1),
    atMost(`\`npm start\` to ready, nothing changed since (median of ${later.length})`, median(later), 15, 's', 1),
    atMost(`memory of the whole tree, every function warm (${measure}, ${processes} processes)`, megabytes, 700, 'MB'),
  ];
}

/** Calls every function at least once; the sweeper comes by itself. */
function useEverything(stack: Stack): Promise<void> {
  return withReceiver(async (receiver) => {
    const tenant = await createTenant(stack.url);
    await createWebhook(tenant, receiver.ok('footprint'));
    await tenant.asOrg.post('/v1/organizations', { name: 'Owned', slug: 'owned', owner_email: 'owner@example.com' });
    await tenant.asOrg.get('/v1/openapi.json');
    await tenant.asOrg.get('/v1/events/wait?type=mail.sent&timeout_ms=0');
    const client = mailClient(stack.smtpPort);
    await client.send(tenant.agent.email_address, 'Hello');
    client.close();
    await receiver.untilArrived(1);
    await tenant.asAgent.get('/v1/events');
    await tenant.asAgent.get(`/v1/identities/${tenant.agent.id}/mail/messages`);
    await until('the mail of the outbox', async () => {
      const { messages } = await tenant.asOrg.get<{ messages: unknown[] }>('/_local/outbox');
      return messages.length > 0;
    });
  });
}
