import { beforeEach, describe, expect, test } from 'vitest';
import { describeVersions, planRotation } from '#scripts/ops/data-key-rotation.ts';
import { findStageDataKeys } from '#shared/data/entities/stage/stage-data-key.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { ACTIVATION_MS, REFRESH_MS, RETRY_MS, type StageKeyring } from '#shared/runtime/stage-keyring.ts';
import { useEngine } from '../support/engine.ts';
import { makeStage } from '../support/stage-keyrings.ts';

const engine = useEngine();
let stage: ReturnType<typeof makeStage>;

beforeEach(() => {
  stage = makeStage(engine);
});

const seal = async (fn: StageKeyring) => (await fn.get()).seal('code', 'context', 'text');
const open = async (fn: StageKeyring, sealed: string) =>
  (await (await fn.get()).open('code', 'context', sealed)).reveal();
const versionOf = (sealed: string) => sealed.split('.')[1];

describe('the versions of the data key', () => {
  test('Of many functions that start at once in a new stage, all use the same first version', async () => {
    const functions = Array.from({ length: 8 }, () => stage.startFunction());
    const sealed = await Promise.all(functions.flatMap((fn) => [seal(fn), seal(fn)]));
    for (const fn of functions) for (const one of sealed) expect(await open(fn, one)).toBe('text');
    expect(await findStageDataKeys(engine.table, stage.stage)).toHaveLength(1);
    expect(stage.keyService.unwrapped).toBe(functions.length);
  });

  test('No function seals with a new version before every function knows it, and all seal with it afterwards', async () => {
    // At each step one function is used, and the others are not, as if they were frozen.
    const functions = Array.from({ length: 4 }, () => stage.startFunction());
    for (const fn of functions) await seal(fn);
    const { activeFrom } = await stage.rotate();
    const begin = stage.clock.now;
    for (let step = 0; stage.clock.now < activeFrom + REFRESH_MS; step++) {
      stage.clock.now = begin + step * (REFRESH_MS / 7);
      const sealed = await seal(functions[step % functions.length] as StageKeyring);
      expect(versionOf(sealed)).toBe(stage.clock.now < activeFrom ? '1' : '2');
      const calls = stage.keyService.unwrapped;
      const other = functions[(step + 1) % functions.length] as StageKeyring;
      expect(await open(other, sealed)).toBe('text');
      // The reader has learned of the version by its refresh at the latest, so it had to ask for none.
      if (stage.clock.now >= activeFrom) expect(stage.keyService.unwrapped - calls).toBe(0);
    }
    expect(ACTIVATION_MS).toBeGreaterThanOrEqual(2 * REFRESH_MS);
  });

  test('A function refreshes its versions when they are five minutes old, by one call of KMS for each new one', async () => {
    const fn = stage.startFunction();
    await seal(fn);
    await stage.rotate();
    stage.clock.now += REFRESH_MS - 1;
    await seal(fn);
    expect(stage.keyService.unwrapped).toBe(1);
    stage.clock.now += 1;
    await Promise.all([seal(fn), seal(fn)]);
    expect(stage.keyService.unwrapped).toBe(2);
    stage.clock.now += REFRESH_MS;
    await seal(fn);
    expect(stage.keyService.unwrapped).toBe(2);
  });

  test('A function that meets a value of a version that it does not know loads the versions at once', async () => {
    const [warm, early] = [stage.startFunction(), stage.startFunction(-ACTIVATION_MS)];
    await seal(warm);
    stage.clock.now += RETRY_MS;
    await stage.rotate();
    // The clock of the other function is fast, so it seals with the new version before its time.
    const sealed = await seal(early);
    expect(versionOf(sealed)).toBe('2');
    expect(await open(warm, sealed)).toBe('text');
    expect(versionOf(await seal(warm))).toBe('1');
  });

  test('Values of a version that does not exist cause one look for it in ten seconds', async () => {
    let reads = 0;
    const send = (command: unknown) => {
      reads += 1;
      return engine.table.client.send(command as never);
    };
    const client = { send } as unknown as typeof engine.table.client;
    const counted = makeStage({ table: { name: engine.table.name, client } });
    const fn = counted.startFunction();
    const sealed = (await seal(fn)).replace('k2.1.', 'k2.9.');
    const openMany = async () => {
      reads = 0;
      for (let n = 0; n < 5; n++) await expect(open(fn, sealed)).rejects.toThrow('version 9');
      return reads;
    };
    expect(await openMany()).toBe(0);
    counted.clock.now += RETRY_MS;
    expect(await openMany()).toBe(1);
  });

  test('While KMS fails, a function continues with the versions that it knows, and learns the new one afterwards', async () => {
    const fn = stage.startFunction();
    const sealed = await seal(fn);
    const { activeFrom } = await stage.rotate();
    stage.clock.now = activeFrom;
    stage.keyService.failure = new Error('KMS is down');
    expect(versionOf(await seal(fn))).toBe('1');
    expect(await open(fn, sealed)).toBe('text');
    stage.keyService.failure = undefined;
    stage.clock.now += RETRY_MS;
    expect(versionOf(await seal(fn))).toBe('2');
  });

  test('A function that starts after several rotations opens the values of every version', async () => {
    const sealed = [await seal(stage.startFunction())];
    for (let n = 0; n < 10; n++) {
      const { activeFrom } = await stage.rotate();
      stage.clock.now = activeFrom;
      sealed.push(await seal(stage.startFunction()));
    }
    expect(sealed.map(versionOf)).toEqual(Array.from({ length: 11 }, (_, index) => String(index + 1)));
    const fn = stage.startFunction();
    for (const one of sealed) expect(await open(fn, one)).toBe('text');
  });
});

describe('the rotation of the data key', () => {
  test('A rotation is refused for a stage without a data key, and while the last one is not active', async () => {
    await expect(stage.rotate()).rejects.toThrow('no data key yet');
    await seal(stage.startFunction());
    expect(await stage.rotate()).toEqual({ version: 2, activeFrom: stage.clock.now + ACTIVATION_MS });
    await expect(stage.rotate()).rejects.toThrow(timestamp(stage.clock.now + ACTIVATION_MS));
    stage.clock.now += ACTIVATION_MS;
    expect((await stage.rotate()).version).toBe(3);
  });

  test('Of several rotations at once one creates the version', async () => {
    await seal(stage.startFunction());
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => stage.rotate()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await findStageDataKeys(engine.table, stage.stage)).toHaveLength(2);
  });

  test('The list of the versions says which one seals', async () => {
    await seal(stage.startFunction());
    const createdAt = timestamp(stage.clock.now);
    const { activeFrom } = await stage.rotate();
    const lines = async () => describeVersions(await findStageDataKeys(engine.table, stage.stage), stage.clock.now);
    expect(await lines()).toEqual([
      { version: 1, created: createdAt, use: 'seals and opens' },
      { version: 2, created: createdAt, use: `seals from ${timestamp(activeFrom)}` },
    ]);
    stage.clock.now = activeFrom;
    expect(await lines()).toEqual([
      { version: 1, created: createdAt, use: 'opens what it has sealed' },
      { version: 2, created: createdAt, use: 'seals and opens' },
    ]);
    expect(() => planRotation([], stage.clock.now)).toThrow('no data key yet');
  });
});
