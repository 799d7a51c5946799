import type { DynamoDBRecord } from 'aws-lambda';
import { PermanentError } from '#shared/domain/errors/permanent-error.ts';
import type { QueuedJob } from '#shared/runtime/queue.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';

/** Errors of a program and of a request that do not depend on when it is made. */
const PERMANENT = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'ValidationException']);

/** Whether a record will fail in the same way however often it is retried. */
export function isPermanent(error: unknown): error is Error {
  return error instanceof PermanentError || (error instanceof Error && PERMANENT.has(error.name));
}

/**
 * Puts a record aside that can never be relayed: a job for the failure queue, which names its row. Without this, the
 * record would block all later ones of its shard until it is a day old.
 */
export function setAside(record: DynamoDBRecord, error: Error): QueuedJob<'relay-failures'> {
  const { pk, sk } = record.dynamodb?.Keys ?? record.dynamodb?.NewImage ?? {};
  reportFailure('record set aside', error);
  return {
    queue: 'relay-failures',
    job: { pk: pk?.S ?? '', sk: sk?.S ?? '', error: `${error.name}: ${error.message}` },
  };
}
