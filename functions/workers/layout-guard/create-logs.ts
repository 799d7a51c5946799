import {
  CloudWatchLogsClient,
  CreateLogGroupCommand,
  PutRetentionPolicyCommand,
  ResourceAlreadyExistsException,
} from '@aws-sdk/client-cloudwatch-logs';
import { clientOptions } from '#shared/runtime/client-options.ts';

/**
 * Creates the logs that do not exist, and sets how many days all of them keep a line; without a number, that stays as
 * it is. One after the other, because CloudWatch Logs accepts few of these calls per second. A repeated call changes
 * nothing.
 *
 * Source: CloudWatch Logs API reference, CreateLogGroup, PutRetentionPolicy.
 */
export async function createLogs(names: readonly string[], retentionDays: number | undefined): Promise<void> {
  const client = new CloudWatchLogsClient(clientOptions({ maxAttempts: 5 }));
  for (const logGroupName of names) {
    await client.send(new CreateLogGroupCommand({ logGroupName })).catch((error: unknown) => {
      if (!(error instanceof ResourceAlreadyExistsException)) throw error;
    });
    if (retentionDays === undefined) continue;
    await client.send(new PutRetentionPolicyCommand({ logGroupName, retentionInDays: retentionDays }));
  }
}
