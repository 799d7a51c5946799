import { z } from 'zod';

/** A restored table. The ARN of its stream also names the table. */
export interface RestoredTable {
  readonly name: string;
  readonly arn: string;
  readonly streamArn: string;
}

/**
 * The output of the stacks with the ARN of the restored table's stream, if the stage uses one. Deployments compare
 * their settings with it.
 */
export const RESTORED_TABLE_OUTPUT = 'RestoredTable';

/** The ARN of a table's stream, which begins with the ARN of the table. */
const TABLE_STREAM = /^(?<arn>arn:aws[\w-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/(?<name>[\w.-]{3,255}))\/stream\/\S+$/;

/** The ARN of the stream of a table, as the stage configuration has it. */
export const restoredTableSchema = z.string().transform((streamArn, context): RestoredTable => {
  const { arn, name } = TABLE_STREAM.exec(streamArn)?.groups ?? {};
  if (arn !== undefined && name !== undefined) return { name, arn, streamArn };
  context.addIssue({ code: 'custom', message: 'expected the ARN of the stream of a table' });
  return z.NEVER;
});
