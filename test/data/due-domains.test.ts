import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test } from 'vitest';
import { enqueueDueDomains } from '#functions/workers/sweep/due-domains.ts';
import { anyRow } from '#shared/data/decode-row.ts';
import { dueDomains, findDomain, parseDueDomain } from '#shared/data/entities/mail/domain.ts';
import { getRow } from '#shared/data/table-client.ts';
import { DAY, HOUR } from '#shared/domain/time/time.ts';
import { claim } from '../support/domain-claim.ts';
import { useDomainOwner } from '../support/domain-owner.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
useDomainOwner();

test('A claim is in the index of due work while it is to be checked, and not after that', async () => {
  const api = new InProcessApi(engine.table);
  const mine = await claim(api);
  const due = async (until: number) =>
    (await Array.fromAsync(dueDomains(engine.table, until, 10_000)))
      .map(parseDueDomain)
      .filter(({ domainId }) => domainId === mine.ref.domainId);
  const row = await findDomain(engine.table, mine.id, mine.ref.domainId);
  expect(await due((row?.nextCheckAt ?? 0) - 1)).toEqual([]);
  expect(await due(row?.nextCheckAt ?? 0)).toEqual([mine.ref]);
  await mine.check(Date.now() + 3 * DAY);
  expect(await due(Date.now() + 30 * DAY)).toEqual([]);
  const stored = await getRow(engine.table, anyRow, { pk: `DOMAIN#${mine.id}`, sk: mine.ref.domainId });
  expect(stored).not.toHaveProperty('due_pk');
});

test('The sweep enqueues a due check once per interval', async () => {
  process.env.DOMAIN_CHECKS_QUEUE_URL = 'https://sqs.test/domain-checks';
  const sqs = mockClient(SQSClient);
  sqs.on(SendMessageBatchCommand).resolves({});
  const api = new InProcessApi(engine.table);
  const mine = await claim(api);
  const enqueued = () =>
    sqs
      .commandCalls(SendMessageBatchCommand)
      .flatMap(({ args }) => args[0].input.Entries ?? [])
      .map(({ MessageBody }) => JSON.parse(MessageBody ?? '{}'))
      .filter(({ domainId }) => domainId === mine.ref.domainId);
  const row = await findDomain(engine.table, mine.id, mine.ref.domainId);
  const at = row?.nextCheckAt ?? 0;
  await enqueueDueDomains(at - 1);
  expect(enqueued()).toEqual([]);
  await Promise.all([enqueueDueDomains(at), enqueueDueDomains(at)]);
  await enqueueDueDomains(at + 1);
  expect(enqueued()).toEqual([{ kind: 'check', ...mine.ref }]);
  // A check that was lost on its way is enqueued again.
  await enqueueDueDomains(at + HOUR);
  expect(enqueued()).toHaveLength(2);
  expect(await mine.check()).toMatchObject({ status: 'pending' });
});
