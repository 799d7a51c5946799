import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sharedStack } from '#testing/fixture.ts';
import { commandLineIn } from '../support/command-line-client.ts';
import { eventually } from '../support/eventually.ts';
import { endedDeliveriesOf } from '../support/log-reader.ts';
import { withReceiver } from '../support/with-receiver.ts';

const home = mkdtempSync(join(tmpdir(), 'aid-recover-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const LONG_AGO = '2026-01-01T00:00:00.000Z';

test(
  'A receiver that failed gets what it missed by one recovery, each event once, and its progress is shown',
  withReceiver(async ({ organization, agent, receiver, mail, endpoint }) => {
    const { id } = await endpoint();
    const other = await endpoint({ url: receiver.url('/other') });
    receiver.respondWith(({ path }) => ({ status: path === '/other' ? 204 : 503 }));
    await mail();
    await mail();
    const dead = (await endedDeliveriesOf(organization, 4)).filter(({ webhook_id }) => webhook_id === id);
    expect(dead.map(({ status }) => status)).toEqual(['dead_letter', 'dead_letter']);

    receiver.respondWith({ status: 204 });
    const before = receiver.requests.length;
    const body = { since: LONG_AGO, status: 'dead_letter' } as const;
    const started = await organization.api.ok('recoverWebhook', { params: { id }, body });
    expect(started).toEqual({ recovery_id: expect.stringMatching(/^rec_/), matched: 2, next_since: null });
    const params = { id, rid: started.recovery_id };
    const recovery = await eventually(async () => {
      const found = await organization.api.ok('getRecovery', { params });
      expect(found).toMatchObject({ state: 'done', pending: 0 });
      return found;
    });
    expect(recovery).toMatchObject({ matched: 2, replayed: 2, skipped: 0, delivered: 2, failed: 0 });
    const again = receiver.requests.slice(before);
    expect(again.map(({ path }) => path)).toEqual(['/hook', '/hook']);
    expect(new Set(again.map(({ headers }) => headers['x-aid-request-id']))).toEqual(
      new Set(dead.map((one) => one.id)),
    );
    // Nothing is left to recover, here or at the other endpoint.
    for (const webhook of [id, other.id]) {
      const next = await organization.api.ok('recoverWebhook', { params: { id: webhook }, body });
      expect(next.matched).toBe(0);
    }

    const { entries } = await organization.api.ok('listAudit', { query: { action: 'recoverWebhook' } });
    expect(entries.map(({ target, after }) => ({ target, after }))).toContainEqual({
      target: { type: 'webhook', id },
      after: { since: LONG_AGO, status: 'dead_letter', matched: 2 },
    });
    await agent.api.refused('recoverWebhook', 'auth.forbidden', { params: { id }, body });
    await agent.api.refused('getRecovery', 'auth.forbidden', { params });
  }),
);

test(
  'aid webhooks recover waits until each delivery was attempted, and prints what happened',
  withReceiver(async ({ organization, receiver, mail, endpoint }) => {
    const { id } = await endpoint();
    receiver.respondWith({ status: 500 });
    await mail();
    await endedDeliveriesOf(organization, 1);
    const environment = { AID_URL: sharedStack().baseUrl, AID_KEY: organization.key };
    const aid = commandLineIn(home, { environment });
    receiver.respondWith({ status: 204 });
    const { code, rows, errors } = await aid(['webhooks', 'recover', id, '--since', '1h']);
    expect([code, errors]).toEqual([0, '']);
    expect(rows).toEqual([
      expect.objectContaining({ state: 'done', status: 'all', matched: 1, delivered: 1, failed: 0 }),
    ]);
    const nothing = await aid(['webhooks', 'recover', id, '--since', '1h', '--status', 'dead_letter', '--no-wait']);
    expect(nothing.rows).toEqual([{ recovery_id: expect.any(String), matched: 0, next_since: null }]);
    const dry = await aid(['webhooks', 'recover', id, '--since', LONG_AGO, '--dry-run']);
    expect(dry.rows).toEqual([expect.objectContaining({ method: 'POST', body: { since: LONG_AGO, status: 'all' } })]);
    for (const [args, error] of [
      [[], '--since is required'],
      [['--since', 'yesterday'], '--since: expected'],
      [['--since', '1h', '--status', 'lost'], '--status: expected'],
    ] as const) {
      const refused = await aid(['webhooks', 'recover', id, ...args]);
      expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining(error) });
    }
  }),
);
