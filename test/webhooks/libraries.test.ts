import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedStack } from '#testing/fixture.ts';
import { collectSignedDeliveries, type SignedDelivery, tampered } from '#testing/signed-deliveries.ts';
import { sizeOf } from '#testing/test-size.ts';
import { installPython } from '../support/tools/install.ts';
import { mustRun } from '../support/tools/run-command.ts';

const PROGRAMS = join(import.meta.dirname, 'programs');
const DELIVERIES = sizeOf({ usual: 40, full: 400 });

const folder = mkdtempSync(join(tmpdir(), 'aid-webhooks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let delivered: readonly SignedDelivery[];
let changed: readonly SignedDelivery[];

beforeAll(async () => {
  delivered = await collectSignedDeliveries(DELIVERIES, sharedStack());
  changed = delivered.flatMap((delivery) => Object.values(tampered(delivery)));
  writeFileSync(join(folder, 'delivered.json'), JSON.stringify(delivered));
  writeFileSync(join(folder, 'changed.json'), JSON.stringify(changed));
});

test('The library for Python accepts every delivery, during a rotation too, and refuses those that were changed', async () => {
  const bin = await installPython('webhooks-python', PROGRAMS);
  const program = join(PROGRAMS, 'verify.py');
  await expectVerified((file) => mustRun(join(bin, 'python'), [program, file]), ['standardwebhooks']);
});

test('The libraries for Go accept every delivery, during a rotation too, and refuse those that were changed', async () => {
  await mustRun('go', ['build', '-o', join(folder, 'verify'), '.'], { cwd: PROGRAMS });
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
