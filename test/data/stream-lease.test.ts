import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  acquireStreamLease,
  releaseStreamLease,
  requestRewind,
  wakeHolder,
  yieldStreamLease,
} from '#shared/data/direct-writes/stream-lease.ts';
import { findConnection, insertConnection } from '#shared/data/entities/connection/connection.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { PUSH_LEASE_MS } from '#shared/domain/delivery/stream.ts';
import { useEngine } from '../support/engine.ts';
import { streamConnection } from '../support/stream-connection.ts';

const engine = useEngine();
const AT = 1_800_000_000_000;
const PROGRESS = { cursor: 7, ready: true, failures: 0 };

/** A connected stream, and the lease that a worker acquires. */
async function connected(): Promise<{ id: string; lease: { id: string; now: number } }> {
  const connection = streamConnection(AT, 5);
  await commit(engine.table, { build: (tx) => tx.put(insertConnection(connection)) }, { now: () => AT });
  return { id: connection.connectionId, lease: { id: randomUUID(), now: AT } };
}

const acquire = (id: string, now = AT, lease = randomUUID()) =>
  acquireStreamLease(engine.table, id, { id: lease, now });

describe('the lease of a stream', () => {
  test('One worker holds the lease, until it releases it or its time is over', async () => {
    const { id, lease } = await connected();
    expect(await acquireStreamLease(engine.table, id, lease)).toMatchObject({ cursor: 5 });
    expect(await acquire(id)).toBe('busy');
    expect(await releaseStreamLease(engine.table, id, lease, PROGRESS)).toBe('released');
    expect(await acquire(id)).toMatchObject(PROGRESS);
    expect(await acquire(id, AT + PUSH_LEASE_MS)).toBe('busy');
    expect(await acquire(id, AT + PUSH_LEASE_MS + 1)).toMatchObject(PROGRESS);
    expect(await acquire(randomUUID())).toBe('gone');
  });

  test('A holder that was woken keeps the lease for another run, and then releases it', async () => {
    const { id, lease } = await connected();
    await acquireStreamLease(engine.table, id, lease);
    expect(await wakeHolder(engine.table, id, AT)).toBe(true);
    expect(await releaseStreamLease(engine.table, id, lease, PROGRESS)).toMatchObject(PROGRESS);
    expect(await acquire(id)).toBe('busy');
    expect(await releaseStreamLease(engine.table, id, lease, { ...PROGRESS, cursor: 9 })).toBe('released');
    expect(await wakeHolder(engine.table, id, AT)).toBe(false);
  });

  test('A worker that has lost its lease changes nothing', async () => {
    const { id, lease } = await connected();
    await acquireStreamLease(engine.table, id, lease);
    await acquire(id, AT + PUSH_LEASE_MS + 1);
    expect(await releaseStreamLease(engine.table, id, lease, PROGRESS)).toBe('lost');
    expect(await yieldStreamLease(engine.table, id, lease, PROGRESS)).toBe(false);
    expect(await findConnection(engine.table, id)).toMatchObject({ cursor: 5 });
  });

  test('A rewind sets the cursor back, during a run and between two, and survives a worker that gives up', async () => {
    const { id, lease } = await connected();
    await acquireStreamLease(engine.table, id, lease);
    expect(await requestRewind(engine.table, id, 3)).toBe(true);
    expect(await releaseStreamLease(engine.table, id, lease, PROGRESS)).toMatchObject({ cursor: 3 });
    await requestRewind(engine.table, id, 2);
    expect(await yieldStreamLease(engine.table, id, lease, PROGRESS)).toBe(true);
    expect(await acquire(id)).toMatchObject({ cursor: 2 });
    expect(await requestRewind(engine.table, randomUUID(), 1)).toBe(false);
  });

  test('After a failure no worker tries again before the given time', async () => {
    const { id, lease } = await connected();
    await acquireStreamLease(engine.table, id, lease);
    await yieldStreamLease(engine.table, id, lease, { ...PROGRESS, failures: 1 }, AT + 2000);
    expect(await acquire(id, AT + 2000)).toBe('busy');
    expect(await acquire(id, AT + 2001)).toMatchObject({ failures: 1 });
  });
});
