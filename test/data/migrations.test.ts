import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyChange } from '#scripts/ops/migration/apply-change.ts';
import { CapacityLimiter } from '#scripts/ops/migration/capacity-limiter.ts';
import { finishLayout } from '#scripts/ops/migration/finish-layout.ts';
import { type MigrationOptions, runMigration } from '#scripts/ops/migration/run-migration.ts';
import { anyRow } from '#shared/data/decode-row.ts';
import { recordWriter } from '#shared/data/direct-writes/stored-layout.ts';
import { findMigrationProgress } from '#shared/data/entities/stage/migration.ts';
import { findStoredLayout } from '#shared/data/entities/stage/stored-layout.ts';
import { getRow, type Row, type Table } from '#shared/data/table-client.ts';
import { addForm } from '../support/add-form.ts';
import { type Engine, startEngine } from '../support/engine.ts';
import { everyRow } from '../support/every-row.ts';

/** An engine for each test: a migration walks the whole table. */
let engine: Engine;
let table: Table;

beforeEach(async () => {
  engine = await startEngine();
  table = engine.table;
});

afterEach(() => engine.stop());

const allRows = async () => (await everyRow(table)) as Row[];

const put = (row: Row) => table.client.send(new PutCommand({ TableName: table.name, Item: row }));

const contact = (n: number): Row => ({
  pk: `CONTACT#org_${n % 7}`,
  sk: `con_${n}`,
  version: 1,
  count: 0,
  note: 'old',
});

async function putContacts(count: number): Promise<void> {
  for (let n = 0; n < count; n += 50)
    await Promise.all(Array.from({ length: 50 }, (_, more) => put(contact(n + more))));
}

const contacts = async () => (await allRows()).filter(({ pk }) => pk.startsWith('CONTACT#'));

const OPTIONS: MigrationOptions = {
  isConfirmed: true,
  segments: 4,
  unitsPerSecond: 100_000,
  isStopped: () => false,
  onPage: () => {},
  now: Date.now,
};

const addForms = (more: Partial<MigrationOptions> = {}, on = table) =>
  runMigration(on, addForm.migration, addForm.prepared, { ...OPTIONS, ...more });

test('A layout is recorded after a walk of the whole table that left no row out, while the deployed release writes it', async () => {
  const layouts = async () => {
    const { oldest, newest } = (await findStoredLayout(table)) ?? {};
    return [oldest, newest];
  };
  await recordWriter(table, undefined, { reads: [4], writes: 4 });
  await putContacts(50);
  const early = await addForms();
  expect(await finishLayout(table, 5, early)).toContain('the deployed release does not write layout 5 yet');
  await recordWriter(table, { oldest: 4, newest: 4 }, { reads: [4, 5], writes: 5 });
  expect(await finishLayout(table, 5, { ...early, isContinued: true })).toContain('run it once more');
  const failures = [{ row: 'CONTACT#org_1 con_1', reason: 'x' }];
  expect(await finishLayout(table, 5, { ...early, failures })).toContain('may still have rows older than layout 5');
  expect(await layouts()).toEqual([4, 5]);
  expect(await finishLayout(table, 5, await addForms())).toBe('no row is older than layout 5');
  expect(await layouts()).toEqual([5, 5]);
});

test('A migration changes every row of its kinds and no other, counts what it consumed, and a second run finds nothing', async () => {
  await putContacts(300);
  await put({ pk: 'CONTACTRULE#org_1', sk: 'rul_1', version: 1 });
  const first = await addForms();
  expect(first).toMatchObject({ read: 300, changed: 300, isComplete: true, isContinued: false, failures: [] });
  expect(first.units).toBeGreaterThan(300);
  expect((await contacts()).filter(({ form, version }) => form !== 2 || version !== 2)).toEqual([]);
  expect((await allRows()).find(({ sk }) => sk === 'rul_1')).toEqual({
    pk: 'CONTACTRULE#org_1',
    sk: 'rul_1',
    version: 1,
  });
  expect(await findMigrationProgress(table, 'add-form')).toMatchObject({
    changed: 300,
    segments: Array(4).fill('end'),
  });
  expect(await addForms()).toMatchObject({ read: 300, changed: 0, isComplete: true, isContinued: false });
});

test('A dry run counts the rows and writes nothing, its progress included', async () => {
  await putContacts(50);
  const before = await allRows();
  expect(await addForms({ isConfirmed: false })).toMatchObject({ read: 50, changed: 50, isComplete: true });
  expect(await allRows()).toEqual(before);
});

