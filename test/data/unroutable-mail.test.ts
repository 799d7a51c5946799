import type { Tag } from '@aws-sdk/client-s3';
import { beforeAll, expect, test } from 'vitest';
import { UNROUTABLE_TAG } from '../../shared/domain/mail/unroutable.ts';
import { useEngine } from '../support/engine.ts';
import { hookOrganization } from '../support/hook-api.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { receiveMails } from '../support/receive-mails.ts';

const engine = useEngine();
const tags = new Map<string, Tag[]>();
let api: InProcessApi;

beforeAll(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  api = new InProcessApi(engine.table);
  memoryBucket(tags);
});

const raw = Buffer.from('From: ada@example.com\r\nSubject: hello\r\n\r\ntext');

test('A raw mail without any mailbox is tagged for its early deletion, and one with a mailbox is not', async () => {
  const { address } = await hookOrganization(api);
  const { batchItemFailures } = await receiveMails(
    { id: 'unknown', to: 'unknown@agents.test', raw },
    { id: 'known', to: address, raw },
    { id: 'both', to: ['unknown@agents.test', address], raw },
  );
  expect(batchItemFailures).toEqual([]);
  const { name, value } = UNROUTABLE_TAG;
  expect([...tags]).toEqual([['inbound/unknown', [{ Key: name, Value: value }]]]);
});
