import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectSignedDeliveries, type SignedDelivery, tampered } from '#testing/signed-deliveries.ts';
import { startStack } from '#testing/stack.ts';
import { sizeOf } from '#testing/test-size.ts';
import { installPython } from '../description/support/install-tools.ts';
import { mustRun } from '../description/support/run-command.ts';
import { SHARED_SETTINGS } from '../support/shared-stack.ts';

const PROGRAMS = join(import.meta.dirname, 'programs');
const DELIVERIES = sizeOf({ full: 400, usual: 100 });

const folder = mkdtempSync(join(tmpdir(), 'aid-webhooks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let delivered: readonly SignedDelivery[];
let changed: readonly SignedDelivery[];

beforeAll(async () => {
  const stack = await startStack(SHARED_SETTINGS);
  delivered = await collectSignedDeliveries(DELIVERIES, stack).finally(() => stack.stop());
  changed = delivered.flatMap((delivery) => Object.values(tampered(delivery)));
  writeFileSync(join(folder, 'delivered.json'), JSON.stringify(delivered));
  writeFileSync(join(folder, 'changed.json'), JSON.stringify(changed));
});

test('The library for Python accepts every delivery, during a rotation too, and refuses those that were changed', async () => {
  const bin = await installPython(join(process.env.AID_TOOLS_DIR ?? folder, 'webhooks-python'), PROGRAMS);
  const program = join(PROGRAMS, 'verify.py');
  await expectVerified((file) => mustRun(join(bin, 'python'), [program, file]), ['standardwebhooks']);
});

test('The libraries for Go accept every delivery, during a rotation too, and refuse those that were changed', async () => {
  for (const name of ['go.mod', 'go.sum', 'verify.go']) cpSync(join(PROGRAMS, name), join(folder, name));
  await mustRun('go', ['build', '-o', 'verify', '.'], { cwd: folder });
  await expectVerified((file) => mustRun(join(folder, 'verify'), [file]), ['standardwebhooks', 'svix']);
});

/** Has a program verify the deliveries and those that were changed. It prints for each library how both ended. */
async function expectVerified(
  verify: (file: string) => Promise<{ stdout: string }>,
  libraries: readonly string[],
): Promise<void> {
  const verified = async (file: string) => JSON.parse((await verify(join(folder, file))).stdout);
  const all = { accepted: signaturesOf(delivered), refused: 0 };
  const none = { accepted: 0, refused: signaturesOf(changed) };
  expect([all.accepted, none.refused]).toEqual([DELIVERIES * 1.5, DELIVERIES * (1.5 * 6 + 1)]);
  expect(await verified('delivered.json')).toEqual(Object.fromEntries(libraries.map((name) => [name, all])));
  expect(await verified('changed.json')).toEqual(Object.fromEntries(libraries.map((name) => [name, none])));
}

const signaturesOf = (deliveries: readonly SignedDelivery[]) => deliveries.flatMap(({ secrets }) => secrets).length;
