import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';

/** What became of a write with a condition on a row of type `T`. */
export type ConditionalWrite<T> =
  /** `attributes`: what the write asked to have returned. */
  | { written: true; attributes: T | undefined }
  /** `found`: the row that did not satisfy the condition, if there is one and the write asked for it. */
  | { written: false; found: T | undefined };

/** Waits for a write. A condition that does not hold is a result; every other failure is thrown. */
export async function conditionalWrite<T = Record<string, unknown>>(
  write: Promise<{ Attributes?: Record<string, unknown> | undefined }>,
): Promise<ConditionalWrite<T>> {
  try {
    const { Attributes } = await write;
    return { written: true, attributes: Attributes as T | undefined };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { written: false, found: error.Item && (unmarshall(error.Item) as T) };
  }
}
