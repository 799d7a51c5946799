import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEFAULT_WARM_FUNCTIONS } from '#local/settings.ts';
import { ROOT, type Stack } from '#testing/stack.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { writeBaseline } from './support/baseline.ts';
import { fastestImports } from './support/import-time.ts';
import { mailClient } from './support/mail.ts';
import { type BenchmarkRun, info, type Measurement, within } from './support/measurement.ts';
import { type Memory, memoryOf } from './support/memory.ts';
import { withReceiver } from './support/receiver.ts';
import { median } from './support/statistics.ts';
import { createTenant, createWebhook } from './support/tenant.ts';
import { until } from './support/until.ts';
import { withStack } from './support/with-stack.ts';

const BUNDLES = join(ROOT, '.build', 'functions');
const IMPORTS = 10;
/** A bound in baselines: 150 ms on a machine that needs 100 ms for the baseline module. */
const MAX_IMPORT = 1.5;
const STARTS = 3;

/** The size and import time of every function bundle, and the start time and memory of the local profile. */
export const footprint: BenchmarkRun = async (say) => {
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts', 'bundle.ts')], { cwd: ROOT });
  say('size and import of each bundle');
  const bundles = await measureBundles();
  say(`${STARTS} starts of the local profile`);
  return [...bundles, ...(await measureStarts())];
};

async function measureBundles(): Promise<Measurement[]> {
  const names = readdirSync(BUNDLES).sort();
  const paths = names.map((name) => join(BUNDLES, name, 'index.mjs'));
  const [baseline = Number.NaN, ...times] = await withTemporaryFolder(async (folder) =>
    (await fastestImports([await writeBaseline(folder), ...paths], IMPORTS)).map(({ milliseconds }) => milliseconds),
  );
  const sizes = paths.map((path) => statSync(path).size / 1024);
  const row = (name: string, index: number) =>
    info(`  ${name}`, `${sizes[index]?.toFixed(0)} KB, ${times[index]?.toFixed(0)} ms`);
  return [
    within(`largest of ${names.length} bundles`, Math.max(...sizes) / 1024, 1, 'MB', 2),
    within(
      'slowest import of a handler, relative to the baseline module',
      Math.max(...times) / baseline,
      MAX_IMPORT,
      '×',
      2,
    ),
    info('  the baseline module', `${baseline.toFixed(0)} ms`),
    ...names.map(row),
  ];
}

async function measureStarts(): Promise<Measurement[]> {
  // A setting that no earlier start used: the first start bundles and synthesizes, the later ones reuse the result.
  const environment = {
    AID_LIMITS: JSON.stringify({ signupStartsPerHour: 1_000 + Math.floor(Math.random() * 1e9) }),
    AID_WARM_FUNCTIONS: String(DEFAULT_WARM_FUNCTIONS),
  };
  const seconds: number[] = [];
  let memory: Memory | undefined;
  for (let n = 0; n < STARTS; n++) {
    await withStack({ command: ['npm', 'start'], environment }, async (stack) => {
      seconds.push(stack.startMs / 1000);
      if (memory !== undefined) return;
      await useEverything(stack);
      memory = memoryOf(stack.pid);
    });
  }
  const [first = Number.NaN, ...later] = seconds;
  const { megabytes = Number.NaN, processes = 0, measure = 'RSS' } = memory ?? {};
  return [
    within('`npm start` to ready, first start', first, 15, 's', 1),
    within(`\`npm start\` to ready, nothing changed since (median of ${later.length})`, median(later), 15, 's', 1),
    within(`memory of the whole tree, every function warm (${measure}, ${processes} processes)`, megabytes, 700, 'MB'),
  ];
}

/** Calls every function at least once. The sweep runs on its own schedule. */
function useEverything(stack: Stack): Promise<void> {
  return withReceiver(async (receiver) => {
    const tenant = await createTenant(stack.baseUrl);
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
