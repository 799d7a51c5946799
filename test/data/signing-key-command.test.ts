import { beforeEach, expect, test, vi } from 'vitest';
import { deleteSigningKey } from '#shared/data/direct-writes/signing-key.ts';
import { findSigningKeys } from '#shared/data/entities/issuer/signing-key.ts';
import { PUBLISHED_AHEAD_MS, publishedKeys } from '#shared/domain/issuer/signing-key-states.ts';
import { HOUR, timestamp } from '#shared/domain/time/time.ts';
import { createFirstSigningKey } from '#shared/runtime/create-signing-key.ts';
import { useEngine } from '../support/engine.ts';
import { ops, stageWith } from '../support/ops-harness.ts';
import { MemorySigningKeyService } from '../support/signing-keys.ts';

/** `npm run ops -- rotate-signing-key`. */
const engine = useEngine();
const keyService = new MemorySigningKeyService();
const STAGE = 'prod';
const NOW = Date.UTC(2026, 10, 28);

const stage = () =>
  stageWith({ name: STAGE, table: async () => engine.table, signingKeyService: async () => keyService });
const rotate = (...args: string[]) => ops(stage(), 'rotate-signing-key', ...args);
const keys = () => findSigningKeys(engine.table, STAGE);

beforeEach(async () => {
  for (const key of await keys()) await deleteSigningKey(engine.table, key);
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  return () => vi.useRealTimers();
});

const create = () => createFirstSigningKey({ table: engine.table, keyService, stage: STAGE }, NOW);

test('The command says that a stage that has signed nothing has no key', async () => {
  expect(await rotate('--yes')).toMatchObject({
    code: 1,
    error: expect.stringMatching(/its first token or agent card creates one/),
  });
});

test('Without --yes the command lists the keys, and creates none', async () => {
  await create();
  const { code, out } = await rotate();
  expect(code).toBe(0);
  expect(out).toMatch(/signs and verifies/);
  expect(out).toMatch(/would sign from a day later/);
  expect(await keys()).toHaveLength(1);
});

test('The command publishes a key that signs a day later, and refuses another one until the rotation is complete', async () => {
  await create();
  const from = NOW + PUBLISHED_AHEAD_MS;
  expect(await rotate('--yes')).toMatchObject({
    code: 0,
    out: expect.stringContaining(`it signs from ${timestamp(from)}`),
  });
  expect((await rotate()).error).toMatch(/is not complete/);
  vi.setSystemTime(from + HOUR);
  expect(await rotate('--yes')).toMatchObject({ code: 1, error: expect.stringMatching(/is not complete.*--withdraw/) });
  vi.setSystemTime(from + 2 * HOUR);
  expect((await rotate('--yes')).code).toBe(0);
  expect(await keys()).toHaveLength(3);
});

test('With --withdraw the new key is the only one that is published, also during a rotation', async () => {
  await create();
  await rotate('--yes');
  expect((await rotate('--withdraw')).out).toMatch(/tokens and cards of the keys before would be refused/);
  expect(await keys()).toHaveLength(2);
  expect((await rotate('--withdraw', '--yes')).code).toBe(0);
  const stored = await keys();
  expect(publishedKeys(stored, NOW)).toEqual([stored[2]]);
  expect((await rotate()).out).toMatch(/withdrawn at/);
});
