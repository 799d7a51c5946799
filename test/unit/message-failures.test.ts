import type { Context, SQSEvent } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ContentionError } from '#shared/data/contention-error.ts';
import { RetryLaterError } from '#shared/domain/errors/retry-later-error.ts';
import { logger } from '#shared/runtime/log.ts';
import { processMessages } from '#shared/runtime/sqs-batch.ts';

const event = (...bodies: object[]) =>
  ({
    Records: bodies.map((body, index) => ({ messageId: String(index), body: JSON.stringify(body) })),
  }) as SQSEvent;

/** Processes messages that name the error to throw, if any, and returns what was counted and logged as an error. */
async function run(...bodies: object[]) {
  const published = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const errors = vi.spyOn(logger, 'error').mockImplementation(() => {});
  const response = await processMessages(event(...bodies), {} as Context, {
    queue: 'delivery',
    schema: z.object({ fails: z.enum(['program', 'later', 'contention']).optional() }),
    handle: async ({ fails }) => {
      if (fails === 'program') throw new TypeError('x is not a function');
      if (fails === 'later') throw new RetryLaterError('another worker has it');
      if (fails === 'contention') throw new ContentionError(undefined);
    },
  });
  const seen = {
    returned: response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
    metrics: published.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>),
    errors: errors.mock.calls.map(([message]) => message),
  };
  vi.restoreAllMocks();
  return seen;
}

test('Each message that a worker fails at is counted for the alarm, whatever queue it is from, and returns to its queue', async () => {
  const failure = expect.objectContaining({ WorkerFailures: 1, service: 'aid-test-workers' });
  expect(await run({ fails: 'program' }, {}, { fails: 'program' })).toEqual({
    returned: ['0', '2'],
    metrics: [failure, failure],
    errors: ['message failed', 'message failed'],
  });
  expect((await run({ fails: 17 })).metrics).toEqual([failure]);
});

test('Messages that have to wait for another worker or writer return to their queue and are not counted', async () => {
  expect(await run({ fails: 'later' }, { fails: 'contention' })).toEqual({
    returned: ['0', '1'],
    metrics: [],
    errors: [],
  });
});