test('A run that is killed leaves no row half changed, and the next one continues after the pages that were done', async () => {
  await putContacts(700);
  const script = join(import.meta.dirname, '..', 'support', 'migration-child.ts');
  const child = spawn(process.execPath, [script, engine.endpoint, table.name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await findMigrationProgress(table, 'add-form')).toMatchObject({ finishedAt: null });
  const next = await addForms();
  expect(next).toMatchObject({ isComplete: true, isContinued: true });
  // The page that was done is not read again, and the rest is.
  expect(next.read).toBeLessThan(700);
  expect(next.changed).toBeGreaterThan(0);
  expect((await contacts()).filter(({ form, version }) => form !== 2 || version !== 2)).toEqual([]);
  expect((await findMigrationProgress(table, 'add-form'))?.finishedAt).toBeGreaterThan(0);
});

test('A run that is interrupted by Ctrl-C ends after a page and continues', async () => {
  await putContacts(600);
  let pages = 0;
  const stopped = await addForms({ segments: 1, isStopped: () => pages > 0, onPage: () => (pages += 1) });
  expect(stopped.isComplete).toBe(false);
  const next = await addForms({ segments: 9 });
  expect(next).toMatchObject({ isContinued: true, isComplete: true, read: 600 - stopped.read });
});

test('A run with another target begins again', async () => {
  await putContacts(300);
  let pages = 0;
  await addForms({ segments: 1, isStopped: () => pages > 0, onPage: () => (pages += 1) });
  const other = { ...addForm.prepared, target: 'form 3' };
  expect(await runMigration(table, addForm.migration, other, OPTIONS)).toMatchObject({
    isContinued: false,
    read: 300,
  });
});

test('Concurrent writers lose nothing, and every row has the new form at the end', async () => {
  await putContacts(200);
  let isOver = false;
  let counted = 0;
  const increment = async (n: number): Promise<void> => {
    const row = (await getRow(table, anyRow, contact(n), { strong: true })) as Row;
    const next = { ...row, count: Number(row.count) + 1, version: Number(row.version) + 1 };
    const write = new PutCommand({
      TableName: table.name,
      Item: next,
      ConditionExpression: '#version = :seen',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':seen': row.version },
    });
    const isWritten = await table.client.send(write).then(
      () => true,
      () => false,
    );
    if (isWritten) counted += 1;
  };
  const writer = async (from: number) => {
    for (let n = from; !isOver; n = (n + 3) % 200) await increment(n);
  };
  const writers = [writer(0), writer(1), writer(2)];
  const result = await addForms({ segments: 2 });
  isOver = true;
  await Promise.all(writers);
  const rows = await contacts();
  expect(result).toMatchObject({ isComplete: true, failures: [] });
  expect(rows.filter(({ form }) => form !== 2)).toEqual([]);
  expect(rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(counted);
});

test('A row that another writer changes or deletes meanwhile is read again, and never created again', async () => {
  const [changed, deleted] = [contact(1), contact(2)];
  await Promise.all([put({ ...changed, version: 5, note: 'new' }), put(deleted)]);
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk: deleted.pk, sk: deleted.sk } }));
  const limiter = new CapacityLimiter(1000);
  expect(await applyChange(table, changed, addForm.prepared, limiter)).toBe(true);
  expect(await applyChange(table, deleted, addForm.prepared, limiter)).toBe(false);
  expect(await contacts()).toEqual([{ ...changed, version: 6, note: 'new', form: 2 }]);
});

test('A row that cannot be changed is reported and passed over, and a failure of the table ends the run', async () => {
  await putContacts(100);
  const change = (row: Row) => {
    if (row.sk === 'con_7') throw new Error('of an unknown form');
    return addForm.prepared.change(row);
  };
  const result = await runMigration(table, addForm.migration, { ...addForm.prepared, change }, OPTIONS);
  expect(result).toMatchObject({
    changed: 99,
    failures: [{ row: 'CONTACT#org_0 con_7', reason: 'of an unknown form' }],
  });
  const failing = {
    name: table.name,
    client: {
      send: (command: UpdateCommand) => {
        const error = Object.assign(new Error('throttled'), { $metadata: {} });
        return command instanceof UpdateCommand ? Promise.reject(error) : table.client.send(command);
      },
    } as unknown as Table['client'],
  };
  await expect(addForms({}, failing)).rejects.toThrow('throttled');
});

test('A limited rate makes a run take at least as long as its units need', async () => {
  await putContacts(100);
  const began = Date.now();
  const { units } = await addForms({ unitsPerSecond: 400 });
  // The last page and the last write are not waited for.
  expect(Date.now() - began).toBeGreaterThan(((units - 150) / 400) * 1000 * 0.8);
});
