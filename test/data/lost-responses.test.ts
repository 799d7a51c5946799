import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toDeliveryJob } from '#shared/contract/jobs.ts';
import { acquireAttemptLease, recordOutcome } from '#shared/data/direct-writes/delivery-attempt.ts';
import { acquireOutboxLease, recordOutboxSent } from '#shared/data/direct-writes/outbox-lease.ts';
import { acquireSendLease } from '#shared/data/direct-writes/send-lease.ts';
import { acquireStreamLease } from '#shared/data/direct-writes/stream-lease.ts';
import { connectTunnel } from '#shared/data/direct-writes/tunnel-connection.ts';
import { claimKeyCreation } from '#shared/data/direct-writes/vault-key-creation.ts';
import { insertConnection } from '#shared/data/entities/connection/connection.ts';
import { insertOutbox, type OutboxEntry } from '#shared/data/entities/log/outbox.ts';
import { insertMessage, type Message } from '#shared/data/entities/mail/message.ts';
import { insertTunnel } from '#shared/data/entities/tunnel/tunnel.ts';
import { decideRetry } from '#shared/domain/delivery/delivery.ts';
import { BAD, DeliveryHarness, RETENTION_MS } from '../support/delivery-harness.ts';
import { withLostResponses } from '../support/intercepted-table.ts';
import { streamConnection } from '../support/stream-connection.ts';
import { AT, useRows } from '../support/use-rows.ts';

const rows = useRows();
const harness = new DeliveryHarness(rows);
const lossy = () => withLostResponses(rows.table);

describe('a conditional write with a lost response, which the client sends again', () => {
  test('A worker knows that the lease of an attempt is its own, and another worker does not get it', async () => {
    const delivery = await harness.create();
    const job = toDeliveryJob(delivery);
    const lease = { id: randomUUID(), until: AT + 5000, now: AT };
    const claim = await acquireAttemptLease(lossy(), job, lease);
    expect(claim).toMatchObject({ acquired: true, delivery: { id: delivery.id, leaseId: lease.id } });
    const other = { ...lease, id: randomUUID() };
    expect(await acquireAttemptLease(lossy(), job, other)).toEqual({ acquired: false, leasedUntil: AT + 5000 });
  });

  test('A worker knows that the outcome of an attempt is recorded, so that it enqueues the next attempt', async () => {
    const held = await harness.claimed(await harness.create());
    const decision = decideRetry(BAD, [5], 1, 0, AT);
    const end = { now: AT, retentionMs: RETENTION_MS };
    expect(await recordOutcome(lossy(), held, BAD, decision, end)).toBe(true);
    expect(await harness.read(held)).toMatchObject({ status: 'retrying', attemptCount: 1 });
  });

  test('A worker that has lost its lease does not take the outcome of another worker for its own', async () => {
    const delivery = await harness.create();
    const first = await harness.claimed(delivery);
    const second = await harness.claimed(delivery, AT + 30_000);
    expect(await harness.record(second, BAD)).toBe(true);
    const decision = decideRetry(BAD, [5], 1, 0, AT + 31_000);
    const end = { now: AT + 31_000, retentionMs: RETENTION_MS };
    expect(await recordOutcome(lossy(), first, BAD, decision, end)).toBe(false);
  });

  test('A worker knows that the lease of a stream is its own, and another worker finds it busy', async () => {
    const connection = streamConnection(AT, 5);
    const { connectionId } = connection;
    await rows.write(insertConnection(connection));
    const id = randomUUID();
    expect(await acquireStreamLease(lossy(), connectionId, { id, now: AT })).toMatchObject({ cursor: 5 });
    expect(await acquireStreamLease(lossy(), connectionId, { id: randomUUID(), now: AT })).toBe('busy');
  });

  test('A worker knows that the lease to send a message is its own, and counts one attempt', async () => {
    const message = { id: `msg_${randomUUID()}`, identityId: 'agt_1', status: 'queued', version: 1 } as Message;
    await rows.write(insertMessage(message));
    const lease = { id: randomUUID(), now: AT, leaseMs: 5000 };
    expect(await acquireSendLease(lossy(), message, lease)).toEqual({ acquired: true, attempts: 1 });
    const other = { ...lease, id: randomUUID() };
    expect(await acquireSendLease(lossy(), message, other)).toEqual({ acquired: false, until: AT + 5000 });
  });

  test('A worker knows that the lease to mail a code is its own, until the code is sent', async () => {
    const entry = { id: randomUUID(), organizationId: 'org_1', createdAt: AT, kind: 'noop' } as OutboxEntry;
    await rows.write(insertOutbox(entry));
    const lease = { id: randomUUID(), now: AT };
    expect(await acquireOutboxLease(lossy(), entry, lease)).toBe(true);
    expect(await acquireOutboxLease(lossy(), entry, { ...lease, id: randomUUID() })).toBe(false);
    await recordOutboxSent(rows.table, entry, 'ses-1', AT);
    expect(await acquireOutboxLease(lossy(), entry, lease)).toBe(false);
  });

  test('The connection of a tunnel does not supersede itself', async () => {
    const address = randomUUID();
    const tunnel = { id: `tun_${address}`, organizationId: 'org_1', identityId: null, name: null, metadata: {} };
    await rows.write(...insertTunnel({ ...tunnel, address, createdAt: AT, deletedAt: null }));
    const connection = {
      kind: 'tunnel' as const,
      connectionId: randomUUID(),
      organizationId: 'org_1',
      tunnelId: tunnel.id,
      address,
      keyHash: 'hash',
      until: AT + 1,
    };
    expect(await connectTunnel(lossy(), connection, { clientAddress: 'ip-192.0.2.1', now: AT })).toEqual({
      superseded: undefined,
    });
    const next = { ...connection, connectionId: randomUUID() };
    expect(await connectTunnel(rows.table, next, { clientAddress: 'ip-192.0.2.1', now: AT })).toEqual({
      superseded: connection.connectionId,
    });
  });

  test('A creator of a data key knows that the claim is its own', async () => {
    const organizationId = `org_${randomUUID()}`;
    const claim = { claim: randomUUID(), now: AT };
    expect(await claimKeyCreation(lossy(), organizationId, claim)).toBe(true);
    expect(await claimKeyCreation(lossy(), organizationId, { ...claim, claim: randomUUID() })).toBe(false);
  });
});
