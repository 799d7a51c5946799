import { expect, test } from 'vitest';
import { insertOutbox } from '#shared/data/entities/log/outbox.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { makeId } from '#shared/domain/ids/ids.ts';
import { useEngine } from '../support/engine.ts';
import { outboxOf } from '../support/outbox.ts';

const engine = useEngine();

test('The helper reads every entry of an outbox, also those with the first and the last random ids', async () => {
  const ids = ['0'.repeat(16), 'M'.repeat(16), 'Z'.repeat(16)];
  const organizationId = makeId('organization', Date.now(), ids[1] ?? '');
  const entry = { organizationId, createdAt: Date.now(), kind: 'noop' } as const;
  const changes = ids.map((id) => insertOutbox({ ...entry, id }));
  await commit(engine.table, { build: (tx) => tx.put(...changes) }, { now: Date.now });
  expect((await outboxOf(engine.table, organizationId)).map(({ id }) => id)).toEqual(ids);
});
