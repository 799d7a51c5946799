import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { enqueueAll } from '#shared/runtime/queue.ts';

const sqs = mockClient(SQSClient);

describe('messages for a queue', () => {
  const jobs = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      queue: 'outbound-mail' as const,
      job: { organizationId: 'org_1', outboxId: String(index) },
    }));

  beforeEach(() => {
    sqs.reset();
    vi.stubEnv('OUTBOUND_MAIL_QUEUE_URL', 'url');
  });

  test('Messages for a queue are sent ten at a time', async () => {
    sqs.on(SendMessageBatchCommand).resolves({});
    await enqueueAll(jobs(23));
    const sizes = sqs.commandCalls(SendMessageBatchCommand).map((call) => call.args[0].input.Entries?.length);
    expect(sizes).toEqual([10, 10, 3]);
    await enqueueAll([]);
    expect(sqs.commandCalls(SendMessageBatchCommand)).toHaveLength(3);
  });

  test('If the queue rejects a single message, the whole call fails', async () => {
    sqs.on(SendMessageBatchCommand).resolves({
      Successful: [],
      Failed: [{ Id: '1', Code: 'ThrottlingException', SenderFault: false }],
    });
    await expect(enqueueAll(jobs(2))).rejects.toThrow('ThrottlingException');
  });
});
